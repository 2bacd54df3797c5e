import {
  absolute, compare, isNegative, isPositive, percentageHalfUp, sum, zero, type Decimal
} from '../values/amounts.ts'
import type { DocumentReceiver, DocumentSender, DocumentTotals, TaxDocument } from '../document.ts'
import { branchOf } from '../values/branches.ts'
import { isExport, isNote, type DocumentType } from '../values/document-types.ts'
import type { CureCode } from '../cures.ts'
import { amountLimitsOf } from '../tables/limits.ts'
import { mayAppear } from '../tables/obligations.ts'
import { checkReceiver } from './receiver-rules.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'
import { checkReferenceDates, isAboutExempt } from './references.ts'
import { hasFamily } from './totals.ts'
import { checkFormat } from './format-obligations.ts'
import { checkItemNames, checkTimeOfNote } from './legal-obligations.ts'
import { checkTransfer } from './transfers.ts'

/** The document as far as it is known when the rules about the whole of it are looked at. */
type Whole = Omit<TaxDocument, 'sender' | 'receiver'> & {
  sender: Partial<DocumentSender>
  receiver: Partial<DocumentReceiver>
  /** A note with CodRef 2. */
  correctsOnlyTexts: boolean
  ufValue?: Decimal
  /** The first day on which documents that move goods must say how these travel. */
  guideTransportFrom: string
}

const additionalTaxesMax = 20
const freeOfCharge = 3
const exportWithoutPayment = 21
const totalsPath = 'header.totals'

/** Rules about several parts of the document. */
export function checkWhole (payload: Reader<InvoicePayload>, whole: Whole): void {
  checkExemption(payload, whole)
  checkAdditionalTaxes(payload, whole)
  checkVatParts(payload, whole.totals)
  checkTotal(payload, whole)
  checkReceiver(payload, whole)
  checkTransfer(payload, whole)
  checkReferenceDates(payload.at('references'), whole)
  checkCommissions(payload, whole)
  checkFormat(payload, whole)
  checkItemNames(payload, whole)
  checkTimeOfNote(payload, whole)
}

// [S1, F]: commissions are settled with settlements and purchases, and corrected in the notes about those.
const withoutCommissions = ['30', '32', '33', '34', '35', '38', '39', '41', '48', '50', '52']

function checkCommissions (payload: Reader<InvoicePayload>, { commissions, references }: Whole): void {
  if (commissions === undefined || !isNote(payload.documentType)) return
  const changed = references.filter(({ code }) => code !== undefined)
  if (changed.length > 0 && changed.every(({ documentType = '' }) => withoutCommissions.includes(documentType))) {
    payload.reportMember('commissions', 'COMMISSIONS_NOT_ALLOWED')
  }
}

// [S1]: an invoice of which every line is exempt is a 34.
function checkExemption (payload: Reader<InvoicePayload>, whole: Whole): void {
  if (isNote(payload.documentType) && whole.totals.netAmount !== zero && isAboutExempt(payload.at('references'))) {
    payload.reportMember('details', 'AFFECTED_LINE_ABOUT_EXEMPT')
  }
  if (payload.documentType !== 33 || hasFamily(whole, 'affected') || !hasFamily(whole, 'exempt')) return
  payload.reportMember('details', 'ONLY_EXEMPT_LINES')
}

function checkAdditionalTaxes (payload: Reader<InvoicePayload>, { linePrices, totals }: Whole): void {
  const { taxes } = totals
  if (taxes.length === 0) return
  if (linePrices === 'gross') {
    payload.reportMember('header.documentId.grossAmounts', 'GROSS_AMOUNTS_WITH_ADDITIONAL_TAX')
  }
  if (taxes.length > additionalTaxesMax) {
    payload.reportMember('details', 'TAX_CODES_TOO_MANY', { limit: String(additionalTaxesMax) })
  }
}

// CredEC: DL 910 of 1975, article 21, allows 65 % of VAT at most.
const constructionCreditShare = '65' as Decimal

function checkVatParts (payload: Reader<InvoicePayload>, totals: DocumentTotals): void {
  const { taxAmount, ownTaxAmount, thirdPartyTaxAmount, constructionCredit = zero } = totals
  const given = [ownTaxAmount, thirdPartyTaxAmount].filter((part) => part !== undefined)
  if (given.length > 0 && sum(given) !== taxAmount) {
    payload.reportMember(`${totalsPath}.thirdPartyTaxAmount`, 'TAX_PARTS_MISMATCH', {
      posted: sum(given), computed: taxAmount
    })
  }
  const below = given.find(isNegative)
  if (below !== undefined && branchOf(payload.documentType) === 'Documento') {
    payload.reportMember(`${totalsPath}.thirdPartyTaxAmount`, 'NUMBER_NEGATIVE', { posted: below })
  }
  const limit = percentageHalfUp(taxAmount, constructionCreditShare)
  if (isPositive(constructionCredit) && compare(constructionCredit, limit) > 0) {
    payload.reportMember(`${totalsPath}.constructionCredit`, 'CREDIT_TOO_LARGE', { posted: constructionCredit, limit })
  }
}

function checkTotal (payload: Reader<InvoicePayload>, whole: Whole): void {
  const { totalAmount } = whole.totals
  const at = `${totalsPath}.totalAmount`
  const { maximum } = amountLimitsOf(payload)
  if (compare(absolute(totalAmount), maximum) > 0) {
    payload.reportMember(at, 'TOTAL_TOO_LARGE', { computed: totalAmount, limit: maximum })
  }
  if (isWronglyNegative(payload.documentType, whole.totals)) payload.reportMember(at, 'TOTAL_IS_NEGATIVE', { computed: totalAmount })
  if (whole.correctsOnlyTexts && totalAmount !== zero) {
    const rule = payload.documentType === 111 ? 'DEBIT_NOTE_CORRECTS_TEXTS_WITH_AMOUNT' : 'TEXT_CORRECTION_WITH_AMOUNT'
    payload.reportMember(at, rule, { computed: totalAmount })
  }
  if (totalAmount === zero && !mayBeZero(payload.documentType, whole)) {
    payload.reportMember(at, 'TOTAL_IS_ZERO', { cure: cureOfZero(payload.documentType) })
  }
}

function cureOfZero (type: DocumentType): CureCode | undefined {
  if (isExport(type)) return 'unpaidExport'
  return isNote(type) || !mayAppear('FmaPago', type) ? undefined : 'freeDelivery'
}

// Only settlements may owe; and a global discount that is too large is reported already.
function isWronglyNegative (
  type: DocumentType, { totalAmount, netAmount, exemptAmount }: DocumentTotals
): boolean {
  return isNegative(totalAmount) && branchOf(type) !== 'Liquidacion' && !isNegative(netAmount) &&
    !isNegative(exemptAmount)
}

// Free deliveries, moves, settlements, exports without payment, notes on texts, and notes that annul one of those (the
// SII's own test set has one) may have a total of 0.
function mayBeZero (type: DocumentType, { paymentMethod, exportPaymentMethod, references }: Whole): boolean {
  if (exportPaymentMethod === exportWithoutPayment) return true
  if (isNote(type)) return !references.some(({ code }) => code === '3')
  return paymentMethod === freeOfCharge || type === 52 || type === 43
}
