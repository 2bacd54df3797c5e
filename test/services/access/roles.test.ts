import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { permissionClaimType, permissions } from '../../../src/services/access/permissions.ts'
import { createRoles } from '../../../src/services/access/roles.ts'
import { createSessions } from '../../../src/services/access/sessions.ts'
import { newId } from '../../../src/shared/ids.ts'
import { defined, first, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'

const world = sharedWorld()

const claim = (value: string) => ({ type: permissionClaimType, value })
const roleNamed = async (name: string, actor = world.andes.admin) =>
  defined((await world.roles.list(actor)).find((role) => role.name === name))
const rightsOf = async ({ tenantId, userId }: Actor) =>
  [...defined(await world.sessions.actorOf({ tenantId, userId, tokenVersion: 0 })).permissions].sort()
const auditOf = (action: string) => world.rows(
  'select actor_id, entity, entity_id, details from audit_entries where action = $1 order by sequence desc limit 1',
  [action]
)
const auditCount = async () => first(await world.rows<{ n: number }>('select count(*)::int as n from audit_entries')).n

/** A user of Andes with a role of these claims. */
let people = 0
const person = (...claims: string[]) => world.addUser(world.andes.tenantId, `person-${++people}@andes.example`, claims)

describe('the roles of a new tenant', () => {
  it('are Administrator with every claim, Operator, and Viewer with read claims', async () => {
    const roles = (await world.roles.list(world.boreal.admin)).filter(({ system }) => system)

    expect(roles.map(({ name }) => name)).toEqual(['Administrator', 'Operator', 'Viewer'])
    expect(roles[0]).toMatchObject({ userCount: 1, claims: [...permissions].sort().map(claim) })
    expect(defined(roles[2]).claims.map(({ value }) => value).filter((value) => !value.endsWith('.Read'))).toEqual([
      'Webhook.Evidence'
    ])
  })
})

describe('a role', () => {
  it('is created with the given claims, each once, and an audit row', async () => {
    const { id } = await world.roles.create(world.andes.admin, {
      name: 'Bodega', claims: [claim('Folio.Read'), claim('Webhook.Read'), claim('Folio.Read')]
    })

    expect(await roleNamed('Bodega')).toEqual({
      id, tenantId: world.andes.tenantId, name: 'Bodega', system: false, userCount: 0, createdAt: world.clock(),
      claims: [claim('Folio.Read'), claim('Webhook.Read')]
    })
    expect(await auditOf('role.create')).toEqual([{
      actor_id: world.andes.admin.userId, entity: 'role', entity_id: id,
      details: { name: 'Bodega', claims: ['Folio.Read', 'Webhook.Read'] }
    }])
  })

  it('has a unique name, in any case', async () => {
    await world.roles.create(world.andes.admin, { name: 'Ñandú', claims: [] })

    for (const name of ['Ñandú', 'ñANDÚ', 'administrator']) {
      await expect(world.roles.create(world.andes.admin, { name, claims: [] })).rejects.toMatchObject({
        code: 'ROLE_NAME_TAKEN'
      })
    }
    await expect(world.roles.create(world.boreal.admin, { name: 'Ñandú', claims: [] })).resolves.toMatchObject({
      name: 'Ñandú'
    })
  })

  it('is created once by ten concurrent requests', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        world.roles.create(world.andes.admin, { name: index % 2 ? 'CARRERA' : 'Carrera', claims: [] }))
    )

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of made) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ROLE_NAME_TAKEN' })
    }
  })

  it('grants its claims to its users, at once in this instance and within three seconds elsewhere', { tags: 'slow' }, async () => {
    const elsewhere = createSessions({ store: world.store, clock: world.clock })
    const user = await person()
    const there = async () => [...defined(await elsewhere.actorOf({ ...user, tokenVersion: 0 })).permissions]
    const { id } = await world.roles.create(world.andes.admin, { name: 'Reportes', claims: [claim('Reports.Read')] })
    expect([await rightsOf(user), await there()]).toEqual([[], []])

    await world.roles.assign(world.andes.admin, { userId: user.userId, roleId: id, assigned: true })
    expect(await rightsOf(user)).toEqual(['Reports.Read'])
    const own = first(defined((await world.users.list(world.andes.admin)).find((one) => one.id === user.userId)).roles)
    expect(await auditOf('role.assign')).toMatchObject([{
      entity_id: id,
      details: {
        name: 'Reportes', userId: user.userId, before: { roles: [own.name] }, after: { roles: ['Reportes', own.name] }
      }
    }])
    world.pass(3)
    expect(await there()).toEqual(['Reports.Read'])

    await world.roles.addClaim(world.andes.admin, id, claim('AuditLogs.Read'))
    expect(await rightsOf(user)).toEqual(['AuditLogs.Read', 'Reports.Read'])
    expect(await auditOf('role.createClaim')).toMatchObject([{
      details: {
        name: 'Reportes', value: 'AuditLogs.Read', before: { claims: ['Reports.Read'] },
        after: { claims: ['AuditLogs.Read', 'Reports.Read'] }
      }
    }])
    await world.roles.removeClaim(world.andes.admin, id, claim('Reports.Read'))
    expect(await rightsOf(user)).toEqual(['AuditLogs.Read'])
    expect(await auditOf('role.deleteClaim')).toMatchObject([{
      details: {
        name: 'Reportes', value: 'Reports.Read', before: { claims: ['AuditLogs.Read', 'Reports.Read'] },
        after: { claims: ['AuditLogs.Read'] }
      }
    }])

    await world.roles.delete(world.andes.admin, id)
    expect(await rightsOf(user)).toEqual([])
    world.pass(3)
    expect(await there()).toEqual([])
    expect(await auditOf('role.delete')).toMatchObject([{
      entity_id: id, details: { name: 'Reportes', claims: ['AuditLogs.Read'], userIds: [user.userId] }
    }])
  })

  it('does not change, without an audit row, when a request changes nothing', async () => {
    const { id } = await world.roles.create(world.andes.admin, { name: 'Quieto', claims: [claim('Folio.Read')] })
    const { userId } = await person()
    await world.roles.assign(world.andes.admin, { userId, roleId: id, assigned: true })
    const before = await auditCount()

    await world.roles.addClaim(world.andes.admin, id, claim('Folio.Read'))
    await world.roles.assign(world.andes.admin, { userId, roleId: id, assigned: true })
    await world.roles.assign(world.andes.admin, { userId, roleId: (await roleNamed('Viewer')).id, assigned: false })

    expect(await auditCount()).toBe(before)
    expect(await roleNamed('Quieto')).toMatchObject({ userCount: 1, claims: [claim('Folio.Read')] })
  })

  it('is not found in another tenant, nor are its users', async () => {
    const [theirs, ours] = [await roleNamed('Operator', world.boreal.admin), await roleNamed('Operator')]
    const { roles, andes, boreal } = world

    for (
      const work of [
        () => roles.claimsOf(andes.admin, theirs.id), () => roles.addClaim(andes.admin, theirs.id, claim('Folio.Read')),
        () => roles.removeClaim(andes.admin, theirs.id, claim('Folio.Read')),
        () => roles.delete(andes.admin, theirs.id),
        () => roles.assign(andes.admin, { userId: andes.guest.userId, roleId: theirs.id, assigned: true })
      ]
    ) await expect(work()).rejects.toMatchObject({ code: 'ROLE_NOT_FOUND' })
    await expect(roles.assign(andes.admin, { userId: boreal.guest.userId, roleId: ours.id, assigned: true })).rejects
      .toMatchObject({ code: 'USER_NOT_FOUND' })
  })
})

describe('a system role', () => {
  it('cannot be deleted, and keeps its original claims', { tags: 'slow' }, async () => {
    const { roles, andes } = world
    for (const name of ['Administrator', 'Operator', 'Viewer']) {
      const { id, claims } = await roleNamed(name)
      await expect(roles.delete(andes.admin, id)).rejects.toMatchObject({ code: 'ROLE_IS_SYSTEM' })
      for (const one of claims) {
        await expect(roles.removeClaim(andes.admin, id, one)).rejects.toMatchObject({ code: 'ROLE_IS_SYSTEM' })
      }
      expect((await roleNamed(name)).claims).toEqual(claims)
    }
  })

  it('can get more claims and lose them again', async () => {
    const { id, claims } = await roleNamed('Viewer')
    await world.roles.addClaim(world.andes.admin, id, claim('Webhook.Manage'))
    await world.roles.removeClaim(world.andes.admin, id, claim('Webhook.Manage'))

    expect((await roleNamed('Viewer')).claims).toEqual(claims)
    await expect(world.roles.removeClaim(world.andes.admin, id, claim('Webhook.Manage'))).rejects.toMatchObject({
      code: 'ROLE_CLAIM_NOT_FOUND'
    })
  })
})

describe('a user who manages roles', () => {
  it('grants only their own claims, by a new role, a claim or an assignment, also to themselves', { tags: 'slow' }, async () => {
    const manager = await person('Role.Manage', 'Role.Read', 'Folio.Read')
    const { id } = await world.roles.create(manager, { name: 'De a poco', claims: [claim('Folio.Read')] })
    const [administrator, viewer] = [await roleNamed('Administrator'), await roleNamed('Viewer')]
    const own = await roleNamed(manager.userName)

    await expect(
      world.roles.create(manager, { name: 'De golpe', claims: [claim('Folio.Read'), claim('Tenant.Manage')] })
    ).rejects.toMatchObject({
      code: 'RIGHTS_NOT_HELD', problems: [{ path: 'claims', message: { en: 'you do not hold Tenant.Manage yourself' } }]
    })
    await expect(world.roles.addClaim(manager, id, claim('User.Manage'))).rejects.toMatchObject({
      code: 'RIGHTS_NOT_HELD'
    })
    await expect(world.roles.addClaim(manager, own.id, claim('User.Manage'))).rejects.toMatchObject({
      code: 'RIGHTS_NOT_HELD'
    })
    for (const roleId of [administrator.id, viewer.id]) {
      await expect(world.roles.assign(manager, { userId: manager.userId, roleId, assigned: true })).rejects
        .toMatchObject({ code: 'RIGHTS_NOT_HELD' })
    }
    expect(await rightsOf(manager)).toEqual(['Folio.Read', 'Role.Manage', 'Role.Read'])
  })

  it('revokes only their own claims, by a claim, a role, an assignment or a user', async () => {
    const [manager, victim] = [
      await person('Role.Manage', 'User.Manage', 'Folio.Read'), await person('Folio.Read', 'Reports.Read')
    ]
    const role = await roleNamed(victim.userName)
    const lacking = (path: string) => ({
      code: 'RIGHTS_NOT_HELD',
      problems: [{ path, message: { en: 'you do not hold Reports.Read yourself', es: 'usted no tiene Reports.Read' } }]
    })

    await expect(world.roles.removeClaim(manager, role.id, claim('Reports.Read'))).rejects.toMatchObject(
      lacking('value')
    )
    await expect(world.roles.delete(manager, role.id)).rejects.toMatchObject(lacking('id'))
    await expect(world.roles.assign(manager, { userId: victim.userId, roleId: role.id, assigned: false })).rejects
      .toMatchObject(lacking('roleId'))
    await expect(world.users.delete(manager, victim.userId)).rejects.toMatchObject(lacking('id'))
    expect(await rightsOf(victim)).toEqual(['Folio.Read', 'Reports.Read'])

    await world.roles.removeClaim(world.andes.admin, role.id, claim('Reports.Read'))
    await world.roles.delete(manager, role.id)
    await world.users.delete(manager, victim.userId)
    expect(await world.rows('select 1 from users where id = $1 and deleted_at is null', [victim.userId])).toEqual([])
  })

  it('can always give up their own roles and account', async () => {
    const manager = await person('Role.Manage', 'User.Manage')
    const given = await roleNamed('Viewer')
    await world.roles.assign(world.andes.admin, { userId: manager.userId, roleId: given.id, assigned: true })
    await world.roles.assign(manager, { userId: manager.userId, roleId: given.id, assigned: false })
    expect(await rightsOf(manager)).toEqual(['Role.Manage', 'User.Manage'])
    expect(await auditOf('role.unassign')).toMatchObject([{
      actor_id: manager.userId,
      details: {
        userId: manager.userId, before: { roles: expect.arrayContaining(['Viewer']) },
        after: { roles: expect.not.arrayContaining(['Viewer']) }
      }
    }])

    await world.users.delete(manager, manager.userId)
    expect(await world.rows('select 1 from users where id = $1 and deleted_at is null', [manager.userId])).toEqual([])
  })

  it('is checked by their current claims, not those at the time of the token', async () => {
    const [manager, deleted] = [await person('Role.Manage', 'Reports.Read'), await person('Role.Manage')]
    const own = await roleNamed(manager.userName)
    const { id } = await world.roles.create(world.andes.admin, { name: 'Tarde', claims: [] })
    await world.roles.removeClaim(world.andes.admin, own.id, claim('Reports.Read'))

    await expect(world.roles.addClaim(manager, id, claim('Reports.Read'))).rejects.toMatchObject({
      code: 'RIGHTS_NOT_HELD'
    })
    await world.roles.removeClaim(world.andes.admin, own.id, claim('Role.Manage'))
    await expect(world.roles.delete(manager, id)).rejects.toMatchObject({ code: 'CLAIM_MISSING' })
    await world.users.delete(world.andes.admin, deleted.userId)
    await expect(world.roles.delete(deleted, id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('the administrators', () => {
  const administrator = async (actor = world.boreal.admin) => roleNamed('Administrator', actor)
  const setAdministrator = async (actor: Actor, user: Actor, assigned: boolean) =>
    world.roles.assign(actor, { userId: user.userId, roleId: (await administrator()).id, assigned })
  const typeOf = async ({ userId }: Actor) =>
    defined((await world.users.list(world.boreal.admin)).find(({ id }) => id === userId)).userType

  it('are of user type 1 as long as they have the role', async () => {
    const { admin, clerk } = world.boreal
    await setAdministrator(admin, clerk, true)
    expect(await typeOf(clerk)).toBe(1)

    await setAdministrator(admin, clerk, false)
    expect(await typeOf(clerk)).toBe(2)
  })

  it('are never without one: the last can neither resign nor be deleted', async () => {
    const { admin } = world.boreal

    await expect(setAdministrator(admin, admin, false)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    await expect(world.users.delete(admin, admin.userId)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    expect(await administrator()).toMatchObject({ userCount: 1 })
  })

  it('cannot be removed by a user with fewer claims', async () => {
    const { tenantId, admin, clerk } = world.boreal
    const manager = await world.addUser(tenantId, 'manager@boreal.example', ['Role.Manage', 'User.Manage'])
    await setAdministrator(admin, clerk, true)

    await expect(setAdministrator(manager, clerk, false)).rejects.toMatchObject({ code: 'RIGHTS_NOT_HELD' })
    await expect(world.users.delete(manager, clerk.userId)).rejects.toMatchObject({ code: 'RIGHTS_NOT_HELD' })
    await setAdministrator(admin, clerk, false)
  })

  it('keep one when all of them leave at the same time, in any way', { tags: 'slow' }, async () => {
    const { tenantId, admin } = world.boreal
    for (let round = 0; round < 5; round += 1) {
      const crowd = [admin]
      for (let count = 0; count < 5; count += 1) {
        const user = await world.addUser(tenantId, `crowd-${round}-${count}@boreal.example`, [])
        await setAdministrator(first(crowd), user, true)
        crowd.push(user)
      }

      const left = await Promise.allSettled(
        crowd.map((user, index) =>
          index % 2 ? world.users.delete(user, user.userId) : setAdministrator(user, user, false)
        )
      )

      expect(left.filter(({ status }) => status === 'rejected')).toEqual([{
        status: 'rejected', reason: expect.objectContaining({ code: 'LAST_ADMINISTRATOR' })
      }])
      const last = only(await world.rows<{ user_id: string }>('select user_id from user_roles where role_id = $1', [
        (await administrator()).id
      ]))
      const survivor = defined(crowd.find(({ userId }) => userId === last.user_id))
      // The next round begins with the first administrator again.
      if (survivor !== admin) {
        await setAdministrator(survivor, admin, true)
        await world.users.delete(admin, survivor.userId)
      }
    }
  })

  it('keep one when two remove each other at the same time', async () => {
    const { tenantId, admin } = world.boreal
    const rival = await world.addUser(tenantId, 'rival@boreal.example', [])
    await setAdministrator(admin, rival, true)

    const thrown = await Promise.allSettled([
      setAdministrator(admin, rival, false), setAdministrator(rival, admin, false)
    ])

    expect(thrown.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await administrator()).toMatchObject({ userCount: 1 })
  })
})

describe('a change that fails', () => {
  it('writes neither rows nor an audit row', async () => {
    const broken = createRoles({ store: world.store, sessions: world.sessions, clock: () => new Date(NaN) })
    const before = await auditCount()

    await expect(broken.addClaim(world.andes.admin, (await roleNamed('Viewer')).id, claim('Folio.Manage'))).rejects
      .toThrow()
    await expect(world.roles.claimsOf(world.andes.admin, newId())).rejects.toMatchObject({ code: 'ROLE_NOT_FOUND' })

    expect((await roleNamed('Viewer')).claims).not.toContainEqual(claim('Folio.Manage'))
    expect(await auditCount()).toBe(before)
  })
})
