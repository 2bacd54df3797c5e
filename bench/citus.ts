/**
 * Measures Webhook/Save on a cluster with Citus against one PostgreSQL, in turn within one run and under the same load:
 * once as the service issues on one PostgreSQL, in batches over tenants, and once on the path that it takes on Citus.
 * Then lets a worker send everything, and checks folios and audit chains in both. Exits with 1 if a check fails.
 *
 *   CITUS_URL=… PLAIN_URL=… npm run bench:citus -- [--rounds N] [--seconds N] [--in-flight N] [--tenants 1,12]
 *     [--documents N] [--no-build]
 *
 * Both URLs are of superusers. All servers run on this machine, Linux, with the same settings: it reads /proc. Before
 * the worker starts, at least `--documents` are posted to the cluster.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { layGround, type Ground } from './citus/ground.ts'
import { type Ground as Place, run as runBench } from './run.ts'
import { checkAuditChains, checkFolios } from './save/checks.ts'
import { cpuMsOf, type Figures, figuresOf, median, mediansOf } from './save/figures.ts'
import { type LoadClient, startLoadClient } from './save/load.ts'
import { type Costs, measure } from './save/meters.ts'
import { startService } from './save/programs.ts'
import { heading, rowOf } from './save/table.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '10' },
    'in-flight': { type: 'string', default: '64' }, tenants: { type: 'string', default: '1,12' },
    documents: { type: 'string', default: '10000' }, 'no-build': { type: 'boolean', default: false }
  }
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [inFlight, documents] = [Number(values['in-flight']), Number(values.documents)]
const counts = values.tenants.split(',').map(Number)
const accepted = 5
/** Milliseconds of CPU that each machine spent on a document, by run. */
const byMachine = new Map<Ground, number[][]>()
const posted = new Map<Ground['owner'], number>()
let turn = 0

await runBench({ name: 'citus', build: !values['no-build'] }, bench)

/** Gives what is wrong. */
async function bench ({ dir, closers }: Place): Promise<string[]> {
  const count = Math.max(...counts)
  const plain = await layGround({ dir: join(dir, 'plain'), superuserUrl: urlOf('PLAIN_URL'), count }, closers)
  const citus = await layGround({ dir: join(dir, 'citus'), superuserUrl: urlOf('CITUS_URL'), count }, closers)
  const apart = { ...plain, server: await startService({ ...plain, program: 'bench/citus/by-tenant.mjs' }) }
  closers.push(apart.server.stop)
  const client = startLoadClient()
  closers.push(client.stop)
  console.log(heading())
  const places = { batches: plain, apart, citus }
  for (const tenants of counts) await compare(places, client, tenants)
  while ((posted.get(citus.owner) ?? 0) < documents) await run(citus, client, { tenants: count, seconds })
  return [...await settle(citus, 'Citus'), ...await settle(plain, 'PostgreSQL')]
}

type Places = Record<'batches' | 'apart' | 'citus', Ground>

async function compare (places: Places, client: LoadClient, tenants: number): Promise<void> {
  for (const place of Object.values(places)) await run(place, client, { tenants, seconds: Math.min(5, seconds) })
  byMachine.clear()
  const figures: Record<keyof Places, Figures>[] = []
  for (let round = 0; round < rounds; round++) {
    figures.push({
      batches: await run(places.batches, client, { tenants, seconds }),
      apart: await run(places.apart, client, { tenants, seconds }),
      citus: await run(places.citus, client, { tenants, seconds })
    })
  }
  const names = { batches: 'PostgreSQL', apart: 'PostgreSQL, same path', citus: 'Citus' }
  for (const place of ['batches', 'apart', 'citus'] as const) {
    console.log(rowOf({ tenants, lines: 5 }, names[place], mediansOf(figures.map((round) => round[place]))))
  }
  for (const place of ['batches', 'apart'] as const) {
    const ratios = (of: (one: Figures, other: Figures) => number): string => {
      const each = figures.map((round) => of(round.citus, round[place])).toSorted((a, b) => a - b)
      return `${each.map((ratio) => ratio.toFixed(2)).join(' ')}, median ${median(each).toFixed(2)}`
    }
    console.log(`Citus / ${names[place]}, ${tenants} tenants, by rate: ${ratios((one, other) => one.perSecond / other.perSecond)}; by CPU of service and databases: ${ratios((one, other) => cpuMsOf(other) / cpuMsOf(one))}`)
  }
  console.log(`ms of CPU a document: ${machinesOf(places.batches)} on PostgreSQL, ${machinesOf(places.apart)} on the same path, ${machinesOf(places.citus)} on coordinator and workers`)
}

async function run (
  ground: Ground, client: LoadClient, { tenants, seconds: duration }: { tenants: number, seconds: number }
): Promise<Figures> {
  const ends = await Promise.all(ground.machines.map((postmasterPid, place) =>
    measure({ serverPids: [ground.server.pid], postmasterPid, owner: ground.owners[place] ?? ground.owner })))
  const outcome = await client.run({
    urls: [ground.server.url], tenants: ground.tenants.slice(0, tenants).map(({ keys }) => keys), lines: 5,
    seconds: duration, inFlight, firstTurn: turn, keepAnswers: true
  })
  const [own, ...others] = await Promise.all(ends.map((end) => end()))
  if (!own) throw new Error('there is no machine')
  byMachine.set(ground, [
    ...byMachine.get(ground) ?? [], [own, ...others].map(({ databaseCpu }) => databaseCpu * 1000 / outcome.documents)
  ])
  turn = outcome.nextTurn
  posted.set(ground.owner, (posted.get(ground.owner) ?? 0) + outcome.acknowledgements.length)
  for (const [error, count] of Object.entries(outcome.errors)) console.log(`${count} answers ${error}`)
  const sum = (of: (costs: Costs) => number): number =>
    [own, ...others].reduce((total, costs) => total + of(costs), 0)
  return figuresOf(outcome, {
    ...own, databaseCpu: sum(({ databaseCpu }) => databaseCpu), walBytes: sum(({ walBytes }) => walBytes),
    databaseInstructions: undefined
  })
}

/** The median of each machine's milliseconds since the last call. */
function machinesOf (ground: Ground): string {
  const runs = byMachine.get(ground) ?? []
  byMachine.delete(ground)
  return ground.machines.map((_, place) => median(runs.map((run) => run[place] ?? NaN)).toFixed(2)).join(' + ')
}

/** Lets a worker send all documents. Gives what is wrong with them. */
async function settle (ground: Ground, name: string): Promise<string[]> {
  const answered = posted.get(ground.owner) ?? 0
  const { rows: [stored] } = await ground.owner.query<{ n: number }>('select count(*)::int as n from invoices')
  const count = stored?.n ?? 0
  const begun = performance.now()
  const worker = await startService({ dir: ground.dir, env: { ...ground.env, WORKER_CONCURRENCY: '8' }, role: 'worker' })
  let left = count
  while (left > 0 && performance.now() - begun < 1000 * 60 * 20) {
    await sleep(2000)
    const { rows: [row] } = await ground.owner.query<{ n: number }>(
      'select count(*)::int as n from invoices where status <> $1', [accepted])
    left = row?.n ?? count
  }
  await worker.stop()
  console.log(`${name}: ${answered} documents answered, ${count} stored, ${count - left} accepted ${Math.round((performance.now() - begun) / 1000)} s after the worker's start`)
  const found = [
    ...left === 0 ? [] : [`${name}: ${left} documents were not accepted`],
    // One that was answered with 503 may be stored all the same.
    ...count < answered ? [`${name}: ${answered} documents were answered, ${count} are stored`] : [],
    ...await checkFolios(ground.owner, count),
    ...await checkAuditChains(ground.env['DATABASE_URL'] ?? '', ground.tenants)
  ]
  if (found.length === 0) console.log(`${name}: every folio once, no gap, ${ground.tenants.length} audit chains hold`)
  return found
}

function urlOf (name: 'CITUS_URL' | 'PLAIN_URL'): string {
  const url = process.env[name]
  if (url === undefined) throw new Error(`${name}: is required`)
  return url
}
