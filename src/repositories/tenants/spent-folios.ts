import { documentOf, unpackContents } from '../contents/contents.ts'
import { bufferOf, type Transaction } from '../postgres/transaction.ts'

/** A folio that a document left for another one. */
export interface SpentFolioRow {
  documentType: number
  folio: bigint
  /** The document that had it. */
  invoiceId: string
  /** The code for which it was left. */
  reason: string
  spentAt: Date
}

const listed = { documentType: true, folio: true, invoiceId: true, reason: true, spentAt: true } as const

export const spentFolioRepository = (tx: Transaction, tenantId: string) => ({
  /** Those of an environment, by type and folio. */
  list: (environment: string): Promise<SpentFolioRow[]> => tx.spentFolio.findMany({
    where: { tenantId, environment }, select: listed, orderBy: [{ documentType: 'asc' }, { folio: 'asc' }]
  }),

  /** Those of one document, the latest first. */
  listOf: (invoiceId: string): Promise<SpentFolioRow[]> => tx.spentFolio.findMany({
    where: { tenantId, invoiceId }, select: listed, orderBy: { spentAt: 'desc' }
  }),

  /** What a document was under an earlier folio, with the bytes that were signed then. */
  async find (invoiceId: string, folio: number) {
    const spent = await tx.spentFolio.findFirst({ where: { tenantId, invoiceId, folio } })
    const earlier = spent && await tx.earlierContent.findFirst({
      where: { tenantId, invoiceId, folio }, orderBy: { replacedAt: 'desc' }
    })
    const [content] = await unpackContents(tx, tenantId, earlier ? [earlier] : [])
    return spent && content
      ? { folio: spent.folio, xml: bufferOf(spent.xml), document: documentOf(content.parts) }
      : null
  }
})
