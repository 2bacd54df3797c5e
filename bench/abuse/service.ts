import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/database/postgres-server.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000

export interface Life {
  pid: number
  isAlive: () => boolean
  exited: Promise<void>
  /** What it said last, when it ended by itself. */
  lastWords: () => string
}

export type Service = Awaited<ReturnType<typeof createService>>

/** The program as `npm start` runs it, worker and all, over a database and a simulator that outlive it. */
export async function createService (
  { dataDir, databaseUrl, simulatorUrl }: { dataDir: string, databaseUrl: string, simulatorUrl: string }
) {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const temporary = join(dataDir, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const key = (): string => `k1:${randomBytes(32).toString('base64')}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    MASTER_KEY: key(),
    JWT_KEYS: key(),
    KEY_PEPPER: randomBytes(32).toString('base64'),
    REGISTRATION: 'open',
    MCP_ENABLED: 'true',
    // Hostile servers of the attacks are on this machine.
    NOTIFICATIONS_ALLOW_PRIVATE: 'true',
    SII_SIMULATOR_URL: simulatorUrl,
    SII_FIRST_POLL_SECONDS: '1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    TOKEN_MINUTES: '60',
    LOG_LEVEL: 'info'
  }
  let life: Life | undefined
  let child: ChildProcess | undefined
  let lives = 0

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    temporaryFiles: (): string[] => readdirSync(temporary),
    life: (): Life => {
      if (!life) throw new Error('the service was not started')
      return life
    },

    async start (): Promise<Life> {
      const log = join(dataDir, `service-${++lives}.log`)
      const out = openSync(log, 'a')
      const flags = process.env['SERVICE_FLAGS']?.split(' ') ?? []
      const started = spawn(process.execPath, [...flags, 'dist/src/server.js'], { env, stdio: ['ignore', out, out] })
      closeSync(out)
      child = started
      let ended = false
      const exited = new Promise<void>((resolve) => { started.once('exit', () => { ended = true; resolve() }) })
      life = { pid: started.pid ?? 0, isAlive: () => !ended, exited, lastWords: () => lastWordsIn(log) }
      await readyIn(log, life)
      return life
    },

    async stop (): Promise<void> {
      if (!life?.isAlive()) return
      child?.kill('SIGTERM')
      await Promise.race([life.exited, sleep(stopTimeoutMs)])
      if (life.isAlive()) child?.kill('SIGKILL')
      await life.exited
    },

    /** At once, from a handler of the end of this process. */
    kill: (): void => { child?.kill('SIGKILL') }
  }
}

/** The SII's simulator, in a process of its own; gives its address. */
export async function startSimulator (dataDir: string, closers: (() => unknown)[]): Promise<string> {
  // As in `npm run simulator` and in docker-compose.yml.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', 'dist/sii-simulator/server.js'], {
    env: { PATH: process.env['PATH'], DATA: join(dataDir, 'sii') }, stdio: ['ignore', 'pipe', 'inherit']
  })
  closers.push(() => child.kill('SIGTERM'))
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /listening at (http\S+)/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the simulator did not start')
}

async function readyIn (log: string, life: Life): Promise<void> {
  for (const deadline = performance.now() + startTimeoutMs; performance.now() < deadline; await sleep(50)) {
    if (readFileSync(log, 'utf8').includes('Timbre is ready')) return
    if (!life.isAlive()) break
  }
  throw new Error(`the service did not start: ${life.lastWords()}`)
}

/** The message of the error that ended it, as Node or the logger wrote it. */
function lastWordsIn (log: string): string {
  const lines = readFileSync(log, 'utf8').slice(-100_000).split('\n').reverse()
  for (const line of lines) {
    const logged = /"level":"?(?:60|fatal)/.test(line)
      ? /"err":\{"type":"([^"]*)","message":"([^"]*)"/.exec(line)
      : null
    if (logged) return `${logged[1]}: ${logged[2]}`
    const thrown = /^(?:\w*Error(?: \[\w+\])?: .*|.*(?:heap out of memory).*)$/.exec(line)
    if (thrown) return thrown[0]
  }
  return 'no last words'
}
