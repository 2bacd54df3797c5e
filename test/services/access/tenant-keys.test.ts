import { describe, expect, it } from 'vitest'
import { createKeyStores } from '../../../src/adapters/key-stores/key-stores.ts'
import type { Callers } from '../../../src/repositories/access/callers.ts'
import { createIpAllowList } from '../../../src/services/access/ip-allow-list.ts'
import { createTenantKeys } from '../../../src/services/access/tenant-keys.ts'
import { createCertificates } from '../../../src/services/tenants/certificates.ts'
import { createTenants } from '../../../src/services/tenants/tenants.ts'
import { patience } from '../../support/patience.ts'
import { sharedWorld } from '../../support/shared.ts'

const world = sharedWorld()

const finding = (find: Callers['find']) => ({ ...world.store, callers: { find } })

describe('a tenant\'s keys', () => {
  it('name their environment and have 256 random bits', () => {
    expect(world.andes.keys.accessKey).toMatch(/^ak_test_[\w-]{24}$/)
    expect(world.andes.keys.secretKey).toMatch(/^sk_[\w-]{47}$/)
  })

  it('are marked live in production', async () => {
    const { accessKey } = await world.store.asPlatform((repositories) =>
      world.tenantKeys.mint(repositories, { tenantId: world.andes.tenantId, environment: 'production' }))

    expect(accessKey).toMatch(/^ak_live_/)
  })

  it('authenticate the tenant', async () => {
    const { tenantId, keys } = world.andes

    expect(await world.tenantKeys.verify(keys)).toMatchObject({ tenantId, tenantCode: 'andes' })
    expect(await world.tenantKeys.verify({ ...keys, tenantCode: 'ANDES' })).toMatchObject({ tenantId })
    expect(await world.tenantKeys.actorOf(keys)).toMatchObject({
      tenantId, userName: keys.accessKey, permissions: new Set(['Webhook.Read', 'Webhook.Issue', 'Webhook.Send'])
    })
  })

  it('are refused alike, whichever part is wrong', async () => {
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

  it('that do not exist are looked up a few at a time, once each in five seconds, without delaying known ones', async () => {
    const most = { underWay: 0, ever: 0, asked: 0 }
    const store = finding(async (accessKey) => {
      most.asked += 1
      most.ever = Math.max(most.ever, ++most.underWay)
      try {
        return await world.store.callers.find(accessKey)
      } finally {
        most.underWay -= 1
      }
    })
    const tenantKeys = createTenantKeys({ store, pepper: world.pepper, clock: world.clock })
    const invented = Array.from(
      { length: 80 }, (_, index) => ({ ...world.andes.keys, accessKey: `ak_test_${String(index).padStart(24, 'A')}` })
    )
    await tenantKeys.verify(world.andes.keys)
    const flood = [...invented, ...invented].map((keys) => tenantKeys.actorOf(keys, '203.0.113.9'))

    expect(await tenantKeys.actorOf(world.andes.keys)).toBeDefined()
    expect(await tenantKeys.actorOf(world.boreal.keys, '203.0.113.10')).toBeDefined()
    expect(most.asked).toBeLessThan(80)
    expect(await Promise.all(flood)).toEqual(flood.map(() => undefined))
    expect(most).toEqual({ underWay: 0, ever: 16, asked: 82 })
  })

  it('record their last use to the minute', async () => {
    const usedAt = async () => {
      const [row] = await world.rows<{ at: Date | null }>(
        'select last_used_at as at from tenant_keys where access_key = $1', [world.boreal.keys.accessKey]
      )
      return row?.at
    }
    const first = world.clock()
    world.pass(3600)
    const tenantKeys = createTenantKeys({ store: world.store, pepper: world.pepper, clock: world.clock })

    await tenantKeys.verify(world.boreal.keys)

    await expect.poll(usedAt, patience).toEqual(world.clock())
    expect(world.clock()).not.toEqual(first)
  })

  it('are checked without a query once known', async () => {
    let asked = 0
    const store = finding((accessKey) => {
      asked += 1
      return world.store.callers.find(accessKey)
    })
    const tenantKeys = createTenantKeys({ store, pepper: world.pepper, clock: world.clock })
    await tenantKeys.verify(world.andes.keys)
    const first = asked

    for (let count = 0; count < 1000; count += 1) await tenantKeys.verify(world.andes.keys)

    expect(first).toBeGreaterThan(0)
    expect(asked).toBe(first)
  })
})

describe('the first lookup of a key', () => {
  const office = '198.51.100.7'

  /** Services that remember nothing yet, and how often they read something by itself. */
  function newInstance (find: Callers['find'] = world.store.callers.find) {
    const reads = { byThemselves: 0 }
    const store = {
      ...finding(find),
      asTenant: <Result>(...work: Parameters<typeof world.store.asTenant<Result>>) => {
        reads.byThemselves += 1
        return world.store.asTenant(...work)
      }
    }
    const { clock, sealing, pepper } = world
    const tenants = createTenants({ store, sealing, clock, authorities: [1, 2], canMail: true, onWork: () => {} })
    const certificates = createCertificates({ store, sealing, keyStores: createKeyStores(), clock, onWork: () => {} })
    const allowList = createIpAllowList({ store, clock })
    const tenantKeys = createTenantKeys({ store, pepper, clock, readTogether: [tenants, certificates, allowList] })
    return { reads, tenants, certificates, allowList, tenantKeys }
  }

  it('loads the tenant, its certificate and its allow list, equal to those loaded separately', async () => {
    const { andes, boreal, clock } = world
    const certificate = world.authority.certificate()
    await world.tenants.update(andes.admin, { certificationResolution: { number: 80, date: '2014-08-22' } })
    await world.certificates.upload(andes.admin, { file: certificate.pkcs12('clave'), password: 'clave' })
    await world.ipAllowList.create({ ...andes.admin, address: office }, { ipAddress: '198.51.100.0/24' })
    const { reads, tenants, certificates, allowList, tenantKeys } = newInstance()

    for (const { keys } of [andes, boreal]) await tenantKeys.verify(keys)

    const permits = async (address: string) =>
      Promise.all([andes, boreal].map(({ tenantId }) => allowList.permits(tenantId, address)))
    const signsWith = async ({ tenantId }: typeof andes) => certificates.credentialOf(tenantId, clock())
    expect(await tenants.factsOf(andes.tenantId)).toEqual(
      await world.store.asTenant(andes.tenantId, ({ tenant }) => tenant.get())
    )
    expect((await signsWith(andes))?.certificateDer).toEqual(certificate.certificateDer)
    expect(await signsWith(boreal)).toBeUndefined()
    expect([await permits(office), await permits('192.0.2.1')]).toEqual([[true, true], [false, true]])
    expect(reads.byThemselves).toBe(0)
  })

  it('caches nothing that changed meanwhile', async () => {
    const { andes } = world
    const { reads, tenants, allowList, tenantKeys } = newInstance(async (accessKey) => {
      const found = await world.store.callers.find(accessKey)
      for (const cache of [tenants, allowList, tenantKeys]) cache.invalidate(andes.tenantId)
      return found
    })

    await tenantKeys.verify(andes.keys)
    await tenants.factsOf(andes.tenantId)
    await allowList.permits(andes.tenantId, office)

    expect(reads.byThemselves).toBe(2)
  })

  it("no longer finds a revoked key, and finds a key only under its tenant's code", async () => {
    const { andes, boreal, store } = world
    const minted = await store.asPlatform((repositories) =>
      world.tenantKeys.mint(repositories, { tenantId: andes.tenantId, environment: 'certification' }))
    expect(await store.callers.find(minted.accessKey)).toMatchObject({ key: { id: minted.id, lastUsedAt: null } })

    await store.asTenant(andes.tenantId, ({ tenantKeys }) => tenantKeys.revoke(minted.id, world.clock()))
    await world.rows("update directory_names set tenant = $1 where kind = 'accessKey' and tenant = $2 and subject <> $3", [
      andes.tenantId, boreal.tenantId, minted.id
    ])

    expect(await store.callers.find(minted.accessKey)).toBeUndefined()
    expect(await store.callers.find(boreal.keys.accessKey)).toBeUndefined()
    expect(await store.callers.find(andes.keys.accessKey)).toMatchObject({ tenant: { code: 'andes' } })
  })

  it('continues on another connection when its own is cut', async () => {
    const { store, andes } = world
    await store.callers.find(andes.keys.accessKey)
    await world.rows("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'timbre batches' and datname = current_database()")

    const found = () => store.callers.find(andes.keys.accessKey).then((caller) => caller?.tenant.code, () => 'cut')
    await expect.poll(found, patience).toBe('andes')
  })
})
