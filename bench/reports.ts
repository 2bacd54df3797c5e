/**
 * Measures the reports over a million documents: fills a throwaway database and prints each query's plan and time, run
 * as the service's role under row-level security. Arguments: DOCUMENTS and DAYS.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Prisma } from '../src/generated/prisma/client.ts'
import { type DateRange, reportQueries } from '../src/repositories/reports.ts'

const documents = Number(process.argv[2] ?? 1_000_000)
const lastDay = '2026-11-20'
const rounds = 5

/** Each tenant's share of the documents, in percent. */
const tenants = [
  { id: '00000000-0000-7000-8000-000000000001', name: 'large', share: 70 },
  { id: '00000000-0000-7000-8000-000000000002', name: 'middling', share: 20 },
  { id: '00000000-0000-7000-8000-000000000003', name: 'small', share: 9 },
  { id: '00000000-0000-7000-8000-000000000004', name: 'tiny', share: 1 }
]
const spans = [{ name: '30 days', days: 30 }, { name: '366 days', days: 366 }]

const dir = mkdtempSync(join(tmpdir(), 'timbre-reports-'))
const embedded = await startEmbedded({ dir, throwaway: true })
try {
  await migrate(embedded.url)
  const client = new pg.Client(embedded.url)
  await client.connect()
  await fill(client)
  for (const { id, name } of tenants.slice(0, 2)) {
    for (const span of spans) {
      await measure(client, { tenantId: id, label: `${name} tenant, ${span.name}`, range: rangeOf(span.days) })
    }
  }
  await client.query('drop index invoices_tenant_id_issue_date_idx')
  for (const { id } of tenants.slice(0, 1)) {
    await measure(client, { tenantId: id, label: 'large tenant, 30 days, without the index', range: rangeOf(30) })
  }
  await client.end()
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}

/** Invoices as the service stores them: four hundred days, nine out of ten with a verdict. */
async function fill (client: pg.Client): Promise<void> {
  await client.query("set app.scope = 'platform'")
  for (const { id, share } of tenants) {
    const count = documents * share / 100
    await client.query(`
      insert into invoices (tenant_id, id, environment, channel_type, status, reason, document_type, folio, issuer_tax_number,
        receiver_tax_number, receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, signature_value,
        verdict, created_at, issued_at, verdict_at, updated_at)
      select $1, gen_random_uuid(), 'certification', 1 + n % 2, status,
        case when status in (6, 7, 8) then jsonb_build_object('code', 'RPR', 'reasons', jsonb_build_array(
          jsonb_build_object('code', (array['HED-2-260', 'TED-2-510', 'DTE-3-101', 'CAF-3-517', 'REF-3-750'])[1 + n % 5], 'description', 'x')))
        else '{}' end,
        (array[33, 33, 33, 34, 39, 39, 39, 39, 56, 61])[1 + n % 10], n, '76123456-0', '77000000-0', 'Comercial ' || n % 900,
        issued::date, net, 0, round(net * 0.19), net + round(net * 0.19), repeat('A', 344),
        '{"state": "DOK", "reasons": []}', issued, issued,
        case when status in (5, 6, 7) then issued + make_interval(secs => 20 + n % 900) end, issued + interval '1 hour'
      from generate_series(1, $2::int) as series (n),
        lateral (select timestamptz '${lastDay} 20:00:00-03' - make_interval(secs => 400 * 86400.0 * (1 - n / $2::float8)) as issued,
          1000 + (n::bigint * 7919) % 900000 as net,
          case when n % 100 < 88 then 5 when n % 100 < 93 then 6 when n % 100 < 96 then 7 when n % 100 < 98 then 4 when n % 100 < 99 then 2 else 8 end as status) as facts
      order by n`, [id, count])
  }
  await client.query('vacuum (analyze) invoices')
  const { rows: [size] } = await client.query(
    "select pg_size_pretty(pg_relation_size('invoices')) as heap, (select string_agg(indexrelname || ' ' || pg_size_pretty(pg_relation_size(indexrelid)), ', ') from pg_stat_user_indexes where relname = 'invoices') as indexes"
  )
  console.log(`${documents} documents of ${tenants.length} tenants; table ${size.heap}; ${size.indexes}\n`)
}

function rangeOf (days: number): DateRange {
  const start = new Date(`${lastDay}T00:00:00Z`)
  start.setUTCDate(start.getUTCDate() - days + 1)
  return { startDate: start.toISOString().slice(0, 10), endDate: lastDay }
}

async function measure (
  client: pg.Client, { tenantId, label, range }: { tenantId: string, label: string, range: DateRange }
): Promise<void> {
  await client.query("set app.scope = ''")
  await client.query(`set app.tenant = '${tenantId}'`)
  const queries: Record<string, Prisma.Sql> = {
    byChannel: reportQueries.byChannel(tenantId, range),
    overview: reportQueries.overview(tenantId, range),
    sales: reportQueries.sales(tenantId, range),
    verdictTimes: reportQueries.verdictTimes(tenantId, range),
    siiCodes: reportQueries.siiCodes(tenantId, range, 10)
  }
  for (const [name, query] of Object.entries(queries)) {
    const times = []
    for (let round = 0; round < rounds; round++) times.push(await timeOf(client, query))
    const { rows } = await client.query(`explain (analyze, buffers, costs off) ${query.text}`, query.values)
    console.log(
      `${name}, ${label}: ${Math.min(...times).toFixed(0)} ms at best of ${rounds}, ${
        Math.max(...times).toFixed(0)
      } at worst`
    )
    console.log(`${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}\n`)
  }
}

async function timeOf (client: pg.Client, query: Prisma.Sql): Promise<number> {
  const start = performance.now()
  await client.query({ text: query.text, values: query.values })
  return performance.now() - start
}
