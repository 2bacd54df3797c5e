import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenantKeys } from '../../../src/services/access/tenant-keys.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())

describe('a tenant\'s keys', () => {
  it('tell their environment and carry 256 random bits', () => {
    expect(world.andes.keys.accessKey).toMatch(/^ak_test_[\w-]{24}$/)
    expect(world.andes.keys.secretKey).toMatch(/^sk_[\w-]{47}$/)
  })

  it('are marked live in production', async () => {
    const { accessKey } = await world.store.asPlatform((repositories) =>
      world.tenantKeys.mint(repositories, { tenantId: world.andes.tenantId, environment: 'production' }))

    expect(accessKey).toMatch(/^ak_live_/)
  })

  it('prove the tenant', async () => {
    const { tenantId, keys } = world.andes

    expect(await world.tenantKeys.verify(keys)).toMatchObject({ tenantId, tenantCode: 'andes' })
    expect(await world.tenantKeys.verify({ ...keys, tenantCode: 'ANDES' })).toMatchObject({ tenantId })
    expect(await world.tenantKeys.actorOf(keys)).toMatchObject({
      tenantId, userName: keys.accessKey, permissions: new Set(['Webhook.Read'])
    })
  })

  it('are refused alike whichever part is wrong', async () => {
    const { andes, boreal } = world
    const wrong = [
      { ...andes.keys, tenantCode: 'boreal' },
      { ...andes.keys, tenantCode: 'nobody' },
      { ...andes.keys, accessKey: boreal.keys.accessKey },
      { ...andes.keys, accessKey: 'ak_test_AAAAAAAAAAAAAAAAAAAAAAAA' },
      { ...andes.keys, secretKey: boreal.keys.secretKey },
      { ...andes.keys, secretKey: `${andes.keys.secretKey.slice(0, -1)}!` },
      { ...andes.keys, secretKey: '' },
      { tenantCode: '', accessKey: '', secretKey: '' }
    ]

    const errors = await Promise.all(
      wrong.map((keys) => world.tenantKeys.verify(keys).catch((error: unknown) => error))
    )

    for (const error of errors) {
      expect(error).toMatchObject({ code: 'TENANT_KEYS_INVALID' })
      expect(error).toEqual(errors[0])
    }
    expect(await Promise.all(wrong.map((keys) => world.tenantKeys.actorOf(keys)))).toEqual(wrong.map(() => undefined))
  })

  it('stop within five seconds of being revoked', async () => {
    const minted = await world.store.asPlatform((repositories) =>
      world.tenantKeys.mint(repositories, { tenantId: world.andes.tenantId, environment: 'certification' }))
    const keys = { tenantCode: 'andes', accessKey: minted.accessKey, secretKey: minted.secretKey }
    await world.tenantKeys.verify(keys)

    await world.store.asTenant(world.andes.tenantId, ({ tenantKeys }) => tenantKeys.revoke(minted.id, world.clock()))
    world.pass(5)

    await expect(world.tenantKeys.verify(keys)).rejects.toMatchObject({ code: 'TENANT_KEYS_INVALID' })
    await expect(world.tenantKeys.verify(world.andes.keys)).resolves.toBeDefined()
  })

  it('that nobody has are looked up two at a time, once each in five seconds, while known ones are not held up', async () => {
    const most = { underWay: 0, ever: 0, asked: 0 }
    const store = {
      ...world.store,
      asPlatform: async <Result>(work: Parameters<typeof world.store.asPlatform<Result>>[0]) => {
        most.asked += 1
        most.ever = Math.max(most.ever, ++most.underWay)
        try {
          return await world.store.asPlatform(work)
        } finally {
          most.underWay -= 1
        }
      }
    }
    const tenantKeys = createTenantKeys({ store, pepper: world.pepper, clock: world.clock })
    const invented = Array.from(
      { length: 40 }, (_, index) => ({ ...world.andes.keys, accessKey: `ak_test_${String(index).padStart(24, 'A')}` })
    )
    await tenantKeys.verify(world.andes.keys)
    const flood = [...invented, ...invented].map((keys) => tenantKeys.actorOf(keys, '203.0.113.9'))

    expect(await tenantKeys.actorOf(world.andes.keys)).toBeDefined()
    expect(await tenantKeys.actorOf(world.boreal.keys, '203.0.113.10')).toBeDefined()
    expect(most.asked).toBeLessThan(40)
    expect(await Promise.all(flood)).toEqual(flood.map(() => undefined))
    expect(most).toEqual({ underWay: 0, ever: 2, asked: 42 })
  })

  it('are checked without a look into the database once known', async () => {
    let asked = 0
    const store = {
      ...world.store,
      asPlatform: async <Result>(work: Parameters<typeof world.store.asPlatform<Result>>[0]) => {
        asked += 1
        return world.store.asPlatform(work)
      }
    }
    const tenantKeys = createTenantKeys({ store, pepper: world.pepper, clock: world.clock })
    await tenantKeys.verify(world.andes.keys)
    const first = asked

    for (let count = 0; count < 1000; count += 1) await tenantKeys.verify(world.andes.keys)

    expect(first).toBeGreaterThan(0)
    expect(asked).toBe(first)
  })
})
