// Long enough that the turns of the event loop cost nothing beside the work, short beside what a request takes.
const sliceMs = 2
const waiting: (() => void)[] = []

/** One in each round of the event loop, however many wait. */
function letNextGoOn (): void {
  const goOn = waiting.shift()
  if (waiting.length > 0) setImmediate(letNextGoOn)
  goOn?.()
}

/**
 * For long work on the thread that answers: called between its steps, it lets other requests take their turn when the
 * work has had a slice of time since they last had one. All long works share one slice: a request needs several rounds
 * of the event loop, and would otherwise have a slice of each before every one.
 */
export function createGivingWay (): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < sliceMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(letNextGoOn)
    })
    sinceMs = performance.now()
  }
}
