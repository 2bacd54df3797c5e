interface Pending<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export interface SingleTenantQueueOptions<Item, Result> {
  largest: number
  /**
   * Does the work of one batch; a result for each item, in order. `take` gives the items, and is called when the work
   * can begin: what arrives while it waits for a connection is in the batch too.
   */
  work: (key: string, take: () => Item[]) => Promise<Result[]>
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
export function createSingleTenantQueue<Item, Result> (
  { largest, work, isOutage, isCollision }: SingleTenantQueueOptions<Item, Result>
) {
  const queues = new Map<string, Pending<Item, Result>[]>()

  async function drain (key: string, queue: Pending<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await settle(key, queue)
    queues.delete(key)
  }

  /** Never throws: each item's promise takes its result or its error. */
  async function settle (key: string, queue: Pending<Item, Result>[], tries = 1): Promise<void> {
    const waiting = Math.min(queue.length, largest)
    const batch: Pending<Item, Result>[] = []
    const take = (count: number): void => {
      if (batch.length === 0) batch.push(...queue.splice(0, count))
    }
    try {
      const results = await work(key, () => {
        take(largest)
        return batch.map(({ item }) => item)
      })
      batch.forEach(({ resolve }, index) => { resolve(results[index] as Result) })
    } catch (error) {
      // It could not begin: only those that have waited all the while share its fate.
      take(waiting)
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
