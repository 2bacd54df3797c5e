import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { EndedSessions, UserSessionRow } from '../../repositories/access/user-sessions.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor, ReadToken } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import type { SessionCache } from './rights.ts'

/** From where a user signs in or renews a token. */
export interface Device { address: string, userAgent?: string | undefined }

export interface UserSessionView extends Omit<UserSessionRow, 'userId'> {
  /** It is the session of the token that asks. */
  isCurrent: boolean
}

export interface UserSessionsDependencies {
  store: Store
  sessions: SessionCache
  clock: Clock
  /** How long a token is valid. */
  tokenSeconds: number
}

const longestUserAgent = 200
// The clocks of two instances differ.
const marginMs = 5 * 60_000

/**
 * The sessions of users: a sign-in with the tokens renewed from it. One that is ended stays known for as long as its
 * tokens would be valid (sessions.ts).
 */
export function createUserSessions ({ store, sessions, clock, tokenSeconds }: UserSessionsDependencies) {
  const useAt = (at: Date, { address, userAgent = '' }: Device) => ({
    usedAt: at, expiresAt: new Date(at.getTime() + tokenSeconds * 1000 + marginMs), address,
    userAgent: userAgent.slice(0, longestUserAgent)
  })

  async function endThose (actor: Actor, which: EndedSessions): Promise<string[]> {
    const { tenantId, userId } = actor
    const ended = await store.asTenant(tenantId, async ({ tenant, userSessions, auditLog }) => {
      const at = clock()
      const ids = await userSessions.end(userId, which, at)
      if (ids.length > 0) await tenant.announceChange()
      auditLog.add(ids.map((id) => ({
        actor: audited(actor), action: 'auth.endSession', entity: 'user', entityId: userId, details: { session: id }
      })), at)
      return ids
    })
    sessions.invalidate({ tenantId, userId })
    return ended
  }

  return {
    /**
     * Opens a session in the transaction of a sign-in; returns its id, which its tokens contain.
     *
     * @param secondFactorAt when a code of the second factor was given; null without one
     */
    async open (
      { userSessions }: Pick<TenantRepositories, 'userSessions'>, userId: string, device: Device,
      secondFactorAt: Date | null
    ): Promise<string> {
      const at = clock()
      const id = newId()
      await userSessions.open({ id, userId, signedInAt: at, secondFactorAt, ...useAt(at, device) })
      return id
    },

    /** Notes that a token was renewed. Throws ServiceError UNAUTHENTICATED when the session has just ended. */
    async renew ({ tenantId, sessionId }: ReadToken, device: Device): Promise<void> {
      if (sessionId === undefined) return
      const isOpen = await store.asTenant(tenantId, ({ userSessions }) =>
        userSessions.use(sessionId, useAt(clock(), device)))
      if (!isOpen) throw new ServiceError('UNAUTHENTICATED')
    },

    /** The caller's open sessions in this tenant, the latest used first. */
    async list ({ tenantId, userId }: Actor, { sessionId }: ReadToken): Promise<UserSessionView[]> {
      const rows = await store.asTenant(tenantId, ({ userSessions }) => userSessions.listOpen(userId, clock()))
      return rows.map(({ userId: _userId, ...row }) => ({ ...row, isCurrent: row.id === sessionId }))
    },

    /** Ends the session of the token that asks. */
    async signOut (actor: Actor, { sessionId }: ReadToken): Promise<void> {
      if (sessionId !== undefined) await endThose(actor, { only: sessionId })
    },

    /** Ends one of the caller's open sessions. Throws ServiceError SESSION_NOT_FOUND for any other. */
    async end (actor: Actor, id: string): Promise<void> {
      const ended = await endThose(actor, { only: id })
      if (ended.length === 0) throw new ServiceError('SESSION_NOT_FOUND')
    },

    /** Ends the caller's sessions in this tenant, but the one of the token that asks; gives how many. */
    async endOthers (actor: Actor, { sessionId }: ReadToken): Promise<number> {
      return (await endThose(actor, { but: sessionId })).length
    },

    /** Drops sessions whose tokens have expired; run now and then. */
    deleteExpired: (): Promise<void> =>
      store.asPlatform(({ allUserSessions }) => allUserSessions.deleteExpired(clock()))
  }
}

export type UserSessions = ReturnType<typeof createUserSessions>
