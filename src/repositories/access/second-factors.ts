import type { SecondFactor } from '../../generated/prisma/client.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export type SecondFactorRow = ReadRow<SecondFactor>

export const secondFactorRepository = (tx: Transaction, tenantId: string) => ({
  async find (userId: string): Promise<SecondFactorRow | null> {
    const row = await tx.secondFactor.findUnique({ where: { tenantId_userId: { tenantId, userId } } })
    return row && readRow(row)
  },

  /** As `find`, with a lock against changes until the transaction ends. */
  async lock (userId: string): Promise<SecondFactorRow | null> {
    await tx.$queryRaw`
      select 1 from second_factors where tenant_id = ${tenantId}::uuid and user_id = ${userId}::uuid for update`
    return this.find(userId)
  },

  isActive: async (userId: string): Promise<boolean> =>
    await tx.secondFactor.findFirst({
      where: { tenantId, userId, sealedSecret: { not: null } }, select: { userId: true }
    }) !== null,

  /** The users who have one. */
  async listActive (): Promise<ReadonlySet<string>> {
    const rows = await tx.secondFactor.findMany({
      where: { tenantId, sealedSecret: { not: null } }, select: { userId: true }
    })
    return new Set(rows.map(({ userId }) => userId))
  },

  /** Stores the secret of an app that has not shown a code yet; what is active stays. */
  async begin (userId: string, sealed: Buffer): Promise<void> {
    const sealedPending = bytes(sealed)
    await tx.secondFactor.upsert({
      where: { tenantId_userId: { tenantId, userId } }, update: { sealedPending },
      create: { tenantId, userId, sealedPending, recoveryHashes: [] }
    })
  },

  async activate (
    userId: string, sealed: Buffer,
    { recoveryHashes, ...since }: { recoveryHashes: Buffer[], activeSince: Date, lastStep: number }
  ): Promise<void> {
    await tx.secondFactor.updateMany({
      where: { tenantId, userId },
      data: { ...since, sealedPending: null, sealedSecret: bytes(sealed), recoveryHashes: recoveryHashes.map(bytes) }
    })
  },

  async setLastStep (userId: string, lastStep: number): Promise<void> {
    await tx.secondFactor.updateMany({ where: { tenantId, userId }, data: { lastStep } })
  },

  async setRecoveryHashes (userId: string, hashes: readonly Buffer[]): Promise<void> {
    await tx.secondFactor.updateMany({ where: { tenantId, userId }, data: { recoveryHashes: hashes.map(bytes) } })
  },

  async remove (userId: string): Promise<void> {
    await tx.secondFactor.deleteMany({ where: { tenantId, userId } })
  }
})
