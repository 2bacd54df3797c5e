import { exceededLimits, type FetchedMail } from '../../services/mail-ports.ts'
import { type ProcessCosts, watchCosts } from '../threads/process-vitals.ts'
import { startWatchedProcess } from '../threads/watched-process.ts'
import { MailboxError } from './mailbox-error.ts'
import { exitCodes, type FromSession, type SessionOrder, type SessionResult, type ToSession } from './session-messages.ts'

/** What a session may cost, as seen from outside its process. */
export interface SessionCosts extends ProcessCosts {
  /** From the order to the result; what was kept until then counts. */
  turnMs: number
  /** For the process to say so once its time is up. */
  graceMs: number
}

export interface SessionTerms extends SessionCosts {
  /** Ends the session and its process. */
  signal: AbortSignal
  keep: (mail: FetchedMail) => Promise<void>
}

/** A supervised process that holds IMAP sessions, one at a time. */
export function startSessionProcess () {
  const { pid, started, say, listen, end, hasEnded } = startWatchedProcess<FromSession, ToSession>({
    name: 'session-child', from: import.meta.url, execArgv: ['--max-old-space-size=96', '--max-semi-space-size=2'],
    env: environment(), reasonOf
  })

  async function converse (order: SessionOrder, { keep, ...costs }: Omit<SessionTerms, 'signal'>) {
    await started
    const stopWatching = watch(pid, costs, { timeIsUp: () => { say({ kind: 'timeIsUp' }) }, end })
    say(order)
    return listen<SessionResult>((message, resolve) => {
      if (message.kind === 'mail') keep(message.mail).then(() => { say({ kind: 'kept' }) }, end)
      else if (message.kind === 'over') resolve(message.result)
      else end(new Error(`a session failed: ${'message' in message ? message.message : message.kind}`))
    }).finally(stopWatching)
  }

  return {
    /** Throws MailboxError for a limit that was exceeded, the reason of the signal, and what `keep` throws. */
    async run (order: SessionOrder, { signal, ...terms }: SessionTerms): Promise<SessionResult> {
      signal.throwIfAborted()
      const onAbort = (): void => { end(signal.reason as Error) }
      signal.addEventListener('abort', onAbort)
      try {
        return await converse(order, terms)
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    end,
    hasEnded
  }
}

/** The authorities that the operator adds to Node's count for mail servers too. */
function environment (): NodeJS.ProcessEnv {
  const added = process.env['NODE_EXTRA_CA_CERTS']
  return added === undefined ? {} : { NODE_EXTRA_CA_CERTS: added }
}

/** Ends the process that exceeds what a session may cost. A server that is slow is no reason: that is a TIMEOUT. */
function watch (
  pid: number | undefined, { turnMs, graceMs, ...costs }: SessionCosts,
  { timeIsUp, end }: { timeIsUp: () => void, end: (reason: Error) => void }
): () => void {
  const stopWatching = watchCosts(pid, costs, (exceeded) => {
    end(new MailboxError(exceeded === 'memoryMb' ? 'TOO_MUCH_MEMORY' : 'TOO_MUCH_WORK'))
  })
  const turn = setTimeout(timeIsUp, turnMs)
  const last = setTimeout(() => { end(new MailboxError('TIMEOUT')) }, turnMs + graceMs)
  return () => {
    stopWatching()
    clearTimeout(turn)
    clearTimeout(last)
  }
}

/** V8 aborts when its heap is full. */
function reasonOf (code: number | null, signal: NodeJS.Signals | null): Error {
  const limit = signal === 'SIGABRT' ? 'TOO_MUCH_MEMORY' : exceededLimits.find((one) => code === (exitCodes[one] ?? NaN))
  return new MailboxError(limit ?? 'SERVER_UNUSABLE', { cause: `its process ended with ${signal ?? code}` })
}
