import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta, factura } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [39] })
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  bulk = bulkOf(program, andes)
})

const wrong = () => ({ ...boleta(), details: [] })
const submission = async (...invoices: object[]): Promise<string> => (await bulk.create({ invoices })).body.result.id
const correct = (id: string, position: number, payload: unknown, token = andes.token) =>
  program.api({ token }).put('BulkInvoice/UpdateRow', { id, position, payload })
const rowOf = async (id: string, position: number) =>
  (await andes.api.get('BulkInvoice/GetRow', { id, position })).body.result
const statesOf = async (id: string) => (await bulk.rows(id)).map(({ statusText }) => statusText)
const note = (key: string, documentType = '61') => ({
  header: { ...factura().header, documentId: { documentType } }, details: factura().details,
  references: [{ documentKey: key, code: '1', reason: 'Anula' }]
})

describe('answers', () => {
  it('replaces a document with mistakes, once, with who did it', async () => {
    const id = await submission(boleta(), wrong())
    const { status, body: { result } } = await correct(id, 2, boleta())

    expect([status, result]).toMatchObject([200, {
      position: 2, statusText: 'Ready', invoiceTypeCode: '39', problems: [], payload: boleta()
    }])
    expect(result.totalAmount).toBe((await rowOf(id, 1)).totalAmount)
    expect((await bulk.get(id)).counters).toMatchObject({ ready: 2, invalid: 0 })
    expect((await correct(id, 2, boleta())).body.result).toEqual(result)
    expect(await program.rows<{ details: object }>(
      "select details from audit_entries where action = 'bulkInvoice.updateRow' and entity_id = $1", [id]
    )).toMatchObject([{ details: { position: 2, ready: true, alsoReady: 0 } }])
  })

  it('keeps one that still has mistakes, with the new mistakes', async () => {
    const id = await submission(wrong())
    const halfDone = { ...boleta(), details: [{ itemName: 'Pan', quantity: 0, unitPrice: 100 }] }
    const { problems } = (await correct(id, 1, halfDone)).body.result

    expect(problems).toMatchObject([{ row: 1, path: 'invoices[0].details[0].quantity' }])
    expect(await rowOf(id, 1)).toMatchObject({ statusText: 'Invalid', totalAmount: null, payload: halfDone, problems })
    expect((await correct(id, 1, 7)).body.result).toMatchObject({ statusText: 'Invalid', payload: 7 })
  })

  it('of a file reports mistakes at their cells', async () => {
    const id = (await bulk.uploadTable([
      ['Documento', 'Tipo', 'Ítem', 'Cantidad', 'Precio unitario'], ['B-1', 39, 'Pan', 'mucho', 100]
    ])).body.result.id
    const payload = (await rowOf(id, 1)).payload as object

    expect((await correct(id, 1, { ...payload, details: [{ itemName: 'Pan', quantity: 0, unitPrice: 100 }] })).body.result.problems)
      .toMatchObject([{ cell: 'D2', path: 'details[0].quantity' }])
    expect((await correct(id, 1, { ...payload, details: [{ itemName: 'Pan', quantity: 2, unitPrice: 100 }] })).body.result)
      .toMatchObject({ key: 'B-1', statusText: 'Ready', totalAmount: 200 })
  })

  it('rechecks only the documents that waited for it, through any number of steps', async () => {
    const id = await submission(
      { key: 'F', ...factura(), details: [] }, { key: 'N', ...note('F') }, { key: 'M', ...note('N', '56') },
      { ...note('F'), details: [] }, note('nobody')
    )
    expect(await statesOf(id)).toEqual(Array(5).fill('Invalid'))
    await correct(id, 1, { key: 'F', ...factura() })

    expect(await statesOf(id)).toEqual(['Ready', 'Ready', 'Ready', 'Invalid', 'Invalid'])
    expect(await program.rows(
      `select r.key from bulk_rows r join bulk_rows n on r.id = any(n.depends_on)
       where n.bulk_id = $1 and n.state = 1 order by n.position`, [id]
    )).toEqual([{ key: 'F' }, { key: 'N' }])
  })

  it('does not follow a reference to itself, to an unknown document, or to one with mistakes', async () => {
    const id = await submission({ key: 'A', ...note('A') }, { key: 'B', ...wrong() })
    const codesFor = async (key: string) =>
      (await correct(id, 1, note(key))).body.result.problems.map(({ code }: { code: string }) => code)

    expect([await codesFor('A'), await codesFor('B'), await codesFor('C')]).toEqual([
      ['REFERENCE_IN_A_CIRCLE'], ['REFERENCE_HAS_MISTAKES'], ['REFERENCE_KEY_UNKNOWN']
    ])
  })

  it('issues either the old or the corrected document when processed at the same moment', { tags: 'slow' }, async () => {
    for (let time = 0; time < 5; time++) {
      const id = await submission(boleta(), wrong())
      const [corrected, processed] = await Promise.all([correct(id, 2, boleta()), bulk.process(id)])
      const { ready, invalid } = (await bulk.get(id)).counters

      expect(processed.status).toBe(200)
      expect([corrected.status, ready, invalid]).toEqual(corrected.status === 200 ? [200, 2, 0] : [409, 1, 1])
    }
  })
})

describe('rejects input (400)', () => {
  it('keeps the key of the document', async () => {
    const id = await submission({ key: 'A', ...wrong() })

    expect(await correct(id, 1, { key: 'B', ...boleta() })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await correct(id, 0, boleta())).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect((await correct(id, 1, { key: 'A', ...boleta() })).status).toBe(200)
  })
})

describe('hides other tenants (404)', () => {
  it("answers another tenant's submission like an unknown one", async () => {
    expect(await correct(await submission(wrong()), 2, boleta())).toMatchObject(failure(404, 'BULK_ROW_NOT_FOUND'))
  })
})

describe('conflicts (409)', () => {
  it('corrects only documents with mistakes, until the submission is processed or cancelled', async () => {
    const [id, cancelled] = [await submission(boleta(), wrong()), await submission(wrong())]
    expect(await correct(id, 1, { ...boleta(), details: [{ itemName: 'Otra cosa', quantity: 1, unitPrice: 1000 }] }))
      .toMatchObject(failure(409, 'BULK_ROW_WITHOUT_MISTAKES'))
    await bulk.process(id)
    await bulk.cancel(cancelled)

    expect(await correct(id, 2, boleta())).toMatchObject(failure(409, 'BULK_ALREADY_PROCESSED'))
    expect(await correct(cancelled, 1, boleta())).toMatchObject(failure(409, 'BULK_ALREADY_PROCESSED'))
  })
})
