/**
 * Measures what lists, reports and figures cost the database when one tenant has half of some two million documents,
 * and ends with 1 if a query is above its limit. Runs them through the repositories, as the member role under row-level
 * security. Arguments: ROWS and FILTER (a part of a query's name); `--plans` prints the plans, `--keep FOLDER` keeps
 * the filled database there and uses it again.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connected } from '../src/database/connected.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { grantToMember } from '../src/database/roles.ts'
import { createStore, type Store } from '../src/repositories/store.ts'
import { createSumsCheck } from '../src/services/reports/sums-check.ts'
import { fill, largeTenant } from './reads/fill.ts'
import { type Query, queries } from './reads/queries.ts'
import { listenToStatements, type Statement } from './reads/statements.ts'

// More than five, after which PostgreSQL may change from plans for the values to one for all values.
const rounds = 11

const { positionals: [rowCount = '2000000', filter = ''], values: options } = parseArgs({
  allowPositionals: true, options: { plans: { type: 'boolean', default: false }, keep: { type: 'string' } }
})
let backend = 0
const statements = listenToStatements()
const dir = options.keep ?? mkdtempSync(join(tmpdir(), 'timbre-reads-'))
const isFilled = existsSync(join(dir, 'data'))
const embedded = await startEmbedded({ dir, throwaway: options.keep === undefined })
try {
  const memberUrl = await prepare()
  const store = createStore({ databaseUrl: memberUrl, pepper: undefined, poolSize: 1 })
  await sumUp(store)
  backend = await backendOf(store)
  const slow: string[] = []
  for (const query of queries.filter(({ name }) => name.includes(filter))) {
    const cost = await measure(store, query)
    const isSlow = cost.ms > query.limitMs
    if (isSlow) slow.push(query.name)
    const [ms, cpu] = [cost.ms, cost.cpuMs].map((one) => one.toFixed(1).padStart(7))
    console.log(`${ms} ms ${cpu} ms CPU  ${isSlow ? '>' : '<'} ${query.limitMs}  ${query.name}`)
  }
  await store.close()
  console.log(slow.length === 0 ? '\nAll are below their limits.' : `\n${slow.length} are above their limits.`)
  process.exitCode = slow.length === 0 ? 0 : 1
} finally {
  await embedded.stop()
  if (options.keep === undefined) rmSync(dir, { recursive: true, force: true })
}

/** The process of the store's one connection. */
async function backendOf (store: Store): Promise<number> {
  await store.probe()
  return connected(embedded.ownerUrl, async (client) => {
    const { rows: [row] } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = 'bench_member'")
    return row?.pid ?? 0
  })
}

/** Returns the address with which the service would work. */
async function prepare (): Promise<string> {
  await migrate(embedded.url)
  await connected(embedded.ownerUrl, async (superuser) => {
    if (isFilled) return
    await superuser.query("create role bench_member login nosuperuser nobypassrls password 'bench'")
    // The settings of a throwaway are for tests; queries run with PostgreSQL's own.
    await superuser.query('alter database timbre set jit = on')
    await fill(superuser, Number(rowCount))
  })
  const memberUrl = Object.assign(new URL(embedded.url), { username: 'bench_member', password: 'bench' }).toString()
  await grantToMember(embedded.url, memberUrl)
  return memberUrl
}

/** As the nightly check does the first time. */
async function sumUp (store: Store): Promise<void> {
  const start = performance.now()
  await createSumsCheck({ store, clock: () => new Date('2026-11-21T06:00:00Z'), onDifference: () => {} }).checkAll()
  console.log(`sums of all tenants: ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

interface Cost { ms: number, cpuMs: number }

/** Medians of the time from sending the query's statements to their last rows, and of the connection's CPU time. */
async function measure (store: Store, { run }: Query): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    statements.length = 0
    const before = cpuMs()
    await store.asTenant(largeTenant, run)
    costs.push({ ms: sum(statements.map(({ ms }) => ms)), cpuMs: cpuMs() - before })
  }
  if (options.plans) await explain([...statements])
  return { ms: median(costs.map(({ ms }) => ms)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) }
}

/** Of the one connection of the store; 0 where the system does not tell. */
function cpuMs (): number {
  const file = `/proc/${String(backend)}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : 0
}

function median (numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

async function explain (done: Statement[]): Promise<void> {
  await connected(embedded.url, async (client) => {
    await client.query("select set_config('app.tenant', $1, false)", [largeTenant])
    for (const { text, values, ms } of done) {
      console.log(`\n${ms.toFixed(1)} ms: ${text.replace(/\s+/g, ' ').slice(0, 600)}\n  ${JSON.stringify(values).slice(0, 300)}`)
      const { rows } = await client.query(`explain (analyze, buffers, costs off) ${text}`, values)
      console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'))
    }
  })
}

function sum (numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
