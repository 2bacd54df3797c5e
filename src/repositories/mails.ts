import type { Mail } from '../generated/prisma/client.ts'
import { bytes, json, type Transaction } from './transaction.ts'

export type MailRow = Mail
export type MailKind =
  | 'registration'
  | 'accountExists'
  | 'keysEnded'
  | 'passwordReset'
  | 'invitation'
  | 'passwordChanged'
  | 'certificateExpiring'
  | 'documentAccepted'

export interface NewMail {
  id: string
  kind: MailKind
  /** What it is about: nobody gets two mails of one kind about one thing. */
  about: string
  recipient: string
  language: string
  facts: Record<string, unknown>
  sealedToken?: Buffer
  createdAt: Date
  endsAt: Date
}

/** Mails that are to be sent or were sent, by what they are about. */
export const mailRepository = (tx: Transaction, tenantId: string) => ({
  find: (id: string): Promise<MailRow | null> => tx.mail.findUnique({ where: { tenantId_id: { tenantId, id } } }),

  /** Gives the ids of those that are new: mails that there are already stay as they are. */
  async addAll (mails: NewMail[]): Promise<string[]> {
    const added = await tx.mail.createManyAndReturn({
      data: mails.map(({ sealedToken, facts, ...mail }) => ({
        ...mail, tenantId, facts: json(facts), ...(sealedToken ? { sealedToken: bytes(sealedToken) } : {})
      })),
      skipDuplicates: true,
      select: { id: true }
    })
    return added.map(({ id }) => id)
  },

  /**
   * The addresses that these documents name for their receivers; none when the tenant does not want its receivers
   * mailed.
   */
  receiversOf: (invoiceIds: string[]): Promise<{ invoiceId: string, email: string }[]> =>
    tx.$queryRaw<{ invoiceId: string, email: string }[]>`
    select c.invoice_id as "invoiceId", c.document #>> '{receiver,email}' as email
    from tenants t join invoice_contents c on c.tenant_id = t.tenant_id
    where t.tenant_id = ${tenantId}::uuid and t.mail_receivers
      and c.invoice_id = any(${invoiceIds}::uuid[]) and c.document #>> '{receiver,email}' <> ''`,

  countSince: (kind: MailKind, recipient: string, since: Date): Promise<number> =>
    tx.mail.count({ where: { tenantId, kind, recipient, createdAt: { gte: since } } }),

  /** The token has done its part once the mail is out. */
  async markSent (id: string, at: Date): Promise<void> {
    await tx.mail.updateMany({ where: { tenantId, id }, data: { sentAt: at, sealedToken: null } })
  },

  async fail (id: string, failure: string): Promise<void> {
    await tx.mail.updateMany({ where: { tenantId, id }, data: { failure, sealedToken: null } })
  },

  /** Cancels those that were not sent yet. */
  async withdraw (kind: MailKind, recipient: string): Promise<void> {
    await tx.mail.updateMany({
      where: { tenantId, kind, recipient, sentAt: null, failure: null },
      data: { failure: 'WITHDRAWN', sealedToken: null }
    })
  }
})

export const mailsOfAllTenants = (tx: Transaction) => ({
  /** Forgets mails to users; what went to receivers of documents is kept as long as the documents are. */
  async forgetBefore (at: Date): Promise<void> {
    await tx.mail.deleteMany({ where: { kind: { not: 'documentAccepted' }, createdAt: { lt: at } } })
  }
})
