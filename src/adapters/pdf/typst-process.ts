import { residentMb } from '../threads/process-vitals.ts'
import { startWatchedProcess } from '../threads/watched-process.ts'
import type { DrawAnswer, DrawRequest } from './typst-messages.ts'

export interface TypstLimits {
  /** Time limit of a job. The process ends with a job that exceeds it. */
  timeoutMs: number
  /** Memory limit of a job: the resident set of the process. */
  memoryLimitMb: number
  /** A new process replaces this one after so many jobs. */
  recycleAfter: number
}

// At least: where a job may take longer, the start may too.
const startTimeoutMs = 20_000
const memoryCheckMs = 20

// The compiler would fetch packages. A proxy without a listener and a home that does not exist prevent it.
const deadProxy = 'http://127.0.0.1:9'
const childEnvironment = {
  HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  XDG_DATA_HOME: '/nonexistent',
  HTTP_PROXY: deadProxy,
  HTTPS_PROXY: deadProxy,
  ALL_PROXY: deadProxy
}

/** A job that ended its process: it exceeded a limit or crashed the process. */
export class JobEnded extends Error {
  override readonly name: string = 'JobEnded'
}

/** A job that would exceed its time or memory again. */
export class LimitExceeded extends JobEnded {
  override readonly name = 'LimitExceeded'
}

/** A supervised drawing process. It takes one job at a time and starts again after it has ended. */
export function createTypstProcess (limits: TypstLimits) {
  let drawing: ReturnType<typeof start> | undefined
  let jobsDone = 0
  let closed: Error | undefined

  async function running () {
    if (closed) throw closed
    if (drawing && !drawing.hasEnded() && jobsDone < limits.recycleAfter) return drawing
    drawing?.end(new JobEnded('another process took over'))
    jobsDone = 0
    drawing = start(limits)
    await drawing.started
    return drawing
  }

  return {
    /**
     * The child's answer. Throws JobEnded if the child crashed or exceeded a limit, and another Error if no child
     * starts.
     */
    async draw (request: DrawRequest): Promise<DrawAnswer> {
      const { pid, say, listen, end } = await running()
      const { timeoutMs, memoryLimitMb } = limits
      jobsDone += 1
      const timer = setTimeout(() => {
        end(new LimitExceeded(`the drawing took longer than ${timeoutMs} ms`))
      }, timeoutMs)
      const watch = setInterval(() => {
        if (residentMb(pid) > memoryLimitMb) end(new LimitExceeded('the drawing needed too much memory'))
      }, memoryCheckMs)
      try {
        say(request)
        return await listen<DrawAnswer>((answer, resolve) => { resolve(answer) })
      } finally {
        clearTimeout(timer)
        clearInterval(watch)
      }
    },

    /** Ends the process and its job. It does not start again. */
    async close (): Promise<void> {
      closed = new Error('the drawing process was closed')
      await drawing?.close(closed)
    },

    /** For tests and diagnosis. Undefined while no process runs. */
    pid: (): number | undefined => drawing?.hasEnded() === false ? drawing.pid : undefined
  }
}

export type TypstProcess = ReturnType<typeof createTypstProcess>

function start ({ timeoutMs }: TypstLimits) {
  return startWatchedProcess<DrawAnswer, DrawRequest>({
    name: 'typst-child', from: import.meta.url, execArgv: ['--max-old-space-size=128', '--expose-gc'],
    env: childEnvironment, startTimeoutMs: Math.max(startTimeoutMs, timeoutMs),
    reasonOf: () => new JobEnded('the drawing process ended')
  })
}
