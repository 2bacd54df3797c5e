export interface SeededRandom {
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number
  oneOf: <Item>(items: readonly Item[]) => Item
}

/** Seeded pseudorandom numbers (mulberry32). */
export function createSeededRandom (seed: number): SeededRandom {
  let state = seed >>> 0

  function next (): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return { between, oneOf: (items) => items[between(0, items.length - 1)] as typeof items[number] }
}
