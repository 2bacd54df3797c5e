import { currencyOf } from '../../dte/values/currencies.ts'
import type { TaxDocument } from '../../dte/document.ts'
import type { DocumentColumns } from '../../repositories/invoices.ts'

/** What the list and the reports know of a document. */
export function columnsOf ({ sender, receiver, issueDate, totals }: TaxDocument): DocumentColumns {
  return {
    issuerTaxNumber: sender.taxNumber,
    receiverTaxNumber: receiver.taxNumber,
    receiverName: receiver.businessName ?? '',
    issueDate,
    currency: currencyOf(totals),
    netAmount: totals.netAmount,
    exemptAmount: totals.exemptAmount,
    taxAmount: totals.taxAmount,
    totalAmount: totals.totalAmount
  }
}
