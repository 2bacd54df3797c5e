import { Prisma } from '../generated/prisma/client.ts'
import { bytes, json, type Transaction } from './transaction.ts'

export interface KnownKey { key: string, requestHash: Buffer, invoiceId: string | null, answer: unknown }

export const idempotencyKeyRepository = (tx: Transaction, tenantId: string) => ({
  async find (operation: string, keys: string[]): Promise<KnownKey[]> {
    const rows = await tx.idempotencyKey.findMany({ where: { tenantId, operation, key: { in: keys } } })
    return rows.map(({ key, requestHash, invoiceId, answer }) => ({
      key, requestHash: Buffer.from(requestHash), invoiceId, answer
    }))
  },

  /**
   * The keys of new documents. Fails on a key that came to be meanwhile: the caller's batch is then taken one by one.
   */
  async addForInvoices (
    operation: string, keys: { key: string, requestHash: Buffer, invoiceId: string, answer: unknown }[], at: Date
  ): Promise<void> {
    const rows = JSON.stringify(
      keys.map(({ requestHash, ...key }) => ({ ...key, requestHash: requestHash.toString('hex') }))
    )
    await tx.$executeRaw`
      insert into idempotency_keys (tenant_id, operation, key, request_hash, invoice_id, answer, created_at)
      select ${tenantId}::uuid, ${operation}, key, decode("requestHash", 'hex'), "invoiceId", answer, ${at}
      from jsonb_to_recordset(${rows}::jsonb) as added (key text, "requestHash" text, "invoiceId" uuid, answer jsonb)`
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
  async forgetStale (
    operation: string, key: string, { at, unansweredSince }: { at: Date, unansweredSince: Date }
  ): Promise<void> {
    await tx.idempotencyKey.deleteMany({
      where: {
        tenantId, operation, key,
        OR: [{ expiresAt: { lte: at } }, { answer: { equals: Prisma.DbNull }, createdAt: { lt: unansweredSince } }]
      }
    })
  },

  async finish (operation: string, key: string, answer: unknown): Promise<void> {
    await tx.idempotencyKey.updateMany({ where: { tenantId, operation, key }, data: { answer: json(answer) } })
  },

  async forget (operation: string, key: string): Promise<void> {
    await tx.idempotencyKey.deleteMany({ where: { tenantId, operation, key } })
  }
})
