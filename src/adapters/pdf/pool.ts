import { ServiceError } from '../../shared/errors.ts'
import { createLine } from '../../shared/line.ts'

/** Lends each item to one user at a time, first come, first served. */
export function createPool<Item> (items: readonly Item[], longestQueue: number) {
  const idle = [...items]
  const line = createLine<Item>()
  let closed = false

  async function take (signal: AbortSignal | undefined): Promise<Item> {
    if (closed) throw new ServiceError('SHUTTING_DOWN')
    signal?.throwIfAborted()
    const item = idle.pop()
    if (item !== undefined) return item
    if (line.length() >= longestQueue) throw new ServiceError('PDF_UNAVAILABLE')
    return line.wait(signal)
  }

  function giveBack (item: Item): void {
    if (!line.serve(item)) idle.push(item)
  }

  return {
    /**
     * Those whose signal fires leave the queue, with its reason for an error; work that has its item goes on to its
     * end.
     */
    async use<Result> (work: (item: Item) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const item = await take(signal)
      try {
        return await work(item)
      } finally {
        giveBack(item)
      }
    },

    /** How many use an item or wait for one. */
    held: (): number => items.length - idle.length + line.length(),

    close (): void {
      closed = true
      line.dismiss(new ServiceError('SHUTTING_DOWN'))
    }
  }
}
