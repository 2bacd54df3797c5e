import type { Mailbox } from '../../generated/prisma/client.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export type MailboxRow = ReadRow<Mailbox>

export type MailboxSettingsRow = Pick<
  MailboxRow, 'host' | 'port' | 'security' | 'userName' | 'auth' | 'sealedSecret' | 'folder' | 'enabled' | 'authenticationServer'
>

/** How far a folder was read, of a mailbox as it was set at `updatedAt`. */
export interface ReachedMail { updatedAt: Date, uidValidity: bigint, lastUid: number }

/** A tenant's mailbox. */
export const mailboxRepository = (tx: Transaction, tenantId: string) => ({
  async find (): Promise<MailboxRow | null> {
    const row = await tx.mailbox.findUnique({ where: { tenantId } })
    return row && readRow(row)
  },

  /** Sets the mailbox; `since` begins it again. */
  async set ({ sealedSecret, ...settings }: MailboxSettingsRow, at: Date, since: Date | undefined): Promise<void> {
    const data = {
      ...settings, sealedSecret: bytes(sealedSecret), failures: 0, problem: null, updatedAt: at,
      ...since && { since, uidValidity: null, lastUid: 0n }
    }
    await tx.mailbox.upsert({
      where: { tenantId }, update: data, create: { ...data, tenantId, since: since ?? at, createdAt: at }
    })
  },

  /** False if the mailbox was set again meanwhile. */
  async moveTo ({ updatedAt, uidValidity, lastUid }: ReachedMail): Promise<boolean> {
    const { count } = await tx.mailbox.updateMany({
      where: { tenantId, updatedAt }, data: { uidValidity, lastUid: BigInt(lastUid) }
    })
    return count === 1
  },

  async markRead (at: Date): Promise<void> {
    await tx.mailbox.updateMany({ where: { tenantId }, data: { readAt: at, failures: 0, problem: null } })
  },

  async markFailed (problem: string): Promise<void> {
    await tx.mailbox.updateMany({ where: { tenantId }, data: { failures: { increment: 1 }, problem } })
  },

  /** The mailbox that is off now; null if it was off already, or set again since `updatedAt`. */
  async switchOff (problem: string, updatedAt: Date): Promise<Pick<MailboxRow, 'host'> | null> {
    const [row = null] = await tx.mailbox.updateManyAndReturn({
      where: { tenantId, updatedAt, enabled: true }, data: { enabled: false, problem, failures: { increment: 1 } },
      select: { host: true }
    })
    return row
  },

  /** The provider gave another refresh token. Has no effect if the mailbox was set again meanwhile. */
  async renewSecret (sealedSecret: Buffer, updatedAt: Date): Promise<void> {
    await tx.mailbox.updateMany({ where: { tenantId, updatedAt }, data: { sealedSecret: bytes(sealedSecret) } })
  }
})
