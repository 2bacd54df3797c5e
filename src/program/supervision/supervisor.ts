import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { exitCodes } from './exit-codes.ts'
import { minuteMs } from '../../shared/durations.ts'
import { endingOf, isOwnFault, noEndings, type End, type EndingCounts, type UnexpectedEnding } from './endings.ts'
import { newInstance, type ProcessHistory } from './environment.ts'

export interface SupervisorOptions {
  /** Starts the program with an IPC channel, on which it sends `ready` once it serves, and its heartbeat. */
  start: (history: ProcessHistory) => ChildProcess
  onRestart: (
    facts: {
      ending: UnexpectedEnding, code: number | null, signal: NodeJS.Signals | null, waitMs: number,
      endings: EndingCounts
    }
  ) => void
  /** The wait before the first restart; it doubles up to `longest` while the program keeps exiting soon. */
  waitsMs?: { first: number, longest: number }
  /** A program that has sent a heartbeat and then none for so long is killed. */
  longestSilenceMs?: number
}

// After serving this long the program counts as healthy: the next wait is the first one again.
const healthyMs = minuteMs

// So many looks in a row must find no heartbeat. Looks are counted rather than time: none takes place while the machine
// or the supervisor itself stands still.
const looks = 6

/** Keeps one program running: restarts it after each unexpected exit, until asked to stop. */
export function createSupervisor (
  { start, onRestart, waitsMs = { first: 250, longest: 30_000 }, longestSilenceMs = 30_000 }: SupervisorOptions
) {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let endings = noEndings
  let waitMs = waitsMs.first
  let everReady = false
  let failedInstance: string | undefined

  async function runOnce (): Promise<End & { servedMs: number }> {
    const instance = newInstance()
    const started = start({ endings, instance, ...failedInstance !== undefined && { failedInstance } })
    child = started
    let readyAt: number | undefined
    started.on('message', (message) => { if (message === 'ready') readyAt = performance.now() })
    const heartbeat = watchHeartbeat(started, longestSilenceMs)
    const exit = await exitOf(started)
    const end = { ...exit, wasReady: readyAt !== undefined, hung: heartbeat.stop() }
    child = undefined
    // Until a start succeeds, nobody has looked at what the failed one had.
    if (isOwnFault(endingOf(end))) failedInstance = instance
    else if (end.wasReady) failedInstance = undefined
    return { ...end, servedMs: readyAt === undefined ? 0 : performance.now() - readyAt }
  }

  /** The exit code of the supervisor itself, or undefined to restart the program. */
  function finalCode ({ code, wasReady }: Pick<End, 'code' | 'wasReady'>): number | undefined {
    everReady ||= wasReady
    if (stopping.signal.aborted || code === exitCodes.asked) return code ?? exitCodes.failed
    // Whatever made the first start fail, such as a wrong setting, would make the second one fail too.
    return everReady ? undefined : code ?? exitCodes.failed
  }

  function nextWait (servedMs: number): number {
    if (servedMs >= healthyMs) waitMs = waitsMs.first
    const now = waitMs
    waitMs = Math.min(waitsMs.longest, waitMs * 2)
    return now
  }

  return {
    /** Runs the program until asked to stop; returns the exit code for this process. */
    async run (): Promise<number> {
      for (;;) {
        const end = await runOnce()
        const code = finalCode(end)
        if (code !== undefined) return code
        const ending = endingOf(end)
        endings = { ...endings, [ending]: endings[ending] + 1 }
        const pauseMs = nextWait(end.servedMs)
        onRestart({ ending, code: end.code, signal: end.signal, waitMs: pauseMs, endings })
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return exitCodes.asked
      }
    },

    /** Asks the program to shut down, which it does in a limited time; one that hangs is killed for its silence. */
    stop (): void {
      stopping.abort()
      child?.kill('SIGTERM')
    },

    /** Kills the program at once. */
    kill (): void {
      stopping.abort()
      child?.kill('SIGKILL')
    }
  }
}

/** Kills a program whose event loop stands still; `stop` tells whether it did. */
function watchHeartbeat (child: ChildProcess, longestSilenceMs: number): { stop: () => boolean } {
  let silentLooks: number | undefined
  let hung = false
  child.on('message', () => { silentLooks = 0 })
  const timer = setInterval(() => {
    if (silentLooks === undefined || hung || ++silentLooks < looks) return
    hung = true
    child.kill('SIGKILL')
  }, longestSilenceMs / looks)
  return {
    stop () {
      clearInterval(timer)
      return hung
    }
  }
}

function exitOf (child: ChildProcess): Promise<Pick<End, 'code' | 'signal'>> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => { resolve({ code, signal }) })
    // A process that could not be started emits no exit; a failed message is not an exit.
    child.on('error', () => { if (child.pid === undefined) resolve({ code: exitCodes.failed, signal: null }) })
  })
}
