import type { DocumentTotals, TaxDocument } from '../document.ts'
import { type InvoicePayload, invoicePayload } from '../fields/payload.ts'
import { documentTypes, isBoleta, isExport, type DocumentType } from '../values/document-types.ts'
import { asPosted } from './posted.ts'
import { customsResolution } from '../tables/lookups.ts'

/** A document that a note is about, under its folio. */
export interface Original { document: TaxDocument, folio: number }

/** What a note does to the document (CodRef), and why. */
export interface NotePurpose { code: '1' | '2' | '3', reason: string }

/** What a note says: members of a payload, with figures as a document has them. */
export interface NoteBody {
  details: object[]
  globalDiscounts?: object[]
  commissions?: object[] | undefined
  totals: Partial<DocumentTotals>
}

const nameless = 'Consumidor Final'

/** The note that takes off from a document, or takes all of it away: a debit note for credit notes. */
export function loweringNote (type: DocumentType): DocumentType {
  if (type === 61) return 56
  if (type === 112) return 111
  return isExport(type) ? 112 : 61
}

/** The note that adds to a document. */
export function raisingNote (type: DocumentType): DocumentType {
  return isExport(type) ? 111 : 56
}

/** A note as a client would post it: to the receiver of the document, in its currency, with a reference to it. */
export function notePayload (
  documentType: DocumentType, { document, folio }: Original, purpose: NotePurpose, { totals, ...body }: NoteBody
): InvoicePayload {
  return asPosted(invoicePayload, {
    header: headerOf(documentType, document, totals),
    ...body,
    references: [{
      lineNumber: 1, documentType: String(document.documentType), folio: String(folio), date: document.issueDate,
      ...purpose
    }, ...resolutionsOf(document)]
  })
}

function headerOf (documentType: DocumentType, document: TaxDocument, totals: NoteBody['totals']): object {
  const { receiver: { phone: _, ...receiver }, transport, principalTaxNumber, otherCurrency } = document
  const { receiverCountry, destinationCountry } = transport?.customs ?? {}
  return {
    documentId: { ...documentIdOf(document), documentType: String(documentType) },
    // A boleta may have a RUT without a name, which a note must have.
    receiver: { businessName: nameless, ...receiver },
    // Of the customs' data, notes have the countries alone.
    ...(receiverCountry !== undefined && { transport: { customs: { receiverCountry, destinationCountry } } }),
    principalTaxNumber,
    otherCurrency,
    totals: { ...totals, currency: document.totals.currency }
  }
}

// Of services that the customs call an export, notes name the resolution too (REF-2-826).
function resolutionsOf ({ references }: TaxDocument): object[] {
  return references.filter(({ documentType }) => documentType === customsResolution)
    .map((reference, index) => ({ ...reference, lineNumber: index + 2 }))
}

function documentIdOf (document: TaxDocument): object {
  const { documentType, linePrices, saleTransactionType, serviceIndicator, touristInvoice } = document
  return {
    saleTransactionType,
    // The same number means something else in a boleta.
    serviceIndicator: isBoleta(documentType) ? undefined : serviceIndicator,
    touristInvoice,
    exportPaymentMethod: isExport(documentType) ? document.exportPaymentMethod : undefined,
    grossAmounts: (linePrices === 'gross' && !documentTypes[documentType].exempt) || undefined
  }
}
