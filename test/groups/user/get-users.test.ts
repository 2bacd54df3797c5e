import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => { app = await createTestApp() })
afterAll(() => app.close())

const get = (as = app.world.andes.admin) => app.call({ method: 'GET', url: '/api/User/GetUsers', as })

describe('answers', () => {
  it('lists the users of the tenant with their roles, a plain array, and nothing secret', async () => {
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
      createdAt: '2026-11-20T15:00:00.000Z'
    })
    expect(result[1]).toMatchObject({
      userType: 2, userTypeText: 'TenantUser', roles: [{ name: 'clerk@andes.example' }]
    })
  })
})

describe('hides other tenants (404)', () => {
  it('lists none of theirs', async () => {
    expect(JSON.stringify((await get(app.world.boreal.admin)).body)).not.toContain('andes')
  })
})
