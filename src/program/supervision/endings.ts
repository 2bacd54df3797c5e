import { exitCodes } from './exit-codes.ts'

/** Why the program exited without being asked to. */
export const unexpectedEndings = ['uncaughtError', 'crashed', 'hung', 'killed', 'startFailed', 'exited'] as const
export type UnexpectedEnding = (typeof unexpectedEndings)[number]

/** How often each happened since the supervisor started. */
export type EndingCounts = Readonly<Record<UnexpectedEnding, number>>

export const noEndings: EndingCounts = { uncaughtError: 0, crashed: 0, hung: 0, killed: 0, startFailed: 0, exited: 0 }

export interface End {
  /** Null after a signal. */
  code: number | null
  signal: NodeJS.Signals | null
  wasReady: boolean
  /** The supervisor killed it, because it no longer sent its heartbeat. */
  hung: boolean
}

// Of Node's own: out of memory (SIGABRT), and faults in native code.
const crashes: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

export function endingOf ({ code, signal, wasReady, hung }: End): UnexpectedEnding {
  if (hung) return 'hung'
  if (crashes.includes(signal)) return 'crashed'
  if (code === null) return 'killed'
  if (code === exitCodes.uncaught) return 'uncaughtError'
  return wasReady ? 'exited' : 'startFailed'
}

/** Whether something that the program did may have ended it, rather than somebody outside. */
export function isOwnFault (ending: UnexpectedEnding): boolean {
  return ending === 'uncaughtError' || ending === 'crashed' || ending === 'hung'
}
