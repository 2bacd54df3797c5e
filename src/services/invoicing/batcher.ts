interface Pending<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface BatcherOptions<Item, Result> {
  largest: number
  /** Does the work of one batch; a result for each item, in order. */
  work: (key: string, items: Item[]) => Promise<Result[]>
  /** Whether an error concerns every item (the database is unavailable), so that retrying them alone is useless. */
  isOutage: (error: unknown) => boolean
  /** Whether an error is a collision with another transaction, so that the item can be retried at once. */
  isCollision: (error: unknown) => boolean
}

// Each collision is with a transaction that has ended since; so many in a row mean that something is wrong.
const triesAlone = 3

/**
 * Collects calls of one key that arrive while a batch is running into the next batch: a single call starts at once,
 * many share a transaction. If a batch fails, its items are retried one at a time, so only the bad item fails, and an
 * item that collided with another transaction is tried again.
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
