import { ServiceError } from './errors.ts'

export interface GateOptions {
  /** How much work runs at the same time; any number unless given. */
  atOnce?: number
  /** How much of it has the same key; a function is asked again for each piece of work. */
  atOnceEach?: number | ((key: string) => number)
  /** How much more may wait for its turn; none unless given. */
  waitingMax?: number
  /** How much of it with the same key. */
  waitingMaxEach?: number
  /** The error for work that may neither run nor wait; OVERLOADED unless given. */
  refusal?: () => Error
}

/** Gives a place back; calling it again has no effect. */
export type Leave = () => void

interface Waiting { admit: () => void, reject: (error: Error) => void }

/**
 * Limits how much work runs at the same time, in all and for each key (a tenant, an address, an operation). Work that
 * waits takes turns by key, so that one key with a long queue does not delay the others.
 */
export function createGate ({
  atOnce = Infinity, atOnceEach = Infinity, waitingMax = 0, waitingMaxEach = waitingMax,
  refusal = () => new ServiceError('OVERLOADED')
}: GateOptions) {
  const running = new Map<string, number>()
  // The keys in the order of their turns.
  const waiting = new Map<string, Set<Waiting>>()
  let runningInAll = 0
  let waitingInAll = 0
  let closedWith: Error | undefined

  function hasPlace (key: string): boolean {
    const mostOfKey = typeof atOnceEach === 'function' ? atOnceEach(key) : atOnceEach
    return runningInAll < atOnce && (running.get(key) ?? 0) < mostOfKey
  }

  function count (key: string, change: 1 | -1): void {
    const left = (running.get(key) ?? 0) + change
    runningInAll += change
    if (left === 0) running.delete(key)
    else running.set(key, left)
  }

  function begin (key: string): Leave {
    let isOver = false
    count(key, 1)
    return () => {
      if (isOver) return
      isOver = true
      count(key, -1)
      while (admitNext()) { /* a key's limit may have grown, so that there is room for more than one */ }
    }
  }

  /** False when nobody is left who has a place. */
  function admitNext (): boolean {
    for (const [key, queue] of waiting) {
      const [next] = queue
      if (!next || !hasPlace(key)) continue
      // The key's next turn comes after those of the others.
      waiting.delete(key)
      waiting.set(key, queue)
      next.admit()
      return true
    }
    return false
  }

  function wait (key: string, signal: AbortSignal | undefined): Promise<Leave> {
    const queue = waiting.get(key) ?? new Set()
    if (waitingInAll >= waitingMax || queue.size >= waitingMaxEach) return Promise.reject(refusal())
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

  /** Takes a place without waiting; undefined when there is none. */
  function tryEnter (key: string): Leave | undefined {
    return closedWith === undefined && hasPlace(key) ? begin(key) : undefined
  }

  /**
   * Takes a place, if need be after waiting. Throws the error of `refusal`, the reason of the signal (which ends the
   * waiting, not the work), and the error of `close`.
   */
  async function enter (key: string, signal?: AbortSignal): Promise<Leave> {
    if (closedWith) throw closedWith
    signal?.throwIfAborted()
    return tryEnter(key) ?? await wait(key, signal)
  }

  return {
    tryEnter,
    enter,

    /** Does the work in a place of its own. Throws what `enter` and the work throw. */
    async run<Result> (key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      const leave = await enter(key, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },

    /** How much runs or waits. */
    held: (): number => runningInAll + waitingInAll,

    /** Turns away all that waits and all that comes; what runs goes on. */
    close (error: Error): void {
      closedWith = error
      for (const queue of [...waiting.values()]) for (const one of [...queue]) one.reject(error)
    }
  }
}

export type Gate = ReturnType<typeof createGate>
