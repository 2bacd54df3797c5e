import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/services/access/permissions.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()

const me = async (token: string) =>
  (await app.api().get('Auth/Me', undefined, { headers: { authorization: `Bearer ${token}` } })).body.result
const signIn = async (email: string, tenantCode: string) =>
  (await app.api().post('Auth/Login', { email, password, tenantCode })).body.result

describe('answers', () => {
  it('the signed-in user, their rights, tenant, and the times of sign-in and expiry', async () => {
    const { admin, taxNumber } = app.world.andes
    const { accessToken, expiration } = await signIn('admin@andes.example', 'andes')

    expect(await me(accessToken)).toEqual({
      user: {
        id: admin.userId, userName: 'admin@andes.example', fullName: 'Admin andes', email: 'admin@andes.example',
        companyTitle: 'Comercial andes SpA', userType: 1, userTypeText: 'TenantAdministrator'
      },
      roles: [{ id: expect.any(String), name: 'Administrator' }],
      claims: [...permissions].sort(),
      address: '127.0.0.1',
      tenant: {
        tenantCode: 'andes', businessName: 'Comercial andes SpA', taxNumber, environment: 'certification',
        taxAuthority: 2, taxAuthorityText: 'Simulator'
      },
      tenants: [{ tenantCode: 'andes', businessName: 'Comercial andes SpA' }],
      secondFactorSetupRequired: false,
      signedInAt: app.world.clock().toISOString(),
      expiration
    })
  })

  it("the claims of the user's roles only, or none", async () => {
    const { clerk, guest } = app.world.andes
    const as = async (actor: typeof clerk) => (await app.api(actor).get('Auth/Me')).body.result

    expect((await as(clerk)).claims).toEqual(['Folio.Read', 'Tenant.Read'])
    expect((await as(guest)).claims).toEqual([])
  })

  it('the companies that the person can sign in to from this address, without pending invitations', { tags: 'slow' }, async () => {
    const { world } = app
    const email = 'contador@estudio.example'
    await world.users.create(world.boreal.admin, { email, fullName: 'Carla Rojas', password })
    await world.users.create(world.andes.admin, { email, fullName: 'Carla Rojas' })
    const { accessToken } = await signIn(email, 'boreal')
    const codes = async () =>
      (await me(accessToken)).tenants.map(({ tenantCode }: { tenantCode: string }) => tenantCode)
    expect(await codes()).toEqual(['boreal'])

    // A sign-in with the password accepts the invitation of a person who is proven.
    await world.rows('update people set proven = true')
    await signIn(email, 'andes')
    expect(await codes()).toEqual(['andes', 'boreal'])

    await world.ipAllowList.create({ ...world.andes.admin, address: '203.0.113.9' }, { ipAddress: '203.0.113.0/24' })
    world.pass(4)
    expect(await codes()).toEqual(['boreal'])
  })
})
