import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts'
import { freePort } from '../../src/database/postgres-server.ts'
import pg from 'pg'
import { withDefaults } from '../../src/program/supervision/environment.ts'

export interface Server { url: string, pid: number, stop: () => Promise<void> }
export interface Database extends Embedded { postmasterPid: number, owner: pg.Client }

/** PostgreSQL as the program starts it for itself: each commit reaches the disk. */
export async function startDatabase (dir: string, { countStatements = false } = {}): Promise<Database> {
  if (countStatements) await preloadStatementCounts(dir)
  const embedded = await startEmbedded({ dir })
  const owner = new pg.Client(embedded.ownerUrl)
  // A connection that breaks fails the next query, which reports it.
  owner.on('error', () => {})
  await owner.connect()
  const [pid = ''] = readFileSync(join(embedded.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return {
    ...embedded, postmasterPid: Number(pid), owner,
    async stop () {
      await owner.end()
      await embedded.stop()
    }
  }
}

/** A library is loaded at the start of the server only. */
async function preloadStatementCounts (dir: string): Promise<void> {
  const embedded = await startEmbedded({ dir })
  const owner = new pg.Client(embedded.ownerUrl)
  await owner.connect()
  await owner.query('alter system set shared_preload_libraries = pg_stat_statements')
  await owner.query('alter system set pg_stat_statements.track_planning = on')
  await owner.query('create extension pg_stat_statements')
  await owner.end()
  await embedded.stop()
}

/**
 * The built program as in production, an api alone unless told. SERVER_FLAGS are passed to Node, such as --cpu-prof.
 * `program`: another one that starts the same service.
 */
export async function startService (
  { dir, env, role = 'api', program = 'dist/src/server.js', flags = [] }: {
    dir: string, env: Record<string, string>, role?: 'api' | 'worker', program?: string, flags?: string[]
  }
): Promise<Server> {
  const [port, log] = [await freePort(), join(dir, 'service.log')]
  const out = openSync(log, 'a')
  const child = fork(program, {
    env: withDefaults({
      PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', SHUTDOWN_DELAY_SECONDS: '0', ...env, ROLE: role, LOG_LEVEL: 'info',
      PORT: String(port), METRICS_PORT: '0'
    }),
    execArgv: [...flags, ...process.env['SERVER_FLAGS']?.split(' ') ?? []],
    stdio: ['ignore', out, out, 'ipc']
  })
  closeSync(out)
  await readiness(child, () => readFileSync(log, 'utf8').slice(-2000))
  return { url: `http://127.0.0.1:${port}`, ...ended(child) }
}

/** L over a database of its own. */
export async function startLimit (databaseUrl: string): Promise<Server> {
  const child = fork('bench/save/limit-server.ts', {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    execArgv: ['--import', 'tsx']
  })
  const { url } = await readiness(child, () => 'see above') as { url: string }
  return { url, ...ended(child) }
}

/** What it says when it is ready; its heartbeats may come before. */
async function readiness (child: ChildProcess, lastWords: () => string): Promise<unknown> {
  const said = new Promise<unknown>((resolve) => {
    child.on('message', (message) => { if (message !== 'alive') resolve(message) })
  })
  const exited = once(child, 'exit').then(() => { throw new Error(`a program did not start: ${lastWords()}`) })
  exited.catch(() => {})
  return Promise.race([said, exited])
}

function ended (child: ChildProcess): Pick<Server, 'pid' | 'stop'> {
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    async stop () {
      child.kill('SIGTERM')
      await exited
    }
  }
}
