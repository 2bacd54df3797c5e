/**
 * Measures bulk submissions: five-line facturas as .xlsx and then as JSON, until the simulator has accepted each of
 * them. Exits with 1 if a row does not have exactly one folio, or if a process used more than 512 MB.
 *
 *   npm run bench:bulk -- [--documents 10000] [--no-build]      (Linux: it reads /proc)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Source, submissionOf } from './bulk/submissions.ts'
import { jsonOf, signIn } from './call.ts'
import { childrenOf, cpuSecondsOf, peakOf } from './proc.ts'
import { type Ground, run } from './run.ts'
import { introduce, layFoundation } from './save/foundation.ts'
import { measure } from './save/meters.ts'
import { type Database, type Server, startService } from './save/programs.ts'
import { password } from './save/tenants.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '10000' }, 'no-build': { type: 'boolean' } }
})
const documents = Number(values.documents)
const largestMegabytes = 512
const giveUpAfterMs = 1800_000
const accepted = 5
// What Node sets for itself in a container of 512 MB; where more is free, it lets garbage lie until the heap is several
// times as large.
const flags = ['--max-old-space-size=256']

interface Scene { database: Database, api: Server, worker: Server, headers: Record<string, string> }

await run({ name: 'bulk', build: !values['no-build'] }, async (ground) => {
  const scene = await setScene(ground)
  const problems = [...await submit('xlsx', scene), ...await submit('json', scene), ...await checkFolios(scene.database)]
  return [...problems, ...peaksOf(scene)]
})

async function setScene ({ dir, closers }: Ground): Promise<Scene> {
  const { env, database, tenants: [tenant] } = await layFoundation({ dir, count: 1, keep: undefined }, closers)
  if (!tenant) throw new Error('no tenant')
  const simulatorUrl = env['SII_SIMULATOR_URL'] ?? ''
  await introduce(simulatorUrl, tenant.taxNumber)
  await jsonOf(`${simulatorUrl}/simulator/clock`, { body: { secondsPerState: 0 } })
  const place = { dir, env: { ...env, SII_FIRST_POLL_SECONDS: '1' }, flags }
  const api = await startService(place)
  closers.push(api.stop)
  const worker = await startService({ ...place, role: 'worker' })
  closers.push(worker.stop)
  return { database, api, worker, headers: await signIn(api.url, { email: tenant.email, password }) }
}

/** Creates and processes a submission, prints what it cost, and gives what is wrong. */
async function submit (source: Source, { database, api, worker, headers }: Scene): Promise<string[]> {
  const { body, megabytes } = await submissionOf(source, documents)
  const begun = performance.now()
  const { result: { id, counters } } = await jsonOf(`${api.url}/api/BulkInvoice/Create`, { body, headers })
  const createSeconds = (performance.now() - begun) / 1000
  const end = await measure({ serverPids: [worker.pid], postmasterPid: database.postmasterPid, owner: database.owner })
  await jsonOf(`${api.url}/api/BulkInvoice/Process`, { method: 'PUT', body: { id }, headers })
  const issuingFrom = cpuSecondsOf(worker.pid)
  await until(database, id, 'taken')
  const issuingCpu = cpuSecondsOf(worker.pid) - issuingFrom
  await until(database, id, 'done')
  const { serverCpu, databaseCpu, walBytes } = await end()
  const { issued, allAccepted } = await secondsOf(database, id)
  const rate = (seconds: number): string => `${seconds.toFixed(1)} s, ${(documents / seconds).toFixed(0)} documents a second`
  const each = (cpuSeconds: number): string => `${(cpuSeconds * 1000 / documents).toFixed(2)} ms`
  console.log(`\n${source}, ${megabytes.toFixed(1)} MB
  checked and stored  ${rate(createSeconds)}
  all issued after    ${rate(issued)}
  all accepted after  ${rate(allAccepted)}
  CPU a document      worker ${each(issuingCpu)} until issued, ${each(serverCpu)} in all; PostgreSQL ${each(databaseCpu)}, ${
    (walBytes / 1024 / documents).toFixed(1)} KB of WAL`)
  return counters.ready === documents ? [] : [`${source}: ${counters.ready} of ${documents} rows are ready`]
}

async function until ({ owner }: Database, id: string, what: 'taken' | 'done'): Promise<void> {
  for (const deadline = performance.now() + giveUpAfterMs; performance.now() < deadline; await sleep(400)) {
    const { rows: [row] } = await owner.query<{ taken: number, done: number }>(`
      select count(r.invoice_id)::int as taken, count(*) filter (where i.status = ${accepted})::int as done
      from bulk_rows r left join invoices i on i.id = r.invoice_id where r.bulk_id = $1`, [id])
    if (row?.[what] === documents) return
  }
  throw new Error(`the submission is not ${what} in time`)
}

async function secondsOf ({ owner }: Database, id: string): Promise<{ issued: number, allAccepted: number }> {
  const { rows: [row] } = await owner.query<{ issued: number, accepted: number }>(`
    select extract(epoch from max(r.settled_at) - min(b.started_at))::float8 as issued,
      extract(epoch from max(i.verdict_at) - min(b.started_at))::float8 as accepted
    from bulk_invoices b join bulk_rows r on r.bulk_id = b.id join invoices i on i.id = r.invoice_id where b.id = $1`,
  [id])
  return { issued: row?.issued ?? Number.NaN, allAccepted: row?.accepted ?? Number.NaN }
}

/** Each row of both submissions has a document, and the folios run from 1 without a gap. */
async function checkFolios ({ owner }: Database): Promise<string[]> {
  const { rows: [row] } = await owner.query<Record<string, number>>(`
    select count(*)::int as rows, count(distinct i.folio)::int as folios, min(i.folio)::int as first,
      max(i.folio)::int as last, (select count(*)::int from invoices) as documents
    from bulk_rows r left join invoices i on i.id = r.invoice_id`)
  const all = documents * 2
  return Object.entries({ rows: all, folios: all, first: 1, last: all, documents: all })
    .filter(([name, value]) => row?.[name] !== value)
    .map(([name, value]) => `${name}: ${row?.[name]} instead of ${value}`)
}

function peaksOf ({ api, worker, database }: Scene): string[] {
  const peaks = {
    api: peakOf(api.pid), worker: peakOf(worker.pid),
    'a process of PostgreSQL': Math.max(...childrenOf(database.postmasterPid).map(peakOf))
  }
  console.log(`\npeak memory, MB: ${Object.entries(peaks).map(([name, peak]) => `${name} ${peak.toFixed(0)}`).join(', ')}`)
  return Object.entries(peaks).filter(([, peak]) => peak >= largestMegabytes)
    .map(([name, peak]) => `${name} needed ${peak.toFixed(0)} MB`)
}
