import { setImmediate } from 'node:timers/promises'

// Long enough that iterations of the event loop cost nothing beside the work, short beside what a request takes.
const sliceMs = 1

export type YieldToEventLoop = () => Promise<void>

/**
 * For long work on the thread that answers requests: called between its steps, it lets the event loop serve others once
 * the work has run for a slice of time.
 */
export function createYielder (): YieldToEventLoop {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < sliceMs) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
