import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresAccount, type Account } from '../../src/database/postgres-programs.ts'
import { freePort } from '../../src/database/postgres-server.ts'

const debianHome = '/usr/lib/postgresql'
const needed = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore']

/** Where the programs of a whole PostgreSQL are: PG_BIN, or Debian's newest; undefined without one. */
export function postgresPrograms (): string | undefined {
  const installed = existsSync(debianHome) ? readdirSync(debianHome) : []
  const versions = installed.sort((one, other) => Number(other) - Number(one))
  const places = [process.env['PG_BIN'] ?? '', ...versions.map((version) => join(debianHome, version, 'bin'))]
  return places.find((place) => place !== '' && needed.every((name) => existsSync(join(place, name))))
}

export type Cluster = Awaited<ReturnType<ReturnType<typeof createClusters>['start']>>

/** Clusters under one folder, run by the account that PostgreSQL accepts. */
export function createClusters (bin: string, dir: string) {
  const home = join(dir, 'databases')
  const account: Account = postgresAccount()
  const own = (path: string): void => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
  }
  mkdirSync(home, { mode: 0o700 })
  own(home)
  const run = (program: string, args: string[], options: { input?: Buffer } = {}): Buffer =>
    execFileSync(join(bin, program), args, { ...account, cwd: home, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] }, ...options })

  /** Starts PostgreSQL on a data directory. `onLog` is told what it logs. */
  async function start (
    dataDirectory: string, settings: Record<string, string> = {}, onLog: (text: string) => void = () => {}
  ) {
    const port = await freePort()
    const all = {
      port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '100',
      timezone: 'UTC', wal_level: 'replica', max_wal_senders: '5', ...settings
    }
    const child = spawn(join(bin, 'postgres'), ['-D', dataDirectory, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      ...account, cwd: home, env: {}, stdio: ['ignore', 'ignore', 'pipe']
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000)
      onLog(text)
    })
    const url = `postgresql://postgres@127.0.0.1:${port}/timbre`
    await untilUp(child, url, () => log)
    return {
      port,
      url,
      pid: child.pid as number,
      exited: () => exited(child),
      dataDirectory,
      query: async (sql: string, database = 'timbre'): Promise<any[]> => {
        const client = clientOf(url.replace(/timbre$/, database))
        await client.connect()
        try {
          return (await client.query(sql)).rows
        } finally {
          await client.end()
        }
      },
      /** As a machine that loses its power: no shutdown, no checkpoint. */
      kill: async (): Promise<void> => {
        child.kill('SIGQUIT')
        await exited(child)
      },
      stop: async (): Promise<void> => {
        child.kill('SIGINT')
        await exited(child)
      }
    }
  }

  return {
    home,
    run,
    start,
    folder (name: string): string {
      const path = join(home, name)
      mkdirSync(path, { mode: 0o700 })
      own(path)
      return path
    },
    /** A new cluster with a role for Timbre, which row-level security binds, and its database. */
    create (name: string): string {
      const dataDirectory = join(home, name)
      run('initdb', ['-D', dataDirectory, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'])
      return dataDirectory
    },
    prepare: async (cluster: { query: (sql: string, database?: string) => Promise<unknown> }): Promise<void> => {
      await cluster.query('create role timbre login nosuperuser nobypassrls', 'postgres')
      await cluster.query('create database timbre owner timbre', 'postgres')
    },
    /** Makes a restored cluster fetch the WAL from the archive up to its end. */
    recoverFrom (dataDirectory: string, archive: string): void {
      writeFileSync(join(dataDirectory, 'recovery.signal'), '')
      own(join(dataDirectory, 'recovery.signal'))
      writeFileSync(join(dataDirectory, 'postgresql.auto.conf'), `restore_command = 'cp "${archive}/%f" "%p"'\n`)
    }
  }
}

async function exited (child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) await sleep(20)
}

/** A connection that breaks fails its query, which tells of it; also one that breaks while nobody asks. */
function clientOf (url: string): pg.Client {
  return new pg.Client(url).on('error', () => {})
}

async function untilUp (child: ChildProcess, url: string, log: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log()}`)
    const client = clientOf(url.replace(/timbre$/, 'postgres'))
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`PostgreSQL does not answer: ${log()}`)
}
