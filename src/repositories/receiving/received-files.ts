import type { ReceivedFile } from '../../generated/prisma/client.ts'
import { type StoredCheck, storedChecks } from '../../model/received.ts'
import { type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export interface ReceivedFileRow extends Omit<ReadRow<ReceivedFile>, 'tenantId' | 'content' | 'checks'> {
  checks: StoredCheck[]
}

export type NewReceivedFile = ReceivedFileRow & { content: Buffer }

/** Files with documents that others issued for a tenant. */
export const receivedFileRepository = (tx: Transaction, tenantId: string) => ({
  /** The next number of a reception. Other receptions of the tenant wait for the end of this transaction. */
  async takeNumber (): Promise<number> {
    const [row] = await tx.$queryRaw<{ last: number }[]>`
      insert into reception_numbers (tenant_id, last) values (${tenantId}::uuid, 1)
      on conflict (tenant_id) do update set last = reception_numbers.last + 1 returning last`
    if (!row) throw new Error('PostgreSQL gave no number')
    return row.last
  },

  async findBySha256 (sha256: Buffer): Promise<string | undefined> {
    const row = await tx.receivedFile.findUnique({
      where: { tenantId_sha256: { tenantId, sha256: Uint8Array.from(sha256) } }, select: { id: true }
    })
    return row?.id
  },

  async add ({ content, ...row }: NewReceivedFile): Promise<void> {
    // Prisma's models would make texts of the bytes, several times as large.
    await tx.$executeRaw`
      insert into received_files (
        tenant_id, id, sha256, size, content, name, source, message_id, arrived_at, kind, set_id, digest, issuer, receiver,
        resolution_number, state, reception_number, checks, unidentified, reply_to
      ) values (
        ${tenantId}::uuid, ${row.id}::uuid, ${row.sha256}::bytea, ${row.size}::int, ${content}::bytea, ${row.name}, ${row.source},
        ${row.messageId}::uuid, ${row.arrivedAt}::timestamptz, ${row.kind}, ${row.setId}, ${row.digest}, ${row.issuer},
        ${row.receiver}, ${row.resolutionNumber}::int, ${row.state}::smallint, ${row.receptionNumber}::int,
        ${JSON.stringify(row.checks)}::jsonb, ${row.unidentified}::int, ${row.replyTo}
      )`
  },

  async find (id: string): Promise<ReceivedFileRow | undefined> {
    const row = await tx.receivedFile.findUnique({
      where: { tenantId_id: { tenantId, id } }, omit: { content: true, tenantId: true }
    })
    return row ? { ...readRow(row), checks: storedChecks.parse(row.checks) } : undefined
  },

  /** The file as it came. */
  async findContent (id: string): Promise<Buffer | undefined> {
    const [row] = await tx.$queryRaw<{ content: Uint8Array }[]>`
      select content from received_files where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
    return row && Buffer.from(row.content)
  }
})
