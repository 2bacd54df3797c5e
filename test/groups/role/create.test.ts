import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const create = (payload: object, as = app.world.andes.admin, headers = {}) =>
  app.api(as).post('Role/Create', payload, { headers })
const type = 'permission'

describe('answers', () => {
  it('returns the role with its claims, whose type can be omitted', async () => {
    const answer = await create({
      name: ' Contabilidad ', claims: [{ type, value: 'Reports.Read' }, { value: 'Webhook.Read' }]
    })

    expect(answer).toMatchObject(success({
      id: expect.any(String), name: 'Contabilidad', system: false, userCount: 0, createdAt: '2026-11-20T15:00:00.000Z',
      claims: [{ type, value: 'Reports.Read' }, { type, value: 'Webhook.Read' }]
    }))
    expect(await app.world.roles.claimsOf(app.world.andes.admin, answer.body.result.id)).toEqual(
      answer.body.result.claims
    )
  })

  it('creates one role when sent twice with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'role-1' }
    const [first, second] = [
      await create({ name: 'Una vez' }, undefined, headers), await create({ name: 'Una vez' }, undefined, headers)
    ]

    expect(second).toMatchObject(success(first.body.result))
    expect(second.headers['idempotent-replayed']).toBe('true')
  })
})

describe('rejects input (400)', () => {
  it.each([
    {},
    { name: '' },
    { name: '  ' },
    { name: 'Bodega\nVentas' },
    { name: 'x'.repeat(101) },
    { name: 7 },
    { name: 'x', system: true },
    { name: 'x', tenantId: 'x' },
    { name: 'x', claims: ['Webhook.Read'] },
    { name: 'x', claims: [{ type, value: 'Everything' }] },
    { name: 'x', claims: [{ type: 'department', value: 'Webhook.Read' }] },
    { name: 'x', claims: { type, value: 'Webhook.Read' } }
  ])('refuses %j', async (payload) => {
    expect(await create(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses to grant a claim that the caller does not have, and names it', async () => {
    const { world } = app
    const manager = await world.addUser(world.andes.tenantId, 'manager@andes.example', ['Role.Manage'])

    const answer = await create({ name: 'x', claims: [{ value: 'Role.Manage' }, { value: 'Tenant.Manage' }] }, manager)

    expect(answer).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
    expect(answer.body.errors).toEqual(['claims: you do not hold Tenant.Manage yourself'])
  })
})

describe('conflicts (409)', () => {
  it('refuses a name in use', async () => {
    expect(await create({ name: 'administrator' })).toMatchObject(failure(409, 'ROLE_NAME_TAKEN'))
  })
})
