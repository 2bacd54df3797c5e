/** @module-tag slow */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { patience } from '../../support/patience.ts'
import type { Actor } from '../../../src/services/actor.ts'

let app: TestApp
beforeEach(async () => {
  await app?.close()
  app = await createTestApp()
})
afterAll(() => app.close())

const list = (as?: Actor) => app.api(as).get('Tenant/Keys')
const create = (as?: Actor) => app.api(as).post('Tenant/CreateKey')
const revoke = (id: string, as?: Actor) =>
  app.api(as).delete('Tenant/RevokeKey', `?id=${id}`)
const isValid = async (keys: object): Promise<boolean> =>
  (await app.api().post('Tenant/GetAccessKeyAndSecretKeyValidation', keys)).status ===
    200

describe('answers', () => {
  it('rotates: both pairs work until the old one is revoked', async () => {
    const { admin, keys, code } = app.world.andes
    const created = await create(admin)
    const { id, accessKey, secretKey } = created.body.result
    const newKeys = { tenantCode: code, accessKey, secretKey }

    expect(created).toMatchObject(success({
      id: expect.any(String),
      accessKey: expect.stringMatching(/^ak_test_[\w-]{24}$/),
      secretKey: expect.stringMatching(/^sk_[\w-]{47}$/),
      createdAt: '2026-11-20T15:00:00.000Z'
    }))
    expect([await isValid(keys), await isValid(newKeys)]).toEqual([true, true])
    const old = defined((await list(admin)).body.result[1])

    expect(await revoke(old.id, admin)).toMatchObject(success(true))

    expect([await isValid(keys), await isValid(newKeys)]).toEqual([false, true])
    expect((await list(admin)).body.result.map((key) => key.id)).toEqual([id])
  })

  it('lists live pairs with their last use to the minute, without secrets', async () => {
    const { admin, keys } = app.world.andes
    const before = (await list(admin)).body.result
    await isValid(keys)
    await expect.poll(async () => (await list(admin)).body.result[0]?.lastUsedAt, patience).toBe('2026-11-20T15:00:00.000Z')
    app.world.pass(59)
    await isValid(keys)
    app.world.pass(2)
    await isValid(keys)
    await expect.poll(async () => (await list(admin)).body.result[0]?.lastUsedAt, patience).toBe('2026-11-20T15:01:01.000Z')

    expect(before).toEqual([{
      id: expect.any(String), accessKey: keys.accessKey, createdAt: '2026-11-20T15:00:00.000Z', lastUsedAt: null
    }])
    expect(JSON.stringify((await list(admin)).body)).not.toMatch(/"sk_/)
  })

  it('writes an audit row for each, without the secret', async () => {
    const { admin, tenantId } = app.world.andes
    const { id, accessKey, secretKey } = (await create(admin)).body.result
    await revoke(id, admin)

    const rows = await app.world.rows(
      'select action, entity, entity_id, details from audit_entries where tenant_id = $1 and entity = $2 order by sequence',
      [tenantId, 'tenantKey']
    )
    expect(rows).toEqual([
      { action: 'tenant.createKey', entity: 'tenantKey', entity_id: id, details: { accessKey } },
      { action: 'tenant.revokeKey', entity: 'tenantKey', entity_id: id, details: { accessKey } }
    ])
    expect(JSON.stringify(rows)).not.toContain(secretKey)
  })
})

describe('rejects input (400)', () => {
  it('requires one id', async () => {
    expect(await revoke('x', app.world.andes.admin)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await app.api(app.world.andes.admin).delete('Tenant/RevokeKey')).toMatchObject(
      failure(400, 'VALIDATION_FAILED')
    )
  })
})

describe('conflicts (409)', () => {
  it('refuses a third live pair, also in five concurrent requests, and revoking the last one', async () => {
    const { admin } = app.world.andes

    const answers = await Promise.all(Array.from({ length: 5 }, () => create(admin)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(failure(409, 'TENANT_KEY_LIMIT'))
    const live = (await list(admin)).body.result
    const revoked = await Promise.all(live.map(({ id }: { id: string }) => revoke(id, admin)))
    expect(revoked.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(revoked.find(({ status }) => status === 409)).toMatchObject(failure(409, 'TENANT_KEY_LAST'))
  })
})
