import { ServiceError } from './errors.ts'

export interface GateLimits {
  /** How much work is under way at most. */
  atOnce: number
  /** How much of one caller waits at most. */
  maxWaiting: number
}

/**
 * Lets in so much work at once; those that wait take turns by caller, so that a crowd of one caller does not keep
 * others out.
 */
export function createFairGate ({ atOnce, maxWaiting }: GateLimits) {
  // By caller; the first is the next to be let in.
  const waiting = new Map<string, (() => void)[]>()
  let underWay = 0

  async function enter (caller: string): Promise<void> {
    if (underWay < atOnce) {
      underWay += 1
      return
    }
    const queue = waiting.get(caller) ?? []
    if (queue.length >= maxWaiting) throw new ServiceError('OVERLOADED')
    waiting.set(caller, queue)
    await new Promise<void>((resolve) => { queue.push(resolve) })
  }

  /** Hands the place over to the next one, if somebody waits. */
  function leave (): void {
    const [next] = waiting
    if (!next) {
      underWay -= 1
      return
    }
    const [caller, queue] = next
    waiting.delete(caller)
    const [letIn, ...rest] = queue
    if (rest.length > 0) waiting.set(caller, rest)
    letIn?.()
  }

  return {
    /** Throws ServiceError OVERLOADED when too much of the caller waits already, and what the work throws. */
    async take<Result> (caller: string, work: () => Promise<Result>): Promise<Result> {
      await enter(caller)
      try {
        return await work()
      } finally {
        leave()
      }
    }
  }
}
