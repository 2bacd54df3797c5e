/** Keeps what was made under a name; beyond `maxEntries` the oldest goes. */
export function createBoundedCache<Value> ({ maxEntries }: { maxEntries: number }) {
  const entries = new Map<string, Value>()

  function set (name: string, value: Value): void {
    entries.delete(name)
    entries.set(name, value)
    const oldest = entries.keys().next().value
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  return {
    find: (name: string): Value | undefined => entries.get(name),
    set,
    forget: (name: string): void => { entries.delete(name) },
    forgetAll: (): void => { entries.clear() },

    forgetBeginningWith (prefix: string): void {
      for (const name of entries.keys()) {
        if (name.startsWith(prefix)) entries.delete(name)
      }
    },

    get (name: string, make: () => Value): Value {
      const known = entries.get(name)
      if (known !== undefined) return known
      const value = make()
      set(name, value)
      return value
    }
  }
}
