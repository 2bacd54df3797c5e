/**
 * Proves bulk submissions: sends five-line facturas as .xlsx and then as JSON over HTTP. API, worker, PostgreSQL (each
 * commit reaches the disk) and the SII simulator run as separate processes, and the worker is killed with SIGKILL
 * repeatedly until the simulator has accepted every document. Exits with 1 if a row does not have exactly one folio, if
 * a folio is missing or duplicated in the database or the simulator's ledger, or if a process used more than 512 MB.
 *
 *   node --import tsx bench/bulk.ts [documents] [kills] [seed]      (Linux: it reads /proc)
 */
import { execFileSync } from 'node:child_process'
import { randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createSigning } from '../test/support/signing.ts'
import { cpuSecondsOf, createPeaks, type Program, startProgram } from './bulk/processes.ts'
import { type Source, submissionOf } from './bulk/submissions.ts'
import { type Call, createTenant } from './bulk/tenant.ts'
import { randomFrom } from './random.ts'
import { type Costs, measure } from './save/meters.ts'
import { startDatabase } from './save/programs.ts'

const [documents = 10_000, kills = 10, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number)
const largestMegabytes = 512
// Often enough to kill in time, rarely enough to add no load.
const lookMs = 400
const accepted = 5

// As in production: compiling on the fly alone takes about 200 MB.
execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bulk-'))
const database = await startDatabase(join(dataDir, 'postgres'))
const { owner, postmasterPid } = database
const programs = new Map<number, Program>()
const memory = createPeaks((pid) => programs.get(pid)?.name)
const random = randomFrom(seed)
const problems: string[] = []
const key = (): string => `k1:${randomBytes(32).toString('base64')}`
const simulator = await start('simulator', 'dist/src/sii-simulator/server.js', {
  env: { DATA: join(dataDir, 'sii') }, ready: 'listening at'
})
const simulatorUrl = /http\S+/.exec(simulator.greeting)?.[0] ?? ''
const env = {
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  MASTER_KEY: key(),
  JWT_KEYS: key(),
  KEY_PEPPER: randomBytes(32).toString('base64'),
  REGISTRATION: 'open',
  SII_SIMULATOR_URL: simulatorUrl,
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'info',
  // Short, so that a killed worker's tasks are picked up and reconciled soon; its successor starts at once.
  WORKER_LEASE_SECONDS: '2',
  SII_RECONCILE_SECONDS: '5',
  SII_FIRST_POLL_SECONDS: '1'
}
const ready = 'Timbre is ready'
const watching = setInterval(memory.look, 500)

try {
  await setPace(0)
  console.log(`${documents} documents each way, ${kills} kills of the worker each, seed ${seed}`)
  const api = await start('api', 'dist/src/server.js', { env: { ...env, ROLE: 'api' }, ready })
  const call = await createTenant((JSON.parse(api.greeting) as { url: string }).url, simulatorUrl, documents * 2)
  await runThrough('xlsx', call)
  await runThrough('json', call)
  await judge()
} finally {
  clearInterval(watching)
  await Promise.all(Array.from(programs.values(), ({ kill }) => kill('SIGTERM')))
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const problem of problems) console.log(`WRONG: ${problem}`)
console.log(
  problems.length === 0
    ? 'Every row has exactly one folio. No gaps, no duplicates.'
    : `${problems.length} problems found.`
)
process.exitCode = problems.length === 0 ? 0 : 1

async function start (...args: Parameters<typeof startProgram>): Promise<Program> {
  const program = await startProgram(...args)
  programs.set(program.pid, program)
  return program
}

async function end (program: Program, signal: NodeJS.Signals): Promise<void> {
  memory.look()
  await program.kill(signal)
  programs.delete(program.pid)
}

/** Creates and processes a submission, kills the worker until all documents are accepted, then gives the figures. */
async function runThrough (source: Source, call: Call): Promise<void> {
  const { body, megabytes } = await submissionOf(source, documents)
  const begun = performance.now()
  const headers = source === 'json' ? { 'content-type': 'application/json' } : {}
  const { id, counters } = await call<{ id: string, counters: { ready: number } }>(
    'POST', '/BulkInvoice/Create', body, headers
  )
  const createSeconds = (performance.now() - begun) / 1000
  if (counters.ready !== documents) problems.push(`${source}: ${counters.ready} of ${documents} rows are ready`)
  const worker = createWorkerLives()
  await worker.begin()
  const endMeasure = await measure({ serverPids: [simulator.pid], postmasterPid, owner })
  await call('PUT', '/BulkInvoice/Process', { id })
  const cpu = await killAgainAndAgain(id, worker)
  const beside = await endMeasure()
  const { status } = await call<{ status: number }>('GET', `/BulkInvoice/Get?id=${id}&pageSize=1`)
  if (status !== 3) problems.push(`${source}: the submission ends in status ${status}`)
  await worker.end('SIGTERM')
  await report(source, { id, megabytes, createSeconds, beside, ...cpu })
}

/** Kills the worker at random moments between the first folio and the last verdict. */
async function killAgainAndAgain (
  id: string, worker: ReturnType<typeof createWorkerLives>
): Promise<{ issuingCpu: number, cpu: number }> {
  const moments = Array.from({ length: kills }, () => Math.floor(random() * documents * 2)).sort((a, b) => a - b)
  let issuingCpu: number | undefined
  for (let deadline = performance.now() + 1800_000; ;) {
    const { taken, done, open } = await progressOf(id)
    if (taken === documents) issuingCpu ??= worker.cpuSeconds()
    if (open === 0 && done === documents && moments.length === 0) {
      return { issuingCpu: issuingCpu ?? 0, cpu: worker.cpuSeconds() }
    }
    if (moments[0] !== undefined && taken + done >= moments[0]) {
      moments.shift()
      await sleep(random() * 500)
      await worker.end('SIGKILL')
      await worker.begin()
    }
    if (performance.now() > deadline) {
      throw new Error(
        `stuck at ${taken} issued, ${done} accepted: ${
          JSON.stringify(
            (await owner.query('select topic, subject, due_at, attempts, last_error from outbox_tasks')).rows
          )
        }`
      )
    }
    await sleep(lookMs)
  }
}

interface Life { program: Program }

/** The worker across restarts, and the CPU time of its work without its starts. */
function createWorkerLives () {
  let life: Life | undefined
  let spent = 0
  const ofThisLife = (): number =>
    life === undefined ? 0 : cpuSecondsOf(life.program.pid) - life.program.startCpuSeconds
  return {
    async begin (): Promise<void> {
      life = { program: await start('worker', 'dist/src/server.js', { env: { ...env, ROLE: 'worker' }, ready }) }
    },
    async end (signal: NodeJS.Signals): Promise<void> {
      if (life === undefined) return
      spent += ofThisLife()
      const { program } = life
      life = undefined
      await end(program, signal)
    },
    cpuSeconds: (): number => spent + ofThisLife()
  }
}

async function progressOf (id: string): Promise<{ taken: number, done: number, open: number }> {
  const { rows: [row] } = await owner.query(`
    select count(r.invoice_id)::int as taken, count(*) filter (where i.status = ${accepted})::int as done,
      (select count(*)::int from bulk_invoices where id = $1 and finished_at is null) as open
    from bulk_rows r left join invoices i on i.id = r.invoice_id where r.bulk_id = $1`, [id])
  return row as { taken: number, done: number, open: number }
}

async function report (
  source: Source,
  { id, megabytes, createSeconds, beside, issuingCpu, cpu }: {
    id: string, megabytes: number, createSeconds: number, beside: Costs, issuingCpu: number, cpu: number
  }
): Promise<void> {
  const { rows: [times] } = await owner.query(
    `
    select extract(epoch from max(r.settled_at) - min(b.started_at))::float8 as issued, extract(epoch from max(i.verdict_at) - min(b.started_at))::float8 as accepted
    from bulk_invoices b join bulk_rows r on r.bulk_id = b.id join invoices i on i.id = r.invoice_id where b.id = $1`,
    [id]
  )
  const { issued, accepted: all } = times as { issued: number, accepted: number }
  const signing = await signingSeconds()
  console.log(`\n${source}, ${megabytes.toFixed(1)} MB`)
  console.log(
    `  checked and stored   ${createSeconds.toFixed(1)} s, ${(documents / createSeconds).toFixed(0)} documents a second`
  )
  console.log(`  all issued after     ${issued.toFixed(1)} s, ${(documents / issued).toFixed(0)} documents a second`)
  console.log(`  all accepted after   ${all.toFixed(1)} s, ${(documents / all).toFixed(0)} documents a second`)
  console.log(
    `  worker until issued  ${issuingCpu.toFixed(1)} s of CPU, ${
      (issuingCpu / documents * 1000).toFixed(2)
    } ms a document, of which ${percent(documents * signing / issuingCpu)} signs`
  )
  console.log(
    `  worker in all        ${cpu.toFixed(1)} s of CPU, ${
      (cpu / documents * 1000).toFixed(2)
    } ms a document, of which ${percent(documents * signing / cpu)} signs (two bare signatures: ${
      (signing * 1e6).toFixed(0)
    } µs)`
  )
  const each = (costs: number): number => costs / documents
  console.log(
    `  beside it            PostgreSQL ${(each(beside.databaseCpu) * 1000).toFixed(2)} ms a document and ${
      (each(beside.walBytes) / 1024).toFixed(1)
    } KB of WAL, the simulator ${(each(beside.serverCpu) * 1000).toFixed(2)} ms`
  )
}

function percent (share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

/**
 * CPU time of a document's two signatures alone, from the best of several rounds, measured as in bench/issue.ts.
 */
async function signingSeconds (): Promise<number> {
  const { credential, cafOf } = createSigning()
  const caf = cafOf(33)
  const signInThreads = promisify(sign)
  const costs: number[] = []
  for (let round = 0; round < 10; round++) {
    const before = process.cpuUsage()
    for (let index = 0; index < 100; index++) {
      await signInThreads('sha1', Buffer.alloc(700, index), caf.privateKey)
      await signInThreads('sha1', Buffer.alloc(700, index), credential.privateKey)
    }
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1e6 / 100)
  }
  return Math.min(...costs)
}

/** Checks what must hold over both runs, in the database and in the simulator's ledger. */
async function judge (): Promise<void> {
  const total = documents * 2
  const { rows: [row] } = await owner.query(`
    select count(*)::int as rows, count(distinct r.invoice_id)::int as linked, count(distinct i.folio)::int as folios, min(i.folio)::int as first,
      max(i.folio)::int as last, (select count(*)::int from invoices) as documents, (select next::int from folio_blocks) as next
    from bulk_rows r left join invoices i on i.id = r.invoice_id`)
  const expected = {
    rows: total, linked: total, folios: total, first: 1, last: total, documents: total, next: total + 1
  }
  for (const [name, value] of Object.entries(expected)) {
    if (row[name] !== value) problems.push(`${name}: ${row[name]} instead of ${value}`)
  }
  const asked = performance.now()
  const { documents: ledger } = await (await fetch(`${simulatorUrl}/simulator/ledger`)).json() as {
    documents: { folio: number, outcome: string, sha256: string }[]
  }
  console.log(
    `\nthe ledger of ${ledger.length} documents was read in ${((performance.now() - asked) / 1000).toFixed(1)} s`
  )
  const folios = new Set(ledger.map(({ folio }) => folio))
  if (ledger.length !== total || folios.size !== total) {
    problems.push(`the ledger holds ${ledger.length} documents under ${folios.size} folios instead of ${total}`)
  }
  const refused = ledger.filter(({ outcome }) => outcome !== 'accepted')
  if (refused.length > 0) problems.push(`${refused.length} documents on the ledger are not accepted`)
  memory.look()
  for (const [name, megabytes] of memory.peaks) {
    console.log(`peak memory of ${name.padEnd(10)} ${megabytes.toFixed(0)} MB`)
    if (megabytes >= largestMegabytes) problems.push(`${name} needed ${megabytes.toFixed(0)} MB`)
  }
}

async function setPace (secondsPerState: number): Promise<void> {
  await fetch(`${simulatorUrl}/simulator/clock`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ secondsPerState })
  })
}
