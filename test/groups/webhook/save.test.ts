import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '../../support/contents.ts'
import { failure, success } from '../../support/app.ts'
import { documentTypes } from '../../../src/dte/values/document-types.ts'
import { contract } from '../../support/contract.ts'
import { prepareCase, undatedCase } from '../../support/document-cases.ts'
import { boleta, factura, facturaExenta } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, pathsOf } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })
const boreal = sharedTenant(program, { folios: [33] })

const issued = {
  correlationId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/), status: 2,
  statusText: 'Issued', documentType: '33', invoiceTypeCode: '33', invoiceNumber: expect.stringMatching(/^[1-9]\d*$/),
  currency: 'PESO CL', totalAmount: 2368, issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  notices: []
}
const dryRun = { 'x-dry-run': 'true' }

/** Decimal texts as JSON tells them; names and codes stay texts. */
function asNumbers (totals: object): object {
  return JSON.parse(
    JSON.stringify(totals, (member, value) =>
      typeof value === 'string' && !['currency', 'taxCode'].includes(member) ? Number(value) : value)
  )
}

/** A factura with totals of its own. */
const withTotals = (totals: object) => ({ ...factura(), header: { ...factura().header, totals } })

describe('answers', () => {
  it('returns the receipt of the issued document: folio, total and time', async () => {
    const answer = await andes.save(factura())

    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(answer.body).toEqual(success(issued).body)
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
  })

  it('answers after storing the document, its transition, its audit row and its task', async () => {
    const { correlationId, invoiceNumber, issuedAt } = (await andes.save(factura(3))).body.result
    const [row] = await program.rows(
      'select folio::text, status, channel_type, total_amount::int, issued_at from invoices where id = $1', [correlationId]
    )
    const { payload, xml } = await contentOf(program, correlationId)

    expect(row).toMatchObject({
      folio: invoiceNumber, status: 2, channel_type: 1, total_amount: 7104, issued_at: new Date(issuedAt)
    })
    expect(payload).toEqual(factura(3))
    expect(xml.toString('latin1')).toContain(`<Folio>${invoiceNumber}</Folio>`)
    expect(await program.rows('select status, sequence from invoice_moves where invoice_id = $1', [correlationId]))
      .toEqual([{ status: 2, sequence: 1 }])
    expect(await program.rows('select action from audit_entries where entity_id = $1', [correlationId])).toEqual([{
      action: 'invoice.issue'
    }])
    expect(
      await program.rows(
        "select 1 from outbox_tasks o join tenants t using (tenant_id) where t.code = $1 and topic = 'packEnvelope' and subject = 'DTE'",
        [andes.code]
      )
    ).toHaveLength(1)
  })

  it("does not store the tenant's keys with the document", async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const audited = await program.rows('select 1 from audit_entries where details::text like $1', [
      `%${andes.keys.secretKey}%`
    ])

    expect(audited).toEqual([])
    expect(JSON.stringify(await contentOf(program, correlationId))).not.toContain(andes.keys.secretKey)
  })

  it('stores a document without folios as Waiting, with the reason', async () => {
    const { body } = await andes.save(facturaExenta())

    expect(body.result).toEqual({
      correlationId: issued.correlationId, status: 1, statusText: 'Waiting', documentType: '34', invoiceTypeCode: '34',
      invoiceNumber: '', currency: 'PESO CL', totalAmount: 50_000, issuedAt: null, notices: [], waitingFor: 'FOLIOS_MISSING'
    })
  })

  it.each(['/api/webhook/save', '/API/WEBHOOK/SAVE/'])(
    'answers under %s as well',
    async (url) => {
      const answer = await program.app.inject({ method: 'POST', url, payload: { ...andes.keys, payload: factura() } })

      expect(answer.statusCode).toBe(200)
      expect(answer.json().result).toEqual({ ...issued, notices: expect.any(Array) })
    }
  )

  it('accepts types, codes and folios as numbers or as digits in a string, with the same answer', async () => {
    const payload = {
      header: { ...factura().header, documentId: { documentType: 33, paymentMethod: '1' } },
      details: [{ lineNumber: '1', itemName: 'Cerveza', quantity: 10, unitPrice: 1000, taxes: [{ taxCode: 26 }] }],
      references: [{ documentType: 801, folio: 4711, date: '2026-11-20' }]
    }
    const { correlationId, documentType } = (await andes.save(payload)).body.result

    expect(documentType).toBe('33')
    expect((await contentOf(program, correlationId)).xml.toString('latin1')).toMatch(
      /<FmaPago>1<.*<NroLinDet>1<.*<CodImpAdic>26<.*<TpoDocRef>801<\/TpoDocRef><FolioRef>4711</s
    )
    const amount = { ...factura(), details: [{ itemName: 'x', quantity: '2', unitPrice: 1 }] }
    expect((await andes.save(amount)).body.errors).toEqual(['payload.details[0].quantity: must be a number'])
  })

  it('accepts a body declared as ISO-8859-1, and issues its ñ', async () => {
    const details = [{ itemName: 'Piñón de Ñuñoa', quantity: 1, unitPrice: 1000 }]
    const { body: { result } } = await program.call('POST', '/Webhook/Save', {
      body: Buffer.from(JSON.stringify({ ...andes.keys, payload: { ...factura(), details } }), 'latin1'),
      headers: { 'content-type': 'application/json; charset=ISO-8859-1' }
    })
    const { payload, xml } = await contentOf(program, result.correlationId)

    expect(payload).toMatchObject({ details })
    expect(xml.toString('latin1')).toContain('<NmbItem>Piñón de Ñuñoa<')
  })

  it('accepts correct totals, and answers with the same total', async () => {
    const agreed = withTotals({ netAmount: 1990, taxAmount: 378, totalAmount: 2368 })

    expect((await andes.save(agreed)).body.result.totalAmount).toBe(2368)
  })
})

describe('the examples of the contract', () => {
  const examples = defined(contract.paths['/api/Webhook/Save']?.['post']?.requestBody?.content?.['application/json']?.examples)
  const types = Object.keys(documentTypes)
  let maker: ProgramTenant
  beforeAll(async () => { maker = await program.tenant({ folios: types.map(Number) }) })

  it('exist for every type', () => {
    expect(Object.keys(examples)).toEqual(types.map((type) => `T${type}`))
  })

  it.each(Object.entries(examples))('%s is issued unchanged on its date, without a notice', async (name, { value }) => {
    const { payload } = value as { payload: unknown }
    const departsToday = JSON.stringify(payload)
      .replace(/"(departureDate|arrivalDate)":"[^"]+"/g, `"$1":"${santiagoDate(new Date())}"`)

    expect((await maker.save(JSON.parse(departsToday))).body.result).toMatchObject({
      statusText: 'Issued', documentType: name.slice(1), notices: []
    })
  })
})

describe('a dry run', () => {
  it('returns the totals of a valid document and stores nothing, not even its Idempotency-Key', async () => {
    const before = await everythingStored(program)
    const { body } = await andes.save(boleta(), { ...dryRun, 'idempotency-key': 'dry' })

    expect(body.result).toEqual({
      correlationId: '',
      status: null,
      statusText: '',
      documentType: '39',
      invoiceTypeCode: '39',
      invoiceNumber: '',
      currency: 'PESO CL',
      totalAmount: 11_900,
      issuedAt: null,
      notices: [],
      dryRun: {
        valid: true,
        totals: {
          currency: 'PESO CL', netAmount: 10_000, exemptAmount: 0, vatRate: 19, taxAmount: 1900, taxes: [],
          totalAmount: 11_900
        },
        problems: [],
        notices: []
      }
    })
    expect(await everythingStored(program)).toEqual(before)
    expect((await andes.save(boleta(5000), { 'idempotency-key': 'dry' })).status).toBe(200)
  })

  it.each([
    '033-construction-credit', '033-deposit-on-containers', '033-in-dollars-too', '033-margin-taxes',
    '033-meat-and-slaughter', '033-vat-of-a-principal', '033-previous-balance-computes-what-to-pay',
    '043-settles-with-a-commission', '046-without-withholding', '110-fruit-by-sea'
  ])('returns every total of %s, as a number', async (name) => {
    const { dryRun: { valid, totals } } = (await andes.save(undatedCase(name), dryRun)).body.result
    const { document } = prepareCase('valid', name)
    const { otherCurrency } = defined(document)

    expect(valid).toBe(true)
    expect(totals).toEqual({
      currency: 'PESO CL', ...asNumbers({ ...defined(document).totals, ...(otherCurrency && { otherCurrency }) })
    })
  })

  it("reports every broken rule, with path, figures and the SII's code", async () => {
    const before = await everythingStored(program)
    const wrong = {
      ...withTotals({ totalAmount: 2369 }),
      details: [{ lineNumber: 2, itemName: 'Cañería', quantity: 1, unitPrice: 1990 }]
    }
    const { status, body } = await andes.save(wrong, dryRun)

    expect(status).toBe(200)
    expect(body.result.dryRun).toMatchObject({ valid: false, totals: { totalAmount: 2368 } })
    expect(body.result.dryRun.problems).toEqual(expect.arrayContaining([
      {
        code: 'TOTAL_AMOUNT_MISMATCH', path: 'payload.header.totals.totalAmount',
        message: expect.stringContaining('2369'), rule: 'HED-2-260', posted: '2369', computed: '2368'
      },
      {
        code: 'LINE_NUMBER_NOT_SEQUENTIAL', path: 'payload.details[0].lineNumber', message: expect.any(String),
        rule: '', posted: '2', computed: '1'
      }
    ]))
    expect(await everythingStored(program)).toEqual(before)
  })

  it('answers in Spanish on request', async () => {
    const { body } = await andes.save(withTotals({ totalAmount: 1 }), { ...dryRun, 'accept-language': 'es-CL' })

    expect(body.result.dryRun.problems[0].message).toBe('es 1, pero el total calculado es 2368')
  })

  it('is requested by TRUE as well, and not by false', async () => {
    expect((await andes.save(factura(), { 'x-dry-run': 'TRUE' })).body.result).toMatchObject({
      correlationId: '', dryRun: { valid: true }
    })
    expect((await andes.save(factura(), { 'x-dry-run': 'false' })).body.result)
      .toEqual({ ...issued, notices: expect.any(Array) })
  })

  it('is refused when the header has another value', async () => {
    const before = await everythingStored(program)

    for (const doubtful of ['1', 'yes', 'true, true', '']) {
      const answer = await andes.save(factura(), { 'x-dry-run': doubtful })
      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
      expect(pathsOf(answer)).toEqual(['X-Dry-Run'])
    }
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('notices', () => {
  const late = {
    ...factura(), header: { ...factura().header, documentId: { ...factura().header.documentId, dueDate: '2026-01-01' } }
  }
  const notice = {
    path: 'payload.header.documentId.dueDate', code: 'DUE_DATE_BEFORE_ISSUE', rule: 'FD A30',
    message: {
      en: expect.stringContaining('is before the issue date'), es: expect.stringContaining('es anterior a la fecha')
    }
  }

  it('are returned by the dry run, the receipt and GetWebhook, and do not change the document', async () => {
    const rehearsed = (await andes.save(late, dryRun)).body.result
    const receipt = (await andes.save(late, { 'idempotency-key': 'late' })).body.result
    const repeated = (await andes.save(late, { 'idempotency-key': 'late' })).body.result
    const { notices, totals } = await andes.get(receipt.correlationId)

    expect(rehearsed).toMatchObject({ notices: [notice], dryRun: { valid: true, problems: [], notices: [notice] } })
    expect(receipt).toEqual({ ...issued, notices: [notice] })
    expect(repeated).toEqual(receipt)
    expect({ notices, totals }).toMatchObject({ notices: [notice], totals: { totalAmount: 2368 } })
  })

  it('refuse documents of a tenant with the strict format', async () => {
    const strict = await program.tenant({ folios: [33], update: { strictFormat: true } })
    const answer = await strict.save(late)
    const rehearsed = (await strict.save(late, dryRun)).body.result

    expect(answer).toMatchObject({
      ...failure(422, 'DUE_DATE_BEFORE_ISSUE'),
      body: { errors: [expect.stringMatching(/^payload\.header\.documentId\.dueDate: is before .* \(FD A30\)$/)] }
    })
    expect(rehearsed).toMatchObject({
      notices: [], dryRun: { valid: false, problems: [{ code: 'DUE_DATE_BEFORE_ISSUE', rule: 'FD A30' }], notices: [] }
    })
    expect((await strict.save(factura())).body.result).toMatchObject({ invoiceNumber: '1', notices: [] })
  })
})

describe('rejects input (400)', () => {
  it('names every problem of the shape with its path', async () => {
    const answer = await andes.save({
      header: { documentId: { documentType: true }, receiver: { name: 'X' } }, details: [{ quantity: 'two' }]
    })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer).sort()).toEqual([
      'payload.details[0].quantity', 'payload.header.documentId.documentType', 'payload.header.receiver.name'
    ])
  })

  it('lists the malformed values of a document, each with its path', async () => {
    const wrong = { ...factura(), details: [{ itemName: 'Cañería', quantity: -1, unitPrice: 10 }] }
    wrong.header = { ...wrong.header, receiver: { ...wrong.header.receiver, taxNumber: '88888888-1' } }
    const answer = await andes.save(wrong)

    expect(answer).toMatchObject(failure(400, 'DOCUMENT_INVALID'))
    expect(pathsOf(answer).sort()).toEqual(['payload.details[0].quantity', 'payload.header.receiver.taxNumber'])
  })

  it.each(['', 'x'.repeat(256), 'llave-ñ'])('refuses "%s" as an Idempotency-Key', async (key) => {
    expect(await andes.save(factura(), { 'idempotency-key': key })).toMatchObject(
      failure(400, 'IDEMPOTENCY_KEY_INVALID')
    )
  })
})

describe('rejects what breaks a rule (422)', () => {
  it("reports both figures and the SII's code, in English or in Spanish", async () => {
    const wrong = withTotals({ totalAmount: 2369 })

    expect(await andes.save(wrong)).toMatchObject({
      ...failure(422, 'TOTAL_AMOUNT_MISMATCH'),
      body: { errors: ['payload.header.totals.totalAmount: is 2369, but the computed total is 2368 (SII HED-2-260)'] }
    })
    expect((await andes.save(wrong, { 'accept-language': 'es' })).body.errors)
      .toEqual(['payload.header.totals.totalAmount: es 2369, pero el total calculado es 2368 (SII HED-2-260)'])
  })

  it('refuses a sender that is another tenant', async () => {
    const foreign = { ...factura(), header: { ...factura().header, sender: { taxNumber: boreal.taxNumber } } }

    expect(await andes.save(foreign)).toMatchObject(failure(422, 'SENDER_NOT_THE_TENANT'))
  })
})

describe("needs the tenant's keys (401)", () => {
  const withKeys = (keys: object, payload: unknown = factura()) =>
    program.api().post('Webhook/Save', { ...keys, payload })

  it("answers an unknown tenant, a wrong access key, a wrong secret and another tenant's keys alike", async () => {
    const before = await everythingStored(program)
    const wrong = [
      { ...andes.keys, tenantCode: 'nobody' }, { ...andes.keys, accessKey: `${andes.keys.accessKey}x` },
      { ...andes.keys, secretKey: `${andes.keys.secretKey}x` }, { ...andes.keys, secretKey: boreal.keys.secretKey },
      { ...boreal.keys, tenantCode: andes.code }, { ...andes.keys, secretKey: '' }
    ]
    const answers = await Promise.all(wrong.map((keys) => withKeys(keys)))

    for (const answer of answers) {
      expect(answer).toMatchObject(failure(401, 'TENANT_KEYS_INVALID'))
      expect(answer.body).toEqual(first(answers).body)
    }
    expect(await everythingStored(program)).toEqual(before)
  })

  it('checks the keys before it reports anything about the document', async () => {
    expect(await withKeys({ ...andes.keys, secretKey: 'wrong' }, { nonsense: true })).toMatchObject(
      failure(401, 'TENANT_KEYS_INVALID')
    )
  })

  it('refuses an access token in their place', async () => {
    expect(await andes.api.post('Webhook/Save', { payload: factura() })).toMatchObject({
      ...failure(400, 'VALIDATION_FAILED'), body: { errors: expect.arrayContaining(['secretKey: is required']) }
    })
  })
})

describe('needs an address on the allow list (403)', () => {
  it('issues nothing from other addresses, and reveals the list only to callers with valid keys', async () => {
    const tenant = await program.tenant({ folios: [33] })
    expect(
      (await tenant.api.post('IpAddressWhiteList/Create', { ipAddress: '127.0.0.0/8' })).status
    ).toBe(200)
    const before = await everythingStored(program)
    const from = (address: string, keys: object, headers = {}) =>
      program.call('POST', '/Webhook/Save', { address, headers, body: { ...keys, payload: factura() } })

    expect(await from('198.51.100.7', tenant.keys)).toMatchObject(failure(403, 'IP_NOT_ALLOWED'))
    expect(await from('198.51.100.7', tenant.keys, dryRun)).toMatchObject(failure(403, 'IP_NOT_ALLOWED'))
    expect(await from('198.51.100.7', { ...tenant.keys, secretKey: 'sk_wrong' })).toMatchObject(
      failure(401, 'TENANT_KEYS_INVALID')
    )
    expect(await everythingStored(program)).toEqual(before)
    expect((await from('127.0.0.1', tenant.keys)).status).toBe(200)
  })
})

describe('hides other tenants (404)', () => {
  it('keeps equal Idempotency-Keys of two tenants separate', async () => {
    const [own, other] = [
      await andes.save(factura(), { 'idempotency-key': 'shared' }),
      await boreal.save(factura(9), { 'idempotency-key': 'shared' })
    ]

    expect([own.status, other.status]).toEqual([200, 200])
    expect(other.headers).not.toHaveProperty('idempotent-replayed')
    expect(other.body.result.correlationId).not.toBe(own.body.result.correlationId)
    expect(other.body.result.totalAmount).not.toBe(own.body.result.totalAmount)
  })
})

describe('conflicts (409)', () => {
  const keyed = (key: string, payload: unknown = factura()) => andes.save(payload, { 'idempotency-key': key })
  const documentsOf = (key: string) => program.rows(
    'select invoice_id from idempotency_keys k join tenants t using (tenant_id) where key = $1 and t.code = $2',
    [key, andes.code]
  )

  it('returns the first result for a repeated key, byte for byte, and issues nothing', async () => {
    const first = await keyed('again')
    const before = await everythingStored(program)
    const second = await keyed('again')

    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(second.body).toEqual(first.body)
    expect(await everythingStored(program)).toEqual(before)
  })

  it('treats content with reordered members as the same', async () => {
    const first = await keyed('order')
    const { header, details } = factura()
    const again = await keyed('order', {
      details, header: { receiver: header.receiver, documentId: { paymentMethod: 1, documentType: '33' } }
    })

    expect(again.body).toEqual(first.body)
  })

  it('refuses other content under a used key', async () => {
    await keyed('other')
    const before = await everythingStored(program)

    expect(await keyed('other', factura(2))).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await keyed('other', boleta())).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await keyed('other', withTotals({ totalAmount: 1 }))).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await everythingStored(program)).toEqual(before)
  })

  it('issues one document for 50 identical concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => keyed('crowd')))

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49)
    expect(await documentsOf('crowd')).toHaveLength(1)
  })

  it('issues one document for concurrent requests with one key and two contents, and refuses the rest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => keyed('torn', index % 2 === 0 ? factura() : boleta()))
    )
    const statuses = answers.map(({ status }) => status).sort()

    expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.result.correlationId)).size)
      .toBe(1)
    expect(await documentsOf('torn')).toHaveLength(1)
  })

  it('returns the first result for a repeated waiting document', async () => {
    const first = await keyed('waits', facturaExenta())
    const second = await keyed('waits', facturaExenta())

    expect(first.body.result.statusText).toBe('Waiting')
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(second.body).toEqual(first.body)
  })

  it('keeps the key unused when the document is refused', async () => {
    expect((await keyed('mended', withTotals({ totalAmount: 1 }))).status).toBe(422)

    const mended = await keyed('mended')
    expect(mended).toMatchObject({ status: 200, body: { result: issued } })
    expect(mended.headers).not.toHaveProperty('idempotent-replayed')
  })
})
