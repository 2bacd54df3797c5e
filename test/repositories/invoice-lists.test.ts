import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'
import type { InvoiceFilter, InvoiceOrder } from '../../src/repositories/invoicing/lists/invoice-lists.ts'
import type { TenantRepositories } from '../../src/repositories/store.ts'
import { createExports } from '../../src/services/invoicing/documents/exports.ts'
import { createSumsCheck } from '../../src/services/reports/sums-check.ts'
import { createTableFiles } from '../../src/services/table-files.ts'
import { defined, first } from '../support/expecting.ts'
import { sharedWorld } from '../support/shared.ts'
import type { World } from '../support/world.ts'

let tenantId: string

// Some four thousand documents of sixty days. A tenth of them are dated back, up to forty days; some kinds are rare.
const documents = `
  insert into invoices (tenant_id, id, environment, channel_type, status, reason, document_type, folio, issuer_tax_number,
    receiver_tax_number, receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, created_at, issued_at, updated_at)
  select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
      substr(md5(n::text), 4, 15))::uuid,
    'certification', case when n % 997 = 3 then 3 else 1 + n % 7 / 6 end,
    case when n > 3900 then 1 + n % 4 when n % 40 < 35 then 5 else 5 + n % 4 end,
    (case when n > 3900 then '{"code": "FOLIOS_MISSING", "reasons": []}' when n % 40 < 35 or n % 4 = 0 then '{}'
      else '{"code": "SII_REJECTED", "reasons": [{"code": "HED-' || n % 3 || '", "description": ""}]}' end)::jsonb,
    case when n < 400 and n % 50 = 7 then 110 else (array[33, 33, 39, 39, 61])[1 + n % 5] end,
    case when n > 3900 and 1 + n % 4 = 1 then null else n end, '76123456-0',
    case when n % 5 in (2, 3) then '66666666-6' else (70000000 + n * n % 90) || '-' || n % 3 end,
    case when n % 5 in (2, 3) then 'Consumidor Final' when n % 11 = 0 then 'Ñandú y Cía. ' || n % 90 else 'Comercial 100%_' || n % 90 end,
    (at - case when n % 10 = 0 then make_interval(days => n % 41) else interval '0' end)::date,
    n, 0, n % 100, n + n % 100, at, at, at
  from (select n, timestamptz '2026-09-20 12:00Z' + n * interval '21 minutes' as at from generate_series(1, 4000) n) as series`

const world = sharedWorld()

beforeAll(async () => {
  tenantId = world.andes.tenantId
  await world.rows(documents, [tenantId])
  await world.rows('delete from sums_checks where tenant_id = $1', [tenantId])
})

const list = (filter: InvoiceFilter, page: number, pageSize: number) =>
  world.store.asTenant(tenantId, ({ invoiceLists }) => invoiceLists.paginate(filter, page, pageSize))

const spans = [[1, 20], [2, 20], [7, 13], [40, 100], [3, 7]]

async function idsAndTotals (filter: InvoiceFilter) {
  const pages = []
  for (const [page = 1, size = 1] of spans) pages.push(await list(filter, page, size))
  return pages.map(({ rows, ...total }) => ({ ...total, ids: rows.map(({ id }) => id) }))
}

const filters: InvoiceFilter[] = [
  {}, ...[1, 2, 3, 4, 5, 6, 7, 8].map((status) => ({ status: [status] })),
  ...[1, 2, 3].map((channelType) => ({ channelType })),
  { status: [7, 8] }, { status: [8, 7], channelType: 1 }, { status: [5, 6] }, { status: [1, 2] }, { status: [4, 7] },
  { status: [4, 7], search: 'comercial' }, { status: [1, 8], customerTaxNumbers: ['70000001-1'] },
  { invoiceTypeCode: 33 }, { invoiceTypeCode: 110 }, { invoiceTypeCode: 112 }, { status: [7], invoiceTypeCode: 61 },
  { channelType: 3, status: [5] }, { startDate: '2026-10-01', endDate: '2026-10-03' }, { startDate: '2026-11-10' },
  { endDate: '2026-09-22' }, { startDate: '2026-09-25', endDate: '2026-10-25', status: [6] },
  { startDate: '2026-10-05', endDate: '2026-10-01' }, { customerTaxNumbers: ['66666666-6'] }, { customerTaxNumbers: ['70000001-1'] },
  { customerTaxNumbers: ['66666666-6'], status: [8] },
  { customerTaxNumbers: ['66666666-6'], startDate: '2026-10-01', endDate: '2026-10-20' },
  { customerTaxNumbers: ['70000001-1'], status: [5], channelType: 1 }, { customerTaxNumbers: ['79999999-9'] },
  { search: 'comercial' }, { search: 'ÑANDÚ' }, { search: 'nandu y cia' }, { search: '100%_4' }, { search: '%' }, { search: '7000001' },
  { search: '70.000.001-1' }, { search: '38' }, { search: '3950' }, { search: 'nobody' }, { search: 'final', status: [7] },
  { search: 'andu', startDate: '2026-10-01' }, { search: 'a', customerTaxNumbers: ['70000001-1'] }, { search: '38', invoiceTypeCode: 61 },
  { reasonCode: 'HED-1' }, { reasonCode: 'HED-2', status: [6, 7] }, { reasonCode: 'HED-0', startDate: '2026-10-01', endDate: '2026-10-20' },
  { reasonCode: 'HED-1', search: 'comercial' }, { reasonCode: 'HED-1', customerTaxNumbers: ['70000001-1'] }, { reasonCode: 'HED-9' },
  { reasonCode: 'FOLIOS_MISSING', status: [1] }, { invoiceNumber: 38, reasonCode: 'HED-1' },
  { invoiceNumber: 38 }, { invoiceNumber: 3950 }, { invoiceNumber: 5000 }, { invoiceNumber: 38, status: [7] }
]

describe('a list is the same', () => {
  it('from documents and, once they are summed up, from the sums', { tags: 'slow' }, async () => {
    const fromDocuments = []
    for (const filter of filters) fromDocuments.push(await idsAndTotals(filter))
    const whole = first(first(fromDocuments))
    const { ids: [id] } = whole
    const differences: string[] = []
    await createSumsCheck({
      store: world.store, clock: world.clock, onDifference: (tenant) => { differences.push(tenant) }
    }).checkAll()

    for (const [place, filter] of filters.entries()) {
      expect({ filter, found: await idsAndTotals(filter) }).toEqual({ filter, found: fromDocuments[place] })
    }
    expect(whole).toMatchObject({ totalRecords: 4000, totalIsEstimate: false })
    expect((await list({ correlationId: defined(id) }, 1, 20)).rows).toMatchObject([{ id }])
    expect(differences).toEqual([])
  })

  it('and counts by state add up to it; counts of too many documents are marked as minima', { tags: 'slow' }, async () => {
    const countsOf = (filter: InvoiceFilter) =>
      world.store.asTenant(tenantId, async ({ invoiceLists }) => defined(await invoiceLists.countByStatus(filter)))
    const numberOf = (counts: Awaited<ReturnType<typeof countsOf>>) =>
      counts.reduce((sum, { documents }) => sum + documents, 0)
    for (const filter of filters) {
      const counts = await countsOf(filter)
      const { totalRecords } = await list({ ...filter, status: undefined }, 1, 1)
      const most = counts.some(({ isMinimum }) => isMinimum) ? filter.search === undefined ? 1000 : 250 : Infinity
      expect({ filter, counted: numberOf(counts) }).toEqual({ filter, counted: Math.min(totalRecords, most) })

      const wanted = counts.filter(({ status }) => filter.status?.includes(status) ?? true)
      if (most === Infinity) expect(numberOf(wanted)).toBe((await list(filter, 1, 1)).totalRecords)
    }
    expect((await countsOf({ status: [7] })).map(({ documents }) => documents)).toEqual(
      (await world.rows<{ documents: number }>(
        'select count(*)::int as documents from invoices where tenant_id = $1 group by status order by status', [tenantId]
      )).map(({ documents }) => documents)
    )
    expect(numberOf(defined(await world.store.asTenant(
      world.boreal.tenantId, ({ invoiceLists }) => invoiceLists.countByStatus({})
    )))).toBe(0)
  })

  it("in the order of the documents' creation, despite backdated ones", async () => {
    const pages = await idsAndTotals({ startDate: '2026-10-01' })

    for (const { ids } of pages) expect(ids).toEqual(ids.toSorted().toReversed())
  })
})

const nil = '00000000-0000-0000-0000-000000000000'

describe('paging with a cursor', () => {
  async function walk (filter: InvoiceFilter, take: number): Promise<string[]> {
    const ids: string[] = []
    for (let [after, hasMore] = [nil, true]; hasMore;) {
      const found = await world.store.asTenant(
        tenantId, ({ invoiceLists }) => invoiceLists.walk(filter, { after, take })
      )
      ids.push(...found.rows.map(({ id }) => id))
      after = ids.at(-1) ?? after
      hasMore = found.hasMore
    }
    return ids
  }

  it('returns the same as the list, oldest first, for every filter', { tags: 'slow' }, async () => {
    for (const filter of filters) {
      const listed = await world.store.asTenant(tenantId, ({ invoiceLists }) => invoiceLists.listIds(filter, 5000))
      expect({ filter, ids: await walk(filter, 300) }).toEqual({ filter, ids: listed?.toReversed() })
    }
  })

  it('ends before the next tenant', async () => {
    const { rows, hasMore } = await world.store.asTenant(
      world.boreal.tenantId, ({ invoiceLists }) => invoiceLists.walk({}, { after: nil, take: 100 })
    )

    expect({ rows, hasMore }).toEqual({ rows: [], hasMore: false })
  })
})

describe('a sorted list', () => {
  const page = (filter: InvoiceFilter, order: InvoiceOrder, number: number, size = 100) =>
    world.store.asTenant(tenantId, ({ invoiceLists }) => invoiceLists.paginate(filter, number, size, order))
  const columns = { date: 'issue_date', amount: 'total_amount', number: 'folio', customer: 'lower(receiver_name)' }
  const orders = (Object.keys(columns) as (keyof typeof columns)[])
    .flatMap((by) => [true, false].map((descending) => ({ by, descending })))

  it.each(orders)('has each document once, by $by (descending: $descending), newest first among equals', async (order) => {
    const filter = { status: [1, 2, 3, 4, 7] }
    const rows = await world.rows<{ id: string }>(
      `select id from invoices where tenant_id = $1 and status = any('{1,2,3,4,7}')
      order by ${columns[order.by]} ${order.descending ? 'desc' : 'asc'} nulls last, id desc`, [tenantId]
    )
    const found = []
    for (let number = 1; number <= 3; number++) found.push(...(await page(filter, order, number)).rows)

    expect(found.map(({ id }) => id)).toEqual(rows.slice(0, 300).map(({ id }) => id))
    expect(await page(filter, order, 1, 1)).toMatchObject({ totalRecords: rows.length, totalIsEstimate: false })
  })
})

describe('a list by amount or issuer', () => {
  it('has the documents of the other filters with a total within the range, inclusive', async () => {
    const filter = { customerTaxNumbers: ['66666666-6'], minAmount: 1000, maxAmount: 2003 }
    const expected = await world.rows<{ id: string }>(
      `select id from invoices where tenant_id = $1 and receiver_tax_number = '66666666-6'
      and total_amount between 1000 and 2003 order by id desc`, [tenantId]
    )
    const { rows, ...total } = await list(filter, 2, 20)

    expect(rows.map(({ id }) => id)).toEqual(expected.slice(20, 40).map(({ id }) => id))
    expect(total).toEqual({ totalRecords: expected.length, totalIsEstimate: false })
  })

  it('is refused if the other filters match too many documents, and so is an order; its counts are omitted', async () => {
    await world.rows(documents.replace('generate_series(1, 4000)', 'generate_series(10001, 30001)')
      .replace("interval '21 minutes'", "interval '1 minute'"), [world.boreal.tenantId])
    const ask = <T>(work: (lists: TenantRepositories['invoiceLists']) => Promise<T>) =>
      world.store.asTenant(world.boreal.tenantId, ({ invoiceLists }) => work(invoiceLists))
    const tooMany = { code: 'LIST_TOO_LARGE' }

    await expect(ask((lists) => lists.paginate({ minAmount: 1 }, 1, 20))).rejects.toMatchObject(tooMany)
    await expect(ask((lists) => lists.paginate({}, 1, 20, { by: 'amount', descending: true }))).rejects.toMatchObject(tooMany)
    expect((await ask((lists) => lists.paginate({ minAmount: 1, status: [2] }, 1, 20))).rows).toHaveLength(20)
    expect(await ask((lists) => lists.countByStatus({ minAmount: 1, status: [2] }))).toBeUndefined()
    expect(await ask((lists) => lists.sums({ minAmount: 1 }))).toBeUndefined()
    await world.rows('delete from invoices where tenant_id = $1', [world.boreal.tenantId])
  })
})

describe('the sums of a list', () => {
  const cases: InvoiceFilter[] = [
    {}, { startDate: '2026-10-01', endDate: '2026-10-03' }, { invoiceTypeCode: 61 }, { status: [7] }, { search: 'comercial' },
    { customerTaxNumbers: ['66666666-6'], minAmount: 500 }, { status: [5, 1], channelType: 1 }
  ]

  it.each(cases)('of %j are those of its valid documents, less the credit notes', async (filter) => {
    const summed = await world.store.asTenant(tenantId, ({ invoiceLists }) => invoiceLists.sums(filter))
    const ids = await world.store.asTenant(tenantId, ({ invoiceLists }) => invoiceLists.listIds(filter, 10_000))
    const expected = await world.rows(
      `select currency, count(*)::int as documents, trim_scale(sum(sign * net_amount))::text as "netAmount",
        trim_scale(sum(sign * exempt_amount))::text as "exemptAmount", trim_scale(sum(sign * tax_amount))::text as "taxAmount",
        trim_scale(sum(sign * total_amount))::text as "totalAmount"
      from (select *, case when document_type = 61 then -1 else 1 end as sign from invoices) as signed
      where tenant_id = $1 and id = any($2) and (status between 2 and 6 or $3) group by currency`,
      [tenantId, ids, filter.status !== undefined]
    )

    expect(summed).toEqual(expected)
  })
})

describe('a list by times', () => {
  const idsWhere = async (condition: string) =>
    (await world.rows<{ id: string }>(`select id from invoices where tenant_id = $1 and ${condition} order by id desc`, [tenantId]))
      .map(({ id }) => id)
  const from = new Date('2026-09-30T17:00:00Z')
  const to = new Date('2026-09-30T22:36:00Z')

  it('has the documents created within the range, inclusive, whatever their dates', async () => {
    const filter = { startDate: from, endDate: to }
    const expected = await idsWhere("created_at between '2026-09-30 17:00Z' and '2026-09-30 22:36Z'")

    expect(expected).toHaveLength(17)
    const { rows, ...total } = await list(filter, 1, 100)
    expect(rows.map(({ id }) => id)).toEqual(expected)
    expect(total).toEqual({ totalRecords: 17, totalIsEstimate: false })
    expect((await list({ startDate: from, endDate: '2026-09-28' }, 1, 100)).rows.map(({ id }) => id))
      .toEqual((await idsWhere("created_at >= '2026-09-30 17:00Z' and issue_date <= '2026-09-28'")).slice(0, 100))
  })

  it('has the documents changed since a time, final or on their way, of any age', async () => {
    await world.rows("update invoices set updated_at = '2026-12-01' where tenant_id = $1 and folio % 500 = 8", [tenantId])
    const expected = await idsWhere("updated_at >= '2026-12-01'")

    expect(expected.length).toBeGreaterThan(5)
    expect((await list({ updatedSince: new Date('2026-12-01') }, 1, 100)).rows.map(({ id }) => id)).toEqual(expected)
    expect((await list({ updatedSince: new Date('2026-12-01'), status: [5] }, 1, 100)).rows.map(({ id }) => id))
      .toEqual(await idsWhere("updated_at >= '2026-12-01' and status = 5"))
    expect((await list({ updatedSince: new Date('2026-12-01T00:00:00.001Z') }, 1, 100)).rows).toEqual([])
  })
})

describe('a list as a file', () => {
  const tables = createTableFiles({ spreadsheets, clock: () => world.clock() })
  const wish = { format: 'csv', language: 'es' } as const
  const parts = { read: 0 }
  const store: Pick<World['store'], 'asTenant'> = {
    asTenant: (tenant, work, timeoutMs) => {
      parts.read += 1
      return world.store.asTenant(tenant, work, timeoutMs)
    }
  }

  it('has the documents of the list in its order, without duplicates', async () => {
    const { stream } = await createExports({ store, tables }).write(world.andes.admin, { invoiceTypeCode: 61 }, wish)
    const [headings, ...rows] = (await buffer(stream)).toString().trim().split('\r\n')
    const ids = await world.rows<{ id: string }>(
      'select id from invoices where tenant_id = $1 and document_type = 61 order by id desc', [tenantId]
    )

    expect(headings).toMatch(/^Tipo;Documento;Folio;/)
    expect(rows.map((row) => row.split(';').at(-1))).toEqual(ids.map(({ id }) => id))
  })

  it('is read part by part, and stops when its reader leaves', async () => {
    const { stream } = await createExports({ store, tables }).write(world.andes.admin, {}, wish)
    parts.read = 0
    const reader = stream[Symbol.asyncIterator]()
    await reader.next()
    await reader.return?.()
    const readUntilThen = parts.read
    await world.store.asTenant(tenantId, async () => {})

    expect(stream.destroyed).toBe(true)
    expect(readUntilThen).toBeLessThan(5)
    expect(parts.read).toBe(readUntilThen)
  })

  it('is refused if it is too long, with or without sums', async () => {
    const exports = createExports({ store, tables, most: 800 })
    const tooLong = { code: 'EXPORT_TOO_LARGE' }
    const search = { search: 'comercial' }
    await expect(exports.write(world.andes.admin, {}, wish)).rejects.toMatchObject(tooLong)
    await expect(exports.write(world.andes.admin, search, wish)).rejects.toMatchObject(tooLong)
    await expect(exports.write(world.boreal.admin, {}, wish)).resolves.toMatchObject({ fileName: 'documentos.csv' })
    await world.rows('delete from sums_checks where tenant_id = $1', [tenantId])

    await expect(exports.write(world.andes.admin, {}, wish)).rejects.toMatchObject(tooLong)
    await expect(exports.write(world.andes.admin, search, wish)).rejects.toMatchObject(tooLong)
  })
})
