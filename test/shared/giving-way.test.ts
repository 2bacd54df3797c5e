/** @module-tag slow */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGivingWay } from '../../src/shared/giving-way.ts'

/** Work of many steps; each takes longer than a slice. */
async function longWork (noteStep: () => void): Promise<void> {
  const giveWay = createGivingWay()
  for (let step = 0; step < 20; step++) {
    const until = performance.now() + 3
    while (performance.now() < until);
    noteStep()
    await giveWay()
  }
}

it('lets one step of all long works go on in a round of the event loop', async () => {
  const done = { steps: 0 }
  const works = Promise.all(Array.from({ length: 5 }, () => longWork(() => { done.steps++ })))
  // Each began with a step of its own.
  const stepsOfRounds: number[] = []
  while (done.steps < 100) {
    const before = done.steps
    await setImmediate()
    stepsOfRounds.push(done.steps - before)
  }
  await works
  expect(Math.max(...stepsOfRounds)).toBe(1)
})

it('waits for the next turn of whose work it is, once the work had its slice of time', async () => {
  let turns = 0
  const giveWay = createGivingWay(async () => { turns += 1 })
  const work = (ms: number): void => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  for (let step = 0; step < 5; step++) {
    work(2)
    await giveWay()
  }
  expect(turns).toBe(5)
})
