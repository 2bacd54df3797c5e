import type { TenantKey } from '../../generated/prisma/client.ts'
import { groupBy } from '../../shared/group-by.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export type TenantKeyRow = ReadRow<TenantKey>

export const tenantKeyRepository = (tx: Transaction, tenantId: string) => ({
  async create (key: { id: string, accessKey: string, secretHash: Buffer, createdAt: Date }): Promise<void> {
    await tx.tenantKey.create({ data: { ...key, secretHash: bytes(key.secretHash), tenantId } })
  },

  async listLive (): Promise<TenantKeyRow[]> {
    const rows = await tx.tenantKey.findMany({
      where: { tenantId, revokedAt: null }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }]
    })
    return rows.map((row) => readRow(row))
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

/** A key that was used. */
export interface KeyUse { tenantId: string, keyId: string, at: Date }

export const keysOfAllTenants = (tx: Transaction) => ({
  /**
   * Records uses, each unless one less than `precisionMs` earlier is recorded. A key that is being changed is skipped.
   */
  async noteUses (uses: KeyUse[], precisionMs: number): Promise<void> {
    for (const [tenantId, own] of groupBy(uses, (row) => row.tenantId)) {
      await tx.$executeRaw`
        with stale as (
          select k.id, used.at from tenant_keys k
          join unnest(${own.map(({ keyId }) => keyId)}::uuid[], ${own.map(({ at }) => at)}::timestamptz[],
            ${own.map(({ at }) => new Date(at.getTime() - precisionMs))}::timestamptz[]) as used (id, at, unless_after) on used.id = k.id
          where k.tenant_id = ${tenantId}::uuid and (k.last_used_at is null or k.last_used_at <= used.unless_after)
          for update of k skip locked
        )
        update tenant_keys k set last_used_at = stale.at from stale where k.tenant_id = ${tenantId}::uuid and k.id = stale.id`
    }
  }
})
