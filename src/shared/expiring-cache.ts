import { createBoundedCache } from './bounded-cache.ts'

export interface CacheLimits { maxAgeMs: number, maxEntries: number, clock: () => Date }

/**
 * Remembers what was loaded under a name for a short while. Requests for one name share one load, a failed load is not
 * remembered, and beyond `maxEntries` the oldest entry goes. The age counts from the start of the load, so that nothing
 * is older than `maxAgeMs` when it is handed out.
 */
export function createExpiringCache<Value> ({ maxAgeMs, maxEntries, clock }: CacheLimits) {
  const entries = createBoundedCache<{ loadedAtMs: number, value: Promise<Value> }>({ maxEntries })

  function find (name: string): Promise<Value> | undefined {
    const entry = entries.find(name)
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
        if (entries.find(name) === entry) entries.forget(name)
      })
      return entry.value
    },

    forget: (name: string): void => { entries.forget(name) },
    forgetBeginningWith: (prefix: string): void => { entries.forgetBeginningWith(prefix) },
    forgetAll: (): void => { entries.forgetAll() }
  }
}
