import { bytes, type Transaction } from '../../postgres/transaction.ts'

/** `openedAt`: when its page was first opened. */
export interface PublicLinkRow { salt: Buffer, revokedAt: Date | null, openedAt: Date | null }

/** Links to the public pages of documents: one of each document at most. */
export const publicLinkRepository = (tx: Transaction, tenantId: string) => ({
  async find (invoiceId: string): Promise<PublicLinkRow | null> {
    const row = await tx.publicLink.findUnique({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, select: { salt: true, revokedAt: true, openedAt: true }
    })
    return row && { ...row, salt: Buffer.from(row.salt) }
  },

  /** Takes the place of a link that was revoked. */
  async put (invoiceId: string, salt: Buffer, createdAt: Date): Promise<void> {
    const link = { salt: bytes(salt), createdAt, revokedAt: null, openedAt: null }
    const { count } = await tx.publicLink.updateMany({ where: { tenantId, invoiceId }, data: link })
    if (count === 0) await tx.publicLink.create({ data: { ...link, tenantId, invoiceId } })
  },

  async revoke (invoiceId: string, at: Date): Promise<void> {
    await tx.publicLink.updateMany({ where: { tenantId, invoiceId }, data: { revokedAt: at } })
  },

  /**
   * The link if it opens the document. The tenant is read in any case, so that a wrong token takes as long.
   */
  async findOpening (invoiceId: string): Promise<Pick<PublicLinkRow, 'openedAt'> | undefined> {
    const link = await tx.publicLink.findUnique({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, select: { revokedAt: true, openedAt: true }
    })
    const tenant = await tx.tenant.findUnique({ where: { tenantId }, select: { publicPages: true } })
    return link?.revokedAt === null && tenant?.publicPages ? link : undefined
  },

  /** Only the first opening is stored. */
  async noteOpening (invoiceId: string, openedAt: Date): Promise<void> {
    await tx.publicLink.updateMany({ where: { tenantId, invoiceId, openedAt: null }, data: { openedAt } })
  }
})
