import type { AuditRecord } from '../../repositories/audit/audit-log.ts'
import type { Claim, RoleRow } from '../../repositories/access/roles.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import { defaultRoles, type Permission, permissionClaimType, permissionTable } from './permissions.ts'
import type { Clock } from '../ports.ts'
import {
  isAdministratorRole, assertHoldsClaims, ensureNotLastAdministrator, type SessionCache, type Rights, rightsUnderLock
} from './rights.ts'

export interface RoleView {
  id: string
  name: string
  /** Came with the tenant: Administrator, Operator or Viewer. */
  system: boolean
  claims: Claim[]
  userCount: number
  createdAt: Date
}

/** What is left out stays; `claims` is the whole set. */
export interface RoleUpdate { roleId: string, name?: string | undefined, claims?: readonly Claim[] | undefined }

export interface Assignment { userId: string, roleId: string, assigned: boolean }

export interface RolesDependencies { store: Store, sessions: SessionCache, clock: Clock }

/**
 * What a change leaves behind: its row in the audit log, and the users whose rights are now others. Undefined: all was
 * so before.
 */
type Effect<Result> = { result: Result, audit?: Omit<AuditRecord, 'actor'>, touched?: string[] }

type RoleChange<Result> = (repositories: TenantRepositories, rights: Rights) => Promise<Effect<Result>>

/**
 * Roles with their claims and users. A lock serializes changes of one tenant, and each is checked against the actor's
 * rights at that moment. Sessions are reloaded within 3 seconds (sessions.ts), in this instance at once.
 */
export function createRoles ({ store, sessions, clock }: RolesDependencies) {
  async function change<Result> (actor: Actor, work: RoleChange<Result>): Promise<Result> {
    const { tenantId } = actor
    const { result, touched = [] } = await store.asTenant(tenantId, async (repositories) => {
      const effect = await work(repositories, await rightsUnderLock(repositories, actor, 'Role.Manage'))
      if (effect.touched) await repositories.tenant.announceChange()
      if (effect.audit) repositories.auditLog.add([{ actor: audited(actor), ...effect.audit }], clock())
      return effect
    })
    for (const userId of touched) sessions.invalidate({ tenantId, userId })
    return result
  }

  return {
    list: ({ tenantId }: Actor): Promise<RoleView[]> => store.asTenant(tenantId, ({ roles }) => roles.list()),

    /** Throws ServiceError ROLE_NOT_FOUND. */
    claimsOf: ({ tenantId }: Actor, roleId: string): Promise<Claim[]> =>
      store.asTenant(tenantId, async (repositories) => (await getRole(repositories, roleId)).claims),

    /** Makes a role with these claims. Throws ServiceError ROLE_NAME_TAKEN or RIGHTS_NOT_HELD. */
    create: (actor: Actor, { name, claims }: { name: string, claims: readonly Claim[] }): Promise<RoleView> =>
      change(actor, async ({ roles }, rights) => {
        assertHoldsClaims(rights, claims, 'claims')
        if (await roles.findByName(name)) throw new ServiceError('ROLE_NAME_TAKEN')
        const role = { id: newId(), name, system: false, createdAt: clock(), claims: distinct(claims) }
        await roles.create(role)
        const details = { name, claims: role.claims.map(claimText) }
        return {
          result: { ...role, userCount: 0 },
          audit: { action: 'role.create', entity: 'role', entityId: role.id, details }
        }
      }),

    /**
     * Renames a role and sets its claims, all or nothing. The actor must hold the claims that are added or removed.
     * Throws ServiceError ROLE_NOT_FOUND, ROLE_NAME_TAKEN, RIGHTS_NOT_HELD, or ROLE_IS_SYSTEM for a system role's name
     * or one of its original claims.
     */
    update: (actor: Actor, { roleId, name, claims }: RoleUpdate): Promise<RoleView> =>
      change(actor, async (repositories, rights) => {
        const role = await getRole(repositories, roleId)
        const { added, removed } = claims ? differenceOf(role.claims, claims) : { added: [], removed: [] }
        assertHoldsClaims(rights, [...added, ...removed], 'claims')
        if (role.system && removed.some((claim) => cameWith(role, claim))) throw new ServiceError('ROLE_IS_SYSTEM')
        if (name !== undefined && name !== role.name) await rename(repositories, role, name)
        for (const claim of added) await repositories.roles.addClaim(role.id, claim)
        for (const claim of removed) await repositories.roles.removeClaim(role.id, claim)
        const now = await getRole(repositories, roleId)
        const holders = await repositories.roles.holders(role.id)
        const values = changesBetween(shownOf(role), shownOf(now))
        return {
          result: { ...now, userCount: holders.length },
          ...(Object.keys(values.after).length > 0 && { audit: auditOf('role.update', now, values) }),
          ...(added.length + removed.length > 0 && { touched: holders })
        }
      }),

    /** Gives a role a claim; one that it has already stays. Throws ServiceError ROLE_NOT_FOUND or RIGHTS_NOT_HELD. */
    addClaim: (actor: Actor, roleId: string, claim: Claim): Promise<void> =>
      change(actor, async (repositories, rights) => {
        const role = await getRole(repositories, roleId)
        assertHoldsClaims(rights, [claim], 'value')
        if (!await repositories.roles.addClaim(role.id, claim)) return unchanged
        return {
          result: undefined, audit: await auditOfClaim('role.createClaim', repositories, { role, claim }),
          touched: await repositories.roles.holders(role.id)
        }
      }),

    /**
     * Takes a claim from a role. Throws ServiceError ROLE_NOT_FOUND, RIGHTS_NOT_HELD, ROLE_CLAIM_NOT_FOUND or
     * ROLE_IS_SYSTEM.
     */
    removeClaim: (actor: Actor, roleId: string, claim: Claim): Promise<void> =>
      change(actor, async (repositories, rights) => {
        const role = await getRole(repositories, roleId)
        assertHoldsClaims(rights, [claim], 'value')
        if (role.system && cameWith(role, claim)) throw new ServiceError('ROLE_IS_SYSTEM')
        if (!await repositories.roles.removeClaim(role.id, claim)) throw new ServiceError('ROLE_CLAIM_NOT_FOUND')
        return {
          result: undefined, audit: await auditOfClaim('role.deleteClaim', repositories, { role, claim }),
          touched: await repositories.roles.holders(role.id)
        }
      }),

    /**
     * Gives a user a role, or takes it away; what is so already stays. Users may remove their own roles. Throws
     * ServiceError ROLE_NOT_FOUND, USER_NOT_FOUND, RIGHTS_NOT_HELD or LAST_ADMINISTRATOR.
     */
    assign: (actor: Actor, { userId, roleId, assigned }: Assignment): Promise<void> =>
      change(actor, async (repositories, rights) => {
        const role = await getRole(repositories, roleId)
        if (!await repositories.users.find(userId)) throw new ServiceError('USER_NOT_FOUND')
        if (assigned || userId !== actor.userId) assertHoldsClaims(rights, role.claims, 'roleId')
        const before = await repositories.users.roleNames(userId)
        const changed = assigned
          ? await give(repositories, { role, userId })
          : await take(repositories, { role, userId })
        if (!changed) return unchanged
        const values = changesBetween({ roles: before }, { roles: await repositories.users.roleNames(userId) })
        return {
          result: undefined,
          audit: auditOf(assigned ? 'role.assign' : 'role.unassign', role, { userId, ...values }),
          touched: [userId]
        }
      }),

    /**
     * Deletes a role; its users lose what it allowed. Throws ServiceError ROLE_NOT_FOUND, ROLE_IS_SYSTEM or
     * RIGHTS_NOT_HELD.
     */
    delete: (actor: Actor, roleId: string): Promise<void> => change(actor, async (repositories, rights) => {
      const role = await getRole(repositories, roleId)
      if (role.system) throw new ServiceError('ROLE_IS_SYSTEM')
      assertHoldsClaims(rights, role.claims, 'id')
      const touched = await repositories.roles.holders(role.id)
      await repositories.roles.delete(role.id)
      const audit = auditOf('role.delete', role, { claims: role.claims.map(claimText), userIds: touched })
      return { result: undefined, audit, touched }
    })
  }
}

export type Roles = ReturnType<typeof createRoles>

const unchanged = { result: undefined }

/** Every claim that a role can have, and what it allows. */
export function claimCatalogue (): { type: string, value: Permission, description: Sentence }[] {
  return Object.entries(permissionTable).map(([value, description]) => ({
    type: permissionClaimType, value: value as Permission, description
  }))
}

async function getRole ({ roles }: TenantRepositories, id: string): Promise<RoleRow> {
  const role = await roles.find(id)
  if (!role) throw new ServiceError('ROLE_NOT_FOUND')
  return role
}

async function rename ({ roles }: TenantRepositories, role: RoleRow, name: string): Promise<void> {
  if (role.system) throw new ServiceError('ROLE_IS_SYSTEM')
  const other = await roles.findByName(name)
  if (other && other.id !== role.id) throw new ServiceError('ROLE_NAME_TAKEN')
  await roles.rename(role.id, name)
}

interface Holding { role: RoleRow, userId: string }

async function give ({ roles, users }: TenantRepositories, { role, userId }: Holding): Promise<boolean> {
  const given = await roles.assign(role.id, userId)
  if (given && isAdministratorRole(role)) await users.update(userId, { userType: 1 })
  return given
}

async function take (repositories: TenantRepositories, holding: Holding): Promise<boolean> {
  const { role, userId } = holding
  const isAdministrators = isAdministratorRole(role)
  if (isAdministrators) await ensureNotLastAdministrator(repositories, holding)
  const taken = await repositories.roles.unassign(role.id, userId)
  if (taken && isAdministrators) await repositories.users.update(userId, { userType: 2 })
  return taken
}

function cameWith ({ name }: RoleRow, { type, value }: Claim): boolean {
  const { permissions = [] } = defaultRoles.find((role) => role.name === name) ?? {}
  return type === permissionClaimType && permissions.some((permission) => permission === value)
}

function distinct (claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map(({ type, value }) => [`${type} ${value}`, { type, value }])).values()]
}

function isAmong ({ type, value }: Claim, claims: readonly Claim[]): boolean {
  return claims.some((claim) => claim.type === type && claim.value === value)
}

function differenceOf (before: readonly Claim[], after: readonly Claim[]): { added: Claim[], removed: Claim[] } {
  return {
    added: distinct(after).filter((claim) => !isAmong(claim, before)),
    removed: before.filter((claim) => !isAmong(claim, after))
  }
}

function shownOf ({ name, claims }: RoleRow) {
  return { name, claims: claims.map(claimText) }
}

async function auditOfClaim (
  action: string, repositories: TenantRepositories, { role, claim }: { role: RoleRow, claim: Claim }
): Promise<Omit<AuditRecord, 'actor'>> {
  const { claims } = await getRole(repositories, role.id)
  const values = changesBetween({ claims: role.claims.map(claimText) }, { claims: claims.map(claimText) })
  return auditOf(action, role, { ...claim, ...values })
}

function claimText ({ value }: Claim): string {
  return value
}

function auditOf (action: string, { id, name }: RoleRow, details: object): Omit<AuditRecord, 'actor'> {
  return { action, entity: 'role', entityId: id, details: { name, ...details } }
}
