import { bytes, type Transaction } from '../postgres/transaction.ts'

/**
 * Tokens with which a new password is set, each by its SHA-256: under a tenant the invitations of its users, under the
 * platform's those of forgotten passwords, whose user is the person.
 */
export const passwordResetRepository = (tx: Transaction, tenantId: string) => ({
  async create (reset: { tokenHash: Buffer, userId: string, createdAt: Date, expiresAt: Date }): Promise<void> {
    await tx.passwordReset.create({ data: { ...reset, tokenHash: bytes(reset.tokenHash), tenantId } })
  },

  /** Consumes the token. True for the first caller only; false if it was used or has expired. */
  async redeem (tokenHash: Buffer, userId: string, at: Date): Promise<boolean> {
    const rows = await tx.$queryRaw<unknown[]>`
      delete from password_resets
      where tenant_id = ${tenantId}::uuid and token_hash = ${
      bytes(tokenHash)
    } and user_id = ${userId}::uuid and expires_at > ${at}
      returning 1`
    return rows.length === 1
  },

  async forgetAllOf (userId: string): Promise<void> {
    await tx.passwordReset.deleteMany({ where: { tenantId, userId } })
  }
})

export const passwordResetsOfAllTenants = (tx: Transaction) => ({
  /** The token, if it is one of these users' and still good at `at`: one query, however many they are. */
  findGood: (
    tokenHash: Buffer, users: readonly { tenantId: string, userId: string }[], at: Date
  ): Promise<{ tenantId: string, userId: string } | null> =>
    tx.passwordReset.findFirst({
      where: {
        tenantId: { in: users.map(({ tenantId }) => tenantId) },
        tokenHash: bytes(tokenHash),
        userId: { in: users.map(({ userId }) => userId) },
        expiresAt: { gt: at }
      },
      select: { tenantId: true, userId: true }
    }),

  async forgetExpired (at: Date): Promise<void> {
    await tx.passwordReset.deleteMany({ where: { expiresAt: { lte: at } } })
  }
})
