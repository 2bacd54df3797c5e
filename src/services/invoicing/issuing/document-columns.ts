import { isClaimable } from '../../../dte/registry/deadline.ts'
import { currencyOf } from '../../../dte/values/currencies.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import { customerStates } from '../../../model/customer-states.ts'
import { foldedText } from '../../../shared/search-words.ts'
import type { DocumentColumns } from '../../../repositories/invoicing/documents/new-invoice.ts'

/** What the list and the reports know of a document. */
export function columnsOf (
  { documentType, paymentMethod, sender, receiver, issueDate, totals, lines, references }: TaxDocument
): DocumentColumns {
  return {
    customerState: isClaimable(documentType) && takesNoClaim(paymentMethod) ? customerStates.NotClaimable : null,
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

/** FmaPago: what is paid at once and what is free take no event in the registry [S48]. */
function takesNoClaim (paymentMethod: number | undefined): boolean {
  return paymentMethod === 1 || paymentMethod === 3
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
