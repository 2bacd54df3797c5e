interface Entry<Value> { loadedAtMs: number, value: Promise<Value> }

export interface CacheLimits { maxAgeMs: number, maxEntries: number, clock: () => Date }

/**
 * Remembers what was loaded under a name for a short while. Requests for one name share one load, a failed load is not
 * remembered, and beyond `maxEntries` the oldest entry goes. The age counts from the start of the load, so that nothing is
 * older than `maxAgeMs` when it is handed out.
 */
export function createExpiringCache<Value> ({ maxAgeMs, maxEntries, clock }: CacheLimits) {
  const entries = new Map<string, Entry<Value>>()

  function remember (name: string, value: Promise<Value>): void {
    entries.delete(name)
    entries.set(name, { loadedAtMs: clock().getTime(), value })
    const oldest = entries.keys().next().value
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    value.catch(() => {
      if (entries.get(name)?.value === value) entries.delete(name)
    })
  }

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
      const value = load()
      remember(name, value)
      return value
    },

    forget: (name: string): void => { entries.delete(name) }
  }
}

export type ExpiringCache<Value> = ReturnType<typeof createExpiringCache<Value>>
