import type { MailMessage, Prisma } from '../generated/prisma/client.ts'
import { type MailState, mailStates, readMailState, type TakenFile, takenFiles } from '../model/mail-states.ts'
import { bytes, json, type ReadRow, readRow, type Transaction } from './transaction.ts'

export interface MailMessageRow extends Omit<ReadRow<MailMessage>, 'raw' | 'state' | 'files'> {
  state: MailState
  files: TakenFile[]
}

export type NewMail = Pick<
  ReadRow<MailMessage>, 'id' | 'uidValidity' | 'uid' | 'sha256' | 'size' | 'raw' | 'isWhole' | 'receivedAt' | 'storedAt'
>

/** What became of a mail. */
export type SettledMail =
  & Partial<Pick<MailMessageRow, 'messageId' | 'fromAddress' | 'fromName' | 'subject' | 'sentAt'>>
  & Pick<MailMessageRow, 'state' | 'reason' | 'files'>

export interface MailFilter { state?: number | undefined, search?: string | undefined }

function messageOf ({ state, files, ...row }: Omit<MailMessage, 'raw'>): MailMessageRow {
  return { ...readRow(row), state: readMailState(state), files: takenFiles.parse(files ?? []) }
}

/** The mails of a tenant's mailbox. */
export const mailMessageRepository = (tx: Transaction, tenantId: string) => ({
  /** False if the same mail is stored already. */
  async add ({ sha256, raw, ...mail }: NewMail): Promise<boolean> {
    const { count } = await tx.mailMessage.createMany({
      data: [{ ...mail, tenantId, sha256: bytes(sha256), raw: raw && bytes(raw) }], skipDuplicates: true
    })
    return count === 1
  },

  async find (id: string): Promise<MailMessageRow | null> {
    const row = await tx.mailMessage.findUnique({ where: { tenantId_id: { tenantId, id } }, omit: { raw: true } })
    return row && messageOf(row)
  },

  async findRaw (id: string): Promise<Buffer | null> {
    const row = await tx.mailMessage.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { raw: true } })
    return row ? readRow(row).raw : null
  },

  async settle (id: string, { files, ...mail }: SettledMail, at: Date): Promise<void> {
    await tx.mailMessage.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...mail, files: json(files), processedAt: mail.state === mailStates.Stored ? null : at }
    })
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
