import type { Mail } from '../../generated/prisma/client.ts'
import {
  aboutSending, documentMailKinds, type MailFacts, mailFacts, type MailKind, mailLanguage, type MailLanguage,
  type NewMailFacts
} from '../../model/mails.ts'
import { documentOf, unpackContents } from '../contents/contents.ts'
import { bytes, json, readRow, type ReadRow, type Transaction } from '../postgres/transaction.ts'

type MailColumns = Omit<ReadRow<Mail>, 'kind' | 'facts' | 'language'> & { language: MailLanguage }

export type MailRow = MailColumns & MailFacts

/** `about`: at most one mail of a kind about the same thing. */
export type NewMail = Pick<MailColumns, 'id' | 'about' | 'recipient' | 'language' | 'createdAt' | 'endsAt'> &
  NewMailFacts & { sealedToken?: Buffer }

export type SentMail = Pick<MailColumns, 'recipient' | 'createdAt' | 'sentAt' | 'failure'>

export interface MailReceiver {
  invoiceId: string
  documentType: number
  taxNumber: string
  email: string | undefined
}

/** Mails that are to be sent or were sent, by what they are about. */
export const mailRepository = (tx: Transaction, tenantId: string) => ({
  async find (id: string): Promise<MailRow | null> {
    const row = await tx.mail.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && { ...readRow(row), language: mailLanguage.parse(row.language), ...mailFacts.parse(row) }
  },

  /** The mail of a kind about something. */
  async findAbout (kind: MailKind, about: string): Promise<SentMail | null> {
    return tx.mail.findUnique({
      where: { tenantId_kind_about: { tenantId, kind, about } },
      select: { recipient: true, createdAt: true, sentAt: true, failure: true }
    })
  },

  /** The latest mails that brought a document to somebody by hand, newest first. */
  async listSent (correlationId: string, most: number): Promise<SentMail[]> {
    // Ids are in lower-case hexadecimal: every order of texts has g after them.
    const about = { gte: aboutSending(correlationId, ''), lt: aboutSending(correlationId, 'g') }
    return tx.mail.findMany({
      where: { tenantId, kind: 'documentSent', about }, orderBy: { about: 'desc' }, take: most,
      select: { recipient: true, createdAt: true, sentAt: true, failure: true }
    })
  },

  /** Gives the ids of the new ones; mails that exist already stay as they are. */
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
   * The receivers of these documents, with the addresses in them; none if the tenant wants no mails to receivers.
   */
  async receiversOf (invoiceIds: string[]): Promise<MailReceiver[]> {
    const tenant = await tx.tenant.findUnique({ where: { tenantId }, select: { mailReceivers: true } })
    if (!tenant?.mailReceivers) return []
    const contents = await tx.invoiceContent.findMany({ where: { tenantId, invoiceId: { in: invoiceIds } } })
    const read = await unpackContents(tx, tenantId, contents)
    return read.map(({ row: { invoiceId }, parts }) => {
      const { documentType, receiver: { taxNumber, email } } = documentOf(parts)
      return { invoiceId, documentType, taxNumber, email }
    })
  },

  countSince: (kind: MailKind, recipient: string, since: Date): Promise<number> =>
    tx.mail.count({ where: { tenantId, kind, recipient, createdAt: { gte: since } } }),

  /** Deletes the token, which is no longer needed. */
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
  /** Deletes mails to users; those to receivers of documents stay as long as the documents. */
  async forgetBefore (at: Date): Promise<void> {
    await tx.mail.deleteMany({
      where: { kind: { notIn: [...documentMailKinds] }, createdAt: { lt: at } }
    })
  }
})
