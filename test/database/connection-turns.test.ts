import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../src/repositories/store.ts'
import { newId } from '../../src/shared/ids.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

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
})
