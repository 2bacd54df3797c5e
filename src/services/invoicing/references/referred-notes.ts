import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { DocumentName } from '../../../repositories/invoicing/documents/invoice-references.ts'

const notes = ['56', '61']

/** The sender's own notes that a posted note refers to: they may be about purchases, and the new one is so too. */
export function referredNotes ({ header, references }: InvoicePayload): DocumentName[] {
  if (!notes.includes(header.documentId.documentType.trim())) return []
  return (references ?? []).flatMap(({ documentType, folio, issuerTaxNumber }) => {
    const type = documentType?.trim() ?? ''
    const number = folio?.trim() ?? ''
    const isOwn = (issuerTaxNumber ?? '').trim() === ''
    return isOwn && notes.includes(type) && /^0*[1-9]\d{0,9}$/.test(number)
      ? [{ documentType: Number(type), folio: Number(number) }]
      : []
  })
}
