import { LRUCache } from 'lru-cache'

/** A cache of at most `most` entries; the least recently used goes first. */
export function leastRecentlyUsed<Value extends object | number> (most: number): LRUCache<string, Value> {
  // With `max`, memory for every possible entry is taken at once: megabytes for a cache that stays empty.
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}

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
