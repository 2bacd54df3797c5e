import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let roleId: string

beforeAll(async () => {
  roleId = (await app.world.roles.create(app.world.andes.admin, { name: 'Contabilidad', claims: [] })).id
})

const url = '/api/Role/CreateRoleClaim'
const create = (payload: object, as = app.world.andes.admin) => app.call({ method: 'POST', url, as, payload })

describe('answers', () => {
  it('grants the claim to the role, also when repeated', async () => {
    expect(await create({ roleId, type: 'permission', value: 'Reports.Read' })).toMatchObject(success(true))
    expect(await create({ roleId: roleId.toUpperCase(), value: 'Reports.Read' })).toMatchObject(success(true))

    expect(await app.world.roles.claimsOf(app.world.andes.admin, roleId)).toEqual([{
      type: 'permission', value: 'Reports.Read'
    }])
  })

  it('grants the operation to users of the role at once, with their current token', async () => {
    const { world } = app
    const { guest, admin } = world.andes
    const read = () => app.api(guest).get('User/GetUsers')
    await world.roles.assign(admin, { userId: guest.userId, roleId, assigned: true })
    expect((await read()).status).toBe(403)

    await create({ roleId, value: 'User.Read' })

    expect((await read()).status).toBe(200)
  })
})

describe('rejects input (400)', () => {
  it.each([{}, { roleId: 'x', value: 'Reports.Read' }, { roleId: newId() }, { roleId: newId(), value: 'Reports' }, {
    roleId: newId(), type: 'role', value: 'Reports.Read'
  }, { roleId: newId(), value: ['Reports.Read'] }])('refuses %j', async (payload) => {
    expect(await create(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses to grant a claim that the caller does not have', async () => {
    const { world } = app
    const manager = await world.addUser(world.andes.tenantId, 'manager@andes.example', ['Role.Manage'])

    expect(await create({ roleId, value: 'Tenant.Manage' }, manager)).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
  })
})
