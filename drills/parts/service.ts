import { execFile, spawn } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const key = (): string => `k1:${randomBytes(32).toString('base64')}`

export type Settings = Record<string, string>

/** What every process of a drill shares. */
export function sharedSettings (dataDir: string, simulatorUrl: string): Settings {
  return {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    MASTER_KEY: key(),
    JWT_KEYS: key(),
    KEY_PEPPER: randomBytes(32).toString('base64'),
    SII_SIMULATOR_URL: simulatorUrl,
    SII_FIRST_POLL_SECONDS: '0.2',
    SII_RECONCILE_SECONDS: '2',
    SMTP_URL: 'none',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info'
  }
}

export interface Service { url: string, stop: () => Promise<void>, kill: () => Promise<void> }

/** Timbre from a source tree, as a process of its own; ready when it says so. */
export async function startService (
  { tree, settings, log }: { tree: string, settings: Settings, log: string }
): Promise<Service> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(tree, 'src/server.ts')], {
    cwd: tree, env: settings, stdio: ['ignore', 'pipe', 'pipe']
  })
  const file = createWriteStream(log, { flags: 'a' })
  child.stderr.pipe(file, { end: false })
  const exited = new Promise<void>((resolve) => { child.once('exit', () => { resolve() }) })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
  }
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => { reject(new Error(`Timbre stopped with ${code}; see ${log}`)) })
    createInterface({ input: child.stdout }).on('line', (line) => {
      file.write(`${line}\n`)
      const { msg, url: address } = JSON.parse(line) as { msg?: string, url?: string }
      if (msg === 'Timbre is ready' && address !== undefined) resolve(address)
    })
  })
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Runs a command of `timbre`, of a source tree or a compiled one, and gives what it printed. */
export async function timbre (
  tree: string, settings: Settings, args: string[], signal?: AbortSignal
): Promise<string> {
  const compiled = join(tree, 'src/cli/timbre.js')
  const program = existsSync(compiled) ? [compiled] : ['--import', 'tsx', join(tree, 'src/cli/timbre.ts')]
  const options = { cwd: tree, env: settings, encoding: 'utf8', ...signal && { signal } } as const
  return (await execute(process.execPath, [...program, ...args], options)).stdout
}
