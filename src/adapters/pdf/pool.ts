import { ServiceError } from '../../shared/errors.ts'

/** Lends each item to one user at a time, first come, first served. */
export function createPool<Item> (items: readonly Item[], longestQueue: number) {
  const idle = [...items]
  const waiting: { take: (item: Item) => void, giveUp: (error: Error) => void }[] = []
  let closed = false

  function take (): Promise<Item> {
    const item = idle.pop()
    if (closed) return Promise.reject(new ServiceError('SHUTTING_DOWN'))
    if (item !== undefined) return Promise.resolve(item)
    if (waiting.length >= longestQueue) return Promise.reject(new ServiceError('PDF_UNAVAILABLE'))
    return new Promise((resolve, reject) => { waiting.push({ take: resolve, giveUp: reject }) })
  }

  function giveBack (item: Item): void {
    const next = waiting.shift()
    if (next) next.take(item)
    else idle.push(item)
  }

  return {
    async use<Result> (work: (item: Item) => Promise<Result>): Promise<Result> {
      const item = await take()
      try {
        return await work(item)
      } finally {
        giveBack(item)
      }
    },

    close (): void {
      closed = true
      for (const { giveUp } of waiting.splice(0)) giveUp(new ServiceError('SHUTTING_DOWN'))
    }
  }
}
