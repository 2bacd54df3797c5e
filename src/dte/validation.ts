import { compare, isPositive, zero } from './amounts.ts'
import type { DocumentLine, DocumentReference, DocumentTotals } from './document.ts'
import { isNote } from './document-types.ts'
import { amountLimits } from './limits.ts'
import { report, type Reading } from './reading.ts'
import { hasFamily } from './totals.ts'

/** The parts that the rules about the whole document look at. */
export interface Whole {
  linePrices: 'net' | 'gross'
  lines: DocumentLine[]
  references: DocumentReference[]
  totals: DocumentTotals
  /** A note with CodRef 2. */
  correctsOnlyTexts: boolean
}

const additionalTaxesMax = 20
const freeOfCharge = 3

/** The rules that no part of the document can tell alone. */
export function checkWhole (reading: Reading, whole: Whole & { paymentMethod: number | undefined }): void {
  checkExemption(reading, whole)
  checkAdditionalTaxes(reading, whole)
  checkTotal(reading, whole)
}

// "Formato DTE" v2.5: an invoice of which every line is exempt is a 34.
function checkExemption (reading: Reading, whole: Whole): void {
  if (reading.documentType !== 33 || hasFamily(whole, 'affected') || !hasFamily(whole, 'exempt')) return
  report(reading, 'ONLY_EXEMPT_LINES', 'payload.details')
}

function checkAdditionalTaxes (reading: Reading, { linePrices, totals }: Whole): void {
  if (totals.taxes.length === 0) return
  if (linePrices === 'gross') report(reading, 'GROSS_AMOUNTS_WITH_ADDITIONAL_TAX', 'payload.header.documentId.grossAmounts')
  if (totals.taxes.length > additionalTaxesMax) report(reading, 'TAX_CODES_TOO_MANY', 'payload.details', { limit: String(additionalTaxesMax) })
}

function checkTotal (reading: Reading, whole: Whole & { paymentMethod: number | undefined }): void {
  const { totalAmount } = whole.totals
  const at = 'payload.header.totals.totalAmount'
  const { maximum } = amountLimits
  if (compare(totalAmount, maximum) > 0) report(reading, 'TOTAL_TOO_LARGE', at, { computed: totalAmount, limit: maximum })
  if (whole.correctsOnlyTexts && isPositive(totalAmount)) report(reading, 'TEXT_CORRECTION_WITH_AMOUNT', at, { computed: totalAmount })
  if (totalAmount === zero && !mayBeZero(reading, whole)) report(reading, 'TOTAL_IS_ZERO', at)
}

// Free deliveries, notes on texts, and notes that annul one of those (the SII's own test set has one) come to nothing.
function mayBeZero (reading: Reading, { paymentMethod, references }: Whole & { paymentMethod: number | undefined }): boolean {
  if (isNote(reading.documentType)) return !references.some(({ code }) => code === '3')
  return paymentMethod === freeOfCharge
}
