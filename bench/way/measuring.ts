import { setTimeout as sleep } from 'node:timers/promises'
import { statuses } from '../../src/model/document-states.ts'
import { cpuSecondsOf } from '../proc.ts'
import { measure } from '../save/meters.ts'
import type { Scene, WayLoad } from './scene.ts'

/** Per document where it says so; CPU in milliseconds. */
export interface WayFigures {
  documents: number
  issuedPerSecond: number
  /** From the first Save to the last verdict. */
  judgedPerSecond: number
  /** Of Save, in milliseconds. */
  p50: number
  p99: number
  /** From issue to verdict, in seconds. */
  verdictP50: number
  verdictP99: number
  api: number
  worker: number
  database: number
  simulator: number
  transactions: number
  statements: number
  walKilobytes: number
  perEnvelope: number
}

const verdictTimeoutMs = 120_000

/** Runs loads and waits for their verdicts. */
export function createMeasuring ({ api, worker, database, client, tenants }: Scene) {
  const { owner } = database
  let turn = 0

  async function counted (): Promise<{ statements: number, transactions: number }> {
    const { rows: [row] } = await owner.query<{ statements: number, transactions: number }>(`
      select coalesce(sum(calls), 0)::float8 as statements,
        coalesce(sum(calls) filter (where query ~* '^(commit|rollback)'), 0)::float8 as transactions
      from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = 'timbre' and s.toplevel`)
    return row ?? { statements: 0, transactions: 0 }
  }

  const resetCounts = (): Promise<unknown> => owner.query('select pg_stat_statements_reset()')

  /** Waits until no document is on its way. Gives how many there are of each state since `from`. */
  async function untilJudged (from: Date): Promise<void> {
    const deadline = performance.now() + verdictTimeoutMs
    while (performance.now() < deadline) {
      const { rows: [row] } = await owner.query<{ open: number }>(
        'select count(*)::int as open from invoices where created_at >= $1 and status < $2', [from, statuses.Accepted]
      )
      if (row?.open === 0) return
      await sleep(250)
    }
    throw new Error('documents got no verdict')
  }

  async function verdictsSince (from: Date) {
    const { rows: [row] } = await owner.query<{ p50: number, p99: number, documents: number, last: Date, bad: number }>(`
      select percentile_cont(0.5) within group (order by seconds)::float8 as p50, count(*)::int as documents,
        percentile_cont(0.99) within group (order by seconds)::float8 as p99, max(at) as last,
        count(*) filter (where status <> ${statuses.Accepted})::int as bad
      from (
        select i.status, m.at, extract(epoch from m.at - i.created_at) as seconds
        from invoices i join lateral (
          select at from invoice_moves m where m.tenant_id = i.tenant_id and m.invoice_id = i.id order by sequence desc limit 1
        ) m on true
        where i.created_at >= $1
      ) judged`, [from])
    const { rows: [envelopes] } = await owner.query<{ count: number }>(
      'select count(*)::int from envelopes where created_at >= $1', [from]
    )
    if (!row || row.bad > 0) throw new Error(`${row?.bad} documents were not accepted`)
    return { ...row, envelopes: envelopes?.count ?? 0 }
  }

  return {
    async trial (load: WayLoad): Promise<WayFigures> {
      await resetCounts()
      const from = new Date(Date.now())
      const cpu = (): [number, number, number] => {
        const { user, system } = process.cpuUsage()
        return [cpuSecondsOf(api.pid), cpuSecondsOf(worker.pid), (user + system) / 1e6]
      }
      const before = cpu()
      const end = await measure({ serverPids: [], postmasterPid: database.postmasterPid, owner })
      const outcome = await client.run({
        ...load, urls: [api.url], tenants: tenants.slice(0, load.tenants).map(({ keys }) => keys), firstTurn: turn,
        keepAnswers: false
      })
      turn = outcome.nextTurn
      const errors = Object.entries(outcome.errors)
      if (errors.length > 0) console.error(errors)
      await untilJudged(from)
      const [costs, counts, after] = [await end(), await counted(), cpu()]
      const { documents, last, envelopes, p50, p99 } = await verdictsSince(from)
      const each = (index: 0 | 1 | 2): number => (after[index] - before[index]) * 1000 / documents
      return {
        documents,
        issuedPerSecond: outcome.documents / outcome.seconds,
        judgedPerSecond: documents / ((last.getTime() - from.getTime()) / 1000),
        p50: outcome.p50, p99: outcome.p99, verdictP50: p50, verdictP99: p99,
        api: each(0), worker: each(1), simulator: each(2), database: costs.databaseCpu * 1000 / documents,
        transactions: counts.transactions / documents, statements: counts.statements / documents,
        walKilobytes: costs.walBytes / 1024 / documents, perEnvelope: documents / envelopes
      }
    },

    /** Milliseconds of CPU a second while nobody asks. */
    async atRest (seconds: number) {
      // What the last load left to do is done first.
      await sleep(5000)
      await resetCounts()
      const before = [cpuSecondsOf(api.pid), cpuSecondsOf(worker.pid)] as const
      const end = await measure({ serverPids: [], postmasterPid: database.postmasterPid, owner })
      await sleep(seconds * 1000)
      const { databaseCpu } = await end()
      return {
        api: (cpuSecondsOf(api.pid) - before[0]) * 1000 / seconds,
        worker: (cpuSecondsOf(worker.pid) - before[1]) * 1000 / seconds,
        database: databaseCpu * 1000 / seconds,
        statements: (await counted()).statements / seconds
      }
    },

    /** The statements that took most of PostgreSQL's time since the last trial began: plans, execution, calls. */
    async costliest (documents: number): Promise<string> {
      const { rows } = await owner.query<{ calls: number, plan: number, run: number, query: string }>(`
        select calls::float8, total_plan_time as plan, total_exec_time as run, query from pg_stat_statements
        where toplevel order by total_plan_time + total_exec_time desc limit 40`)
      return rows.map(({ calls, plan, run, query }) =>
        `${(calls / documents).toFixed(2).padStart(8)} calls ${(plan / documents).toFixed(3).padStart(7)} ms planned ${
          (run / documents).toFixed(3).padStart(7)} ms run  ${query.replace(/\s+/g, ' ').slice(0, 110)}`).join('\n')
    }
  }
}
