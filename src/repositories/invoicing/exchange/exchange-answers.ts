import type { ExchangeAnswer } from '../../../generated/prisma/client.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../../postgres/transaction.ts'

export type ExchangeAnswerRow = Omit<ReadRow<ExchangeAnswer>, 'receipt'>
export type NewExchangeAnswer = Omit<ReadRow<ExchangeAnswer>, 'tenantId'>

/** The members that identify the document of an answer. */
export interface AnswerableDocument { id: string, receiver: string, issueDate: string, total: number }

/** Customers' answers to a tenant's documents. */
export const exchangeAnswerRepository = (tx: Transaction, tenantId: string) => ({
  /** The document with this folio; undefined if no document has it. */
  async findDocument (
    environment: string, { documentType, folio }: { documentType: number, folio: number }
  ): Promise<AnswerableDocument | undefined> {
    const [found] = await tx.$queryRaw<AnswerableDocument[]>`
      select id, receiver_tax_number as receiver, issue_date::text as "issueDate", total_amount::float8 as total
      from invoices
      where tenant_id = ${tenantId}::uuid and environment = ${environment} and document_type = ${documentType}
        and folio = ${folio}`
    return found
  },

  /** False if it is stored already. */
  async add ({ fileSha256, receipt, ...answer }: NewExchangeAnswer): Promise<boolean> {
    const { count } = await tx.exchangeAnswer.createMany({
      data: [{ ...answer, tenantId, fileSha256: bytes(fileSha256), receipt: receipt && bytes(receipt) }],
      skipDuplicates: true
    })
    return count === 1
  },

  /** The latest answers to a document, in the order in which they came. */
  async listOf (invoiceId: string): Promise<ExchangeAnswerRow[]> {
    const rows = await tx.exchangeAnswer.findMany({
      where: { tenantId, invoiceId }, omit: { receipt: true }, orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }], take: 200
    })
    return rows.reverse().map((row) => readRow(row))
  }
})
