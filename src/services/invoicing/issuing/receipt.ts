import { currencyOf } from '../../../dte/values/currencies.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import { type Status, statuses, statusText } from '../../../model/document-states.ts'
import type { Receipt } from '../../../model/receipt.ts'
import type { StoredContent } from '../../../repositories/contents/contents.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'

/** The answer about a stored document, as it is now. */
export function receiptNow (
  { id, status, folio, issuedAt, externalId, reason }: InvoiceRow, { document }: Pick<StoredContent, 'document'>
): Receipt {
  return receiptOf(document, {
    correlationId: id, status, folio: folio === null ? null : Number(folio), issuedAt, externalId,
    ...(status === statuses.Waiting ? { waitingFor: reason?.code ?? '' } : {})
  })
}

/** The answer of Webhook/Save and of those that issue as it does. */
export function receiptOf (
  document: TaxDocument,
  facts: {
    correlationId: string, status: Status, folio: number | null, issuedAt: Date | null
    externalId?: string | null, waitingFor?: string
  }
): Receipt {
  const type = String(document.documentType)
  return {
    correlationId: facts.correlationId,
    status: facts.status,
    statusText: statusText(facts.status),
    documentType: type,
    invoiceTypeCode: type,
    invoiceNumber: facts.folio === null ? '' : String(facts.folio),
    currency: currencyOf(document.totals),
    totalAmount: Number(document.totals.totalAmount),
    issuedAt: facts.issuedAt?.toISOString() ?? null,
    notices: document.notices ?? [],
    ...(typeof facts.externalId !== 'string' ? {} : { externalId: facts.externalId }),
    ...(facts.waitingFor === undefined ? {} : { waitingFor: facts.waitingFor })
  }
}
