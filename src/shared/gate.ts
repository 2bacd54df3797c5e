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

/** Runs works a few at a time, first come, first served. One caller cannot fill the line, and a full line turns callers away. */
export function createGate ({ atOnce, waitingMax, waitingMaxEach, refusal }: GateOptions) {
  const line: { caller: string, start: () => void }[] = []
  let running = 0

  async function enter (caller: string): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    const ofCaller = line.filter((waiting) => waiting.caller === caller).length
    if (line.length >= waitingMax || ofCaller >= waitingMaxEach) throw refusal()
    // A work that ends hands its place to the first in line, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push({ caller, start: resolve }))
  }

  function leave (): void {
    const next = line.shift()
    if (next) next.start()
    else running -= 1
  }

  return async function through<T> (caller: string, work: () => Promise<T>): Promise<T> {
    await enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
