import { bytes, type Transaction } from './transaction.ts'

/** Failed sign-ins, by keyed hash of the email. */
export const signInAttemptRepository = (tx: Transaction) => ({
  find: (emailHash: Buffer): Promise<{ failures: number, blockedUntil: Date } | null> =>
    tx.signInAttempt.findUnique({ where: { emailHash: bytes(emailHash) }, select: { failures: true, blockedUntil: true } }),

  async record (emailHash: Buffer, attempt: { failures: number, blockedUntil: Date, at: Date }): Promise<void> {
    const values = { failures: attempt.failures, blockedUntil: attempt.blockedUntil, updatedAt: attempt.at }
    await tx.signInAttempt.upsert({
      where: { emailHash: bytes(emailHash) },
      create: { emailHash: bytes(emailHash), ...values },
      update: values
    })
  },

  async forget (emailHash: Buffer): Promise<void> {
    await tx.signInAttempt.deleteMany({ where: { emailHash: bytes(emailHash) } })
  }
})
