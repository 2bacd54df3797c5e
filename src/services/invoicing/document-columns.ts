import { currencyOf } from '../../dte/values/currencies.ts'
import type { TaxDocument } from '../../dte/document.ts'
import { foldedText } from '../../shared/search-words.ts'
import type { DocumentColumns } from '../../repositories/invoicing/invoices.ts'

/** What the list and the reports know of a document. */
export function columnsOf ({ sender, receiver, issueDate, totals, lines, references }: TaxDocument): DocumentColumns {
  return {
    searchText: searchTextOf(lines, references),
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

// Of a document with sixty lines, the first ones are found.
const longestText = 1000

function searchTextOf (lines: TaxDocument['lines'], references: TaxDocument['references']): string {
  const texts = [
    ...references.map(({ folio }) => folio),
    ...lines.flatMap(({ itemCode, itemName }) => itemCode ? [itemCode.codeValue, itemName] : [itemName])
  ]
  return foldedText(texts.join(' ').slice(0, longestText))
}
