interface Waiting<Item> { take: (item: Item) => void, giveUp: (error: Error) => void }

/** Where callers wait for items, first come, first served. */
export function createLine<Item> () {
  const line = new Set<Waiting<Item>>()

  return {
    length: (): number => line.size,

    /**
     * The next item that nobody before wants. Whoever's signal fires leaves the line, with the signal's reason for an
     * error.
     */
    wait (signal?: AbortSignal): Promise<Item> {
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          line.delete(waiting)
          signal?.removeEventListener('abort', onAbort)
        }
        const onAbort = (): void => { waiting.giveUp(signal?.reason as Error) }
        const waiting: Waiting<Item> = {
          take: (item) => { leave(); resolve(item) },
          giveUp: (error) => { leave(); reject(error) }
        }
        line.add(waiting)
        signal?.addEventListener('abort', onAbort)
      })
    },

    /** Hands an item to the first in line; false when nobody waits. */
    serve (item: Item): boolean {
      const [first] = line
      first?.take(item)
      return first !== undefined
    },

    /** Sends all away with an error. */
    dismiss (error: Error): void {
      for (const waiting of [...line]) waiting.giveUp(error)
    }
  }
}
