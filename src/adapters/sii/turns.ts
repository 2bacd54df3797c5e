/** Lets at most `atOnce` pieces of work run at a time under each key; the others wait in the order they came. */
export function createTurns (atOnce: number) {
  const lanes = new Map<string, { running: number, waiting: (() => void)[] }>()

  async function enter (key: string): Promise<void> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < atOnce) {
      lane.running += 1
      return
    }
    await new Promise<void>((resolve) => { lane.waiting.push(resolve) })
  }

  function leave (key: string): void {
    const lane = lanes.get(key)
    if (lane === undefined) return
    const next = lane.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    lane.running -= 1
    if (lane.running === 0) lanes.delete(key)
  }

  return {
    async take<Result> (key: string, work: () => Promise<Result>): Promise<Result> {
      await enter(key)
      try {
        return await work()
      } finally {
        leave(key)
      }
    }
  }
}
