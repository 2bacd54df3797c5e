import type { Logger } from 'pino'
import { isDatabaseOutage } from '../../shared/database-errors.ts'

export interface DatabaseWatchOptions {
  /** Rejects while the database is away. */
  probe: () => Promise<unknown>
  logger: Pick<Logger, 'error' | 'info'>
  /** The wait before the first question whether it is back; it doubles up to `longest`. */
  waitsMs?: { first: number, longest: number }
}

/**
 * Turns the many errors of a database that is away into two lines: one when it goes, one when it is back. Everything
 * that meets such an error reports it here instead of logging it.
 */
export function createDatabaseWatch (
  { probe, logger, waitsMs = { first: 500, longest: 10_000 } }: DatabaseWatchOptions
) {
  let awaySince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function askIn (waitMs: number): void {
    if (isClosed) return
    timer = setTimeout(() => {
      probe().then(returned, () => { askIn(Math.min(waitsMs.longest, waitMs * 2)) })
    }, waitMs).unref()
  }

  function returned (): void {
    if (awaySince === undefined) return
    const awaySeconds = Math.round((performance.now() - awaySince) / 1000)
    awaySince = undefined
    logger.info({ awaySeconds }, 'the database is back')
  }

  return {
    /** Whether the error says that the database is away; then it needs no line of its own. */
    report (error: unknown): boolean {
      if (!isDatabaseOutage(error)) return false
      if (awaySince === undefined && !isClosed) {
        awaySince = performance.now()
        const cause = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
        logger.error({ cause }, 'the database is away; everything that needs it waits, and is tried again')
        askIn(waitsMs.first)
      }
      return true
    },

    close (): void {
      isClosed = true
      clearTimeout(timer)
    }
  }
}
