import { expect, it } from 'vitest'
import { createGate } from '../../src/shared/gate.ts'

/** A gate with work that ends when it is told to, and what became of each work. */
function gateWith (limits: { atOnce: number, waitingMax: number, waitingMaxEach: number }) {
  const { through } = createGate({ ...limits, refusal: () => new Error('refused') })
  const ended: string[] = []
  const ends: (() => void)[] = []
  const enter = async (caller: string) => {
    try {
      await through({ name: caller }, () => new Promise<void>((resolve) => ends.push(resolve)))
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

it('lets one who left out of its line, and the next one through', async () => {
  const { through, held } = createGate({
    atOnce: 1, waitingMax: 2, waitingMaxEach: 2, refusal: () => new Error('full')
  })
  let free = (): void => {}
  const running = through({ name: 'ana' }, () => new Promise<void>((resolve) => { free = resolve }))
  const leaver = new AbortController()
  const left = through({ name: 'ana', signal: leaver.signal }, async () => 'never')
  const patient = through({ name: 'ana' }, async () => 'done')
  await expect(through({ name: 'ana' }, async () => 'never')).rejects.toThrow('full')

  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(held()).toBe(2)
  free()
  expect(await Promise.all([running, patient])).toEqual([undefined, 'done'])
  expect(held()).toBe(0)
})

it('begins nothing for one who left before', async () => {
  const { through, held } = createGate({
    atOnce: 1, waitingMax: 1, waitingMaxEach: 1, refusal: () => new Error('full')
  })

  await expect(through({ name: 'ana', signal: AbortSignal.abort(new Error('gone')) }, async () => 'never')).rejects
    .toThrow('gone')
  expect(held()).toBe(0)
})
