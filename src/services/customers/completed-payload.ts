import type { TaxDocument } from '../../dte/document.ts'
import { invoicePayload, type InvoicePayload } from '../../dte/fields/payload.ts'
import { asPosted } from '../../dte/notes/posted.ts'
import { joined } from './completing.ts'
import { namesIn } from './named.ts'

/**
 * A posted document that names its customer or its products, with what it took from them, as the document says it;
 * undefined for one that names nothing. Customers and products may have changed since, or be gone.
 */
export function completedPayload (posted: InvoicePayload, document: TaxDocument): InvoicePayload | undefined {
  const names = namesIn(posted)
  if (!names) return undefined
  const { header, details = [] } = asPosted(invoicePayload, documentAsPosted(document))
  const { customerId: _, ...receiver } = posted.header.receiver ?? {}
  const { paymentMethod, dueDate } = header.documentId
  return {
    ...posted,
    header: names.customerId === undefined
      ? posted.header
      : {
          ...posted.header,
          documentId: joined(posted.header.documentId, { paymentMethod, dueDate }),
          receiver: joined(receiver, header.receiver ?? {})
        },
    details: posted.details?.map(({ productId: _id, ...line }, index) =>
      names.productIds[index] === undefined ? line : joined(line, details?.[index] ?? {}))
  }
}

/** What customers and products fill in, in the names of a payload. */
function documentAsPosted (
  { documentType, paymentMethod, dueDate, receiver, lines }: TaxDocument
): Record<keyof Pick<InvoicePayload, 'header' | 'details'>, object> {
  const { taxNumber, businessName, businessActivity, address, municipality, city, email, foreign } = receiver
  return {
    header: {
      documentId: { documentType: String(documentType), paymentMethod, dueDate },
      receiver: { taxNumber, businessName, businessActivity, address, municipality, city, email, foreign }
    },
    details: lines.map(({ taxCodes, itemCode, itemName, itemDescription, unitOfMeasure, unitPrice, ...line }) => ({
      itemCode, itemName, itemDescription, unitOfMeasure, unitPrice, exemptIndicator: line.exemptIndicator,
      taxes: taxCodes.length > 0 ? taxCodes.map((taxCode) => ({ taxCode })) : undefined
    }))
  }
}
