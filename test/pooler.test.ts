import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alone, connected } from '../src/database/connected.ts'
import { prepareDatabase } from '../src/database/prepare.ts'
import { freePort } from '../src/database/postgres-server.ts'
import { createSimulator } from '../sii-simulator/index.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { factura } from './support/documents.ts'
import { patience } from './support/patience.ts'
import { startProgram } from './support/program.ts'
import { keySource } from './support/rsa-keys.ts'

// The oldest that keeps prepared statements apart in transaction mode.
const oldest = 21
const [, minor = '0'] = /^PgBouncer 1\.(\d+)/.exec(String(spawnSync('pgbouncer', ['--version']).stdout)) ?? []
const hasPgBouncer = Number(minor) >= oldest

interface Pooler { url: string, leave: () => Promise<void> }

/** PgBouncer in transaction mode, with two connections to the database however many come. */
async function pgBouncerBefore ({ url }: TestDatabase): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-pgbouncer-'))
  const { hostname, port, username, password } = new URL(url)
  const ownPort = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(settings, `
[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = idle_in_transaction_session_timeout
`)
  // It does not run as root.
  chmodSync(folder, 0o755)
  const pooler = spawn('pgbouncer', [settings], { stdio: 'ignore', ...(process.getuid?.() === 0 ? { uid: 65534 } : {}) })
  const pooled = Object.assign(new URL(url), { port: String(ownPort) }).toString()
  await vi.waitUntil(() => connected(pooled, async () => true).catch(() => false), patience)
  return {
    url: pooled,
    leave: async () => {
      const gone = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true })
    }
  }
}

let database: TestDatabase
let owner: pg.Client
beforeEach(async () => {
  database = await freshDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

const named = (url: string, name: string): string => `${url}?application_name=${name}`

it("the migrations' lock bypasses the pooler", async () => {
  await owner.query('alter table directory_names drop constraint directory_names_hashed')
  await owner.query("alter table directory_names add constraint directory_names_hashed check (name <> '') not valid")
  const waiting = async (): Promise<string[]> => (await owner.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`
  )).rows.map(({ name }) => name)

  let prepared: Promise<string[]> | undefined
  await alone(named(database.migrationUrl, 'other'), async () => {
    prepared = prepareDatabase({
      databaseUrl: named(database.migrationUrl, 'pooled'), directUrl: named(database.migrationUrl, 'direct'),
      pepper: Buffer.alloc(32)
    })
    await vi.waitUntil(async () => (await waiting()).length === 2, patience)
    expect((await waiting()).sort()).toEqual(['direct', 'other'])
  })
  await prepared
})

it.skipIf(hasPgBouncer)('PgBouncer 1.21 or later is not installed: a plain connection replaces it', () => {})

it('documents are accepted through a pooler, and notifications bypass it', { tags: 'slow' }, async () => {
  const pooler: Pooler = hasPgBouncer
    ? await pgBouncerBefore(database)
    : { url: database.url, leave: async () => {} }
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  const program = await startProgram({
    // Another role, so that its connections can be told apart.
    settings: { DATABASE_DIRECT_URL: database.migrationUrl },
    over: {
      database: { ...database, url: pooler.url }, simulatorUrl: await simulator.listen(),
      leave: async () => {
        await simulator.close()
        await pooler.leave()
      }
    }
  })
  try {
    const tenant = await program.tenant({ folios: [33] })
    const saved = await Promise.all(Array.from({ length: 20 }, (_, index) => tenant.save(factura(index + 1))))
    await program.until('all are accepted', async () =>
      (await program.rows('select from invoices where status = 5')).length === saved.length)

    expect(await program.rows(`
      select distinct usename as role from pg_stat_activity
      where datname = current_database() and application_name = 'timbre changes'`
    )).toEqual([{ role: new URL(database.migrationUrl).username }])
  } finally {
    await program.close()
  }
})
