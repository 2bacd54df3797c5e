export interface DelayMeasureOptions {
  /** How much later than due the ticks of a sample may be on average. */
  mostMs: number
  /** The time from one tick to the next, where nothing holds the thread. */
  everyMs: number
  now: () => number
}

/**
 * How late a timer's ticks are: so long the event loop is busy with something else when somebody comes. Two ticks make
 * an overload, in one sample or in two that follow one another. One alone is what a paused machine, a start, or a rare
 * large work leaves behind, and is over when it is seen.
 *
 * Node's histogram (monitorEventLoopDelay) takes its first look after a reset as the start, and does not see holds that
 * are longer than a sample.
 */
export function createDelayMeasure ({ mostMs, everyMs, now }: DelayMeasureOptions) {
  let tickedAt = now()
  let ticks = 0
  let delayMs = 0
  let holds = 0
  let holdsBefore = 0

  return {
    /** Called by the timer. */
    tick (): void {
      const late = Math.max(0, now() - tickedAt - everyMs)
      tickedAt = now()
      ticks += 1
      delayMs += late
      if (late > mostMs) holds += 1
    },

    /** Whether the loop was late since it was asked last. */
    takeSample (): boolean {
      const isLate = ticks > 0 && delayMs / ticks > mostMs && holds + holdsBefore > 1
      holdsBefore = holds
      ticks = delayMs = holds = 0
      return isLate
    }
  }
}
