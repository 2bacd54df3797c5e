import { describe, expect, it } from 'vitest'
import { createExpiringCache } from '../../src/shared/caches.ts'

function cacheOf (maxEntries = 10) {
  const time = { now: new Date(0), heardUntil: -Infinity }
  const loads: string[] = []
  const cache = createExpiringCache<string>({
    maxAgeMs: 1000, maxEntries, clock: () => time.now, heardUntilMs: () => time.heardUntil
  })
  const get = (name: string) => cache.get(name, async () => {
    loads.push(name)
    return `${name} ${loads.length}`
  })
  const hear = (): void => { time.heardUntil = time.now.getTime() }
  return { cache, get, loads, hear, pass: (ms: number) => { time.now = new Date(time.now.getTime() + ms) } }
}

describe('an expiring cache', () => {
  it('loads once for concurrent callers', async () => {
    const { get, loads } = cacheOf()

    expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a 1', 'a 1', 'a 1'])
    expect(loads).toEqual(['a'])
  })

  it('loads again when the time is over, and not before', async () => {
    const { get, pass } = cacheOf()

    await get('a')
    pass(999)
    expect(await get('a')).toBe('a 1')
    pass(1)
    expect(await get('a')).toBe('a 2')
  })

  it('stays fresh while notifications of changes arrive, and ages from the last one', async () => {
    const { get, pass, hear } = cacheOf()

    await get('a')
    for (let second = 0; second < 60; second++) {
      pass(1000)
      hear()
    }
    expect(await get('a')).toBe('a 1')
    pass(999)
    expect(await get('a')).toBe('a 1')
    pass(1)
    expect(await get('a')).toBe('a 2')
  })

  it('loads again after five minutes in any case', async () => {
    const { get, pass, hear } = cacheOf()

    await get('a')
    pass(299_999)
    hear()
    expect(await get('a')).toBe('a 1')
    pass(1)
    hear()
    expect(await get('a')).toBe('a 2')
  })

  it('trusts no entry when the clock was set back', async () => {
    const { get, pass } = cacheOf()

    await get('a')
    pass(-1)

    expect(await get('a')).toBe('a 2')
  })

  it('does not cache a failure', async () => {
    const { cache, get } = cacheOf()

    await expect(cache.get('a', async () => { throw new Error('away') })).rejects.toThrow('away')

    expect(await get('a')).toBe('a 1')
  })

  it('evicts the least recently used entry beyond its limit', async () => {
    const { cache, get } = cacheOf(2)

    await Promise.all([get('a'), get('b'), get('a'), get('c')])

    expect(cache.find('b')).toBeUndefined()
    expect(await cache.find('a')).toBe('a 1')
    expect(await cache.find('c')).toBe('c 3')
  })

  it('drops entries on demand, also ones being loaded', async () => {
    const { cache, get } = cacheOf()

    const first = get('a')
    cache.invalidate('a')

    expect(await get('a')).toBe('a 2')
    expect(await first).toBe('a 1')
  })
})
