import { describe, expect, it } from 'vitest'
import { createSingleTenantQueue } from '../../../src/services/invoicing/issuing/single-tenant-queue.ts'
import { defined } from '../../support/expecting.ts'

const outage = new Error('the database is away')
const collision = new Error('another took the key')

/** A batcher that keeps its batches; each stays under way until it is let go. */
function batcher (
  { largest = 100, fail = () => undefined, begins }: {
    largest?: number, fail?: (items: string[], times: number) => Error | undefined, begins?: () => Promise<void>
  } = {}
) {
  const batches: string[] = []
  const gates: (() => void)[] = []
  const times = new Map<string, number>()
  const { add } = createSingleTenantQueue<string, string>({
    largest,
    isOutage: (error) => error === outage,
    isCollision: (error) => error === collision,
    work: async (key, take) => {
      if (begins) await begins()
      const items = take()
      const name = `${key}:${items.join('')}`
      batches.push(name)
      times.set(name, (times.get(name) ?? 0) + 1)
      if (items[0] === 'a') await new Promise<void>((resolve) => { gates.push(resolve) })
      const error = fail(items, defined(times.get(name)))
      if (error) throw error
      return items.map((item) => `${item}!`)
    }
  })
  return { add, batches, open: () => { gates.shift()?.() } }
}

const outcomes = async (promises: Promise<string>[]) =>
  (await Promise.allSettled(promises)).map((one) => one.status === 'fulfilled' ? one.value : one.reason)

describe('calls of one key', () => {
  it('run alone when idle, and together after a running batch', async () => {
    const { add, batches, open } = batcher()
    const first = add('k', 'a')
    const rest = ['b', 'c', 'd'].map((item) => add('k', item))
    open()

    expect(await outcomes([first, ...rest])).toEqual(['a!', 'b!', 'c!', 'd!'])
    expect(batches).toEqual(['k:a', 'k:bcd'])
  })

  it('run in order of arrival, up to the largest batch size', async () => {
    const { add, batches, open } = batcher({ largest: 2 })
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => add('k', item))
    open()
    await Promise.all(all)

    expect(batches).toEqual(['k:a', 'k:bc', 'k:de', 'k:f'])
  })

  it('do not wait for those of another key', async () => {
    const { add, batches, open } = batcher()
    const held = add('k', 'a')

    expect(await add('l', 'b')).toBe('b!')
    expect(batches).toEqual(['k:a', 'l:b'])
    open()
    await held
  })

  it('join the batch that waits to start', async () => {
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => { begin = resolve })
    const { add, batches } = batcher({ begins: () => begun })
    const all = ['b', 'c', 'd'].map((item) => add('k', item))
    begin()

    expect(await outcomes(all)).toEqual(['b!', 'c!', 'd!'])
    expect(batches).toEqual(['k:bcd'])
  })

  it('continue without those whose batch could not start', async () => {
    let begin = (): void => {}
    const begun = [new Promise<void>((_resolve, reject) => { begin = () => { reject(outage) } })]
    const { add, batches } = batcher({ begins: async () => begun.shift() })
    const all = ['b', 'c'].map((item) => add('k', item))
    begin()

    expect(await outcomes(all)).toEqual([outage, 'c!'])
    expect(batches).toEqual(['k:c'])
  })

  it('start again after a pause', async () => {
    const { add, batches } = batcher()
    await add('k', 'b')
    await add('k', 'c')

    expect(batches).toEqual(['k:b', 'k:c'])
  })
})

describe('a batch that fails', () => {
  it('is retried one by one, so a bad item affects no other', async () => {
    const bad = new Error('a bad item')
    const { add, batches, open } = batcher({ fail: (items) => items.includes('c') ? bad : undefined })
    const all = ['a', 'b', 'c', 'd'].map((item) => add('k', item))
    open()

    expect(await outcomes(all)).toEqual(['a!', 'b!', bad, 'd!'])
    expect(batches).toEqual(['k:a', 'k:bcd', 'k:b', 'k:c', 'k:d'])
  })

  it('fails as a whole, at once, when the database is unreachable', async () => {
    const { add, batches, open } = batcher({ fail: (items) => items.includes('c') ? outage : undefined })
    const all = ['a', 'b', 'c', 'd'].map((item) => add('k', item))
    open()

    expect(await outcomes(all)).toEqual(['a!', outage, outage, outage])
    expect(batches).toEqual(['k:a', 'k:bcd'])
  })

  it('does not affect the next batch', async () => {
    const { add, open } = batcher({ largest: 1, fail: (items) => items[0] === 'a' ? outage : undefined })
    const all = ['a', 'b'].map((item) => add('k', item))
    open()

    expect(await outcomes(all)).toEqual([outage, 'b!'])
  })
})

describe('an item that conflicted with other work', () => {
  it('is retried and returns that result', async () => {
    const { add, batches } = batcher({ fail: (_items, times) => times === 1 ? collision : undefined })

    expect(await add('k', 'b')).toBe('b!')
    expect(batches).toEqual(['k:b', 'k:b'])
  })

  it('fails after three attempts', async () => {
    const { add, batches } = batcher({ fail: () => collision })

    expect(await outcomes([add('k', 'b')])).toEqual([collision])
    expect(batches).toHaveLength(3)
  })

  it('is not retried for any other error', async () => {
    const bad = new Error('a bad item')
    const { add, batches } = batcher({ fail: () => bad })

    expect(await outcomes([add('k', 'b')])).toEqual([bad])
    expect(batches).toHaveLength(1)
  })
})
