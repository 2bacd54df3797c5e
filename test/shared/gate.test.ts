import { expect, it } from 'vitest'
import { createGate } from '../../src/shared/gate.ts'

/** A gate with work that ends when it is told to, and what became of each work. */
function gateWith (limits: { atOnce: number, waitingMax: number, waitingMaxEach: number }) {
  const through = createGate({ ...limits, refusal: () => new Error('refused') })
  const ended: string[] = []
  const ends: (() => void)[] = []
  const enter = async (caller: string) => {
    try {
      await through(caller, () => new Promise<void>((resolve) => ends.push(resolve)))
      ended.push(caller)
    } catch {
      ended.push(`${caller} refused`)
    }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ended,
    enter: async (...callers: string[]) => {
      callers.forEach((caller) => { enter(caller).catch(() => {}) })
      await settle()
    },
    endAll: async () => {
      while (ends.length > 0) {
        ends.shift()!()
        await settle()
      }
    }
  }
}

it('a caller that fills its part of the line is turned away, and leaves the others their places', async () => {
  const gate = gateWith({ atOnce: 2, waitingMax: 8, waitingMaxEach: 2 })

  await gate.enter('flood', 'flood', 'flood', 'flood', 'flood', 'flood', 'ana', 'luz')
  expect(gate.ended).toEqual(['flood refused', 'flood refused'])

  await gate.endAll()
  expect(gate.ended.slice(2)).toEqual(['flood', 'flood', 'flood', 'flood', 'ana', 'luz'])
})

it('a full line turns everybody away', async () => {
  const gate = gateWith({ atOnce: 1, waitingMax: 2, waitingMaxEach: 1 })

  await gate.enter('ana', 'luz', 'sol', 'mar')

  expect(gate.ended).toEqual(['mar refused'])
  await gate.endAll()
  expect(gate.ended.slice(1)).toEqual(['ana', 'luz', 'sol'])
})

it('what has ended holds no place', async () => {
  const gate = gateWith({ atOnce: 1, waitingMax: 2, waitingMaxEach: 1 })

  for (let turn = 0; turn < 3; turn++) {
    await gate.enter('ana', 'ana')
    await gate.endAll()
  }

  expect(gate.ended).toEqual(Array(6).fill('ana'))
})
