import { setImmediate } from 'node:timers/promises'

// Long enough that the turns of the event loop cost nothing beside the work, short beside what a request takes.
const sliceMs = 8

/**
 * For long work on the thread that answers: called between its steps, it lets other requests take their turn when the
 * work has had a slice of time since they last had one.
 */
export function createGivingWay (): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < sliceMs) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
