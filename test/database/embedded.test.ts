import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startEmbedded } from '../../src/database/embedded.ts'
import { freeDataDirectory, livingPostmaster } from '../../src/database/postmaster.ts'
import { freePort } from '../../src/database/postgres-server.ts'
import { builtFile } from '../support/built-program.ts'
import { defined } from '../support/expecting.ts'
import { throwawayFolder } from '../support/memory-folder.ts'
import { patience } from '../support/patience.ts'
import { sharedHome, wantedPlaceFile } from '../../src/database/embedded-place.ts'
import { platformPackage, postgresAccount, postgresPrograms } from '../../src/database/postgres-programs.ts'

const isRoot = process.getuid?.() === 0
const hasProc = existsSync('/proc/self/stat')
const source = pathToFileURL(builtFile('src/database/embedded.ts')).href

let earlier: string
let parent: string
let dir: string
const starters: ChildProcess[] = []

beforeAll(async () => {
  earlier = throwawayFolder('timbre-earlier-')
  chmodSync(earlier, 0o755)
  const embedded = await startEmbedded({ dir: join(earlier, 'postgres') })
  await embedded.stop()
})
afterAll(() => rm(earlier, { recursive: true }))

/** Puts an earlier database in the place of the next one: making one takes longer than all else here. */
function startedBefore (): void {
  execFileSync('cp', ['-a', join(earlier, 'postgres'), dir])
}

beforeEach(async () => {
  parent = throwawayFolder('timbre-embedded-')
  chmodSync(parent, 0o755)
  dir = join(parent, 'postgres')
})

afterEach(async () => {
  for (const starter of starters.splice(0)) starter.kill('SIGKILL')
  await stopLeftOver(join(dir, 'data'))
  await rm(parent, { recursive: true })
})

async function stopLeftOver (dataDirectory: string) {
  if (existsSync(dataDirectory)) await freeDataDirectory(dataDirectory, undefined)
}

async function query (url: string, sql: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the embedded database as `embedded`, prints its URL and does what `then` says. */
function startProcess (then: string) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(source)}
    const embedded = await startEmbedded({ dir: ${JSON.stringify(dir)} })
    process.stdout.write(embedded.url)
    ${then}
  `
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  starters.push(starter)
  return starter
}

async function startElsewhere () {
  const starter = startProcess('setInterval(() => {}, 60_000)')
  const [url] = await once(starter.stdout, 'data')
  return { starter, url: String(url) }
}

async function kill (starter: ChildProcess) {
  starter.kill('SIGKILL')
  await once(starter, 'exit')
}

/** The shell that watches over the starter's database, found among its children. */
function guardOf (starter: ChildProcess): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
  const guard = processes.find((pid) => isGuardOf(defined(starter.pid), pid))
  if (!guard) throw new Error('the guard was not found')
  return guard
}

function isGuardOf (starter: number, pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(starter)
    return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0guard\0')
  } catch {
    return false
  }
}

it('gives the service a role subject to row-level security, and a database that it owns', async () => {
  const embedded = await startEmbedded({ dir, throwaway: true })

  const [role] = await query(
    embedded.url,
    'select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user'
  )
  const [owner] = await query(
    embedded.url, 'select pg_get_userbyid(datdba) as name from pg_database where datname = current_database()'
  )
  const [superuser] = await query(
    embedded.ownerUrl, 'select rolsuper, current_database() as database from pg_roles where rolname = current_user'
  )
  await embedded.stop()

  expect(role).toEqual({
    rolname: 'timbre', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false
  })
  expect(owner).toEqual({ name: 'timbre' })
  expect(superuser).toEqual({ rolsuper: true, database: 'timbre' })
})

it('is PostgreSQL 18 in UTC, and upper-cases Spanish letters', async () => {
  startedBefore()
  const embedded = await startEmbedded({ dir, throwaway: true })

  const rows = await query(
    embedded.url,
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as zone, upper('ñandú') as upper, 'ÑANDÚ' ilike 'ñandú' as same"
  )
  await embedded.stop()

  expect(rows).toEqual([{ version: 18, zone: 'UTC', upper: 'ÑANDÚ', same: true }])
})

it('keeps the data between starts, and removes those of a temporary database', async () => {
  const first = await startEmbedded({ dir })
  await query(first.url, 'create table kept as select 7 as n')
  await first.stop()

  const second = await startEmbedded({ dir, throwaway: true })
  const rows = await query(second.url, 'select n from kept')
  await second.stop()

  expect(rows).toEqual([{ n: 7 }])
  expect(existsSync(dir)).toBe(false)
})

it('listens on the given port', async () => {
  startedBefore()
  const port = await freePort()

  const embedded = await startEmbedded({ dir, port, throwaway: true })
  await embedded.stop()

  expect(new URL(embedded.url).port).toBe(String(port))
})

it.each([
  ['stops it', 'await embedded.stop()'],
  ['forgets it', '']
])('accepts the end of a process that %s', async (_, then) => {
  startedBefore()
  const [code] = await once(startProcess(then), 'exit')

  expect(code).toBe(0)
  await vi.waitFor(() => expect(livingPostmaster(join(dir, 'data'))).toBeUndefined(), patience)
})

it('stops when the process that started it is killed', async () => {
  startedBefore()
  const { starter } = await startElsewhere()
  expect(livingPostmaster(join(dir, 'data'))).toBeDefined()

  await kill(starter)

  await vi.waitFor(() => expect(livingPostmaster(join(dir, 'data'))).toBeUndefined(), patience)
})

it('starts again with its data right after the process that started it was killed', async () => {
  startedBefore()
  const { starter, url } = await startElsewhere()
  await query(url, 'create table kept as select 7 as n')

  await kill(starter)
  const again = await startEmbedded({ dir })
  const rows = await query(again.url, 'select n from kept')
  await again.stop()

  expect(rows).toEqual([{ n: 7 }])
})

it.skipIf(!hasProc)('stops an orphaned server on its directory and restarts with its data', async () => {
  startedBefore()
  const { starter, url } = await startElsewhere()
  await query(url, 'create table kept as select 7 as n')
  process.kill(guardOf(starter), 'SIGKILL')
  await kill(starter)
  const orphan = livingPostmaster(join(dir, 'data'))
  expect(orphan).toBeDefined()

  const again = await startEmbedded({ dir })
  const rows = await query(again.url, 'select n from kept')
  const successor = livingPostmaster(join(dir, 'data'))
  await again.stop()

  expect(rows).toEqual([{ n: 7 }])
  expect(successor?.pid).not.toBe(orphan?.pid)
})

it('refuses a directory in use by a running process, and leaves its server running', async () => {
  startedBefore()
  const { url, starter } = await startElsewhere()

  await expect(startEmbedded({ dir })).rejects.toThrow(`Timbre is already running: process ${starter.pid} is using the database`)

  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

it('ignores a process id that now belongs to another program', async () => {
  startedBefore()
  const first = await startEmbedded({ dir })
  await first.stop()
  const bystander = spawn('sleep', ['60'])
  writeFileSync(join(dir, 'data/postmaster.pid'), `${bystander.pid}\n${join(dir, 'data')}\n`)

  const second = await startEmbedded({ dir, throwaway: true })
  await second.stop()

  expect(bystander.exitCode).toBeNull()
  bystander.kill()
})

it('restarts a killed server in the same directory', async () => {
  startedBefore()
  const embedded = await startEmbedded({ dir })
  await query(embedded.url, 'create table kept as select 7 as n')

  process.kill(defined(livingPostmaster(join(dir, 'data'))).pid, 'SIGKILL')
  const rows = await vi.waitFor(() => query(embedded.url, 'select n from kept'), patience)
  await embedded.stop()

  expect(rows).toEqual([{ n: 7 }])
  expect(livingPostmaster(join(dir, 'data'))).toBeUndefined()
})

it('recovers from the remains of an interrupted start', async () => {
  mkdirSync(join(dir, 'data.unfinished'), { recursive: true })
  writeFileSync(join(dir, 'data.unfinished/PG_VERSION'), '18\n')

  const embedded = await startEmbedded({ dir, throwaway: true })
  const rows = await query(embedded.url, 'select 1 as n')
  await embedded.stop()

  expect(rows).toEqual([{ n: 1 }])
})

it('reports why PostgreSQL did not start', async () => {
  startedBefore()
  const first = await startEmbedded({ dir })
  await first.stop()
  writeFileSync(join(dir, 'data/postgresql.conf'), 'no_such_setting = 1\n')

  await expect(startEmbedded({ dir })).rejects.toThrow('no_such_setting')
})

it.skipIf(!isRoot)('uses another folder as root when the account cannot enter the given one', async () => {
  chmodSync(parent, 0o700)

  const embedded = await startEmbedded({ dir, throwaway: true })
  const rows = await query(embedded.url, 'select 1 as n')
  const noted = readFileSync(wantedPlaceFile(embedded.directory), 'utf8')
  await embedded.stop()

  expect(rows).toEqual([{ n: 1 }])
  expect(embedded.directory.startsWith(sharedHome)).toBe(true)
  expect(noted).toBe(dir)
  expect(existsSync(embedded.directory)).toBe(false)
})

it('creates the symbolic links that npm omitted', () => {
  const packageHome = join(parent, 'package')
  cpSync(platformPackage(), packageHome, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(packageHome, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(packageHome, target), { force: true })

  const programs = postgresPrograms(postgresAccount(), packageHome)

  expect(programs.postgres).toBe(join(packageHome, 'native/bin/postgres'))
  expect(links.every(({ target }) => existsSync(join(packageHome, target)))).toBe(true)
})

it.skipIf(!isRoot)('copies the programs as root from a checkout that the account cannot enter', () => {
  const packageHome = join(parent, 'closed/package')
  cpSync(platformPackage(), packageHome, { recursive: true, verbatimSymlinks: true })
  chmodSync(join(parent, 'closed'), 0o700)

  const first = postgresPrograms(postgresAccount(), packageHome, join(parent, 'home'))
  const second = postgresPrograms(postgresAccount(), packageHome, join(parent, 'home'))

  expect(first.postgres.startsWith(join(parent, 'home'))).toBe(true)
  expect(second).toEqual(first)
})
