import { bytes, type Transaction } from './transaction.ts'

/** Tokens with which users set a new password, each by its SHA-256. */
export const passwordResetRepository = (tx: Transaction, tenantId: string) => ({
  async create (reset: { tokenHash: Buffer, userId: string, createdAt: Date, expiresAt: Date }): Promise<void> {
    await tx.passwordReset.create({ data: { ...reset, tokenHash: bytes(reset.tokenHash), tenantId } })
  },

  /** Whether the token is the user's and still good at `at`. */
  async isGood (tokenHash: Buffer, userId: string, at: Date): Promise<boolean> {
    return await tx.passwordReset.findFirst({
      where: { tenantId, tokenHash: bytes(tokenHash), userId, expiresAt: { gt: at } }
    }) !== null
  },

  /** Takes the token away, for whoever is first; false for everyone else, and when it is not good any more. */
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
  async forgetExpired (at: Date): Promise<void> {
    await tx.passwordReset.deleteMany({ where: { expiresAt: { lte: at } } })
  }
})
