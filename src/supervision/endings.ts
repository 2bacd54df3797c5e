import { exitCodes } from '../exit-codes.ts'

/** Why the program exited without being asked to. */
export const unexpectedEndings = ['uncaughtError', 'killed', 'startFailed', 'exited'] as const
export type UnexpectedEnding = (typeof unexpectedEndings)[number]

/** How often each happened since the supervisor started. */
export type EndingCounts = Readonly<Record<UnexpectedEnding, number>>

export const noEndings: EndingCounts = { uncaughtError: 0, killed: 0, startFailed: 0, exited: 0 }

/** @param code null after a signal, which is also how a process ends that runs out of memory */
export function endingOf (code: number | null, wasReady: boolean): UnexpectedEnding {
  if (code === null) return 'killed'
  if (code === exitCodes.uncaught) return 'uncaughtError'
  return wasReady ? 'exited' : 'startFailed'
}

/** What a supervisor put into the environment of its program; without one, nothing has ended. */
export function parseEndings (text: string | undefined): EndingCounts {
  const given = JSON.parse(text ?? '{}') as Partial<EndingCounts>
  return { ...noEndings, ...given }
}
