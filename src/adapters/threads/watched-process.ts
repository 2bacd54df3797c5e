import { fork } from 'node:child_process'
import { once } from 'node:events'
import { siblingProgram } from '../../shared/sibling-program.ts'
import { lowerChildPriority } from './low-priority.ts'

export interface WatchedProcessOptions {
  /** The process's module, in the same folder as the module that starts it; `from` is that one's import.meta.url. */
  name: string
  from: string
  execArgv: string[]
  /** All that it gets of an environment: none of the server's secrets. */
  env: NodeJS.ProcessEnv
  startTimeoutMs?: number
  /** Why it ended by itself. */
  reasonOf: (code: number | null, signal: NodeJS.Signals | null) => Error
}

const longestComplaint = 2000

interface WatchedProcess<Heard, Said> {
  pid: number | undefined
  /** Rejects when the process does not start. */
  started: Promise<void>
  say: (message: Said) => void
  /** What `onMessage` makes of the messages that follow. Throws the reason why the process ended. */
  listen: <Result>(onMessage: (message: Heard, resolve: (result: Result) => void) => void) => Promise<Result>
  /** Ends the process; who listens gets the reason. */
  end: (reason: Error) => void
  /** The same, and waits until it is gone. */
  close: (reason: Error) => Promise<void>
  hasEnded: () => boolean
}

/**
 * A supervised process of low priority. Its first message says that it is ready; after that somebody listens to it, one
 * at a time. It keeps the server from stopping only while somebody does.
 */
export function startWatchedProcess<Heard, Said extends object> (
  { name, from, execArgv, env, startTimeoutMs = 20_000, reasonOf }: WatchedProcessOptions
): WatchedProcess<Heard, Said> {
  const program = siblingProgram(name, from)
  const child = fork(program.path, {
    serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [...execArgv, ...program.execArgv],
    env
  })
  const complaints = child.stderr as (NodeJS.ReadableStream & { unref?: () => void }) | null
  let complaint = ''
  let ended: Error | undefined
  let hear: ((message: Heard) => void) | undefined
  let fail: ((reason: Error) => void) | undefined
  lowerChildPriority(child.pid)
  complaints?.on('error', () => {})
  complaints?.on('data', (chunk: Buffer) => { complaint = (complaint + chunk.toString()).slice(-longestComplaint) })
  complaints?.unref?.()
  child.on('message', (message: Heard) => { hear?.(message) })
  child.on('error', end)
  child.on('exit', (code, signal) => { end(reasonOf(code, signal)) })

  function end (reason: Error): void {
    ended ??= reason
    fail?.(ended)
    child.kill('SIGKILL')
  }

  async function listen<Result> (
    onMessage: (message: Heard, resolve: (result: Result) => void) => void
  ): Promise<Result> {
    if (ended) throw ended
    child.ref()
    child.channel?.ref()
    try {
      return await new Promise<Result>((resolve, reject) => {
        hear = (message) => { onMessage(message, resolve) }
        fail = reject
      })
    } finally {
      hear = fail = undefined
      child.unref()
      child.channel?.unref()
    }
  }

  async function start (): Promise<void> {
    const timer = setTimeout(() => { child.kill('SIGKILL') }, startTimeoutMs)
    try {
      await listen<undefined>((_ready, resolve) => { resolve(undefined) })
    } catch (cause) {
      throw new Error(`${name} did not start: ${complaint}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  const started = start()
  started.catch(() => {})

  return {
    pid: child.pid,
    started,
    listen,
    say (message) {
      // Its exit tells why it could not be reached.
      child.send(message, (error) => { if (error) child.kill('SIGKILL') })
    },
    end,
    async close (reason) {
      const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null
      const gone = isThere ? once(child, 'exit') : undefined
      child.ref()
      end(reason)
      await gone
    },
    hasEnded: () => ended !== undefined || !child.connected
  }
}
