// Long enough that the turns of the event loop cost nothing beside the work, short beside what a request takes.
const sliceMs = 1
const waiting: (() => void)[] = []

/** One in each round of the event loop, however many wait. */
function letNextGoOn (): void {
  const goOn = waiting.shift()
  if (waiting.length > 0) setImmediate(letNextGoOn)
  goOn?.()
}

function nextRound (): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letNextGoOn)
  })
}

export type GiveWay = () => Promise<void>

/**
 * For long work on the thread that answers: called between its steps, it lets other requests take their turn when the
 * work has had a slice of time since they last had one.
 *
 * @param nextTurn waits for the next turn of whose work it is (shared/turns.ts). Without it, all long works share one
 * slice a round of the event loop: a request needs several rounds, and would otherwise have a slice of each before
 * every one
 */
export function createGivingWay (nextTurn: () => Promise<void> | undefined = nextRound): GiveWay {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < sliceMs) return
    await nextTurn()
    sinceMs = performance.now()
  }
}
