import type { Store } from '../../repositories/store.ts'
import type { KeyUse } from '../../repositories/access/tenant-keys.ts'
import { minuteMs } from '../../shared/durations.ts'

// When a key was last used is for people who rotate it, and not worth a write at each document.
const precisionMs = minuteMs
const pauseMs = 500

/**
 * Records when keys were used, to the minute: the first use at once, then those of half a second in one transaction.
 */
export function createKeyUses (store: Pick<Store, 'asPlatform'>) {
  let waiting: KeyUse[] = []
  let pausing = false

  /** Recorded in the background; a lost record is made again at the next use. */
  function write (): void {
    pausing = waiting.length > 0
    if (!pausing) return
    const uses = waiting
    waiting = []
    store.asPlatform(({ allTenantKeys }) => allTenantKeys.noteUses(uses, precisionMs)).catch(() => {})
    setTimeout(write, pauseMs).unref()
  }

  return {
    /** `lastAt`: the last use that is known. Returns the one that is known now. */
    note ({ at, ...key }: KeyUse, lastAt: Date | null): Date {
      if (lastAt !== null && at.getTime() - lastAt.getTime() < precisionMs) return lastAt
      waiting.push({ ...key, at })
      if (!pausing) write()
      return at
    }
  }
}
