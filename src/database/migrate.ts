import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { OperatorError } from '../shared/operator-error.ts'
import { alone, connected } from './connected.ts'

/**
 * Brings a database up to date, with the rows in _prisma_migrations that `prisma migrate deploy` writes. Each
 * migration is one transaction with its row: a start that is killed leaves it done or not begun. Any number of
 * instances may do so at once; all return when the database is ready, one of them with the names of what it applied.
 * Throws OperatorError for a migration that fails. Needs a connection of its own to the server, not one through a
 * pooler in transaction mode.
 */
export async function migrate (url: string, folder = migrationsFolder()): Promise<string[]> {
  // Where nothing is to be done, a role without any right to the tables' shape is enough.
  if ((await pendingMigrations(url, folder)).length === 0) return []
  return await alone(url, async (client) => {
    const applied = await appliedMigrations(client)
    const pending = (await migrationNames(folder)).filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name, await readFile(join(folder, name, 'migration.sql')))
    return pending
  })
}

async function apply (client: pg.Client, name: string, script: Buffer): Promise<void> {
  try {
    await client.query('begin')
    await client.query(createTable)
    // Earlier versions, when killed on the way, left a row of a migration that never ended.
    await client.query(`
      update _prisma_migrations set rolled_back_at = now()
      where migration_name = $1 and finished_at is null and rolled_back_at is null`, [name])
    await client.query(script.toString())
    await client.query(`
      insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      values (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`, [checksumOf(script), name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new OperatorError(failureOf(name, cause), { cause })
  }
}

function checksumOf (script: Buffer): string {
  return createHash('sha256').update(script).digest('hex')
}

function failureOf (name: string, error: unknown): string {
  const { code, message } = error as { code?: string, message: string }
  return code === insufficientPrivilege
    ? `DATABASE_URL: this role may not change tables, and the migration ${name} is pending. Set DATABASE_OWNER_URL to the role that owns the tables, or run "timbre migrate" with it (docs/security.md).`
    : `The migration ${name} failed and was rolled back: ${message}. Correct the cause, and start again.`
}

const insufficientPrivilege = '42501'

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
