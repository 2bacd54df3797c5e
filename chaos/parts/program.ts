import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../../drills/parts/service.ts'
import { keepLines } from './log.ts'
import { signalOwn } from './process-id.ts'
import type { WeatherProxy } from './weather-proxy.ts'

const clockPreload = new URL('./shifted-clock.mjs', import.meta.url).href
const again = 500

export type Program = ReturnType<typeof startProgram>

interface ProgramOptions {
  name: string
  built: string
  dir: string
  settings: Settings
  /** In front of an API. */
  proxy?: WeatherProxy | undefined
  /** Told of lines that no program may write. */
  onFatal: (line: string) => void
}

/** A supervised Timbre, as `npm start` runs it; a supervisor that ends is started again. */
export function startProgram ({ name, built, dir, settings, proxy, onFatal }: ProgramOptions) {
  const clockFile = join(dir, `${name}.clock`)
  writeFileSync(clockFile, '0')
  const env = {
    ...settings, CHAOS_CLOCK_FILE: clockFile, NODE_OPTIONS: `--import ${clockPreload}`
  }
  let stopping = false
  /** Of the program that became ready last. */
  let pid: number | undefined
  let readies = 0
  let supervisor = launch()

  function launch () {
    const child = spawn(process.execPath, [join(built, 'src/supervisor.js')], {
      cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe']
    })
    for (const stream of [child.stdout, child.stderr]) keepLines(stream, join(dir, `${name}.log`), see)
    child.once('exit', () => {
      if (!stopping) setTimeout(() => { if (!stopping) supervisor = launch() }, again)
    })
    return child
  }

  function see (line: string): void {
    // While PostgreSQL is frozen, say: it was told to end, or its supervisor is gone, and it ends all the same. Other
    // workers take over the tasks that it had in hand; a request must not be left without an answer.
    const isLate = line.includes('shutdown timed out')
    if (isLate && (stopping || line.includes('"inFlight":{"requests":[],'))) return
    if (line.includes('"fatal"') || line.includes('"ending":"uncaughtError"')) onFatal(`${name}: ${line.slice(0, 500)}`)
    if (!line.includes('Timbre is ready')) return
    const said = JSON.parse(line) as { pid: number, url?: string }
    pid = said.pid
    readies++
    if (said.url !== undefined) proxy?.forwardTo(Number(new URL(said.url).port))
  }

  function signal (signal: NodeJS.Signals): void {
    if (pid !== undefined) signalOwn(pid, signal, built)
  }

  const isSettled = (): boolean => readies > 0 || stopping
  const hasEnded = (): boolean => supervisor.exitCode !== null || supervisor.signalCode !== null

  return {
    name,
    signal,
    readies: () => readies,
    killSupervisor: () => supervisor.kill('SIGKILL'),
    shiftClock (ms: number): void { writeFileSync(clockFile, String(ms)) },
    async untilReady (): Promise<void> {
      while (!isSettled()) await sleep(50)
    },
    /** In order; whatever does not end is killed. */
    async stop (): Promise<void> {
      stopping = true
      signal('SIGCONT')
      supervisor.kill('SIGTERM')
      for (let waited = 0; !hasEnded() && waited < 40_000; waited += 50) await sleep(50)
      if (!hasEnded()) supervisor.kill('SIGKILL')
      signal('SIGKILL')
    }
  }
}
