import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/migrate.ts'

const ours = join(import.meta.dirname, '../../prisma/migrations')

/** Brings an empty database to where it was before a migration. */
export async function migrateUntil (migrationUrl: string, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'timbre-earlier-'))
  const before = (await readdir(ours)).filter((name) => name < migration || name.endsWith('.toml'))
  for (const name of before) await cp(join(ours, name), join(folder, name), { recursive: true })
  await migrate(migrationUrl, folder)
  await rm(folder, { recursive: true })
}
