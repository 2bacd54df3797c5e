import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boleta, factura } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'

const suspected = (notices: { code: string }[]) => notices.filter(({ code }) => code === 'DUPLICATE_SUSPECTED')

describe.each([false, true])('the same content posted again, tenants on several machines: %s', (distributed) => {
  let program: Program
  let andes: ProgramTenant
  let boreal: ProgramTenant
  beforeAll(async () => {
    program = await startProgram({ distributed, working: false })
    andes = await program.tenant({ folios: [33, 39] })
    boreal = await program.tenant({ folios: [33], update: { strictFormat: true } })
  })
  afterAll(() => program.close())

  const savedBy = async (tenant: ProgramTenant, payload: unknown, headers = {}) =>
    (await tenant.save(payload, headers)).body.result
  const passMinutes = (minutes: number) =>
    program.rows('update recent_documents set at = at - make_interval(mins => $1::int)', [minutes])

  it('within ten minutes is issued with a notice that names the earlier folio', async () => {
    const first = await savedBy(andes, factura(2))
    const dryRun = await savedBy(andes, factura(2), { 'x-dry-run': 'true' })
    const second = await savedBy(andes, factura(2))

    expect(suspected(first.notices)).toEqual([])
    expect(dryRun).toMatchObject({ dryRun: { valid: true, notices: [{ code: 'DUPLICATE_SUSPECTED' }] } })
    expect(second.notices).toMatchObject([{ path: 'payload', code: 'DUPLICATE_SUSPECTED' }])
    expect(second.notices[0].message.en)
      .toMatch(`equals your document of type 33, folio ${first.invoiceNumber} (correlationId ${first.correlationId})`)
    expect((await andes.get(second.correlationId)).notices).toEqual(second.notices)
  })

  it('is reported even when fifty arrive at once at two instances: one is the first', { tags: 'slow' }, async () => {
    const other = await program.anotherInstance()
    const saves = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? program : other).call('POST', '/Webhook/Save', {
      body: { ...andes.keys, payload: boleta(4321) }
    }))
    const receipts = (await Promise.all(saves)).map(({ body }) => body.result)
    await other.close()

    expect(receipts.filter(({ notices }) => suspected(notices).length === 0)).toHaveLength(1)
    expect(new Set(receipts.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(50)
  })

  it.each([
    ['after ten minutes', async () => { await passMinutes(11); return {} }],
    ['with an Idempotency-Key', async () => ({ 'idempotency-key': `caja-${distributed}` })]
  ])('%s is another sale', async (_when, headersOf) => {
    await savedBy(andes, factura(3))

    expect(suspected((await savedBy(andes, factura(3), await headersOf())).notices)).toEqual([])
  })

  it('with an externalId, or by another company, is another sale', async () => {
    const named = { ...factura(4), header: { ...factura(4).header, documentId: { ...factura(4).header.documentId, externalId: `OC-${distributed}` } } }
    await savedBy(andes, factura(4))

    expect(suspected((await savedBy(andes, named)).notices)).toEqual([])
    expect((await boreal.save(factura(4))).body).toMatchObject({ success: true })
  })

  it('is refused if notices refuse, without taking a folio', async () => {
    const first = await savedBy(boreal, factura(5))
    const dryRun = await savedBy(boreal, factura(5), { 'x-dry-run': 'true' })
    const again = await Promise.all(Array.from({ length: 5 }, () => boreal.save(factura(5))))
    const next = await savedBy(boreal, factura(6))

    expect(dryRun).toMatchObject({ dryRun: { valid: false, problems: [{ code: 'DUPLICATE_SUSPECTED' }] } })
    for (const { status, body } of again) {
      expect({ status, code: body.errorCode }).toEqual({ status: 409, code: 'DUPLICATE_SUSPECTED' })
      expect(body.errors[0]).toContain(`folio ${first.invoiceNumber}`)
    }
    expect(Number(next.invoiceNumber)).toBe(Number(first.invoiceNumber) + 1)
  })

  it('many at once, if notices refuse, leave one document', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => boreal.save(factura(7))))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })
})
