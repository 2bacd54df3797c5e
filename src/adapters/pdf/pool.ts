import { ServiceError } from '../../shared/errors.ts'
import { createGate } from '../../shared/gate.ts'

/** Lends each item to one user at a time, first come, first served. */
export function createPool<Item> (items: readonly Item[], longestQueue: number) {
  const idle = [...items]
  const gate = createGate({
    atOnce: items.length, waitingMax: longestQueue, refusal: () => new ServiceError('PDF_UNAVAILABLE')
  })

  return {
    /** Does the work with an item. A signal that fires ends the wait for one with its reason, not the work. */
    use: <Result>(work: (item: Item) => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
      gate.run('', async () => {
        const item = idle.pop() as Item
        try {
          return await work(item)
        } finally {
          idle.push(item)
        }
      }, signal),

    /** How many use an item or wait for one. */
    held: gate.held,

    close: (): void => { gate.close(new ServiceError('SHUTTING_DOWN')) }
  }
}
