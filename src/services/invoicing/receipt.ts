import { currencyOf } from '../../dte/values/currencies.ts'
import type { TaxDocument } from '../../dte/document.ts'
import { type Status, type StatusName, statusText } from '../../model/document-states.ts'

/** What Webhook/Save answers: enough for a shop to print the document at once. */
export interface Receipt {
  correlationId: string
  status: Status
  statusText: StatusName
  documentType: string
  invoiceTypeCode: string
  /** The folio; empty while the document waits for one. */
  invoiceNumber: string
  /** By its name in the customs' table. */
  currency: string
  totalAmount: number
  /** ISO 8601, UTC; null while the document waits. */
  issuedAt: string | null
  /** Why it waits: a code of shared/errors.ts; absent otherwise. */
  waitingFor?: string
}

export function receiptOf (
  document: TaxDocument,
  facts: { correlationId: string, status: Status, folio: number | null, issuedAt: Date | null, waitingFor?: string }
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
    ...(facts.waitingFor === undefined ? {} : { waitingFor: facts.waitingFor })
  }
}
