/** Lets `atOnce` works run, `waitingMax` wait in line, and turns the rest away with the error of `refusal`. */
export function createGate ({ atOnce, waitingMax, refusal }: { atOnce: number, waitingMax: number, refusal: () => Error }) {
  const line: (() => void)[] = []
  let running = 0

  async function enter (): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waitingMax) throw refusal()
    // Whoever leaves hands its place to the first in line, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push(resolve))
  }

  function leave (): void {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return async function through<T> (work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
