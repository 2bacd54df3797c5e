import { Prisma } from '../../../generated/prisma/client.ts'
import { type Receipt, readReceipt } from '../../../model/receipt.ts'
import { bytes, json, type Transaction } from '../../postgres/transaction.ts'

export interface KnownKey { key: string, requestHash: Buffer, answer: unknown }
/**
 * What the keys of documents are stored under: Idempotency-Keys of Save and Issue, externalIds of any channel, and what
 * a note of Annul and Correct is about.
 */
export const documentKeys = {
  request: 'Webhook/Save', externalId: 'externalId', annulment: 'Webhook/Annul', correction: 'Webhook/Correct'
} as const
const documentOperations = Object.values(documentKeys)

/** A key under which a document is issued once, and the hash of what was posted. */
export interface DocumentKey { operation: typeof documentOperations[number], key: string, requestHash: Buffer }
export interface KnownInvoiceKey extends KnownKey { operation: DocumentKey['operation'], answer: Receipt }

export const idempotencyKeyRepository = (tx: Transaction, tenantId: string) => ({
  find: (operation: string, keys: string[]): Promise<KnownKey[]> => findKeys(tx, tenantId, [operation], keys),

  async findForInvoices (keys: string[]): Promise<KnownInvoiceKey[]> {
    const known = await findKeys(tx, tenantId, documentOperations, keys)
    return known.map(({ answer, ...key }) => ({
      ...key, operation: key.operation as DocumentKey['operation'], answer: readReceipt(answer)
    }))
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

function findKeys (
  tx: Transaction, tenantId: string, operations: readonly string[], keys: string[]
): Promise<(KnownKey & { operation: string })[]> {
  return tx.$queryRaw<(KnownKey & { operation: string })[]>`
    select operation, key, request_hash as "requestHash", answer from idempotency_keys
    where tenant_id = ${tenantId}::uuid and operation = any(${[...operations]}::text[]) and key = any(${keys}::text[])`
}
