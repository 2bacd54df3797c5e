import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createConcurrencyLimiter, type LimiterOptions } from '../../src/shared/concurrency-limiter.ts'
import { defined } from '../support/expecting.ts'

const settled = () => new Promise((resolve) => { setImmediate(resolve) })

/** A gate with work that ends when it is told to, and what became of each work. */
function gateWith (options: LimiterOptions) {
  const gate = createConcurrencyLimiter({ refusal: () => new Error('refused'), ...options })
  const begun: string[] = []
  const ended: string[] = []
  const ends: (() => void)[] = []
  const acquire = async (key: string) => {
    try {
      await gate.run(key, async () => {
        begun.push(key)
        await new Promise<void>((resolve) => { ends.push(resolve) })
      })
      ended.push(key)
    } catch {
      ended.push(`${key} refused`)
    }
  }
  return {
    gate,
    begun,
    ended,
    acquire: async (...keys: string[]) => {
      keys.forEach((key) => { acquire(key).catch(() => {}) })
      await settled()
    },
    endNext: async () => {
      defined(ends.shift())()
      await settled()
    },
    endAll: async () => {
      while (ends.length > 0) {
        defined(ends.shift())()
        await settled()
      }
    }
  }
}

it('runs a limited number at once, and admits the others by key in turns', async () => {
  const { begun, acquire, endAll } = gateWith({ limit: 2, queueLimit: 10 })

  await acquire('crowd', 'crowd', 'crowd', 'crowd', 'crowd', 'crowd', 'one', 'other')
  expect(begun).toEqual(['crowd', 'crowd'])
  await endAll()

  expect(begun.slice(2)).toEqual(['crowd', 'one', 'other', 'crowd', 'crowd', 'crowd'])
})

it('a key that fills its part of the queue is refused, and leaves the others their places', async () => {
  const { ended, begun, acquire, endAll } = gateWith({ limit: 2, queueLimit: 8, queueLimitPerKey: 2 })

  await acquire('flood', 'flood', 'flood', 'flood', 'flood', 'flood', 'ana', 'luz')
  expect(ended).toEqual(['flood refused', 'flood refused'])

  await endAll()
  expect(begun).toEqual(['flood', 'flood', 'flood', 'ana', 'luz', 'flood'])
})

it('a full queue refuses everybody', async () => {
  const { ended, acquire, endAll } = gateWith({ limit: 1, queueLimit: 2, queueLimitPerKey: 1 })

  await acquire('ana', 'luz', 'sol', 'mar')

  expect(ended).toEqual(['mar refused'])
  await endAll()
  expect(ended.slice(1)).toEqual(['ana', 'luz', 'sol'])
})

it('runs a limited number per key, in order of arrival, and never delays one key for another', async () => {
  const { begun, acquire, endNext } = gateWith({ limitPerKey: 1, queueLimit: Infinity })

  await acquire('ana', 'ana', 'luz', 'luz', 'sol')
  expect(begun).toEqual(['ana', 'luz', 'sol'])

  await endNext()
  expect(begun).toEqual(['ana', 'luz', 'sol', 'ana'])
})

it('a key at its limit takes no place from the others', async () => {
  const { begun, acquire, endAll } = gateWith({ limit: 2, limitPerKey: 1, queueLimit: 5 })

  await acquire('ana', 'ana', 'ana', 'luz')

  expect(begun).toEqual(['ana', 'luz'])
  await endAll()
  expect(begun).toHaveLength(4)
})

it('ended work releases its place, whether it succeeded or failed', async () => {
  const { gate } = gateWith({ limit: 1 })

  for (let turn = 0; turn < 3; turn++) {
    await expect(gate.run('ana', async () => { throw new Error('failed') })).rejects.toThrow('failed')
    expect(await gate.run('ana', async () => 5)).toBe(5)
  }
  expect(gate.held()).toBe(0)
})

it('grants places without waiting, and releases each once', async () => {
  const { gate } = gateWith({ limitPerKey: 1, queueLimit: 5 })

  const leave = gate.tryAcquire('ana')
  expect(gate.tryAcquire('ana')).toBeUndefined()
  expect(gate.tryAcquire('luz')).toBeDefined()
  leave?.()
  leave?.()

  expect(gate.tryAcquire('ana')).toBeDefined()
  expect(gate.tryAcquire('ana')).toBeUndefined()
})

it('removes a caller that left from the queue, and admits the next one', async () => {
  const { run, held } = createConcurrencyLimiter({ limit: 1, queueLimit: 2, refusal: () => new Error('full') })
  let free = (): void => {}
  const running = run('ana', () => new Promise<void>((resolve) => { free = resolve }))
  const leaver = new AbortController()
  const left = run('ana', async () => 'never', leaver.signal)
  const patient = run('ana', async () => 'done')
  await expect(run('ana', async () => 'never')).rejects.toThrow('full')

  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(held()).toBe(2)
  free()
  expect(await Promise.all([running, patient])).toEqual([undefined, 'done'])
  expect(held()).toBe(0)
})

it('starts nothing for a caller that left before', async () => {
  const { run, held } = createConcurrencyLimiter({ limit: 1, queueLimit: 1 })

  await expect(run('ana', async () => 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(held()).toBe(0)
})

it('when closed, refuses waiting and new work, and lets running work end', async () => {
  const { gate, ended, acquire, endAll } = gateWith({ limit: 1, queueLimit: 1 })
  await acquire('ana', 'luz')

  gate.close(new Error('stopping'))
  await settled()

  expect(ended).toEqual(['luz refused'])
  await expect(gate.run('sol', async () => 'never')).rejects.toThrow('stopping')
  await endAll()
  expect(ended).toEqual(['luz refused', 'ana'])
})

it('never exceeds its limits, in total and per key, and runs everything', async () => {
  await fc.assert(fc.asyncProperty(
    fc.scheduler(), fc.array(fc.constantFrom('andes', 'boreal', 'cordillera'), { maxLength: 20 }),
    fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }),
    async (scheduler, keys, limit, limitPerKey) => {
      const { run, held } = createConcurrencyLimiter({ limit, limitPerKey, queueLimit: Infinity })
      const running: string[] = []
      const work = (key: string) => async () => {
        running.push(key)
        expect(running.length).toBeLessThanOrEqual(limit)
        expect(running.filter((one) => one === key).length).toBeLessThanOrEqual(limitPerKey)
        await scheduler.schedule(Promise.resolve())
        running.splice(running.indexOf(key), 1)
        return key
      }

      const results = Promise.all(keys.map(async (key) => {
        await scheduler.schedule(Promise.resolve())
        return await run(key, work(key))
      }))
      await scheduler.waitFor(results)

      expect(await results).toEqual(keys)
      expect(held()).toBe(0)
    }))
})
