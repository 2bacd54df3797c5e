import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { siblingProgram } from '../../shared/sibling-program.ts'
import { lowerChildPriority } from '../threads/low-priority.ts'
import { residentMb } from '../threads/process-vitals.ts'
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
const longestComplaint = 2_000

const childProgram = siblingProgram('typst-child', import.meta.url)

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
  override readonly name = 'JobEnded'
}

/** A supervised drawing process. It takes one job at a time and starts again after it has ended. */
export function createTypstProcess (limits: TypstLimits) {
  let child: ChildProcess | undefined
  let jobsDone = 0
  let closed = false

  async function running (): Promise<ChildProcess> {
    if (child && isAlive(child) && jobsDone < limits.recycleAfter) return child
    child?.kill('SIGKILL')
    jobsDone = 0
    child = await start(limits)
    if (closed) {
      await end(child)
      throw new Error('the drawing process was closed')
    }
    return child
  }

  return {
    /**
     * The child's answer. Throws JobEnded if the child crashed or exceeded a limit, and another Error if no child
     * starts.
     */
    async draw (request: DrawRequest): Promise<DrawAnswer> {
      const drawing = await running()
      jobsDone += 1
      return await ask(drawing, request, limits)
    },

    /** Ends the process and its job. It does not start again. */
    async close (): Promise<void> {
      closed = true
      if (child) await end(child)
    },

    /** For tests and diagnosis. Undefined while no process runs. */
    pid (): number | undefined {
      return child && isAlive(child) ? child.pid : undefined
    }
  }
}

export type TypstProcess = ReturnType<typeof createTypstProcess>

async function start ({ timeoutMs }: Pick<TypstLimits, 'timeoutMs'>): Promise<ChildProcess> {
  const child = fork(childProgram.path, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--max-old-space-size=128', '--expose-gc', ...childProgram.execArgv],
    env: childEnvironment
  })
  const complaint = collectComplaint(child)
  lowerChildPriority(child.pid)
  try {
    await settle(child, { timeoutMs: Math.max(startTimeoutMs, timeoutMs) })
  } catch (error) {
    throw new Error(`The drawing process did not start: ${complaint()}`, { cause: error })
  }
  letGo(child)
  return child
}

function collectComplaint (child: ChildProcess): () => string {
  let complaint = ''
  // An error of the process itself (it cannot be spawned, signalled or written to) must not end the server.
  child.on('error', (error) => { complaint += error.message })
  child.stderr?.on('error', () => {})
  child.stderr?.on('data', (chunk: Buffer) => { complaint = (complaint + chunk.toString()).slice(-longestComplaint) })
  return () => complaint
}

/** An idle child does not keep the server from stopping. A job does, with its timer. */
function letGo (child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const complaints = child.stderr as (NodeJS.ReadableStream & { unref?: () => void }) | null
  complaints?.unref?.()
}

async function ask (child: ChildProcess, request: DrawRequest, limits: TypstLimits): Promise<DrawAnswer> {
  const answer = settle(child, limits)
  try {
    child.send(request, (error) => { if (error) child.kill('SIGKILL') })
  } catch {
    // The caller then hears that the process ended.
    child.kill('SIGKILL')
  }
  return await answer as DrawAnswer
}

/** The child's next message. Ends the child if it exceeds its time or memory first. */
function settle (child: ChildProcess, limits: { timeoutMs: number, memoryLimitMb?: number }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let cause = 'the drawing process ended'
    const endFor = (reason: string): void => { cause = reason; child.kill('SIGKILL') }
    const timer = setTimeout(() => { endFor(`the drawing took longer than ${limits.timeoutMs} ms`) }, limits.timeoutMs)
    const watch = setInterval(() => {
      if (residentMb(child.pid) > (limits.memoryLimitMb ?? Infinity)) endFor('the drawing needed too much memory')
    }, memoryCheckMs)

    const stop = (): void => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onExit)
    }
    const onMessage = (message: unknown): void => { stop(); resolve(message) }
    const onExit = (): void => { stop(); reject(new JobEnded(cause)) }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onExit)
  })
}

function isAlive (child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.connected
}

async function end (child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGKILL')
  await ended
}
