import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createYielder } from '../../src/shared/yielding.ts'

it('long work yields to the event loop after each time slice, and short work does not wait', async () => {
  const yieldToEventLoop = createYielder()
  const rounds = { count: 0, isOver: false }
  const counting = (async () => {
    while (!rounds.isOver) {
      await setImmediate()
      rounds.count++
    }
  })()
  for (let step = 0; step < 5; step++) {
    const until = performance.now() + 2
    while (performance.now() < until);
    await yieldToEventLoop()
  }
  const seen = rounds.count
  rounds.isOver = true
  await counting

  expect(seen).toBeGreaterThanOrEqual(4)
})
