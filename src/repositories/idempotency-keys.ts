import { Prisma } from '../generated/prisma/client.ts'
import { bytes, json, type Transaction } from './transaction.ts'

export interface KnownKey { key: string, requestHash: Buffer, invoiceId: string | null, answer: unknown }

export const idempotencyKeyRepository = (tx: Transaction, tenantId: string) => ({
  async find (operation: string, keys: string[]): Promise<KnownKey[]> {
    const rows = await tx.idempotencyKey.findMany({ where: { tenantId, operation, key: { in: keys } } })
    return rows.map(({ key, requestHash, invoiceId, answer }) => ({ key, requestHash: Buffer.from(requestHash), invoiceId, answer }))
  },

  /** The keys of new documents. Fails on a key that came to be meanwhile: the caller's batch is then taken one by one. */
  async addForInvoices (operation: string, keys: { key: string, requestHash: Buffer, invoiceId: string, answer: unknown }[], at: Date): Promise<void> {
    await tx.idempotencyKey.createMany({
      data: keys.map(({ requestHash, answer, ...key }) => ({
        ...key, tenantId, operation, requestHash: bytes(requestHash), answer: json(answer), createdAt: at
      }))
    })
  },

  /** False when the key is known already. */
  async begin (operation: string, key: string, requestHash: Buffer, at: Date, expiresAt: Date): Promise<boolean> {
    const { count } = await tx.idempotencyKey.createMany({
      data: [{ tenantId, operation, key, requestHash: bytes(requestHash), createdAt: at, expiresAt }],
      skipDuplicates: true
    })
    return count === 1
  },

  /** Drops the key when its time is over, or when its first request never came to an answer. */
  async forgetStale (operation: string, key: string, { at, unansweredSince }: { at: Date, unansweredSince: Date }): Promise<void> {
    await tx.idempotencyKey.deleteMany({
      where: { tenantId, operation, key, OR: [{ expiresAt: { lte: at } }, { answer: { equals: Prisma.DbNull }, createdAt: { lt: unansweredSince } }] }
    })
  },

  async finish (operation: string, key: string, answer: unknown): Promise<void> {
    await tx.idempotencyKey.updateMany({ where: { tenantId, operation, key }, data: { answer: json(answer) } })
  },

  async forget (operation: string, key: string): Promise<void> {
    await tx.idempotencyKey.deleteMany({ where: { tenantId, operation, key } })
  }
})
