import { createLine } from './line.ts'

export interface GateOptions {
  /** How many works run at the same time. */
  atOnce: number
  /** How many more wait in line, over all callers. */
  waitingMax: number
  /** How many of one caller wait in line. */
  waitingMaxEach: number
  /** The error of those who are turned away. */
  refusal: () => Error
}

/** Who asks. A caller whose signal fires leaves the line; work that runs goes on to its end. */
export interface GateCaller { name: string, signal?: AbortSignal | undefined }

/**
 * Runs works a few at a time, first come, first served. One caller cannot fill the line, and a full line turns callers
 * away.
 */
export function createGate ({ atOnce, waitingMax, waitingMaxEach, refusal }: GateOptions) {
  const line = createLine<undefined>()
  const waitingOf = new Map<string, number>()
  let running = 0

  function countWaiting (name: string, change: number): void {
    const count = (waitingOf.get(name) ?? 0) + change
    if (count === 0) waitingOf.delete(name)
    else waitingOf.set(name, count)
  }

  async function enter ({ name, signal }: GateCaller): Promise<void> {
    signal?.throwIfAborted()
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length() >= waitingMax || (waitingOf.get(name) ?? 0) >= waitingMaxEach) throw refusal()
    countWaiting(name, 1)
    // A work that ends hands its place to the first in line, so `running` stays as it is.
    await line.wait(signal).finally(() => { countWaiting(name, -1) })
  }

  function leave (): void {
    if (!line.serve(undefined)) running -= 1
  }

  return {
    /** Throws the error of `refusal`, the reason of the caller's signal, and what the work throws. */
    async through<T> (caller: GateCaller, work: () => Promise<T>): Promise<T> {
      await enter(caller)
      try {
        return await work()
      } finally {
        leave()
      }
    },

    /** How many are in, at work or in line. */
    held: (): number => running + line.length()
  }
}
