import { statuses } from '../../../model/document-states.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** A document that was issued or stored lately; `folio` is null while it waits. */
export interface RecentDocument {
  /** A digest of what was posted, in the form of a UUID. */
  content: string
  correlationId: string
  folio: bigint | null
}

export const recentDocumentRepository = (tx: Transaction, tenantId: string) => ({
  /** Those with one of these contents that were stored after a moment and have not been rejected. */
  find: (contents: string[], after: Date): Promise<RecentDocument[]> => tx.$queryRaw`
    select r.content, r.invoice_id as "correlationId", i.folio
    from recent_documents r join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
    where r.tenant_id = ${tenantId}::uuid and r.content = any(${contents}::uuid[]) and r.at > ${after}
      and i.status < ${statuses.Rejected}`
})

export const recentDocumentsOfAllTenants = (tx: Transaction) => ({
  async deleteBefore (at: Date): Promise<void> {
    await tx.recentDocument.deleteMany({ where: { at: { lte: at } } })
  }
})
