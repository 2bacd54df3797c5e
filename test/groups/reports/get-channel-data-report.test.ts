import { beforeAll, describe, expect, it } from 'vitest'
import { add, type Decimal, parseDecimal, sum, toNumber } from '../../../src/dte/values/amounts.ts'
import type { InvoiceFilter } from '../../../src/repositories/invoicing/lists/invoice-lists.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { createRecords, type WebhookRecord } from '../../../src/services/invoicing/documents/records.ts'
import { failure, success } from '../../support/app.ts'
import { readChannelType, readStatus } from '../../../src/model/document-states.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { type StoredInvoice, storeInvoices } from '../../support/stored-invoices.ts'

const app = sharedApp()
let reader: Actor

beforeAll(async () => {
  const { world } = app
  reader = await world.addUser(world.andes.tenantId, 'reports@andes.example', ['Reports.Read'])
  await storeInvoices(world, world.andes, manyInvoices())
})

const report = (query: string, as?: Actor) =>
  app.api(as).get('Reports/GetChannelDataReport', query)

const currencies = ['PESO CL', 'DOLAR USA', 'CORONA NOR']

/**
 * Three hundred documents of every channel and status over forty days, with amounts that no double adds up exactly;
 * exports in two currencies.
 */
function manyInvoices (): StoredInvoice[] {
  return Array.from({ length: 300 }, (_, index) => {
    const netAmount = `${1000 + index * 7919 % 900_000}.${index % 10}3`
    return {
      status: readStatus(1 + index * 5 % 8),
      channelType: readChannelType(1 + index % 3),
      documentType: defined([33, 34, 39, 61, 110][index % 5]),
      currency: index % 5 === 4 ? defined(currencies[1 + index % 2]) : 'PESO CL',
      issueDate: new Date(Date.UTC(2026, 9, 12 + index % 40)).toISOString().slice(0, 10),
      netAmount,
      taxAmount: '190.1',
      totalAmount: add(netAmount as Decimal, '190.1' as Decimal)
    }
  })
}

/** What GetWebhooks lists, page by page, for each currency that is among them. */
async function listed (filter: InvoiceFilter) {
  const records = createRecords({ store: app.world.store })
  const data: WebhookRecord[] = []
  for (let page = 1, total = 1; data.length < total; page++) {
    const found = await records.paginate(reader, filter, { page, pageSize: 100 })
    data.push(...found.data)
    total = found.totalRecords
    if (found.data.length === 0) break
  }
  return ['PESO CL', 'CORONA NOR', 'DOLAR USA'].flatMap((currency) => {
    const amounts = data.filter((record) => record.currency === currency).map(({ totalAmount }) =>
      defined(parseDecimal(String(totalAmount)))
    )
    return amounts.length > 0 ? [{ currency, documents: amounts.length, totalAmount: toNumber(sum(amounts)) }] : []
  })
}

const counted = (sums: { documents: number }[]): number => sums.reduce((count, { documents }) => count + documents, 0)

describe('answers', () => {
  it.each([
    ['2026-10-12', '2026-11-20'], ['2026-10-30', '2026-11-02'], ['2026-11-20', '2026-11-20']
  ])('sums what GetWebhooks lists from %s to %s, by currency, channel and status', async (startDate, endDate) => {
    const { body: { result } } = await report(`?startDate=${startDate}&endDate=${endDate}`, reader)

    expect(result).toMatchObject({ startDate, endDate, totals: await listed({ startDate, endDate }) })
    for (const channelType of [1, 2, 3]) {
      const channels = result.channels.filter((channel: { channelType: number }) => channel.channelType === channelType)
      expect(channels).toMatchObject(await listed({ startDate, endDate, channelType }))
      for (const status of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const sums = channels.flatMap(({ statuses }: { statuses: { status: number }[] }) =>
          statuses.filter((one) => one.status === status)
        )
        expect(sums).toMatchObject(await listed({ startDate, endDate, channelType, status: [status] }))
      }
    }
    for (const { currency, documents, statuses } of result.channels) {
      expect(statuses.every((one: { currency: string }) => one.currency === currency)).toBe(true)
      expect(counted(statuses)).toBe(documents)
    }
    expect(counted(result.channels)).toBe(counted(result.totals))
  })

  it("adds up sales to the same sum by channel, type and day, equal to the list's", async () => {
    const range = { startDate: '2026-10-12', endDate: '2026-11-20' }
    const query = `?${new URLSearchParams(range).toString()}`
    const { body: { result: { sales, salesByChannel } } } = await report(query, reader)
    const { body: { result } } = await app.api(reader).get('Reports/OverviewDataReport', query)
    const inPesos = (rows: { currency: string, documents: number, totalAmount: number }[]) => {
      const ofPesos = rows.filter(({ currency }) => currency === 'PESO CL')
      return {
        documents: counted(ofPesos),
        totalAmount: toNumber(sum(ofPesos.map(({ totalAmount }) => defined(parseDecimal(String(totalAmount))))))
      }
    }
    const standing = [2, 3, 4, 5, 6]
    const listedOf = async (invoiceTypeCode: number) =>
      inPesos(await listed({ ...range, invoiceTypeCode, status: standing }))
    const [facturas, exempt] = [await listedOf(33), await listedOf(34)]
    const [boletas, credits] = [await listedOf(39), await listedOf(61)]
    const sold = inPesos(sales)

    expect(sold).toEqual({
      documents: facturas.documents + exempt.documents + boletas.documents + credits.documents,
      totalAmount: toNumber(sum([facturas, exempt, boletas, { totalAmount: -credits.totalAmount }]
        .map(({ totalAmount }) => defined(parseDecimal(String(totalAmount))))))
    })
    expect(result.sales).toEqual(sales)
    for (const rows of [salesByChannel, result.salesByType, result.salesByDay]) expect(inPesos(rows)).toEqual(sold)
  })

  it('covers the last thirty days in Chile when no dates are given', async () => {
    const { body: { result } } = await report('', reader)

    expect(result).toMatchObject({ startDate: '2026-10-22', endDate: '2026-11-20' })
    expect(counted(result.totals)).toBe(counted(await listed(result)))
    expect(
      result.channels.map((
        { channelTypeText, currency }: { channelTypeText: string, currency: string }
      ) => [channelTypeText, currency])
    ).toEqual(
      ['Webhook', 'BulkInvoice', 'Console'].flatMap((channel) =>
        ['PESO CL', 'CORONA NOR', 'DOLAR USA'].map((currency) => [channel, currency])
      )
    )
  })

  it('is empty when nothing was issued', async () => {
    expect(await report('?startDate=2020-01-01&endDate=2020-12-31', reader)).toMatchObject(
      success({ startDate: '2020-01-01', endDate: '2020-12-31', totals: [], channels: [] })
    )
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['a range of 367 days', '?startDate=2025-11-19&endDate=2026-11-20', 'REPORT_RANGE_INVALID'],
    ['an end before its start', '?startDate=2026-11-20&endDate=2026-11-19', 'REPORT_RANGE_INVALID'],
    ['a start a year ago without an end', '?startDate=2025-01-01', 'REPORT_RANGE_INVALID'],
    ['a day that is none', '?startDate=2026-02-30', 'VALIDATION_FAILED'],
    ['a time of no day', '?startDate=T00:00:00Z', 'VALIDATION_FAILED']
  ])('refuses %s', async (_what, query, code) => {
    expect(await report(query, reader)).toMatchObject(failure(400, code))
  })

  it('accepts 366 days', async () => {
    expect((await report('?startDate=2025-11-20&endDate=2026-11-20', reader)).status).toBe(200)
  })
})

describe('hides other tenants (404)', () => {
  it('counts nothing of another tenant', async () => {
    expect((await report('', app.world.boreal.admin)).body.result).toMatchObject({ totals: [], channels: [] })
  })
})
