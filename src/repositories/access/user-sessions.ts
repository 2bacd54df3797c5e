import type { Prisma } from '../../generated/prisma/client.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** A sign-in of a user, and the tokens renewed from it. */
export interface UserSessionRow {
  id: string
  userId: string
  signedInAt: Date
  /** When its token was made or renewed last. */
  usedAt: Date
  /** No token of it is valid for longer. */
  expiresAt: Date
  address: string
  userAgent: string
}

/** Without an id, `but` ends all. */
export type EndedSessions = { only: string } | { but: string | undefined }

const mostListed = 100

export const userSessionRepository = (tx: Transaction, tenantId: string) => ({
  async open (session: UserSessionRow & { secondFactorAt: Date | null }): Promise<void> {
    await tx.userSession.create({ data: { ...session, tenantId } })
  },

  /** False when the session has ended, or is unknown. */
  async use (id: string, use: Pick<UserSessionRow, 'usedAt' | 'expiresAt' | 'address' | 'userAgent'>): Promise<boolean> {
    const { count } = await tx.userSession.updateMany({ where: { tenantId, id, endedAt: null }, data: use })
    return count === 1
  },

  /** The user's open sessions, the latest used first; a hundred at most. */
  listOpen: (userId: string, at: Date): Promise<UserSessionRow[]> =>
    tx.userSession.findMany({
      where: { tenantId, userId, endedAt: null, expiresAt: { gt: at } },
      omit: { tenantId: true, endedAt: true, secondFactorAt: true }, orderBy: [{ usedAt: 'desc' }, { id: 'desc' }], take: mostListed
    }),

  /** When a code of the second factor was given in the session last. */
  async secondFactorAt (id: string): Promise<Date | null> {
    const row = await tx.userSession.findFirst({ where: { tenantId, id }, select: { secondFactorAt: true } })
    return row?.secondFactorAt ?? null
  },

  async noteSecondFactor (id: string, at: Date): Promise<void> {
    await tx.userSession.updateMany({ where: { tenantId, id }, data: { secondFactorAt: at } })
  },

  /** The user's sessions that have ended before their tokens do. */
  async listEnded (userId: string, at: Date): Promise<string[]> {
    const rows = await tx.userSession.findMany({
      where: { tenantId, userId, endedAt: { not: null }, expiresAt: { gt: at } }, select: { id: true }
    })
    return rows.map(({ id }) => id)
  },

  /** Ends an open session of a user, or all but one; gives those that it ended. */
  async end (userId: string, which: EndedSessions, at: Date): Promise<string[]> {
    const rows = await tx.userSession.updateManyAndReturn({
      where: { tenantId, userId, ...sessionsOf(which), endedAt: null, expiresAt: { gt: at } },
      data: { endedAt: at }, select: { id: true }
    })
    return rows.map(({ id }) => id)
  }
})

export const userSessionsOfAllTenants = (tx: Transaction) => ({
  async deleteExpired (at: Date): Promise<void> {
    await tx.userSession.deleteMany({ where: { expiresAt: { lte: at } } })
  }
})

function sessionsOf (which: EndedSessions): Prisma.UserSessionWhereInput {
  if ('only' in which) return { id: which.only }
  return which.but === undefined ? {} : { id: { not: which.but } }
}
