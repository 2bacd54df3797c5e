import { firstIdAt, timeOfId } from '../../../shared/ids.ts'
import { invoiceOf, type InvoiceRow } from './invoices.ts'
import { planAlongIndexes } from '../../postgres/reading-plans.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** Documents that have a folio, found by when they were made. */
export const issuedDocumentRepository = (tx: Transaction, tenantId: string) => {
  const issued = { tenantId, folio: { not: null } }

  return {
    /** From when to when documents were made, in milliseconds since 1970; null without any. */
    async span (): Promise<[from: number, to: number] | null> {
      await planAlongIndexes(tx)
      const [first] = await tx.invoice.findMany({ where: issued, orderBy: { id: 'asc' }, take: 1, select: { id: true } })
      const [last] = await tx.invoice.findMany({ where: issued, orderBy: { id: 'desc' }, take: 1, select: { id: true } })
      return first && last ? [timeOfId(first.id), timeOfId(last.id)] : null
    },

    async listNewest (limit: number): Promise<InvoiceRow[]> {
      return (await tx.invoice.findMany({ where: issued, orderBy: { id: 'desc' }, take: limit })).map(invoiceOf)
    },

    /** The first that were made at a moment or later. */
    async listFrom (ms: number, limit: number): Promise<InvoiceRow[]> {
      const rows = await tx.invoice.findMany({
        where: { ...issued, id: { gte: firstIdAt(ms) } }, orderBy: { id: 'asc' }, take: limit
      })
      return rows.map(invoiceOf)
    }
  }
}
