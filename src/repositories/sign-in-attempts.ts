import { bytes, type Transaction } from './transaction.ts'

/** Failed sign-ins, by keyed hash of the email. */
export const signInAttemptRepository = (tx: Transaction) => ({
  find: (emailHash: Buffer): Promise<{ failures: number, blockedUntil: Date } | null> =>
    tx.signInAttempt.findUnique({ where: { emailHash: bytes(emailHash) }, select: { failures: true, blockedUntil: true } }),

  /** Counts one more failure and gives the count; those before `forgottenBefore` no longer count. Holds the row until the commit. */
  async addFailure (emailHash: Buffer, at: Date, forgottenBefore: Date): Promise<number> {
    const [row] = await tx.$queryRaw<{ failures: number }[]>`
      insert into sign_in_attempts (email_hash, failures, blocked_until, updated_at) values (${bytes(emailHash)}, 1, ${at}, ${at})
      on conflict (email_hash) do update
      set failures = case when sign_in_attempts.updated_at < ${forgottenBefore} then 1 else sign_in_attempts.failures + 1 end,
          updated_at = ${at}
      returning failures`
    return row?.failures ?? 1
  },

  async block (emailHash: Buffer, blockedUntil: Date): Promise<void> {
    await tx.signInAttempt.update({ where: { emailHash: bytes(emailHash) }, data: { blockedUntil } })
  },

  async forget (emailHash: Buffer): Promise<void> {
    await tx.signInAttempt.deleteMany({ where: { emailHash: bytes(emailHash) } })
  },

  async forgetAllBefore (at: Date): Promise<void> {
    await tx.signInAttempt.deleteMany({ where: { updatedAt: { lt: at } } })
  }
})
