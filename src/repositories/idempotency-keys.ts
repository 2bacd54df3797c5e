import { Prisma } from '../generated/prisma/client.ts'
import { type Receipt, readReceipt } from '../model/receipt.ts'
import { each, eachBytes, eachJson } from './new-rows.ts'
import { bytes, json, type Transaction } from './transaction.ts'

export interface KnownKey { key: string, requestHash: Buffer, answer: unknown }
/** A key of Webhook/Save. */
export interface KnownInvoiceKey extends KnownKey { answer: Receipt }

// The operation under which the keys of documents are stored.
const saveOperation = 'Webhook/Save'

export const idempotencyKeyRepository = (tx: Transaction, tenantId: string) => ({
  find: (operation: string, keys: string[]): Promise<KnownKey[]> => findKeys(tx, tenantId, operation, keys),

  async findForInvoices (keys: string[]): Promise<KnownInvoiceKey[]> {
    const known = await findKeys(tx, tenantId, saveOperation, keys)
    return known.map(({ answer, ...key }) => ({ ...key, answer: readReceipt(answer) }))
  },

  /**
   * The keys of new documents. Fails if another transaction has just stored one of them: the caller then retries its
   * documents one by one.
   */
  async addForInvoices (
    keys: { key: string, requestHash: Buffer, invoiceId: string, answer: Receipt }[], at: Date
  ): Promise<void> {
    await tx.$executeRaw`
      insert into idempotency_keys (tenant_id, operation, key, request_hash, invoice_id, answer, created_at) values (
        ${tenantId}::uuid, ${saveOperation}::text, ${each('text', keys.map(({ key }) => key))},
        ${eachBytes(keys.map(({ requestHash }) => requestHash))}, ${each('uuid', keys.map(({ invoiceId }) => invoiceId))},
        ${eachJson(keys.map(({ answer }) => answer))}, ${at}::timestamptz)`
  },

  /** False when the key is stored already. */
  async begin (operation: string, key: string, requestHash: Buffer, at: Date, expiresAt: Date): Promise<boolean> {
    const { count } = await tx.idempotencyKey.createMany({
      data: [{ tenantId, operation, key, requestHash: bytes(requestHash), createdAt: at, expiresAt }],
      skipDuplicates: true
    })
    return count === 1
  },

  /** Deletes the key if it has expired, or if its first request was never answered. */
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

function findKeys (tx: Transaction, tenantId: string, operation: string, keys: string[]): Promise<KnownKey[]> {
  return tx.$queryRaw<KnownKey[]>`
    select key, request_hash as "requestHash", answer from idempotency_keys
    where tenant_id = ${tenantId}::uuid and operation = ${operation} and key = any(${keys}::text[])`
}
