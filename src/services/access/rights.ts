import type { Claim, RoleRow } from '../../repositories/access/roles.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { administratorRole, claimMissing, type Permission, permissionClaimType } from './permissions.ts'

/** What an instance remembers of its users for a few seconds (sessions.ts). */
export interface SessionCache { invalidate: (user: { tenantId: string, userId: string }) => void }

/** The permission claims that a user holds. */
export type Rights = ReadonlySet<string>

/**
 * The actor's rights at this moment. Locks the tenant's row first, which serializes all changes of rights. Throws
 * ServiceError UNAUTHENTICATED when the actor was deleted, CLAIM_MISSING when the right to this operation was lost
 * since the token was checked.
 */
export async function rightsUnderLock (
  { tenant, users }: TenantRepositories, actor: Actor, needed: Permission
): Promise<Rights> {
  await tenant.lock()
  const user = await users.findWithClaims(actor.userId)
  if (!user) throw new ServiceError('UNAUTHENTICATED')
  const rights = new Set(user.claims.filter(isPermissionClaim).map(({ value }) => value))
  if (!rights.has(needed)) throw claimMissing(needed)
  return rights
}

/**
 * Users can only grant or revoke claims that they hold. Throws ServiceError RIGHTS_NOT_HELD, naming every missing
 * claim.
 */
export function assertHoldsClaims (rights: Rights, claims: readonly Claim[], path: string): void {
  const missing = claims.filter((claim) => isPermissionClaim(claim) && !rights.has(claim.value))
  if (missing.length === 0) return
  const values = Array.from(new Set(missing.map(({ value }) => value)))
  const problems = values.map((value) =>
    problemAt(path, { en: `you do not hold ${value} yourself`, es: `usted no tiene ${value}` })
  )
  throw new ServiceError('RIGHTS_NOT_HELD', { problems })
}

export function isAdministratorRole ({ system, name }: { system: boolean, name: string }): boolean {
  return system && name === administratorRole
}

export async function administratorRoleOf ({ roles }: TenantRepositories): Promise<RoleRow> {
  const role = await roles.findByName(administratorRole)
  if (!role) throw new Error('The tenant has no administrators\' role.')
  return role
}

/** The last administrator stays one. To be called under the tenant's lock. Throws ServiceError LAST_ADMINISTRATOR. */
export async function ensureNotLastAdministrator (
  { roles }: TenantRepositories, { role, userId }: { role: RoleRow, userId: string }
): Promise<void> {
  const administrators = await roles.holders(role.id)
  if (administrators.length === 1 && administrators[0] === userId) throw new ServiceError('LAST_ADMINISTRATOR')
}

function isPermissionClaim ({ type }: Claim): boolean {
  return type === permissionClaimType
}
