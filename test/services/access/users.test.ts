import { beforeEach, describe, expect, it } from 'vitest'
import { createUsers, type NewUser } from '../../../src/services/access/users.ts'
import { createSessions } from '../../../src/services/access/sessions.ts'
import { newId } from '../../../src/shared/ids.ts'
import { defined } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const world = sharedWorld()
beforeEach(() => {
  world.pass(60)
})

const create = (user: Partial<NewUser>, actor = world.andes.admin) =>
  world.users.create(actor, { email: `${newId()}@andes.example`, password, fullName: 'Benito Rojas', ...user })
const roleId = async (name: string, actor = world.andes.admin) =>
  defined((await world.roles.list(actor)).find((role) => role.name === name)).id
const find = async (id: string) => (await world.users.list(world.andes.admin)).find((user) => user.id === id)
const login = (email: string) => world.signIn.login({ email, password, address: '198.51.100.1' })

describe('a new user', () => {
  it('can sign in at once with the rights of its roles, with an audit row without secrets', async () => {
    const { id } = await create({
      email: ' Benito@Andes.example', userName: 'benito', companyTitle: 'Sucursal Ñuñoa',
      roleIds: [await roleId('Viewer')]
    })

    expect(await find(id)).toEqual({
      id, userName: 'benito', fullName: 'Benito Rojas', email: 'benito@andes.example', companyTitle: 'Sucursal Ñuñoa',
      userType: 2, userTypeText: 'TenantUser', roles: [{ id: await roleId('Viewer'), name: 'Viewer' }],
      createdAt: world.clock(), invited: true, lastSignInAt: null, secondFactor: false, delayedUntil: null
    })
    const { claims } = await login('BENITO@andes.example')
    expect(defined(await world.sessions.actorOf(claims)).permissions).toContain('Reports.Read')
    const rows = await world.rows('select actor_id, action, entity, details from audit_entries where entity_id = $1 and action = \'user.create\'', [
      id
    ])
    expect(rows).toEqual([{
      actor_id: world.andes.admin.userId, action: 'user.create', entity: 'user',
      details: { email: 'benito@andes.example', userName: 'benito', userType: 2, roles: ['Viewer'], invited: false }
    }])
    const [{ password_hash: hash }] = await world.rows<{ password_hash: string }>(
      'select p.password_hash from people p join memberships m on m.person = p.id where m.subject = $1', [id]
    ) as [{ password_hash: string }]
    expect(hash).toMatch(/^\$argon2id\$/)
  })

  it('is named after its email and tenant by default, and has no rights without roles', async () => {
    const { id } = await create({ email: 'sola@andes.example' })

    expect(await find(id)).toMatchObject({
      userName: 'sola@andes.example', companyTitle: 'Comercial andes SpA', userType: 2, roles: []
    })
    expect(
      defined(await world.sessions.actorOf({ tenantId: world.andes.tenantId, userId: id, tokenVersion: 0 }))
        .permissions.size
    ).toBe(0)
  })

  it('is an administrator by type or role, which must agree', async () => {
    const administrator = await roleId('Administrator')
    const byType = await create({ userType: 1 })
    const byRole = await create({ roleIds: [administrator] })
    const byBoth = await create({ userType: 1, roleIds: [administrator, await roleId('Viewer')] })

    for (const { id } of [byType, byRole, byBoth]) {
      expect(await find(id)).toMatchObject({ userType: 1, userTypeText: 'TenantAdministrator' })
    }
    expect(defined(await find(byType.id)).roles).toEqual([{ id: administrator, name: 'Administrator' }])
    expect(defined(await find(byBoth.id)).roles.map(({ name }) => name)).toEqual(['Administrator', 'Viewer'])
    await expect(create({ userType: 2, roleIds: [administrator] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED', problems: [{ path: 'userType' }]
    })
  })

  it('gets no claims that its creator does not have', async () => {
    const manager = await world.addUser(world.andes.tenantId, 'hr@andes.example', ['User.Manage', 'Folio.Read'])
    const folios = await world.roles.create(world.andes.admin, {
      name: 'Folios', claims: [{ type: 'permission', value: 'Folio.Read' }]
    })

    await expect(create({ roleIds: [folios.id] }, manager)).resolves.toMatchObject({ fullName: 'Benito Rojas' })
    await expect(create({ roleIds: [folios.id, await roleId('Viewer')] }, manager)).rejects.toMatchObject({
      code: 'RIGHTS_NOT_HELD'
    })
    await expect(create({ userType: 1 }, manager)).rejects.toMatchObject({ code: 'RIGHTS_NOT_HELD' })
  })

  it('gets no unknown role or role of another tenant, and the error names it', async () => {
    const roleIds = [await roleId('Viewer'), newId(), await roleId('Viewer', world.boreal.admin)]

    await expect(create({ roleIds })).rejects.toMatchObject({
      code: 'ROLE_NOT_FOUND', problems: [{ path: 'roleIds[1]' }, { path: 'roleIds[2]' }]
    })
  })

  it('needs a strong password', async () => {
    for (const weak of ['short', 'password1234', 'laura@andes.example']) {
      await expect(create({ email: 'laura@andes.example', password: weak })).rejects.toMatchObject({
        code: 'PASSWORD_TOO_WEAK'
      })
    }
  })

  it('without a password is invited in the same transaction, and has an unknown password until then', async () => {
    const asked = world.work.asked
    const { id } = await create({ email: 'invitada@andes.example', password: undefined })

    expect(
      await world.rows(
        'select kind, recipient, language, facts, sealed_token is not null as sealed from mails where about = $1', [id]
      )
    ).toEqual([
      {
        kind: 'invitation',
        recipient: 'invitada@andes.example',
        language: 'es',
        facts: {
          fullName: 'Benito Rojas', businessName: 'Comercial andes SpA', taxNumber: world.andes.taxNumber,
          tenantCode: 'andes', hours: 24
        },
        sealed: true
      }
    ])
    expect(await world.rows('select expires_at from password_resets where user_id = $1', [id])).toEqual([{
      expires_at: new Date(world.clock().getTime() + 86_400_000)
    }])
    expect(world.work.asked).toBe(asked + 1)
    await expect(world.signIn.login({ email: 'invitada@andes.example', password: '', address: '198.51.100.1' })).rejects
      .toMatchObject({ code: 'CREDENTIALS_INVALID' })
    await world.users.delete(world.andes.admin, id)
    expect(await world.rows('select failure, sealed_token from mails where about = $1', [id])).toEqual([{
      failure: 'WITHDRAWN', sealed_token: null
    }])
  })

  it("is not created when its invitation cannot be sent or exceeds the mailbox's limit", async () => {
    const { store, passwords, sealing, sessions, allowances, signInDelays: delays, clock } = world
    const mute = createUsers({
      store, passwords, sealing, sessions, allowances, delays, clock, canMail: false, onMail: () => {}, onWork: () => {}
    })
    await expect(mute.create(world.andes.admin, { email: 'muda@andes.example', fullName: 'Muda' })).rejects
      .toMatchObject({ code: 'MAIL_UNAVAILABLE' })

    const inTurn = [world.andes.admin, world.boreal.admin, world.andes.admin, world.boreal.admin, world.andes.admin]
    for (const [index, actor] of inTurn.entries()) {
      const { id } = await create({ email: `llena+${index}@andes.example`, password: undefined }, actor)
      await world.users.delete(actor, id)
    }
    await expect(create({ email: 'llena@andes.example', password: undefined })).rejects.toMatchObject({
      code: 'RATE_LIMITED', retryAfterSeconds: 86_400,
      problems: [{ path: 'email', message: { en: 'was sent 5 invitations within a day' } }]
    })
    expect(
      await world.rows(
        "select 1 from users where email in ('muda@andes.example', 'llena@andes.example') and deleted_at is null"
      )
    ).toEqual([])
  })

  it('has a unique email and user name in its tenant', async () => {
    await create({ email: 'unica@andes.example', userName: 'Única' })

    await expect(create({ email: 'UNICA@andes.example' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
    await expect(create({ userName: 'úNICA' })).rejects.toMatchObject({ code: 'USER_NAME_TAKEN' })
    await expect(create({ userName: 'Única' }, world.boreal.admin)).resolves.toMatchObject({ userName: 'Única' })
  })

  it('is created once in each of two tenants, for one person, by eight concurrent requests', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        create({ email: 'carrera@andes.example' }, index % 2 ? world.andes.admin : world.boreal.admin))
    )

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const one of made) {
      if (one.status === 'rejected') expect(['EMAIL_TAKEN', 'USER_NAME_TAKEN']).toContain(one.reason.code)
    }
    expect(
      await world.rows(`select t.code, count(distinct m.person)::int as people, count(*)::int as users,
        count(*) over ()::int as tenants, count(m.accepted_at)::int <= 1 as one_at_work
        from users u join tenants t using (tenant_id) join memberships m on m.subject = u.id
        where u.email = 'carrera@andes.example' group by t.code order by t.code`)
    ).toEqual(['andes', 'boreal'].map((code) => ({ code, people: 1, users: 1, tenants: 2, one_at_work: true })))
    expect(
      await world.rows(`select distinct m.person from users u join memberships m on m.subject = u.id
        where u.email = 'carrera@andes.example'`)
    ).toHaveLength(1)
  })
})

describe('a deleted user', () => {
  it('cannot sign in, has no valid token, and is on no list; its row and audit trail remain', async () => {
    const { id } = await create({ email: 'adios@andes.example', roleIds: [await roleId('Viewer')] })
    const { claims } = await login('adios@andes.example')
    const elsewhere = createSessions({ store: world.store, clock: world.clock })
    expect([await world.sessions.actorOf(claims), await elsewhere.actorOf(claims)].map(Boolean)).toEqual([true, true])

    await world.users.delete(world.andes.admin, id)

    expect(await world.sessions.actorOf(claims)).toBeUndefined()
    world.pass(3)
    expect(await elsewhere.actorOf(claims)).toBeUndefined()
    await expect(login('adios@andes.example')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
    expect(await find(id)).toBeUndefined()
    expect(
      await world.rows(
        'select token_version, deleted_at is not null as deleted from users where id = $1', [id]
      )
    ).toEqual([{ token_version: 1, deleted: true }])
    expect(await world.rows('select 1 from memberships where subject = $1', [id])).toEqual([])
    expect(await world.rows(
      'select action, details -> \'roles\' as roles from audit_entries where entity_id = $1 order by sequence', [id]
    )).toEqual([
      { action: 'user.create', roles: ['Viewer'] }, { action: 'auth.acceptInvitation', roles: null },
      { action: 'user.delete', roles: ['Viewer'] }
    ])
  })

  it('cannot set a new password with an earlier mailed token', async () => {
    const { id } = await create({})
    const [createdAt, expiresAt] = [world.clock(), new Date(world.clock().getTime() + 1_800_000)]
    await world.store.asTenant(
      world.andes.tenantId,
      ({ passwordResets }) =>
        passwordResets.create({ tokenHash: Buffer.alloc(32, 1), userId: id, createdAt, expiresAt })
    )

    await world.users.delete(world.andes.admin, id)

    expect(await world.rows('select 1 from password_resets where user_id = $1', [id])).toEqual([])
  })

  it('releases its email and its name', async () => {
    const { id } = await create({ email: 'vuelve@andes.example', userName: 'vuelve' })
    await world.users.delete(world.andes.admin, id)

    const again = await create({ email: 'vuelve@andes.example', userName: 'vuelve' })

    expect(again.id).not.toBe(id)
    expect((await login('vuelve@andes.example')).user.id).toBe(again.id)
  })

  it('cannot be deleted twice, nor by another tenant', async () => {
    const { id } = await create({})

    await expect(world.users.delete(world.boreal.admin, id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    const deletions = await Promise.allSettled([1, 2, 3, 4].map(() => world.users.delete(world.andes.admin, id)))
    expect(deletions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await world.rows("select 1 from audit_entries where entity_id = $1 and action = 'user.delete'", [id]))
      .toHaveLength(1)
  })

  it('can be oneself, unless one is the last administrator', async () => {
    const { id } = await create({ userType: 1 })
    const actor = defined(await world.sessions.actorOf({ tenantId: world.andes.tenantId, userId: id, tokenVersion: 0 }))

    await world.users.delete(actor, id)

    expect(await find(id)).toBeUndefined()
  })
})
