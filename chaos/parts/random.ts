export interface Random {
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  pick: <T>(things: readonly T[]) => T
  fork: (name: string) => Random
}

/** Numbers that a seed determines. `fork` gives an independent sequence for each name. */
export function createRandom (seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** From `least` to `most`, both included. */
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(things: readonly T[]): T => things[between(0, things.length - 1)] as T,
    fork: (name: string): Random =>
      createRandom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed))
  }
}
