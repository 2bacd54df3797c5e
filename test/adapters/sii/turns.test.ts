import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTurns } from '../../../src/adapters/sii/turns.ts'

it('never runs more than its number at once under one key, and runs everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('andes', 'boreal'), { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      async (scheduler, keys, atOnce) => {
        const turns = createTurns(atOnce)
        const running: Record<string, number> = {}
        const work = (key: string) => async () => {
          running[key] = (running[key] ?? 0) + 1
          expect(running[key]).toBeLessThanOrEqual(atOnce)
          await scheduler.schedule(Promise.resolve())
          running[key] -= 1
          return key
        }

        const results = Promise.all(keys.map(async (key) => {
          await scheduler.schedule(Promise.resolve())
          return await turns.take(key, work(key))
        }))
        await scheduler.waitFor(results)

        expect(await results).toEqual(keys)
      }))
})

it('passes the turn on after a failure', async () => {
  const turns = createTurns(1)

  const failure = turns.take('andes', async () => { throw new Error('no') })
  const success = turns.take('andes', async () => 'yes')

  await expect(failure).rejects.toThrow('no')
  expect(await success).toBe('yes')
})
