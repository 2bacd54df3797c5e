const charactersOfValue = 64

/** How much a document holds: about the number of its values, long texts counting as several. */
export function weightOf (value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue)
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const child of Object.values(value)) weight += weightOf(child)
  return weight
}

/**
 * The same items, some at a time: no more than `maxItems`, and no more than `maxWeight` together unless one alone has
 * more.
 */
export function * inParts<Item> (
  items: Iterable<Item>,
  { maxItems, maxWeight, weigh }: { maxItems: number, maxWeight: number, weigh: (item: Item) => number }
): Generator<Item[]> {
  let part: Item[] = []
  let weight = 0
  for (const item of items) {
    const own = weigh(item)
    if (part.length > 0 && (part.length === maxItems || weight + own > maxWeight)) {
      yield part
      part = []
      weight = 0
    }
    part.push(item)
    weight += own
  }
  if (part.length > 0) yield part
}
