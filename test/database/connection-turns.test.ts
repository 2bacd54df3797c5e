import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectionTurns } from '../../src/repositories/connection-turns.ts'
import { createStore, type Store } from '../../src/repositories/store.ts'
import { newId } from '../../src/shared/ids.ts'
import { noTurns } from '../../src/shared/turns.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

describe('turns at the connections', () => {
  const settled = () => new Promise((resolve) => { setImmediate(resolve) })

  /** Turns over a clock of their own, and how many pieces of a tenant's work run. */
  function turnsWith (poolSize: number) {
    const clock = { ms: 0 }
    const turns = createConnectionTurns({ poolSize, waitingMs: 60_000, now: () => clock.ms })
    const running = new Map<string, Set<() => void>>()
    async function work (tenantId: string): Promise<void> {
      const own = running.get(tenantId) ?? new Set()
      running.set(tenantId, own)
      await new Promise<void>((resolve) => {
        const end = (): void => { own.delete(end); resolve() }
        own.add(end)
      })
    }
    return {
      clock,
      turns,
      count: (tenantId: string) => running.get(tenantId)?.size ?? 0,
      begin: async (tenantId: string, count: number) => {
        for (let n = 0; n < count; n++) turns.asTenant(tenantId, () => work(tenantId)).catch(() => {})
        await settled()
      },
      endOne: async (tenantId: string) => {
        running.get(tenantId)!.values().next().value!()
        await settled()
      }
    }
  }

  it('give a tenant that works alone all but two', async () => {
    const { begin, count } = turnsWith(10)
    await begin('crowd', 50)
    expect(count('crowd')).toBe(8)
  })

  it('give tenants that are busy at the same time an equal share each', async () => {
    const { begin, count, endOne } = turnsWith(10)
    await begin('one', 1)
    await begin('crowd', 50)
    expect(count('crowd')).toBe(3)
    await begin('one', 50)
    await endOne('crowd')
    expect([count('one'), count('crowd')]).toEqual([3, 3])
  })

  it('give a tenant the whole part again once the others rest', async () => {
    const { begin, clock, count, endOne } = turnsWith(10)
    await begin('one', 1)
    await begin('crowd', 50)
    clock.ms += 1001
    await begin('crowd', 1)
    await endOne('crowd')
    expect(count('crowd')).toBe(8)
  })

  it('count work above tenants as nobody\'s, so that sign-ins shrink no share', async () => {
    const { begin, count, turns } = turnsWith(10)
    await turns.asPlatform(async () => 'done')
    await begin('crowd', 50)
    expect(count('crowd')).toBe(8)
  })
})

describe('connections to the database', () => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await freshDatabase()
    store = createStore({ databaseUrl: database.url, pepper: undefined, poolSize: 5 })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  /** A transaction that stays open until it is told to end. */
  function held (tenantId: string) {
    const ending = new AbortController()
    let done: Promise<void> = Promise.resolve()
    const begun = new Promise<void>((resolve) => {
      done = store.asTenant(tenantId, async () => {
        resolve()
        if (!ending.signal.aborted) await once(ending.signal, 'abort')
      })
    })
    return { begun, end: () => { ending.abort() }, done }
  }

  it('are left for others by a tenant that has many requests', async () => {
    const crowd = newId()
    const held3 = [held(crowd), held(crowd), held(crowd)]
    await Promise.all(held3.map(({ begun }) => begun))
    const waiting = Array.from({ length: 20 }, () => held(crowd))

    await expect(store.asTenant(newId(), async () => 'served')).resolves.toBe('served')
    for (const { end } of [...held3, ...waiting]) end()
    await Promise.all([...held3, ...waiting].map(({ done }) => done))
  })

  it('go on in turns of requests or of tasks, of a tenant or above them', async () => {
    const seen = new Set<string>()
    const own = createStore({
      databaseUrl: database.url, pepper: undefined, poolSize: 1,
      turns: {
        ...noTurns,
        again: ({ tenantId, isTask }) => {
          seen.add(`${tenantId === undefined ? 'above' : 'tenant'} ${isTask ? 'task' : 'request'}`)
          return undefined
        }
      }
    })
    const nothing = async (): Promise<void> => {}
    const turnsOf = async (work: () => Promise<void>): Promise<string[]> => {
      seen.clear()
      await work()
      return [...seen]
    }

    expect(await turnsOf(() => own.asTenant(newId(), nothing))).toEqual(['tenant request'])
    expect(await turnsOf(() => own.asPlatform(nothing))).toEqual(['above request'])
    expect(await turnsOf(() => own.forTasks.asTenant(newId(), nothing))).toEqual(['tenant task'])
    expect(await turnsOf(() => own.forTasks.asPlatform(nothing))).toEqual(['above task'])
    await own.close()
  })
})
