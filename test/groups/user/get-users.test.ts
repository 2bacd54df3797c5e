import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()

const get = (as = app.world.andes.admin) => app.api(as).get('User/GetUsers')

describe('answers', () => {
  it("lists the tenant's users with their roles as a plain array, without secrets", async () => {
    const { andes } = app.world
    const { result } = (await get()).body

    expect(result.map(({ id }: { id: string }) => id)).toEqual([
      andes.admin.userId, andes.clerk.userId, andes.guest.userId
    ])
    expect(result[0]).toEqual({
      id: andes.admin.userId,
      userName: 'admin@andes.example',
      fullName: 'Admin andes',
      email: 'admin@andes.example',
      companyTitle: 'Comercial andes SpA',
      userType: 1,
      userTypeText: 'TenantAdministrator',
      roles: [{ id: expect.any(String), name: 'Administrator' }],
      createdAt: '2026-11-20T15:00:00.000Z',
      invited: false,
      lastSignInAt: null,
      secondFactor: false,
      delayedUntil: null
    })
    expect(result[1]).toMatchObject({
      userType: 2, userTypeText: 'TenantUser', roles: [{ name: 'clerk@andes.example' }]
    })
  })
})

describe('says who accepted their invitation', () => {
  it('only to callers who may manage users', async () => {
    const { world } = app
    const reader = await world.addUser(world.andes.tenantId, 'reader@andes.example', ['User.Read'])
    await world.users.create(world.andes.admin, { email: 'nueva@andes.example', fullName: 'Ana', password })
    await world.signIn.login({ email: 'admin@andes.example', password, address: '192.0.2.1' })
    const shownTo = async (as = world.andes.admin) => (await get(as)).body.result
      .filter(({ email }: { email: string }) => ['admin@andes.example', 'nueva@andes.example'].includes(email))
      .map(({ invited, lastSignInAt }: Record<string, unknown>) => [invited, lastSignInAt])

    expect(await shownTo()).toEqual([[false, '2026-11-20T15:00:00.000Z'], [true, null]])
    expect(await shownTo(reader)).toEqual([[null, null], [null, null]])
  })
})

describe('hides other tenants (404)', () => {
  it('lists none of theirs', async () => {
    expect(JSON.stringify((await get(app.world.boreal.admin)).body)).not.toContain('andes')
  })
})
