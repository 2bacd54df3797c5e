import type { DocumentReceiver, TaxDocument } from '../document.ts'
import { noticeOf, type Notice, violationOf } from '../errors.ts'
import type { DocumentType } from '../values/document-types.ts'
import { foreignReceiver } from './parties.ts'
import { isPurchaseNote } from './references.ts'

type Addressed = Pick<TaxDocument, 'documentType' | 'references' | 'totals'> & {
  sender: { taxNumber?: string }, receiver: Partial<DocumentReceiver>
}

// Those that go to their buyer as electronic documents. A purchase (46) goes to a seller who issues none.
const toBuyers: readonly DocumentType[] = [33, 34, 43, 52, 56, 61]

// A delivery note of an internal move goes to its sender, and a note to the holder of the document that it changes.
const invoices: readonly DocumentType[] = [33, 34, 43, 46]

/**
 * Gives notice of an invoice to the sender itself. It never refuses: what a company takes for its own use may be
 * invoiced.
 */
export function adviceOnOwnInvoice ({ documentType, sender, receiver: { taxNumber } }: Addressed): Notice[] {
  if (taxNumber === undefined || taxNumber !== sender.taxNumber || !invoices.includes(documentType)) return []
  return [noticeOf(violationOf('RECEIVER_IS_SENDER', 'payload.header.receiver.taxNumber', { posted: taxNumber }))]
}

/**
 * Gives notice of a buyer who is not an electronic taxpayer and so takes no electronic documents. The SII accepts
 * them all the same. It never refuses: the directory may be older than the buyer's registration.
 */
export function adviceOnReceiver (
  document: Addressed, isElectronic: ((taxNumber: string) => boolean) | undefined
): Notice[] {
  const { sender, receiver: { taxNumber } } = document
  if (!isElectronic || taxNumber === undefined) return []
  if (taxNumber === foreignReceiver || taxNumber === sender.taxNumber) return []
  if (!toBuyers.includes(document.documentType) || isPurchaseNote(document) || isElectronic(taxNumber)) return []
  return [noticeOf(violationOf('RECEIVER_NOT_ELECTRONIC', 'payload.header.receiver.taxNumber', { posted: taxNumber }))]
}
