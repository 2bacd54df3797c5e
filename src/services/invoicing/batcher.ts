interface Pending<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface BatcherOptions<Item, Result> {
  largest: number
  /** Does the work of one batch; a result for each item, in order. */
  work: (key: string, items: Item[]) => Promise<Result[]>
  /** Whether an error is about the batch's surroundings (the database is away) and no item could fare better alone. */
  isOutage: (error: unknown) => boolean
  /** Whether an error comes of somebody else's work at the same time, so that the same item fares better at once. */
  isCollision: (error: unknown) => boolean
}

// Each collision is with work that has ended meanwhile; several in a row are rare, and so many say that something is
// wrong.
const triesAlone = 3

/**
 * Folds calls of one key that come while an earlier batch is at work into the next one: a lone call goes at once, a
 * crowd shares its transaction. A batch that fails is taken again one by one, so that a bad item harms no neighbour,
 * and an item that collided with other work is tried again.
 */
export function createBatcher<Item, Result> ({ largest, work, isOutage, isCollision }: BatcherOptions<Item, Result>) {
  const queues = new Map<string, Pending<Item, Result>[]>()

  async function drain (key: string, queue: Pending<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await settle(key, queue.splice(0, largest))
    queues.delete(key)
  }

  /** Never throws: each item's promise takes its result or its error. */
  async function settle (key: string, batch: Pending<Item, Result>[], tries = 1): Promise<void> {
    try {
      const results = await work(key, batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => { resolve(results[index] as Result) })
    } catch (error) {
      if (isOutage(error) || (batch.length === 1 && (tries === triesAlone || !isCollision(error)))) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const one of batch) await settle(key, [one], batch.length === 1 ? tries + 1 : 1)
    }
  }

  return {
    /** The item's result, once its batch is done. */
    add: (key: string, item: Item): Promise<Result> => new Promise((resolve, reject) => {
      const pending = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(pending)
        return
      }
      const fresh = [pending]
      queues.set(key, fresh)
      drain(key, fresh).catch(reject)
    })
  }
}
