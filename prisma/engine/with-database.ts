// Runs a command with DATABASE_URL set: `npm run db prisma migrate dev -- --name <name>`. Without one in the
// environment the command gets a throwaway PostgreSQL.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/database/embedded.ts'

const [command, ...args] = process.argv.slice(2)
if (!command) throw new Error('Usage: npm run db <command> [-- <arguments>]')
const given = process.env['DATABASE_URL']
process.exitCode = given ? run(given) : await runOnThrowaway()

function run (url: string): number {
  return spawnSync(command!, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: url } }).status ?? 1
}

// The command connects as the service's role, which is no superuser: a migration that needs more fails here already.
async function runOnThrowaway (): Promise<number> {
  const embedded = await startEmbedded({ dir: mkdtempSync(join(tmpdir(), 'timbre-db-')), throwaway: true })
  try {
    await allowShadowDatabases(embedded.ownerUrl)
    return run(embedded.url)
  } finally {
    await embedded.stop()
  }
}

async function allowShadowDatabases (ownerUrl: string): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query('alter role timbre createdb')
  await owner.end()
}
