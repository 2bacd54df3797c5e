import {
  absolute, add, compare, isNegative, isPositive, percentageHalfUp, sum, zero, type Decimal
} from '../values/amounts.ts'
import type { DocumentReceiver, DocumentSender, DocumentTotals, TaxDocument } from '../document.ts'
import { isExport, isNote } from '../values/document-types.ts'
import { branchOf } from '../fields/formats.ts'
import { amountLimits, foreignAmountLimits } from '../tables/limits.ts'
import { checkReceiver } from './receiver-rules.ts'
import { report, type Reading } from '../fields/reading.ts'
import { checkReferenceDates } from './references.ts'
import { hasFamily, withheldVat } from './totals.ts'
import { checkTransfer } from './transfers.ts'

/** The document as far as it is known when the rules about the whole of it are looked at. */
type Whole = Omit<TaxDocument, 'sender' | 'receiver'> & {
  sender: Partial<DocumentSender>
  receiver: Partial<DocumentReceiver>
  /** A note with CodRef 2. */
  correctsOnlyTexts: boolean
  ufValue: Decimal | undefined
}

const additionalTaxesMax = 20
const freeOfCharge = 3
const exportWithoutPayment = 21
const totalsPath = 'payload.header.totals'

/** The rules that no part of the document can tell alone. */
export function checkWhole (reading: Reading, whole: Whole): void {
  checkExemption(reading, whole)
  checkAdditionalTaxes(reading, whole)
  checkVatParts(reading, whole.totals)
  checkTotal(reading, whole)
  checkReceiver(reading, whole)
  checkTransfer(reading, whole)
  checkReferenceDates(reading, whole)
}

// "Formato DTE" v2.5: an invoice of which every line is exempt is a 34.
function checkExemption (reading: Reading, whole: Whole): void {
  if (reading.documentType !== 33 || hasFamily(whole, 'affected') || !hasFamily(whole, 'exempt')) return
  report(reading, 'ONLY_EXEMPT_LINES', 'payload.details')
}

function checkAdditionalTaxes (reading: Reading, { linePrices, totals }: Whole): void {
  const { taxes, taxAmount } = totals
  if (taxes.length === 0) return
  if (linePrices === 'gross') {
    report(reading, 'GROSS_AMOUNTS_WITH_ADDITIONAL_TAX', 'payload.header.documentId.grossAmounts')
  }
  if (taxes.length > additionalTaxesMax) {
    report(reading, 'TAX_CODES_TOO_MANY', 'payload.details', { limit: String(additionalTaxesMax) })
  }
  // Each tax is rounded for itself, so that together they may pass VAT by less than a peso each.
  const withheld = withheldVat(taxes)
  if (compare(withheld, add(taxAmount, String(taxes.length - 1) as Decimal)) > 0) {
    report(reading, 'TAX_WITHHELD_EXCEEDS_VAT', `${totalsPath}.taxes`, { posted: withheld, computed: taxAmount })
  }
}

// CredEC: DL 910 of 1975, article 21, allows 65 % of VAT at most.
const constructionCreditShare = '65' as Decimal

function checkVatParts (reading: Reading, totals: DocumentTotals): void {
  const { taxAmount, ownTaxAmount, thirdPartyTaxAmount, constructionCredit = zero } = totals
  const told = [ownTaxAmount, thirdPartyTaxAmount].filter((part) => part !== undefined)
  if (told.length > 0 && sum(told) !== taxAmount) {
    report(reading, 'TAX_PARTS_MISMATCH', `${totalsPath}.thirdPartyTaxAmount`, {
      posted: sum(told), computed: taxAmount
    })
  }
  const below = told.find(isNegative)
  if (below !== undefined && branchOf(reading.documentType) === 'D') {
    report(reading, 'NUMBER_NEGATIVE', `${totalsPath}.thirdPartyTaxAmount`, { posted: below })
  }
  const limit = percentageHalfUp(taxAmount, constructionCreditShare)
  if (isPositive(constructionCredit) && compare(constructionCredit, limit) > 0) {
    report(reading, 'CREDIT_TOO_LARGE', `${totalsPath}.constructionCredit`, { posted: constructionCredit, limit })
  }
}

function checkTotal (reading: Reading, whole: Whole): void {
  const { totalAmount } = whole.totals
  const at = `${totalsPath}.totalAmount`
  const { maximum } = isExport(reading.documentType) ? foreignAmountLimits : amountLimits
  if (compare(absolute(totalAmount), maximum) > 0) {
    report(reading, 'TOTAL_TOO_LARGE', at, { computed: totalAmount, limit: maximum })
  }
  if (isWronglyNegative(reading, whole.totals)) report(reading, 'TOTAL_IS_NEGATIVE', at, { computed: totalAmount })
  if (whole.correctsOnlyTexts && totalAmount !== zero) {
    report(reading, 'TEXT_CORRECTION_WITH_AMOUNT', at, { computed: totalAmount })
  }
  if (totalAmount === zero && !mayBeZero(reading, whole)) report(reading, 'TOTAL_IS_ZERO', at)
}

// Only settlements may owe; and a global discount that is too large was told already.
function isWronglyNegative (reading: Reading, { totalAmount, netAmount, exemptAmount }: DocumentTotals): boolean {
  return isNegative(totalAmount) && branchOf(reading.documentType) !== 'L' && !isNegative(netAmount) &&
    !isNegative(exemptAmount)
}

// Free deliveries, moves, settlements, exports without payment, notes on texts, and notes that annul one of those (the
// SII's own test set has one) may come to nothing.
function mayBeZero (reading: Reading, { paymentMethod, exportPaymentMethod, references }: Whole): boolean {
  if (exportPaymentMethod === exportWithoutPayment) return true
  if (isNote(reading.documentType)) return !references.some(({ code }) => code === '3')
  return paymentMethod === freeOfCharge || reading.documentType === 52 || reading.documentType === 43
}
