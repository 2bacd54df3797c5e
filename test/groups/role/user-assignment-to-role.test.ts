import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let roleId: string
let userId: string

beforeAll(async () => {
  roleId = await roleNamed('Viewer')
  userId = app.world.andes.guest.userId
})

const url = '/api/Role/UserAssignmentToRole'
const assign = (payload: object, as = app.world.andes.admin) => app.call({ method: 'POST', url, as, payload })
const roleNamed = async (name: string, actor = app.world.andes.admin) =>
  defined((await app.world.roles.list(actor)).find((role) => role.name === name)).id
const rolesOf = async (id: string) => {
  const users = await app.world.users.list(app.world.andes.admin)
  return defined(users.find((user) => user.id === id)).roles.map(({ name }) => name)
}

describe('answers', () => {
  it('assigns and unassigns the role, also when repeated', async () => {
    for (
      const payload of [{ userId, roleId }, { userId, roleId, assigned: true }, {
        userId: userId.toUpperCase(), roleId: roleId.toUpperCase()
      }]
    ) {
      expect(await assign(payload)).toMatchObject(success(true))
      expect(await rolesOf(userId)).toEqual(['Viewer', 'guest@andes.example'])
    }
    for (let count = 0; count < 2; count += 1) {
      expect(await assign({ userId, roleId, assigned: false })).toMatchObject(success(true))
      expect(await rolesOf(userId)).toEqual(['guest@andes.example'])
    }
  })

  it("applies at once to the user's current token", async () => {
    const read = () => app.api(app.world.andes.guest).get('Role/List')
    expect((await read()).status).toBe(403)
    await assign({ userId, roleId })
    expect((await read()).status).toBe(200)
    await assign({ userId, roleId, assigned: false })
    expect((await read()).status).toBe(403)
  })
})

describe('rejects input (400)', () => {
  it.each([{}, { userId: newId() }, { roleId: newId() }, { userId: 'x', roleId: newId() }, {
    userId: newId(), roleId: newId(), assigned: 'false'
  }, { userId: newId(), roleIds: [newId()] }])('refuses %j', async (payload) => {
    expect(await assign(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses to assign, also to oneself, a role with claims that the caller does not have', async () => {
    const { world } = app
    const manager = await world.addUser(world.andes.tenantId, 'manager@andes.example', ['Role.Manage'])

    expect(await assign({ userId: manager.userId, roleId: await roleNamed('Administrator') }, manager)).toMatchObject(
      failure(403, 'RIGHTS_NOT_HELD')
    )
    expect(await rolesOf(manager.userId)).toEqual(['manager@andes.example'])
  })
})

describe('conflicts (409)', () => {
  it('leaves the last administrator in place', async () => {
    const { admin } = app.world.andes

    expect(await assign({ userId: admin.userId, roleId: await roleNamed('Administrator'), assigned: false }))
      .toMatchObject(failure(409, 'LAST_ADMINISTRATOR'))
    expect(await rolesOf(admin.userId)).toEqual(['Administrator'])
  })
})
