import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { OperatorError } from '../shared/operator-error.ts'
import { alone, connected, inTransaction, timeoutMs } from './connected.ts'
import { distributeTable, citusTables, withoutSubqueries } from './distribute.ts'
import { statementsOf } from './sql-statements.ts'

/**
 * Brings a database up to date, with the rows in _prisma_migrations that `prisma migrate deploy` writes. Each
 * migration is one transaction with its row: a start that is killed leaves it done or not begun. One that begins with
 * `byStatement` is repeated from its first statement instead. Other instances work on meanwhile. On a database that is
 * spread over machines, new tables are spread as they are made.
 *
 * Any number of instances may do so at once; all return when the database is ready, one of them with the names of what
 * it applied. Throws OperatorError for a migration that fails. Needs a connection of its own to the server, not one
 * through a pooler in transaction mode.
 */
export async function migrate (url: string, folder = migrationsFolder()): Promise<string[]> {
  // Where nothing is to be done, a role without any right to the tables' shape is enough.
  if ((await pendingMigrations(url, folder)).length === 0) return []
  return await alone(url, async (client) => {
    const applied = await appliedMigrations(client)
    const pending = (await migrationNames(folder)).filter((name) => !applied.has(name))
    const run = await runnerFor(client)
    for (const name of pending) {
      await apply(client, { name, script: await readFile(join(folder, name, 'migration.sql')), run })
    }
    return pending
  })
}

/** First line of a migration whose statements commit one by one, and may run twice: indexes made `concurrently`. */
export const byStatement = '-- Each statement commits by itself and may run twice.'

type Runner = (statement: string) => Promise<unknown>

/** Citus takes one statement at a time. */
async function runnerFor (client: pg.Client): Promise<Runner> {
  if ((await citusTables(client)).size === 0) return (statement) => client.query(statement)
  return async (statement) => {
    await client.query(/^(?:create|alter) policy/i.test(statement) ? withoutSubqueries(statement) : statement)
    const [, made] = /^create table (?:if not exists )?"?(\w+)"?/i.exec(statement) ?? []
    if (made !== undefined && !(await citusTables(client)).has(made)) await distributeTable(client, made)
  }
}

interface Migration { name: string, script: Buffer, run: Runner }

async function apply (client: pg.Client, { name, script, run }: Migration): Promise<void> {
  const text = script.toString()
  try {
    await client.query(createTable)
    // Earlier versions, when killed on the way, left a row of a migration that never ended.
    await client.query(`
      update _prisma_migrations set rolled_back_at = now()
      where migration_name = $1 and finished_at is null and rolled_back_at is null`, [name])
    if (text.startsWith(byStatement)) {
      for (const statement of statementsOf(text)) await applyStatement(client, statement, run)
      await client.query(recordMigration, [checksumOf(script), name])
    } else {
      await withShortLocks(client, () => inTransaction(client, async () => {
        for (const statement of statementsOf(text)) await run(statement)
        await client.query(recordMigration, [checksumOf(script), name])
      }))
    }
  } catch (cause) {
    throw new OperatorError(failureOf(name, cause), { cause })
  }
}

async function applyStatement (client: pg.Client, statement: string, run: Runner): Promise<void> {
  if (!/^(?:create|drop)\s[^(]*\bconcurrently\b/i.test(statement)) {
    return withShortLocks(client, () => run(statement))
  }
  const [, index] = /^create (?:unique )?index concurrently if not exists "?(\w+)"?/i.exec(statement) ?? []
  if (index !== undefined) await dropUnfinished(client, index)
  await client.query(`set lock_timeout = ${timeoutMs}`)
  await client.query(statement)
}

/** An index whose making was cut off is there, costs as much as any, and serves no query. */
async function dropUnfinished (client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [client.escapeIdentifier(index)]
  )
  if (rowCount === 1) await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`)
}

const lockMs = 100
const pauseMs = 250
const attempts = 1000

/** Repeats work until it gets each lock without waiting: a waiting lock would block all later requests. */
async function withShortLocks (client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`set lock_timeout = ${lockMs}`)
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === attempts) throw error
      await wait(pauseMs)
    }
  }
}

function checksumOf (script: Buffer): string {
  return createHash('sha256').update(script).digest('hex')
}

function failureOf (name: string, error: unknown): string {
  const { code, message } = error as { code?: string, message: string }
  return code === insufficientPrivilege
    ? `DATABASE_URL: this role may not change tables, and the migration ${name} is pending. Set DATABASE_OWNER_URL to the role that owns the tables, or run "timbre migrate" with it (docs/security.md).`
    : `The migration ${name} failed: ${message}. Correct the cause, and start again.`
}

const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'

const recordMigration = `
  insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  values (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`

// As Prisma creates it.
const createTable = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0
  )`

/** The migrations that the database still lacks; none means that it is ready for this version of the program. */
export async function pendingMigrations (url: string, folder = migrationsFolder()): Promise<string[]> {
  const names = await migrationNames(folder)
  const applied = await connected(url, appliedMigrations)
  return names.filter((name) => !applied.has(name))
}

async function appliedMigrations (client: pg.Client): Promise<Set<string>> {
  const { rows: [table] } = await client.query<{ exists: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as exists"
  )
  if (!table?.exists) return new Set()
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null'
  )
  return new Set(rows.map(({ name }) => name))
}

async function migrationNames (folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort()
}

const lockfile = 'migration_lock.toml'

// The compiled program is one folder deeper (dist/src/database) than its source, so search upwards.
function migrationsFolder (): string {
  let root = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(root, 'prisma/migrations', lockfile))) {
    if (dirname(root) === root) throw new Error('The folder prisma/migrations was not found above the program.')
    root = dirname(root)
  }
  return join(root, 'prisma/migrations')
}
