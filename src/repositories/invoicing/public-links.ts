import { bytes, type Transaction } from '../postgres/transaction.ts'

export interface PublicLinkRow { salt: Buffer, revokedAt: Date | null }

/** Links to the public pages of documents: one of each document at most. */
export const publicLinkRepository = (tx: Transaction, tenantId: string) => ({
  async find (invoiceId: string): Promise<PublicLinkRow | null> {
    const row = await tx.publicLink.findUnique({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, select: { salt: true, revokedAt: true }
    })
    return row && { ...row, salt: Buffer.from(row.salt) }
  },

  /** Takes the place of a link that was revoked. */
  async put (invoiceId: string, salt: Buffer, createdAt: Date): Promise<void> {
    const link = { salt: bytes(salt), createdAt, revokedAt: null }
    const { count } = await tx.publicLink.updateMany({ where: { tenantId, invoiceId }, data: link })
    if (count === 0) await tx.publicLink.create({ data: { ...link, tenantId, invoiceId } })
  },

  async revoke (invoiceId: string, at: Date): Promise<void> {
    await tx.publicLink.updateMany({ where: { tenantId, invoiceId }, data: { revokedAt: at } })
  },

  /** Whether the link opens the document. The tenant is read in any case, so that a wrong token takes as long. */
  async opens (invoiceId: string): Promise<boolean> {
    const link = await tx.publicLink.findUnique({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, select: { revokedAt: true }
    })
    const tenant = await tx.tenant.findUnique({ where: { tenantId }, select: { publicPages: true } })
    return link?.revokedAt === null && tenant?.publicPages === true
  }
})
