import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { createEngine } from '../../prisma/engine/engine.mjs'
import { alone, connected } from './connected.ts'

/**
 * Brings a database up to date, as `prisma migrate deploy` does: the same engine, the same rows in _prisma_migrations.
 * Any number of instances may do so at once; all return when the database is ready, one of them with the names of what
 * it applied. Needs a connection of its own to the server, not one through a pooler in transaction mode.
 */
export async function migrate (url: string, folder = migrationsFolder()): Promise<string[]> {
  // Where nothing is to be done, a role without any right to the tables' shape is enough.
  if ((await pendingMigrations(url, folder)).length === 0) return []
  return await alone(url, async () => {
    const engine = await createEngine(url)
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await readMigrations(folder),
        filters: { externalTables: [], externalEnums: [] }
      })
      return appliedMigrationNames
    } finally {
      await engine.close()
    }
  })
}

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

async function readMigrations (baseDir: string) {
  const names = await migrationNames(baseDir)
  return {
    baseDir,
    lockfile: { path: lockfile, content: await readFile(join(baseDir, lockfile), 'utf8') },
    migrationDirectories: await Promise.all(names.map((name) => readMigration(baseDir, name))),
    shadowDbInitScript: ''
  }
}

async function readMigration (baseDir: string, name: string) {
  const value = await readFile(join(baseDir, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
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
