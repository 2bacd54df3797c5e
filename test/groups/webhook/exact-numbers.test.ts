import { beforeAll, describe, expect, it } from 'vitest'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { casePayload, undatedCase } from '../../support/document-cases.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf } from '../../support/webhook.ts'
import { rowsOf } from '../../support/workbooks.ts'

const today = santiagoDate(new Date())
const period = `startDate=${today}&endDate=${today}`
const json = { 'content-type': 'application/json' }

interface Payload {
  header: { documentId: { issueDate?: string }, sender?: object, totals: object }
  details: object[]
}

const program = sharedProgram({ working: false, settings: { MCP_ENABLED: 'true' } })
const andes = sharedTenant(program, { folios: [33, 34, 110, 112] })

describe('an export of fourteen digits and four decimals', () => {
  const total = '12343263114152.4158'
  let correlationId: string

  beforeAll(async () => {
    const { body } = await andes.save(undatedCase('110-of-fourteen-digits') as never)
    expect(body.errors).toEqual([])
    correlationId = body.result.correlationId
    expect(body.result.totalAmount).toBe(Number(total))
  })

  const file = async (query: string) => (await andes.api.file('Webhook/Export', `?${period}&${query}`)).body

  it('is stamped, stored and written to files with all its digits', async () => {
    const xml = await andes.api.file('Webhook/GetXml', { correlationId })
    const [stored] = await program.rows('select total_amount::text as total from invoices where id = $1', [correlationId])

    expect(String(xml.body)).toContain(`<MNT>${total}</MNT>`)
    expect(String(xml.body)).toContain(`<MntTotal>${total}</MntTotal>`)
    expect(stored).toEqual({ total })
    for (const layout of ['', '&layout=salesBook']) {
      expect(String(await file(`format=csv${layout}`))).toContain(`;${total.replace('.', ',')};`)
      const [, row] = await rowsOf(await file(`format=xlsx${layout}`) as never)
      expect(defined(row).cells.map(({ value }) => value)).toContain(Number(Number(total).toPrecision(15)))
    }
  })

  it('has the same number in the list, its sums and the reports, and is found by its number', async () => {
    const query = `${period}&sums=true&search=12.343.263.114.152,4158`
    const list = await program.call('GET', `/Webhook/GetWebhooks?${query}`, { token: andes.token })
    const report = await program.call('GET', `/Reports/OverviewDataReport?${period}`, { token: andes.token })

    expect(list.body.result.data).toMatchObject([{ correlationId, totalAmount: Number(total) }])
    expect(list.body.result.sums).toMatchObject([{ currency: 'YEN', totalAmount: Number(total) }])
    expect(report.body.result.sales).toMatchObject([{ currency: 'YEN', totalAmount: Number(total) }])
  })

  it('accepts the nearest JSON number for its totals, and is annulled by a note of the same total', async () => {
    const { header, details, ...payload } = casePayload('valid', '110-of-fourteen-digits') as Payload
    const { documentId: { issueDate: _today, ...documentId }, sender: _own, totals, ...others } = header
    const preview = (totalAmount: number) => andes.save({
      ...payload, header: { ...others, documentId, totals: { ...totals, totalAmount } },
      details: [{ ...first(details), lineTotal: 12193263114152.416 }, ...details.slice(1)]
    }, { 'x-dry-run': 'true' })
    await program.rows('update invoices set status = 5 where id = $1', [correlationId])
    const note = await andes.api.post('Webhook/Annul', { correlationId, reason: 'Anula' })

    expect((await preview(Number(total))).body.result.dryRun.problems).toEqual([])
    expect((await preview(Number(total) + 0.002)).body.result.dryRun.problems).toMatchObject([{ code: 'TOTAL_AMOUNT_MISMATCH' }])
    expect(note.body).toMatchObject({ errors: [], result: { totalAmount: Number(total) } })
  })
})

describe('numbers as floating-point programs write them', () => {
  const payload = (details: string, taxNumber = '77777777-7', more = '') => `{"header":{"documentId":{"documentType":33},
    "receiver":{"taxNumber":"${taxNumber}","businessName":"Obras Ltda.","businessActivity":"Obras","address":"Camino 1",
    "municipality":"Maipú","city":"Santiago"}${more}},"details":[${details}]}`
  const dryRun = (text: string) => program.call('POST', '/Webhook/Issue', {
    token: andes.token, body: `{"payload":${text}}`, headers: { ...json, 'x-dry-run': 'true' }
  })

  it('are rounded to the digits of each member', async () => {
    const { body } = await dryRun(payload(
      '{"itemName":"Cable","quantity":3.3000000000000003,"unitPrice":99.99999999999999,' +
      '"discountPercentage":10.000000000000002,"lineTotal":297.00000000000006},' +
      '{"itemName":"Tubo","quantity":0.1000000000000000055511151231257827,"unitPrice":1000,"surchargeAmount":5.0000000000000001}',
      '77777777-7', ',"totals":{"netAmount":401.99999999999994,"totalAmount":478.00000000000006}'
    ))

    expect(body.errors).toEqual([])
    expect(body.result).toMatchObject({ totalAmount: 478, dryRun: { valid: true, totals: { netAmount: 402 } } })
  })

  it.each([
    ['a real fraction of a peso', '{"itemName":"x","lineTotal":1000.5}', 'AMOUNT_NOT_WHOLE', 'lineTotal'],
    ['more decimals than noise', '{"itemName":"x","quantity":3.30000001,"unitPrice":10}', 'NUMBER_TOO_FINE', 'quantity'],
    ['seventeen digits', '{"itemName":"x","unitPrice":12345.678901234567}', 'NUMBER_TOO_FINE', 'unitPrice'],
    ['2^53', '{"itemName":"x","unitPrice":9007199254740992}', 'NUMBER_TOO_LARGE', 'unitPrice']
  ])('are refused together with all other problems if malformed: %s', async (_name, line, code, member) => {
    const { body } = await dryRun(payload(line, '77777777-5'))

    expect(body.result.dryRun.problems).toEqual(expect.arrayContaining([
      expect.objectContaining({ code, path: `payload.details[0].${member}` }),
      expect.objectContaining({ path: 'payload.header.receiver.taxNumber' })
    ]))
  })

  it('are refused, with all other problems of the shape, if a JSON number would lose digits', async () => {
    const line = '{"itemName":"x","unitPrice":9007199254740993}'
    const alone = await dryRun(payload(line))
    const together = await dryRun(payload(`${line},{"itemName":5,"quantity":12345678901234.5678}`))

    expect(alone).toMatchObject({ status: 400, body: { errorCode: 'JSON_NUMBER_INEXACT' } })
    expect(pathsOf(alone as never)).toEqual(['payload.details[0].unitPrice'])
    expect(together).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } })
    expect(pathsOf(together as never).sort()).toEqual([
      'payload.details[0].unitPrice', 'payload.details[1].itemName', 'payload.details[1].quantity'
    ])
  })

  it('are accepted in bulk, each document separately', async () => {
    const { body } = await program.call('POST', '/BulkInvoice/Create', {
      token: andes.token, headers: json,
      body: `{"name":"Noviembre","invoices":[${
        payload('{"itemName":"x","quantity":3.3000000000000003,"unitPrice":10}')
      },${payload('{"itemName":"x","unitPrice":9007199254740993}')}]}`
    })
    const { body: { result } } = await andes.api.get('BulkInvoice/Get', { id: body.result.id })

    expect(result.rows.data.map(({ problems }) => problems.map(({ path }) => path))).toEqual([
      [], ['invoices[1].details[0].unitPrice']
    ])
  })

  it.each([['3.3000000000000003', 'valid'], ['9007199254740993', 'payload.details[0].quantity']])(
    'are read by a tool of assistants like by Save: %s', async (quantity, said) => {
      const answer = await program.app.inject({
        method: 'POST', url: '/mcp',
        headers: { ...json, accept: 'application/json, text/event-stream', authorization: `Bearer ${andes.token}` },
        payload: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"dry_run_document","arguments":{"payload":${
          payload(`{"itemName":"x","quantity":${quantity},"unitPrice":10}`)
        }}}}`
      })

      expect(answer.body).toContain(said)
    }
  )

  it('are accepted as the price of a product and as an amount to filter by', async () => {
    const product = await program.call('POST', '/Product/Create', {
      token: andes.token, headers: json, body: '{"code":"CAB","name":"Cable","unitPrice":3.3000000000000003}'
    })
    const list = await andes.api.get('Webhook/GetWebhooks', { minAmount: '3.3000000000000003' })

    expect(product.body).toMatchObject({ errors: [] })
    expect((await program.rows('select unit_price::text as price from products'))).toEqual([{ price: '3.300000' }])
    expect(list.status).toBe(200)
  })
})
