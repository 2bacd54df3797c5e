import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const update = (payload: object, as = app.world.andes.admin) =>
  app.api(as).put('User/Update', payload)
const rowsOf = (userId: string) =>
  app.world.rows("select details from audit_entries where action = 'user.update' and entity_id = $1", [userId])

describe('answers', () => {
  it('changes the given names together, with an audit row of the values before and after', async () => {
    const { clerk, tenantId } = app.world.andes

    expect(await update({ id: clerk.userId, fullName: 'Carla Soto', userName: 'carla' })).toMatchObject(success({
      id: clerk.userId, fullName: 'Carla Soto', userName: 'carla', email: 'clerk@andes.example', companyTitle: ''
    }))
    expect((await app.world.actor(tenantId, clerk.userId)).userName).toBe('carla')
    expect(await rowsOf(clerk.userId)).toEqual([{
      details: {
        email: 'clerk@andes.example', before: { fullName: 'clerk@andes.example', userName: 'clerk@andes.example' },
        after: { fullName: 'Carla Soto', userName: 'carla' }
      }
    }])
    expect((await update({ id: clerk.userId, fullName: 'Carla Soto' })).status).toBe(200)
    expect(await rowsOf(clerk.userId)).toHaveLength(1)
  })

  it('lets users rename themselves, also to another case of their own name', async () => {
    const { world } = app
    const manager = await world.addUser(world.andes.tenantId, 'manager@andes.example', ['User.Manage'])

    expect(await update({ id: manager.userId, userName: 'MANAGER@andes.example' }, manager)).toMatchObject(
      success({ userName: 'MANAGER@andes.example' })
    )
  })
})

describe('rejects input (400)', () => {
  it.each([
    { fullName: ' ' }, { fullName: 'Vea www.sitio.example' }, { userName: 'a\u200bb' }, { email: 'otra@andes.example' },
    { userType: 1 }, { roleIds: [] }
  ])('refuses %j', async (payload) => {
    expect(await update({ id: app.world.andes.guest.userId, ...payload })).toMatchObject(
      failure(400, 'VALIDATION_FAILED')
    )
  })
})

describe('needs claim (403)', () => {
  it('refuses to rename a user with more claims', async () => {
    const { world } = app
    const { andes: { admin, tenantId } } = world
    const manager = await world.addUser(tenantId, 'other@andes.example', ['User.Manage'])

    expect(await update({ id: admin.userId, userName: 'otro' }, manager)).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
    expect((await world.actor(tenantId, admin.userId)).userName).toBe('admin@andes.example')
  })
})

describe('conflicts (409)', () => {
  it('refuses the name of another user in any spelling', async () => {
    const { guest } = app.world.andes

    expect(await update({ id: guest.userId, userName: 'Admin@Andes.example' })).toMatchObject(
      failure(409, 'USER_NAME_TAKEN')
    )
  })
})
