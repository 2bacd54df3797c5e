import { LRUCache } from 'lru-cache'

export interface CacheLimits { maxAgeMs: number, maxEntries: number, clock: () => Date }

/**
 * Caches what was loaded under a name for a short while; beyond `maxEntries` the least recently used entry goes.
 * Concurrent requests for one name share one load, and a failed load is not cached. The age counts from the start of
 * the load, so that nothing older than `maxAgeMs` is returned.
 */
export function createExpiringCache<Value> ({ maxAgeMs, maxEntries, clock }: CacheLimits) {
  const entries = new LRUCache<string, { loadedAtMs: number, value: Promise<Value> }>({ max: maxEntries })

  function find (name: string): Promise<Value> | undefined {
    const entry = entries.get(name)
    const ageMs = entry ? clock().getTime() - entry.loadedAtMs : 0
    return ageMs >= 0 && ageMs < maxAgeMs ? entry?.value : undefined
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

    forget: (name: string): void => { entries.delete(name) },
    forgetAll: (): void => { entries.clear() },

    forgetBeginningWith (prefix: string): void {
      for (const name of [...entries.keys()]) {
        if (name.startsWith(prefix)) entries.delete(name)
      }
    }
  }
}
