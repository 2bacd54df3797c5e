import { describe, expect, it } from 'vitest'
import { createFairGate } from '../../src/shared/fair-gate.ts'

const settled = () => new Promise((resolve) => { setImmediate(resolve) })

/** A gate, and work that ends when it is told to. */
function watched (limits = { atOnce: 2, maxWaiting: 10 }) {
  const gate = createFairGate(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (caller: string) => gate.take(caller, async () => {
    begun.push(caller)
    await new Promise<void>((resolve) => { ends.push(resolve) })
  })
  return { gate, begun, ends, take }
}

describe('a fair gate', () => {
  it('lets in so many at once, and those that wait in turns by caller', async () => {
    const { begun, ends, take } = watched()
    const all = [...Array.from({ length: 6 }, () => take('crowd')), take('one'), take('other')]
    await settled()
    expect(begun).toEqual(['crowd', 'crowd'])

    while (begun.length < 8) {
      ends.shift()?.()
      await settled()
    }
    for (const end of ends) end()
    await Promise.all(all)

    expect(begun.slice(2)).toEqual(['crowd', 'one', 'other', 'crowd', 'crowd', 'crowd'])
  })

  it('turns away what is too much of one caller, and of nobody else', async () => {
    const { ends, take } = watched({ atOnce: 1, maxWaiting: 1 })
    const all = [take('crowd'), take('crowd')]

    await expect(take('crowd')).rejects.toMatchObject({ code: 'OVERLOADED' })
    all.push(take('other'))
    for (let count = 0; count < 3; count++) {
      await settled()
      ends.shift()?.()
    }
    await Promise.all(all)
  })

  it('hands its place on when work fails', async () => {
    const { gate } = watched({ atOnce: 1, maxWaiting: 1 })

    await expect(gate.take('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(gate.take('a', async () => 5)).resolves.toBe(5)
  })
})
