import type { Logger } from 'pino'
import { isDatabaseOutage, writeRefusalOf } from '../../shared/database-errors.ts'
import type { WriteRefusal } from '../../shared/write-refusals.ts'

export interface DatabaseWatchOptions {
  /** Rejects while the database is away; tells why it only reads. */
  probe: () => Promise<{ readOnly?: WriteRefusal | undefined }>
  /** Rejects while it has no space. */
  checkSpace: () => Promise<void>
  logger: Pick<Logger, 'error' | 'info'>
  /** The wait before the first question whether it is back; it doubles up to `longest`. */
  waitsMs?: { first: number, longest: number }
}

const lines = {
  away: 'the database is away; everything that needs it waits, and is tried again',
  readOnly: 'the database is read-only; what must be written is refused or waits. "timbre doctor" says why',
  full: 'the database has no space left; what must be written is refused or waits. Add space, or free some'
}

type Kind = keyof typeof lines

interface Outage { since: number, kinds: Set<Kind>, failures: number }

/**
 * Turns the many errors of a database that is away, or takes no writes, into two lines: one when it goes, one when it
 * is back. Everything that meets such an error reports it here instead of logging it. A database may answer and still
 * fail what it is asked for: it counts as back when it answers and nothing has failed since the last look.
 */
export function createDatabaseWatch (
  { probe, checkSpace, logger, waitsMs = { first: 500, longest: 5000 } }: DatabaseWatchOptions
) {
  let outage: Outage | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function lookIn (waitMs: number, current: Outage): void {
    if (isClosed) return
    current.failures = 0
    timer = setTimeout(() => {
      const goOn = (): void => { lookIn(Math.min(waitsMs.longest, waitMs * 2), current) }
      isOver(current).then((over) => {
        if (over) returned(current)
        else goOn()
      }, goOn)
    }, waitMs).unref()
  }

  async function isOver (current: Outage): Promise<boolean> {
    const { readOnly } = await probe()
    if (readOnly) note(current, 'readOnly')
    if (current.kinds.has('full')) await checkSpace()
    return !readOnly && current.failures === 0
  }

  /** One line for each kind: a server that was away may come back as a standby. */
  function note (current: Outage, kind: Kind, error?: unknown): void {
    if (current.kinds.has(kind)) return
    current.kinds.add(kind)
    const cause = error instanceof Error ? error.message.trim().split('\n').at(-1) : error
    logger.error({ cause }, lines[kind])
  }

  function returned ({ since }: Outage): void {
    outage = undefined
    logger.info({ awaySeconds: Math.round((performance.now() - since) / 1000) }, 'the database is back')
  }

  return {
    /** Whether the error says that the database is away; then it needs no line of its own. */
    report (error: unknown): boolean {
      if (!isDatabaseOutage(error)) return false
      if (isClosed) return true
      const isFirst = outage === undefined
      outage ??= { since: performance.now(), kinds: new Set(), failures: 0 }
      outage.failures++
      note(outage, writeRefusalOf(error) ?? 'away', error)
      if (isFirst) lookIn(waitsMs.first, outage)
      return true
    },

    /**
     * Why the database takes no writes. It says itself that it only reads; whether it has space is tried once a write
     * has failed for want of it. Rejects while it is away.
     */
    async writeRefusal (): Promise<WriteRefusal | undefined> {
      const { readOnly } = await probe()
      if (readOnly || !outage?.kinds.has('full')) return readOnly
      return checkSpace().then(() => undefined, writeRefusalOf)
    },

    close (): void {
      isClosed = true
      clearTimeout(timer)
    }
  }
}
