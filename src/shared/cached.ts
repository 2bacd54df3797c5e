import type { LRUCache } from 'lru-cache'

/** The value in the cache; without one, what `make` returns, which is cached. */
export function cached<Value extends object> (
  cache: LRUCache<string, Value>, name: string, make: () => Value
): Value {
  const known = cache.get(name)
  if (known !== undefined) return known
  const made = make()
  cache.set(name, made)
  return made
}
