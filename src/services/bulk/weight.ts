const charactersOfValue = 64

/** How much is read at once; long documents make smaller batches. */
export const readLimits = { maxItems: 100, maxWeight: 20_000 }
/** How much is written to the database at once. */
export const writeLimits = { maxItems: 500, maxWeight: 20_000, weigh: weightOf }

/** The size of a document: about the number of its values; a long text counts as several. */
export function weightOf (value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue)
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const child of Object.values(value)) weight += weightOf(child)
  return weight
}

/** The items in parts of at most `maxItems` and `maxWeight`; an item that is heavier than that is a part alone. */
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
