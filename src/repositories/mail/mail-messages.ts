import type { MailMessage, Prisma } from '../../generated/prisma/client.ts'
import { type MailState, mailStates, readMailState, type ProcessedFile, processedFiles } from '../../model/mail-states.ts'
import { json, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export interface MailMessageRow extends Omit<ReadRow<MailMessage>, 'raw' | 'state' | 'files'> {
  state: MailState
  files: ProcessedFile[]
}

export type NewMail = Pick<
  ReadRow<MailMessage>, 'id' | 'uidValidity' | 'uid' | 'sha256' | 'size' | 'raw' | 'isWhole' | 'receivedAt' | 'storedAt'
>

/** The outcome of a mail. */
export type SettledMail =
  & Partial<Pick<MailMessageRow, 'messageId' | 'fromAddress' | 'fromName' | 'subject' | 'sentAt'>>
  & Pick<MailMessageRow, 'state' | 'reason' | 'files'>

export interface MailFilter { state?: number | undefined, search?: string | undefined }

function messageOf ({ state, files, ...row }: Omit<MailMessage, 'raw'>): MailMessageRow {
  return { ...readRow(row), state: readMailState(state), files: processedFiles.parse(files ?? []) }
}

const pieceBytes = 1024 * 1024

/** The mails of a tenant's mailbox. */
export const mailMessageRepository = (tx: Transaction, tenantId: string) => ({
  /** False if the same mail is stored already. */
  async add ({ id, uidValidity, uid, sha256, size, raw, isWhole, receivedAt, storedAt }: NewMail): Promise<boolean> {
    // Prisma's models would make texts of the bytes, several times as large.
    return await tx.$executeRaw`
      insert into mail_messages (
        tenant_id, id, uid_validity, uid, sha256, size, raw, is_whole, received_at, stored_at
      ) values (
        ${tenantId}::uuid, ${id}::uuid, ${uidValidity}::bigint, ${uid}::bigint, ${sha256}::bytea, ${size}::int,
        ${raw}::bytea, ${isWhole}, ${receivedAt}::timestamptz, ${storedAt}::timestamptz
      ) on conflict do nothing` === 1
  },

  async find (id: string): Promise<MailMessageRow | null> {
    const row = await tx.mailMessage.findUnique({ where: { tenantId_id: { tenantId, id } }, omit: { raw: true } })
    return row && messageOf(row)
  },

  /** The source, in memory of its own; null without one. In pieces: as a whole its text would be beside it. */
  async findRaw (id: string): Promise<Buffer<ArrayBuffer> | null> {
    const pieceAt = async (at: number) => {
      const [row] = await tx.$queryRaw<{ length: number | null, piece: Uint8Array | null }[]>`
        select octet_length(raw) as length, substring(raw from ${at + 1}::int for ${pieceBytes}::int) as piece
        from mail_messages where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
      return row
    }
    const first = await pieceAt(0)
    if (!first?.piece || first.length === null) return null
    const raw = Buffer.from(new ArrayBuffer(first.length))
    raw.set(first.piece)
    for (let at = pieceBytes; at < raw.length; at += pieceBytes) raw.set((await pieceAt(at))?.piece ?? [], at)
    return raw
  },

  async settle (id: string, { files, ...mail }: SettledMail, at: Date): Promise<void> {
    await tx.mailMessage.updateMany({
      where: { tenantId, id },
      data: { ...mail, files: json(files), processedAt: mail.state === mailStates.Stored ? null : at }
    })
  },

  async trustSender (id: string): Promise<void> {
    await tx.mailMessage.updateMany({ where: { tenantId, id }, data: { senderTrusted: true } })
  },

  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    { state, search }: MailFilter, page: number, pageSize: number
  ): Promise<{ rows: MailMessageRow[], totalRecords: number }> {
    const contains = search === undefined ? undefined : { contains: search.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const }
    const where: Prisma.MailMessageWhereInput = {
      tenantId, ...state !== undefined && { state },
      ...contains && { OR: [{ subject: contains }, { fromAddress: contains }, { fromName: contains }] }
    }
    const totalRecords = await tx.mailMessage.count({ where })
    const rows = await tx.mailMessage.findMany({
      where, omit: { raw: true }, orderBy: { id: 'desc' }, skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(messageOf), totalRecords }
  }
})
