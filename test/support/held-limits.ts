import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Holds the time limits that begin from now on: none passes because the machine is slow. `vi.useRealTimers` ends it.
 */
export function holdLimits (): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** Lets a held limit of so many milliseconds pass, once it is time. Until then pauses of a few milliseconds pass. */
export async function limitPasses (ms: number, isTime: () => boolean | Promise<boolean>): Promise<void> {
  while (!await isTime()) {
    await turn()
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(ms)
}
