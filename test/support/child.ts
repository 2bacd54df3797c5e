import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtFile } from './built-program.ts'
import { programSettings, type Program } from './program.ts'

interface Started { url: string, metricsUrl: string, pid: number }

export type Child = Awaited<ReturnType<typeof startChild>>

const key = (): string => `k1:${randomBytes(32).toString('base64')}`

/** Secrets for a program and its children alike: pass them to startProgram and to startChild. */
export function sharedSettings (): Record<string, string> {
  return {
    MASTER_KEY: key(), JWT_KEYS: key(), KEY_PEPPER: randomBytes(32).toString('base64'), WORKER_LEASE_SECONDS: '2'
  }
}

export interface ChildOptions {
  /** The supervisor keeps a program of its own. */
  source?: 'src/server.ts' | 'src/supervisor.ts'
  nodeOptions?: string[]
  /** Where its output goes, when nobody reads it here; it then listens at a port of `settings`. */
  output?: number
}

/**
 * The real program as a process of its own, over the database and the simulator of `program`. Ready when it says so;
 * `url` is where it listens.
 */
export async function startChild (
  program: Program, settings: Record<string, string>, { source = 'src/server.ts', nodeOptions = [], output }: ChildOptions = {}
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-child-'))
  const process_ = spawn(process.execPath, [...nodeOptions, builtFile(source)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...programSettings(program.database.url),
      DATA_DIR: dataDir,
      SII_SIMULATOR_URL: program.simulatorUrl,
      PORT: '0',
      METRICS_PORT: '0',
      ...settings,
      LOG_LEVEL: 'info'
    },
    // A developer's .env is not the test's.
    cwd: dataDir,
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe']
  })
  const exited = new Promise<{ code: number | null, signal: NodeJS.Signals | null }>((resolve) => {
    process_.once('exit', (code, signal) => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve({ code, signal })
    })
  })
  const said: string[] = []
  process_.stderr?.on('data', (text: Buffer) => said.push(text.toString()))
  const starts: Started[] = []
  const ready = new Promise<void>((resolve) => {
    if (process_.stdout === null) resolve()
    else {
      createInterface(process_.stdout).on('line', (line) => {
        said.push(line)
        if (!line.includes('Timbre is ready')) return
        starts.push(JSON.parse(line) as Started)
        resolve()
      })
    }
  })
  await Promise.race([
    ready,
    exited.then(({ code }) => {
      throw new Error(`the program ended with ${code}:\n${said.join('\n')}`)
    })
  ])

  return {
    url: starts[0]?.url ?? `http://127.0.0.1:${settings['PORT']}`,
    /** What the program said at each time that it became ready. */
    starts,
    said,
    exited,
    isRunning: (): boolean => process_.exitCode === null && process_.signalCode === null,
    /** Sends a signal and waits for the end. */
    async end (signal: 'SIGKILL' | 'SIGTERM') {
      process_.kill(signal)
      return exited
    },
    kill: (signal: NodeJS.Signals) => process_.kill(signal),
    /** From now on nobody reads what the program writes. */
    stopReading (): void {
      process_.stdout?.pause()
      process_.stderr?.pause()
    }
  }
}
