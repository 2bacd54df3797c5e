import { ServiceError } from './errors.ts'

export interface LimiterOptions {
  /** How much work runs at the same time; any number unless given. */
  limit?: number
  /** How much of it has the same key; a function is asked again for each piece of work. */
  limitPerKey?: number | ((key: string) => number)
  /** How much more may wait for its turn; none unless given. */
  queueLimit?: number
  /** How much of it with the same key. */
  queueLimitPerKey?: number
  /** The error for work that may neither run nor wait; OVERLOADED unless given. */
  refusal?: () => Error
}

/** Releases a slot; calling it again has no effect. */
export type Release = () => void

interface Waiting { admit: () => void, reject: (error: Error) => void }

/**
 * Limits how much work runs at the same time, in all and for each key (a tenant, an address, an operation). Work that
 * waits takes turns by key, so that one key with a long queue does not delay the others.
 */
export function createConcurrencyLimiter ({
  limit = Infinity, limitPerKey = Infinity, queueLimit = 0, queueLimitPerKey = queueLimit,
  refusal = () => new ServiceError('OVERLOADED')
}: LimiterOptions) {
  const running = new Map<string, number>()
  // The keys in the order of their turns.
  const waiting = new Map<string, Set<Waiting>>()
  let runningInAll = 0
  let waitingInAll = 0
  let closedWith: Error | undefined

  function hasCapacity (key: string): boolean {
    const mostOfKey = typeof limitPerKey === 'function' ? limitPerKey(key) : limitPerKey
    return runningInAll < limit && (running.get(key) ?? 0) < mostOfKey
  }

  function count (key: string, change: 1 | -1): void {
    const left = (running.get(key) ?? 0) + change
    runningInAll += change
    if (left === 0) running.delete(key)
    else running.set(key, left)
  }

  function begin (key: string): Release {
    let isOver = false
    count(key, 1)
    return () => {
      if (isOver) return
      isOver = true
      count(key, -1)
      while (startNext()) { /* a key's limit may have grown, so that there is room for more than one */ }
    }
  }

  /** False when no key with queued work has capacity. */
  function startNext (): boolean {
    for (const [key, queue] of waiting) {
      const [next] = queue
      if (!next || !hasCapacity(key)) continue
      // The key's next turn comes after those of the others.
      waiting.delete(key)
      waiting.set(key, queue)
      next.admit()
      return true
    }
    return false
  }

  function wait (key: string, signal: AbortSignal | undefined): Promise<Release> {
    const queue = waiting.get(key) ?? new Set()
    if (waitingInAll >= queueLimit || queue.size >= queueLimitPerKey) return Promise.reject(refusal())
    waiting.set(key, queue)
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        admit: () => { leaveQueue(); resolve(begin(key)) },
        reject: (error) => { leaveQueue(); reject(error) }
      }
      const onAbort = (): void => { one.reject(signal?.reason as Error) }
      const leaveQueue = (): void => {
        signal?.removeEventListener('abort', onAbort)
        queue.delete(one)
        if (queue.size === 0) waiting.delete(key)
        waitingInAll -= 1
      }
      queue.add(one)
      waitingInAll += 1
      signal?.addEventListener('abort', onAbort)
    })
  }

  /** Acquires a slot without waiting; undefined when it is full. */
  function tryAcquire (key: string): Release | undefined {
    return closedWith === undefined && hasCapacity(key) ? begin(key) : undefined
  }

  /**
   * Acquires a slot, if need be after waiting. Throws the error of `refusal`, the reason of the signal (which ends the
   * waiting, not the work), and the error of `close`.
   */
  async function acquire (key: string, signal?: AbortSignal): Promise<Release> {
    if (closedWith) throw closedWith
    signal?.throwIfAborted()
    return tryAcquire(key) ?? await wait(key, signal)
  }

  return {
    tryAcquire,
    acquire,

    /** Does the work in a slot of its own. Throws what `acquire` and the work throw. */
    async run<Result> (key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const leave = await acquire(key, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },

    /** How much runs or waits. */
    held: (): number => runningInAll + waitingInAll,

    /** Rejects queued and new work; running work continues. */
    close (error: Error): void {
      closedWith = error
      for (const queue of [...waiting.values()]) for (const one of [...queue]) one.reject(error)
    }
  }
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>
