import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedSettings, timbre, type Settings } from '../drills/parts/service.ts'
import { createTenant, type Tenant } from '../drills/parts/tenant.ts'
import { buildProgram } from '../test/support/build.ts'
import { defined, first } from '../test/support/expecting.ts'
import { amountName, readBooks, severalOf, type Books } from './judge/books.ts'
import { judge, type Verdict } from './judge/judge.ts'
import { passing, startClients } from './parts/clients.ts'
import { startDatabase, type Database } from './parts/database.ts'
import { untilDrained, type Drained } from './parts/drain.ts'
import { startFaults } from './parts/faults.ts'
import { readJournals } from './parts/journal.ts'
import { startMailboxes } from './parts/mailboxes.ts'
import { startProgram, type Program } from './parts/program.ts'
import { createRandom, type Random } from './parts/random.ts'
import { startSimulator } from './parts/simulator.ts'
import { startWeatherProxy, type WeatherProxy } from './parts/weather-proxy.ts'

export interface Order { seconds: number, seed: number, tree: string }

export interface Outcome {
  figures: Record<string, string | number>
  faults: Map<string, number>
  verdicts: Verdict[]
  notes: string[]
  folder: string
}

const clientCount = 8
const folios = { 33: 40_000, 39: 40_000, 61: 20_000 }
const giveUpAfterMs = 60_000
const keptTables = [
  'invoices', 'invoice_moves', 'envelopes', 'sii_exchanges', 'outbox_tasks', 'bulk_rows', 'audit_entries', 'idempotency_keys'
]

/** Where a run is: what was started is ended in the reverse order, however the run ends. */
interface Stage extends Order {
  random: Random
  dir: string
  built: string
  later: (end: () => unknown) => void
  fatal: string[]
}

const report = (error: unknown): void => { console.error(error) }

/** One run. Undefined when it could not be finished, which is printed. */
export async function runChaos (order: Order): Promise<Outcome | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-chaos-'))
  // PostgreSQL may run under another account, which must be able to enter.
  chmodSync(dir, 0o711)
  const built = join(order.tree, 'dist/chaos', String(process.pid))
  const ends: (() => unknown)[] = []
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0).reverse()) await Promise.resolve().then(one).catch(report)
  }
  const leave = (): void => {
    end().finally(() => {
      rmSync(dir, { recursive: true, force: true })
      process.exit(130)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  // Whatever happens, what was started is ended; nobody may be left to read what is printed.
  process.stdout.on('error', leave)
  process.once('uncaughtException', (error) => {
    console.error(error)
    leave()
  })
  try {
    ends.push(() => { rmSync(built, { recursive: true, force: true }) })
    await buildProgram(built, order.tree)
    const outcome = await play({
      ...order, random: createRandom(order.seed), dir, built, fatal: [], later: (one) => { ends.push(one) }
    })
    const isGood = outcome.verdicts.every(({ faults }) => faults.length === 0)
    await end()
    if (isGood) rmSync(dir, { recursive: true, force: true })
    return outcome
  } catch (error) {
    console.error(error, `The run was not finished. Journals and logs are in ${dir}.`)
    await end()
    return undefined
  }
}

async function play (stage: Stage): Promise<Outcome> {
  const { dir, seconds, random } = stage
  const service = await startService(stage)
  const { database, simulator, mailboxes, programs, workers, proxies, deploy } = service
  const folder = join(dir, 'journals')
  mkdirSync(folder)
  const addresses = service.addresses
  const clients = await startClients({
    tenants: service.tenants, addresses, folder, random: random.fork('clients')
  }, clientCount)
  const faults = startFaults(random.fork('faults'), {
    database, simulator, programs, workers, proxies, deploy
  })
  await sleep(seconds * 1000)
  await faults.stop()
  await clients.stop(giveUpAfterMs)
  await mailboxes.stop(first(addresses))
  // What the SII left out of its counters for good, it would mail.
  await simulator.control('/answer-forms', 'POST', { answers: 'tidy' })
  const drained = await untilDrained(database, mailboxes.arrived)
  const books = await readBooks({
    entries: readJournals(folder), query: database.query, ledger: await simulator.ledger(), mails: mailboxes.arrived
  })
  const secrets = [
    ...service.secrets, ...service.tenants.flatMap(({ keys, credentials }) => [keys.secretKey, credentials.password])
  ]
  const verdicts = await judge(books, { seed: stage.seed, drained, fatal: stage.fatal, secrets, logFolder: dir })
  if (verdicts.some(({ faults }) => faults.length > 0)) await keepTables(database.query, dir)
  return {
    verdicts, faults: faults.told, folder: dir,
    figures: figuresOf(books, clients.figures, { drained, database, programs: programs() }),
    notes: database.isOwnDisk ? [] : ['Left out: the full disk, which needs root, Linux and 3 GiB of free memory.']
  }
}

async function startService (stage: Stage) {
  const { dir, built, later } = stage
  const open = async (): Promise<WeatherProxy> => {
    const proxy = await startWeatherProxy()
    later(proxy.close)
    return proxy
  }
  const [toDatabase, toSimulator, toMailboxes] = [await open(), await open(), await open()]
  const toApis = [await open(), await open()]
  const proxies = [toDatabase, toSimulator, toMailboxes, ...toApis]
  const simulator = await startSimulator({ built, dir, seed: stage.seed, proxy: toSimulator })
  later(simulator.stop)
  const database = await startDatabase(dir, toDatabase)
  later(database.stop)
  const settings: Settings = {
    ...sharedSettings(dir, simulator.url), DATABASE_URL: database.url, DATABASE_POOL: '5', WORKER_LEASE_SECONDS: '2',
    NOTIFICATIONS_ALLOW_PRIVATE: 'true',
    SII_TIMEOUT_SECONDS: '3', SII_UPLOAD_TIMEOUT_SECONDS: '4', SII_FIRST_POLL_SECONDS: '0.3', ENVELOPE_LINGER_SECONDS: '0.2', BOLETA_LINGER_SECONDS: '0.5',
    // As in production, longer than an upload can be on its way: the proxies stall for up to six seconds.
    SII_RECONCILE_SECONDS: '10'
  }
  const { programs, workers, deploy } = await startPrograms(stage, settings, toApis)
  const addresses = toApis.map(({ port }) => `http://127.0.0.1:${port}`)
  const tenants: Tenant[] = []
  for (const taxNumber of ['76543210-3', '77654321-7']) {
    const operate = (args: string[]): Promise<string> => timbre(built, settings, args)
    tenants.push(await createTenant(operate, { url: first(addresses), taxNumber, folios }))
  }
  const secrets = ['MASTER_KEY', 'JWT_KEYS', 'KEY_PEPPER'].map((name) => defined(settings[name]).replace(/^k1:/, ''))
  const mailboxes = await startMailboxes({ tenants, proxy: toMailboxes, random: stage.random.fork('mailboxes') })
  later(mailboxes.close)
  await mailboxes.open(first(addresses))
  return { database, simulator, mailboxes, programs, workers, proxies, addresses, tenants, deploy, secrets }
}

async function startPrograms (stage: Stage, settings: Settings, toApis: WeatherProxy[]) {
  const { dir, built, later, fatal } = stage
  let versions = 0
  const ending = new AbortController()
  later(() => { ending.abort() })
  const start = (role: 'api' | 'worker', proxy?: WeatherProxy): Program => {
    const program = startProgram({
      name: `${role}-${++versions}`, built, dir, settings: { ...settings, ROLE: role }, proxy,
      onFatal: (line) => { fatal.push(line) }
    })
    later(program.stop)
    return program
  }
  const apis = toApis.map((proxy) => start('api', proxy))
  const workers = [start('worker'), start('worker')]
  const programs = (): Program[] => [...apis, ...workers]
  for (const program of programs()) await program.untilReady()

  /** A new API takes the place of an old one once it is ready; migrations run meanwhile, by another program. */
  async function deploy (): Promise<void> {
    const place = versions % apis.length
    const [old, proxy] = [defined(apis[place]), defined(toApis[place])]
    const next = start('api', proxy)
    await Promise.all([next.untilReady(), timbre(built, settings, ['migrate'], ending.signal).catch(() => {})])
    apis[place] = next
    await old.stop()
  }
  return { programs, workers: () => workers, deploy }
}

/** For whoever looks for the cause: the database is gone after the run. */
async function keepTables (query: Database['query'], dir: string): Promise<void> {
  for (const table of keptTables) {
    const rows = await query(`select to_jsonb(t) - 'frame_start' - 'frame_end' - 'payload' as row from ${table} t`)
    writeFileSync(join(dir, `${table}.jsonl`), rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
  }
}

function figuresOf (
  books: Books, clients: { requests: number, acknowledged: number, longestOutageMs: number },
  { drained, database, programs }: { drained: Drained, database: Database, programs: Program[] }
): Outcome['figures'] {
  const { requests, documents, ledger } = books
  const answered = requests.filter(({ answers }) => answers.some(({ status }) => status === 200))
  const stored = new Set(documents.map(({ id }) => id))
  const receipts = requests.flatMap((request) => request.receipts)
  return {
    'requests sent': clients.requests,
    acknowledged: answered.length,
    'of unknown outcome': requests.filter(({ answers }) => answers.every(({ status }) => passing.includes(status))).length,
    'documents stored': documents.length,
    'of which Accepted': documents.filter(({ status }) => status === 5).length,
    'of which AcceptedWithObjections': documents.filter(({ status }) => status === 6).length,
    'of which Rejected': documents.filter(({ status }) => status === 7).length,
    'of which Failed': documents.filter(({ status }) => status === 8).length,
    'folios used': documents.filter(({ folio }) => folio !== null).length,
    'uploads at the SII': ledger.uploads.length,
    'mails that arrived': books.mails.length,
    'retries of documents': [...books.retries.values()].reduce((sum, times) => sum + times, 0),
    'starts of PostgreSQL': database.starts(),
    'deadlocks in PostgreSQL': database.deadlocks(),
    'starts of programs (those of the end)': programs.reduce((sum, program) => sum + program.readies(), 0),
    doubled: severalOf(documents, (document) => amountName(document.taxNumber, document)).length,
    lost: receipts.filter(({ correlationId }) => !stored.has(correlationId)).length,
    's longest time without an acknowledgement': (clients.longestOutageMs / 1000).toFixed(1),
    's to drain': drained.seconds.toFixed(1)
  }
}
