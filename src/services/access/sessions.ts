import type { UserWithClaims } from '../../repositories/access/users.ts'
import type { Store } from '../../repositories/store.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import type { Actor, SessionClaims, Sessions, UserType } from '../actor.ts'
import { permissionClaimType } from './permissions.ts'
import type { Clock } from '../ports.ts'

// A changed password, a changed role or a deleted user must end older tokens within 5 seconds on every instance.
const maxAgeMs = 3000

interface Session { tokenVersion: number, actor: Actor, ended: ReadonlySet<string> }

/** Turns what an access token says into who the user is now, read from the database at most 3 seconds ago. */
export function createSessions ({ store, clock }: { store: Store, clock: Clock }) {
  const sessions = createExpiringCache<Session | undefined>({ maxAgeMs, maxEntries: 10_000, clock })

  const load = ({ tenantId, userId }: SessionClaims) => store.asTenant(tenantId, async (repositories) => {
    const { tenant, users, userSessions, secondFactors } = repositories
    const user = await users.findWithClaims(userId)
    const ended = new Set(await userSessions.listEnded(userId, clock()))
    if (!user) return undefined
    const row = await tenant.get()
    const lacksSecondFactor = row.requireSecondFactor && !await secondFactors.isActive(userId)
    return { ...sessionOf(user, { ...row, lacksSecondFactor }), ended }
  })

  return {
    async actorOf (claims: SessionClaims): Promise<Actor | undefined> {
      const session = await sessions.get(nameOf(claims), () => load(claims))
      const isOpen = claims.sessionId === undefined || !session?.ended.has(claims.sessionId)
      return session?.tokenVersion === claims.tokenVersion && isOpen ? session.actor : undefined
    },

    /** Reads the user from the database again at the next request of this instance. */
    invalidate: (user: { tenantId: string, userId: string }): void => { sessions.invalidate(nameOf(user)) },

    /** The same for all users of a tenant. */
    invalidateTenant (tenantId: string): void {
      sessions.invalidateBeginningWith(nameOf({ tenantId, userId: '' }))
    },
    invalidateAll: (): void => { sessions.invalidateAll() }
  } satisfies Sessions & Record<string, unknown>
}

/** The version that a new access token carries. Both parts only ever rise, so a raise of either ends older tokens. */
export function tokenVersionOf (user: { tokenVersion: number }, tenant: { tokenVersion: number }): number {
  return user.tokenVersion + tenant.tokenVersion
}

function nameOf ({ tenantId, userId }: { tenantId: string, userId: string }): string {
  return `${tenantId} ${userId}`
}

function sessionOf (
  user: UserWithClaims, tenant: { tokenVersion: number, lacksSecondFactor: boolean }
): Omit<Session, 'ended'> {
  const { lacksSecondFactor } = tenant
  const claims = lacksSecondFactor ? [] : user.claims
  const permissions = claims.filter(({ type }) => type === permissionClaimType).map(({ value }) => value)
  return {
    tokenVersion: tokenVersionOf(user, tenant),
    actor: {
      tenantId: user.tenantId,
      userId: user.id,
      userName: user.userName,
      email: user.email,
      userType: user.userType as UserType,
      permissions: new Set(permissions),
      ...lacksSecondFactor && { lacksSecondFactor }
    }
  }
}
