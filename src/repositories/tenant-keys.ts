import type { TenantKey } from '../generated/prisma/client.ts'
import { bytes, type ReadRow, readRow, type Transaction } from './transaction.ts'

export type TenantKeyRow = ReadRow<TenantKey>

export const tenantKeyRepository = (tx: Transaction, tenantId: string) => ({
  async create (key: { id: string, accessKey: string, secretHash: Buffer, createdAt: Date }): Promise<void> {
    await tx.tenantKey.create({ data: { ...key, secretHash: bytes(key.secretHash), tenantId } })
  },

  async findLive (id: string): Promise<TenantKeyRow | null> {
    const row = await tx.tenantKey.findFirst({ where: { tenantId, id, revokedAt: null } })
    return row && readRow(row)
  },

  async listLive (): Promise<TenantKeyRow[]> {
    const rows = await tx.tenantKey.findMany({
      where: { tenantId, revokedAt: null }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }]
    })
    return rows.map((row) => readRow(row))
  },

  /** Records a use, unless a use after `before` is recorded. */
  async noteUse (id: string, { at, before }: { at: Date, before: Date }): Promise<void> {
    await tx.tenantKey.updateMany({
      where: { tenantId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] }, data: { lastUsedAt: at }
    })
  },

  /** Revokes every live pair; gives their access keys. */
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
