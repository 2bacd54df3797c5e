import { describe, expect, it } from 'vitest'
import { defined } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'

const world = sharedWorld()

const claimsOf = ({ tenantId, userId }: { tenantId: string, userId: string }, tokenVersion = 0) => ({
  tenantId, userId, tokenVersion
})

describe('the actor of a session', () => {
  it("has the permissions of the user's roles", async () => {
    const actor = await world.sessions.actorOf(claimsOf(world.andes.clerk))

    expect(actor).toEqual({
      tenantId: world.andes.tenantId,
      userId: world.andes.clerk.userId,
      userName: 'clerk@andes.example',
      email: 'clerk@andes.example',
      userType: 2,
      permissions: new Set(['Folio.Read', 'Tenant.Read'])
    })
  })

  it('does not exist in another tenant', async () => {
    const claims = { ...claimsOf(world.andes.admin), tenantId: world.boreal.tenantId }

    expect(await world.sessions.actorOf(claims)).toBeUndefined()
  })

  it('does not exist for a token of another generation', async () => {
    expect(await world.sessions.actorOf(claimsOf(world.andes.admin, 1))).toBeUndefined()
    expect(await world.sessions.actorOf(claimsOf(world.andes.admin, -1))).toBeUndefined()
  })

  it.each(
    [
      ['the user is deleted', 'guest', 'update users set deleted_at = now() where id = $1'],
      ["the user's sessions are ended", 'clerk', 'update users set token_version = token_version + 1 where id = $1'],
      [
        'the sessions of the whole tenant are ended', 'admin',
        'update tenants set token_version = token_version + 1 where tenant_id = (select tenant_id from users where id = $1)'
      ]
    ] as const
  )('is gone within three seconds once %s', async (_, who, change) => {
    const user = world.boreal[who]
    expect(await world.sessions.actorOf(claimsOf(user))).toBeDefined()

    await world.rows(change, [user.userId])
    world.pass(3)

    expect(await world.sessions.actorOf(claimsOf(user))).toBeUndefined()
  })

  it('loses a permission within three seconds', async () => {
    const { andes } = world
    expect(defined(await world.sessions.actorOf(claimsOf(andes.clerk))).permissions).toContain('Folio.Read')

    await world.rows(
      "delete from role_claims where value = 'Folio.Read' and role_id in (select role_id from user_roles where user_id = $1)",
      [andes.clerk.userId]
    )
    world.pass(3)

    expect(defined(await world.sessions.actorOf(claimsOf(andes.clerk))).permissions).not.toContain('Folio.Read')
  })

  it('is read again at once after a change in this instance', async () => {
    const { andes } = world
    await world.sessions.actorOf(claimsOf(andes.guest))
    await world.rows('update users set user_name = $2 where id = $1', [andes.guest.userId, 'renamed'])

    world.sessions.invalidate(andes.guest)

    expect(await world.sessions.actorOf(claimsOf(andes.guest))).toMatchObject({ userName: 'renamed' })
  })
})
