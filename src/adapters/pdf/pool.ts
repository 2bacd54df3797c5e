import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'

/** Lends each item to one user at a time, first come, first served. */
export function createPool<Item> (items: readonly Item[], longestQueue: number) {
  const idle = [...items]
  const gate = createConcurrencyLimiter({
    limit: items.length, queueLimit: longestQueue, refusal: () => new ServiceError('PDF_UNAVAILABLE')
  })

  return {
    /**
     * Runs the work with an item. If the signal fires, waiting for an item ends with the signal's reason; work that has
     * started goes on.
     */
    use: <Result>(work: (item: Item) => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
      gate.run('', async () => {
        const item = idle.pop() as Item
        try {
          return await work(item)
        } finally {
          idle.push(item)
        }
      }, signal),

    /** Number of users that have an item or wait for one. */
    held: gate.held,

    close: (): void => { gate.close(new ServiceError('SHUTTING_DOWN')) }
  }
}
