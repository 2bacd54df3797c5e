import { LRUCache } from 'lru-cache'
import { minuteMs } from './durations.ts'

// Caches are those of lru-cache. What never changes under its name (an opened key, a stamp) is in one directly, and
// `memo` makes what is missing. What is read from the database and may change there is in an expiring cache.

/** A cache of at most `most` entries; the least recently used goes first. */
export function leastRecentlyUsed<Value extends object | number> (most: number): LRUCache<string, Value> {
  // With `max`, memory for every possible entry is taken at once: megabytes for a cache that stays empty.
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}

export interface CacheLimits {
  maxAgeMs: number
  maxEntries: number
  clock: () => Date
  /**
   * The moment (ms of the clock) up to which this cache was told of every change: what was loaded before it and is
   * still here is as good as loaded then.
   */
  heardUntilMs?: (() => number) | undefined
}

// Expiry applies even while every change is heard of: rows changed by hand are not announced.
const longestMs = 5 * minuteMs

/**
 * Caches what was loaded under a name for a short while; beyond `maxEntries` the least recently used entry goes.
 * Concurrent requests for one name share one load, and a failed load is not cached. The age counts from the start of
 * the load, so that nothing is returned that is older than `maxAgeMs`, or may have changed without being heard of for
 * so long.
 */
export function createExpiringCache<Value> (
  { maxAgeMs, maxEntries, clock, heardUntilMs = () => -Infinity }: CacheLimits
) {
  const entries = leastRecentlyUsed<{ loadedAtMs: number, value: Promise<Value> }>(maxEntries)
  let invalidations = 0

  function find (name: string): Promise<Value> | undefined {
    const entry = entries.get(name)
    if (!entry) return undefined
    const now = clock().getTime()
    const ageMs = now - entry.loadedAtMs
    // Below zero when the clock was set back.
    const unheardMs = now - Math.max(entry.loadedAtMs, heardUntilMs())
    return ageMs < longestMs && unheardMs >= 0 && unheardMs < maxAgeMs ? entry.value : undefined
  }

  return {
    find,

    get (name: string, load: () => Promise<Value>): Promise<Value> {
      const known = find(name)
      if (known) return known
      const entry = { loadedAtMs: clock().getTime(), value: load() }
      entries.set(name, entry)
      entry.value.catch(() => {
        if (entries.peek(name) === entry) entries.delete(name)
      })
      return entry.value
    },

    /**
     * For a load that brings values of several caches: call it before the load, and what it returns with each value.
     * Keeps none if anything was invalidated meanwhile, since that might have been this.
     */
    expect (): (name: string, value: Value) => void {
      const [loadedAtMs, before] = [clock().getTime(), invalidations]
      return (name, value) => {
        if (invalidations === before && !find(name)) entries.set(name, { loadedAtMs, value: Promise.resolve(value) })
      }
    },

    invalidate (name: string): void {
      invalidations++
      entries.delete(name)
    },

    invalidateAll (): void {
      invalidations++
      entries.clear()
    },

    invalidateBeginningWith (prefix: string): void {
      invalidations++
      for (const name of [...entries.keys()]) {
        if (name.startsWith(prefix)) entries.delete(name)
      }
    }
  }
}
