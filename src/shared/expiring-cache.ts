import { leastRecentlyUsed } from './cached.ts'
import { minuteMs } from './durations.ts'

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

// Also while every change is heard of: for those that nobody announced, such as a row changed by hand.
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
  let forgotten = 0

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
     * Keeps none if anything was forgotten meanwhile, since that might have been this.
     */
    expect (): (name: string, value: Value) => void {
      const [loadedAtMs, before] = [clock().getTime(), forgotten]
      return (name, value) => {
        if (forgotten === before && !find(name)) entries.set(name, { loadedAtMs, value: Promise.resolve(value) })
      }
    },

    forget (name: string): void {
      forgotten++
      entries.delete(name)
    },

    forgetAll (): void {
      forgotten++
      entries.clear()
    },

    forgetBeginningWith (prefix: string): void {
      forgotten++
      for (const name of [...entries.keys()]) {
        if (name.startsWith(prefix)) entries.delete(name)
      }
    }
  }
}
