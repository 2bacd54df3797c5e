import { beforeAll, describe, expect, it } from 'vitest'
import { examplePayloads } from '../../../src/groups/webhook/save-examples.ts'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, tokenWith } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112] })
let token: string

beforeAll(async () => {
  token = await tokenWith(program, andes, ['Webhook.Issue'])
})

const annul = (correlationId: string, { reason = 'Venta anulada', headers = {} as Record<string, string>, as = token, call = program.call } = {}) =>
  call('POST', '/Webhook/Annul', { body: { correlationId, reason }, token: as, headers })

/** A document with its verdict, as the worker would have left it. */
async function settled (payload: object = factura(), status = 5, tenant = andes): Promise<Result<'get', 'Webhook/GetWebhook'>> {
  const { body } = await tenant.save(payload)
  expect(body.errors).toEqual([])
  await setStatus(body.result.correlationId, status)
  return tenant.get(body.result.correlationId)
}
const setStatus = (correlationId: string, status: number) =>
  program.rows('update invoices set status = $2 where id = $1', [correlationId, status])
const notesAbout = (folio: number | null) =>
  program.rows("select invoice_id from invoice_references where folio = $1 and document_type = 33 and code = '1'", [folio])

const notes: Record<string, string> = {
  33: '61', 34: '61', 39: '61', 41: '61', 43: '61', 46: '61', 56: '61', 61: '56', 110: '112', 111: '112', 112: '111'
}

describe('annuls the whole document', () => {
  it.each(Object.entries(notes))('a %s with a %s to the same receiver, with the same totals', async (type, noteType) => {
    const original = await settled(examplePayloads[type as never])
    const { status, body } = await annul(original.correlationId)

    expect(body.errors).toEqual([])
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ statusText: 'Issued', documentType: noteType, totalAmount: original.totalAmount })
    const issued = await andes.get(body.result.correlationId)
    expect(issued.totals).toEqual(original.totals)
    expect(issued).toMatchObject({
      customerTaxNumber: original.customerTaxNumber, channelTypeText: 'Console', currency: original.currency,
      relations: { changes: [{ correlationId: original.correlationId, code: '1' }] },
      payload: { references: expect.arrayContaining([expect.objectContaining({ reason: 'Venta anulada' })]) }
    })
    expect((await andes.get(original.correlationId)).annulledBy).toMatchObject({ correlationId: issued.correlationId })
  })

  it('a boleta with more lines than a note can have, with one line per kind of tax', async () => {
    const details = Array.from({ length: 75 }, (_, index) => ({
      itemName: `Clavo ${index + 1}`, quantity: 1, unitPrice: 10 + index, ...(index % 3 === 0 && { exemptIndicator: 1 })
    }))
    const original = await settled({ ...boleta(), details })
    const { body } = await annul(original.correlationId)

    const issued = await andes.get(body.result.correlationId)
    expect(issued.totals).toEqual(original.totals)
    expect((issued.payload as ReturnType<typeof factura>).details.map(({ itemName }) => itemName)).toEqual([
      `Boleta Electrónica N° ${original.folio}, 25 líneas`, `Boleta Electrónica N° ${original.folio}, 50 líneas`
    ])
  })

  it("with the tenant's keys, too, recorded as a program", async () => {
    const { tenantCode, accessKey, secretKey } = andes.keys
    const headers = { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
    const { correlationId } = await settled()
    const { body: { result } } = await annul(correlationId, { headers, as: '' })

    expect(await andes.get(result.correlationId)).toMatchObject({ invoiceTypeCode: '61', channelTypeText: 'Webhook' })
  })

  it('and the audit log records who did it', async () => {
    const { correlationId } = await settled()
    const { body: { result } } = await annul(correlationId)

    expect(await program.rows(
      "select actor_name from audit_entries where action = 'invoice.issue' and entity_id = $1", [result.correlationId]
    )).toEqual([{ actor_name: expect.stringMatching(/@/) }])
  })

  it('once the SII has accepted it; until then the note waits', async () => {
    const { correlationId } = await settled(factura(), 2)

    expect((await annul(correlationId)).body.result).toMatchObject({ statusText: 'Waiting', waitingFor: 'REFERENCE_PENDING' })
  })
})

describe('issues one note', () => {
  it('for repeated requests, whatever their reason', async () => {
    const { correlationId } = await settled()
    const first = await annul(correlationId)
    const again = await annul(correlationId, { reason: 'Otra razón' })

    expect(again.body.result).toEqual(first.body.result)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('for 20 concurrent calls through two instances', async () => {
    const { correlationId, folio } = await settled()
    const other = await program.anotherInstance()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) =>
      annul(correlationId, { call: index % 2 === 0 ? program.call : other.call })))
    await other.close()

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.result.correlationId)).size).toBe(1)
    expect(await notesAbout(folio)).toHaveLength(1)
  })

  it('and returns the one posted to Save, with its current state', async () => {
    const { correlationId, folio, issueDate } = await settled()
    const saved = await settled(note('61', { folio: String(folio), date: issueDate }, '1'))

    expect(await annul(correlationId)).toMatchObject({
      status: 200, headers: { 'idempotent-replayed': 'true' },
      body: { result: { correlationId: saved.correlationId, statusText: 'Accepted' } }
    })
  })

  it('and another one if the first was rejected or annulled', async () => {
    const { correlationId } = await settled()
    const first = await annul(correlationId)
    await setStatus(first.body.result.correlationId, 7)
    const afterRejection = await annul(correlationId)
    await setStatus(afterRejection.body.result.correlationId, 5)
    expect((await annul(afterRejection.body.result.correlationId)).body.result.documentType).toBe('56')
    const afterRevival = await annul(correlationId)

    expect(new Set([first, afterRejection, afterRevival].map(({ body }) => body.result.correlationId)).size).toBe(3)
    expect((await annul(correlationId)).body.result).toEqual(afterRevival.body.result)
  })

  it('but none in a dry run, which shows the note', async () => {
    const { correlationId, totals } = await settled()
    const before = await everythingStored(program)
    const { body: { result } } = await annul(correlationId, { headers: { 'x-dry-run': 'true' } })

    expect(result).toMatchObject({ correlationId: '', documentType: '61', dryRun: { valid: true, problems: [], totals } })
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('refuses', () => {
  it.each([['Rejected', 7], ['Failed', 8]])('a %s document: there is nothing to annul', async (_, status) => {
    const { correlationId } = await settled(factura(), status)

    expect(await annul(correlationId)).toMatchObject(failure(409, 'DOCUMENT_NOT_IN_FORCE'))
  })

  it('a Waiting document, which has no folio', async () => {
    const { correlationId } = await settled(factura(), 2)
    const { result: note } = (await annul(correlationId)).body

    expect(await annul(note.correlationId)).toMatchObject(failure(409, 'DOCUMENT_NOT_ISSUED'))
  })

  it('a delivery note, which cannot be annulled by a note', async () => {
    const { correlationId } = await settled(examplePayloads[52])

    expect(await annul(correlationId)).toMatchObject(failure(422, 'DELIVERY_NOTE_NOT_ANNULLABLE'))
  })

  it.each([
    ['owes', { details: [{ itemName: 'Devolución', settledDocumentType: '61', lineTotal: -1000 }] }],
    ['has additional taxes', { header: { ...examplePayloads[43].header, totals: { taxes: [{ taxCode: '27', taxAmount: 100 }] } } }]
  ])('a settlement that %s, which a note cannot express', async (_, part) => {
    const { correlationId } = await settled({ ...examplePayloads[43], ...part })

    expect(await annul(correlationId)).toMatchObject(failure(422, 'SETTLEMENT_NOT_ANNULLABLE'))
  })

  it('a partly credited document, and says how much is left', async () => {
    const { correlationId, folio, issueDate } = await settled(factura(3))
    await settled(note('61', { folio: String(folio), date: issueDate }, '3'))
    const answer = await annul(correlationId)

    expect(answer).toMatchObject(failure(409, 'PARTLY_CREDITED'))
    expect(answer.body.errors).toEqual(['correlationId: of the total of 7104, notes have left 4736'])
  })

  it('a note that Save would refuse: without folios, when documents must not wait', async () => {
    const boreal = await program.tenant({ folios: [33] })
    const { correlationId } = await settled(factura(), 5, boreal)
    const as = await tokenWith(program, boreal, ['Webhook.Issue'])
    await boreal.api.put('Tenant/Update', { refuseWhenNotReady: true })

    expect(await annul(correlationId, { as })).toMatchObject(failure(422, 'FOLIOS_MISSING'))
  })
})
