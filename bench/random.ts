export type Random = () => number

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomFrom (start: number): Random {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An integer from `low` to `high`, inclusive. */
export function between (random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** A size from `low` to `high`, with every order of magnitude equally likely. */
export function magnitude (random: Random, low: number, high: number): number {
  return Math.round(low * (high / low) ** random())
}

export function pick<Item> (random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}
