import type { TenantKey } from '../generated/prisma/client.ts'
import { bytes, type Transaction } from './transaction.ts'

export type TenantKeyRow = TenantKey

export const tenantKeyRepository = (tx: Transaction, tenantId: string) => ({
  async create (key: { id: string, accessKey: string, secretHash: Buffer, createdAt: Date }): Promise<void> {
    await tx.tenantKey.create({ data: { ...key, secretHash: bytes(key.secretHash), tenantId } })
  },

  findLive: (id: string): Promise<TenantKeyRow | null> =>
    tx.tenantKey.findFirst({ where: { tenantId, id, revokedAt: null } }),

  listLive: (): Promise<TenantKeyRow[]> =>
    tx.tenantKey.findMany({ where: { tenantId, revokedAt: null }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),

  /** Notes a use, unless one is noted that is younger than `before`. */
  async noteUse (id: string, { at, before }: { at: Date, before: Date }): Promise<void> {
    await tx.tenantKey.updateMany({
      where: { tenantId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] }, data: { lastUsedAt: at }
    })
  },

  /** Ends every live pair, and gives their access keys. */
  async revokeAll (at: Date): Promise<string[]> {
    const ended = await tx.tenantKey.updateManyAndReturn({
      where: { tenantId, revokedAt: null }, data: { revokedAt: at }, select: { accessKey: true }
    })
    return ended.map(({ accessKey }) => accessKey)
  },

  async revoke (id: string, at: Date): Promise<boolean> {
    const { count } = await tx.tenantKey.updateMany({
      where: { tenantId, id, revokedAt: null }, data: { revokedAt: at }
    })
    return count === 1
  }
})
