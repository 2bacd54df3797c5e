import type pg from 'pg'
import { OperatorError } from '../shared/operator-error.ts'
import { alone, connected, inTransaction } from './connected.ts'
import { distributedTables, referenceTables } from './shard-tables.ts'

/**
 * Prepares a migrated database for Citus: has the settings of row-level security passed on, and distributes tables by
 * tenant or copies them to every machine, with the rows that they have. Each table is one transaction: a run that was
 * cut off is continued by the next, and one that finds nothing to do changes nothing.
 *
 * @param url of the tables' owner, at the coordinator
 * @param onStep is told each step once it is done, in words for the operator
 *
 * Returns the number of steps. Throws OperatorError where instances are running that would lose their tables.
 */
export async function distribute (url: string, onStep: (step: string) => void): Promise<number> {
  return await alone(url, async (client) => {
    let steps = 0
    const done = (step: string): void => {
      steps++
      onStep(step)
    }
    if (await passSettingsOn(client)) done('Row-level security: its settings reach every machine.')
    const missing = await tablesToDistribute(client)
    if (missing.length > 0) await ensureExclusive(client)
    for (const table of missing) {
      await inTransaction(client, () => distributeTable(client, table))
      done(`${table}: ${distributedTables.includes(table) ? 'distributed by tenant_id' : 'copied to every machine'}.`)
    }
    const emptied = await removeLocalRows(client)
    if (emptied > 0) done(`${emptied} tables: their old rows were removed from the coordinator.`)
    return steps
  })
}

/** The tables that Citus is still to distribute or copy, in this order. */
export async function tablesToDistribute (client: pg.Client): Promise<string[]> {
  const known = await citusTables(client)
  return [...referenceTables, ...distributedTables].filter((table) => !known.has(table))
}

/** An instance that started on one machine would continue as if there were no others. */
async function ensureExclusive (client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name like 'timbre%'"
  )
  if (rowCount !== 0) throw new OperatorError('Instances of Timbre are connected to this database. Stop them first.')
}

/** The tables that Citus has distributed or copied; none where there is no Citus. */
export async function citusTables (client: pg.Client): Promise<ReadonlySet<string>> {
  if (!await hasCitus(client)) return new Set()
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_dist_partition join pg_class on oid = logicalrelid'
  )
  return new Set(rows.map(({ name }) => name))
}

/** Distributes or copies a table, as part of a transaction. Does nothing to one that stays on the coordinator. */
export async function distributeTable (client: pg.Client, table: string): Promise<void> {
  if (![...distributedTables, ...referenceTables].includes(table)) return
  await simplifyPolicies(client, table)
  const name = client.escapeIdentifier(table)
  const { rows: [found] } = await client.query<{ forced: boolean }>(
    'select relforcerowsecurity as forced from pg_class where oid = to_regclass($1)', [name]
  )
  // PostgreSQL takes no COPY, by which Citus moves rows, from a role that row-level security binds.
  if (found?.forced) await client.query(`alter table ${name} no force row level security`)
  await client.query(...distribution(table))
  if (found?.forced) await client.query(`alter table ${name} force row level security`)
}

function distribution (table: string): [string, string[]] {
  if (referenceTables.includes(table)) return ['select create_reference_table($1)', [table]]
  const [first] = distributedTables
  return table === first
    ? ["select create_distributed_table($1, 'tenant_id')", [table]]
    : ["select create_distributed_table($1, 'tenant_id', colocate_with => $2)", [table, first ?? '']]
}

interface Policy { name: string, reads: string | null, writes: string | null }

/** Citus takes no subquery in a policy. On one PostgreSQL they are faster. */
export async function simplifyPolicies (client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<Policy>(`
    select polname as name, pg_get_expr(polqual, polrelid) as reads, pg_get_expr(polwithcheck, polrelid) as writes
    from pg_policy where polrelid = to_regclass($1)`, [client.escapeIdentifier(table)])
  for (const { name, reads, writes } of rows) {
    const clauses = [
      ...reads === null ? [] : [`using (${withoutSubqueries(reads)})`],
      ...writes === null ? [] : [`with check (${withoutSubqueries(writes)})`]
    ]
    const target = `${client.escapeIdentifier(name)} on ${client.escapeIdentifier(table)}`
    await client.query(`alter policy ${target} ${clauses.join(' ')}`)
  }
}

/** A condition, or a statement, with the values of its scalar subqueries, which read settings only, in their places. */
export function withoutSubqueries (condition: string): string {
  const begin = /\(\s*select\s+/i.exec(condition)
  if (!begin) return condition
  const from = begin.index + begin[0].length
  let depth = 1
  let to = from
  for (; depth > 0 && to < condition.length; to++) depth += parenthesis[condition[to] ?? ''] ?? 0
  const value = condition.slice(from, to - 1).trimEnd().replace(/\s+as\s+"?\w+"?$/i, '')
  return `${condition.slice(0, begin.index)}(${value})${withoutSubqueries(condition.slice(to))}`
}

const parenthesis: Readonly<Record<string, number>> = { '(': 1, ')': -1 }

/** Throws OperatorError where there is no Citus or no worker, and where `url` leads to a worker. */
export async function mustBeCoordinator (url: string): Promise<void> {
  await connected(url, async (client) => {
    if (!await hasCitus(client)) throw new OperatorError(noCitus)
    const coordinator = await elsewhere(client)
    if (coordinator !== undefined) {
      throw new OperatorError(`This database is on a worker of Citus. Use the URL of the coordinator, ${coordinator}.`)
    }
    const { rowCount } = await client.query('select from pg_dist_node where shouldhaveshards and isactive')
    if (rowCount === 0) throw new OperatorError(noWorker)
  })
}

const noCitus = 'This database has no Citus. Run "create extension citus" in it on every machine, then "select citus_add_node(\'host\', 5432)" on the coordinator for each worker (docs/scaling.md).'
const noWorker = 'The coordinator knows no worker. Add each with "select citus_add_node(\'host\', 5432)" (docs/scaling.md).'

/** The address of the coordinator, where this machine is a worker. */
export async function elsewhere (client: pg.Client): Promise<string | undefined> {
  const { rows: [worker] } = await client.query<{ coordinator: string | null }>(`
    select (select nodename || ':' || nodeport from pg_dist_node where groupid = 0 limit 1) as coordinator
    from pg_dist_local_group where groupid <> 0`)
  return worker && (worker.coordinator ?? 'which it does not know')
}

export async function hasCitus (client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'")
  return rowCount === 1
}

/** Whether there was something to do. */
async function passSettingsOn (client: pg.Client): Promise<boolean> {
  const { rows: [found] } = await client.query<{ database: string, passes: string }>(
    "select current_database() as database, current_setting('citus.propagate_set_commands') as passes"
  )
  if (!found || found.passes === 'local') return false
  const statement = `alter database ${client.escapeIdentifier(found.database)} set citus.propagate_set_commands = 'local'`
  try {
    await client.query(statement)
  } catch (cause) {
    if ((cause as { code?: string }).code !== insufficientPrivilege) throw cause
    throw new OperatorError(`This role does not own the database. As its owner, run: ${statement}`, { cause })
  }
  return true
}

const insufficientPrivilege = '42501'

/** Rows stored before the distribution take space and are invisible. */
async function removeLocalRows (client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_dist_partition join pg_class on oid = logicalrelid
    where relname = any ($1) and pg_relation_size(oid) > 0`, [distributedTables])
  for (const { name } of rows) await client.query('select truncate_local_data_after_distributing_table($1)', [name])
  return rows.length
}
