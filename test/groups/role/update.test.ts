import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const type = 'permission'
const claimsOf = (...values: string[]) => values.map((value) => ({ type, value }))
const update = (payload: object, as = app.world.andes.admin) =>
  app.api(as).put('Role/Update', payload)
const roleNamed = async (name: string, ...values: string[]) =>
  app.world.roles.create(app.world.andes.admin, { name, claims: claimsOf(...values) })
const system = async (name: string) =>
  defined((await app.world.roles.list(app.world.andes.admin)).find((role) => role.name === name))

describe('answers', () => {
  it('sets name and claims together, with one audit row of the values before and after', async () => {
    const { world } = app
    const role = await roleNamed('Bodega', 'Folio.Read', 'Reports.Read')
    await world.roles.assign(world.andes.admin, { userId: world.andes.guest.userId, roleId: role.id, assigned: true })

    const answer = await update({ roleId: role.id, name: 'Caja', claims: [{ value: 'Reports.Read' }, { type, value: 'Webhook.Read' }] })

    expect(answer).toMatchObject(success({
      id: role.id, name: 'Caja', system: false, userCount: 1, claims: claimsOf('Reports.Read', 'Webhook.Read')
    }))
    const guest = await world.actor(world.andes.tenantId, world.andes.guest.userId)
    expect([...guest.permissions].sort()).toEqual(['Reports.Read', 'Webhook.Read'])
    expect(await world.rows("select details from audit_entries where action = 'role.update' and entity_id = $1", [role.id]))
      .toEqual([{
        details: {
          name: 'Caja', before: { name: 'Bodega', claims: ['Folio.Read', 'Reports.Read'] },
          after: { name: 'Caja', claims: ['Reports.Read', 'Webhook.Read'] }
        }
      }])
  })

  it('keeps omitted members, and writes no audit row when nothing changes', async () => {
    const role = await roleNamed('Despacho', 'Folio.Read')

    expect((await update({ roleId: role.id, name: 'Despachos' })).body.result.claims).toEqual(claimsOf('Folio.Read'))
    expect((await update({ roleId: role.id, claims: [] })).body.result).toMatchObject({ name: 'Despachos', claims: [] })
    expect((await update({ roleId: role.id, name: 'Despachos', claims: [] })).status).toBe(200)
    expect(await app.world.rows("select 1 from audit_entries where action = 'role.update' and entity_id = $1", [role.id]))
      .toHaveLength(2)
  })

  it('adds claims to a system role, and removes them', async () => {
    const { id, name, claims } = await system('Viewer')
    const more = [...claims, { type, value: 'Webhook.Issue' }]

    expect((await update({ roleId: id, name, claims: more })).body.result.claims).toContainEqual({
      type, value: 'Webhook.Issue'
    })
    expect((await update({ roleId: id, claims })).body.result.claims).toEqual(claims)
  })
})

describe('rejects input (400)', () => {
  it.each([{ claims: [{ value: 'Everything' }] }, { name: ' ' }])(
    'refuses %j',
    async (payload) => {
      const { id } = await system('Viewer')
      expect(await update({ roleId: id, ...payload })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  )
})

describe('needs claim (403)', () => {
  it('refuses to add or remove claims that the caller does not have, and changes nothing', async () => {
    const { world } = app
    const role = await roleNamed('Finanzas', 'Reports.Read', 'Tenant.Manage')
    const manager = await world.addUser(world.andes.tenantId, 'manager@andes.example', ['Role.Manage', 'Reports.Read'])

    const added = await update({ roleId: role.id, name: 'Otra', claims: claimsOf('Tenant.Manage', 'Folio.Manage') }, manager)
    expect(added).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
    expect(added.body.errors).toEqual(['claims: you do not hold Folio.Manage yourself'])
    expect(await update({ roleId: role.id, claims: claimsOf('Reports.Read') }, manager)).toMatchObject(
      failure(403, 'RIGHTS_NOT_HELD')
    )
    expect(await world.roles.claimsOf(world.andes.admin, role.id)).toEqual(role.claims)
    // What stays needs no right.
    expect((await update({ roleId: role.id, name: 'Finanzas 2', claims: role.claims }, manager)).status).toBe(200)
  })
})

describe('conflicts (409)', () => {
  it('refuses the name of another role in any spelling', async () => {
    const role = await roleNamed('Ventas')
    await roleNamed('Compras')

    expect(await update({ roleId: role.id, name: 'COMPRAS' })).toMatchObject(failure(409, 'ROLE_NAME_TAKEN'))
    expect((await update({ roleId: role.id, name: 'VENTAS' })).body.result.name).toBe('VENTAS')
  })

  it('keeps names and original claims of system roles', async () => {
    const { id, claims } = await system('Operator')

    expect(await update({ roleId: id, name: 'Operadores' })).toMatchObject(failure(409, 'ROLE_IS_SYSTEM'))
    expect(await update({ roleId: id, claims: claims.slice(1) })).toMatchObject(failure(409, 'ROLE_IS_SYSTEM'))
    expect(await system('Operator')).toMatchObject({ claims })
  })
})
