import { findAdditionalTax, isWithheld, vatCode, type TaxKind } from '../tables/additional-taxes.ts'
import { add, decimalFromNumber, isSameNumber, zero, type Decimal, withoutNoise } from '../values/amounts.ts'
import type { DocumentLine, DocumentTax, DocumentTotals } from '../document.ts'
import type { RuleCode } from '../errors.ts'
import { checkTaxRate, isBlankTax, taxCodeOf, type LineTaxes } from './line-taxes.ts'
import { amountLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Posted, Reader } from '../fields/reader.ts'
import { cureOfTotals, type TotalCure } from './total-cures.ts'

type PostedTotals = InvoicePayload['header']['totals']
type PostedTax = NonNullable<NonNullable<NonNullable<PostedTotals>['taxes']>>[number]

/**
 * The amounts of the taxes without rate, by code: the sum of the lines, else the amount in the totals. Reports a tax
 * without an amount.
 */
export function collectPostedTaxes (
  totals: Reader<PostedTotals>, lines: DocumentLine[], given: LineTaxes['given']
): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const { code, amount } of given) amounts.set(code, add(amounts.get(code) ?? zero, amount))
  for (const code of new Set(lines.flatMap((line) => line.taxCodes))) {
    if (findAdditionalTax(code)?.kind !== 'amount' || amounts.has(code)) continue
    const amount = postedInTotals(totals.posted, code)
    if (amount === undefined) totals.at('taxes').report('TAX_AMOUNT_REQUIRED', { posted: code })
    else amounts.set(code, amount)
  }
  return amounts
}

function postedRows (totals: Reader<PostedTotals>): Reader<PostedTax>[] {
  return totals.at('taxes').rows().filter(({ posted }) => !isBlankTax(posted))
}

// Its bounds are checked where the posted totals are compared.
function postedInTotals (posted: PostedTotals, code: string): Decimal | undefined {
  const amount = posted?.taxes?.find((tax) => taxCodeOf(tax) === code)?.taxAmount
  return amount === null || amount === undefined ? undefined : withoutNoise(decimalFromNumber(amount), 0)
}

/**
 * The taxes of a settlement: its lines stand for whole documents and carry none (CodImpAdic, matrix of obligations), so
 * the totals give them with their amounts.
 */
export function readSettlementTaxes (totals: Reader<PostedTotals>): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const row of postedRows(totals)) {
    const code = taxCodeOf(row.posted)
    if (code === vatCode) continue
    const isKnown = findAdditionalTax(code) !== undefined
    const amount = row.at('taxAmount').decimal(amountLimits)
    if (!isKnown) {
      row.at('taxCode').report('TAX_CODE_UNKNOWN', { posted: code })
    } else if (isWithheld(code)) {
      row.at('taxCode').report('TAX_CODE_NOT_ALLOWED', { posted: code })
    } else if (amount === undefined) {
      row.at('taxAmount').report('TAX_AMOUNT_REQUIRED', { posted: code })
    } else {
      amounts.set(code, amount)
    }
  }
  return amounts
}

const comparedAmounts = {
  netAmount: 'NET_AMOUNT_MISMATCH', exemptAmount: 'EXEMPT_AMOUNT_MISMATCH', taxAmount: 'TAX_AMOUNT_MISMATCH'
} as const
const partMembers = ['netAmount', 'exemptAmount', 'taxAmount'] as const
const comparedMembers = [...partMembers, 'totalAmount'] as const
const otherAmounts = [
  'slaughterBase', 'margin', 'unwithheldTaxAmount', 'depositAmount', 'nonBillableAmount', 'periodAmount'
] as const

/** Compares every total that was posted with the computed one, to the peso. */
export function compareTotals (
  totals: Reader<PostedTotals>, computed: DocumentTotals,
  { taxKinds, ...known }: { taxKinds: readonly TaxKind[], lines: DocumentLine[], takesDiscount: boolean }
): void {
  if (!totals.posted) return
  const cure = cureOfWrong(totals, computed, known)
  for (const member of partMembers) compareAmount(totals.at(member), comparedAmounts[member], computed[member], cure)
  const taxes = postedRows(totals)
  for (const row of taxes) compareTax(row, computed, taxKinds)
  checkRepeatedTaxes(taxes)
  for (const member of otherAmounts) compareOtherAmount(totals.at(member), computed[member] ?? zero)
  compareAmount(totals.at('totalAmount'), 'TOTAL_AMOUNT_MISMATCH', computed.totalAmount, cure)
}

/** What would help, for the first total that does not agree. */
function cureOfWrong (
  totals: Reader<PostedTotals>, computed: DocumentTotals, known: { lines: DocumentLine[], takesDiscount: boolean }
): { member: string, cure: TotalCure } | undefined {
  const posted = Object.fromEntries(comparedMembers.map((member) => [member, postedAmount(totals.at(member))]))
  const member = comparedMembers.find((one) => posted[one] !== undefined && !isSameNumber(posted[one], computed[one]))
  const cure = member && cureOfTotals({ documentType: totals.documentType, posted, computed, ...known })
  return cure && { member: totals.at(member).path, cure }
}

// Its bounds are checked where it is compared.
function postedAmount ({ posted }: Reader<Posted<number>>): Decimal | undefined {
  return posted === null || posted === undefined ? undefined : withoutNoise(decimalFromNumber(posted), 4)
}

function compareAmount (
  total: Reader<Posted<number>>, rule: RuleCode, computed: Decimal, known?: { member: string, cure: TotalCure }
): void {
  const posted = total.amount()
  if (posted === undefined || isSameNumber(posted, computed)) return
  total.report(rule, { posted, computed, ...known?.member === total.path && known.cure })
}

function compareOtherAmount (total: Reader<Posted<number>>, computed: Decimal): void {
  const posted = total.signed(amountLimits)
  if (posted !== undefined && !isSameNumber(posted, computed)) total.report('OTHER_AMOUNT_MISMATCH', { posted, computed })
}

function compareTax (row: Reader<PostedTax>, computed: DocumentTotals, taxKinds: readonly TaxKind[]): void {
  const code = taxCodeOf(row.posted)
  if (code === vatCode) {
    compareVat(row, computed)
    return
  }
  const tax = computed.taxes.find(({ taxCode }) => taxCode === code)
  if (!tax) reportStrayTax(row.at('taxCode'), code, taxKinds)
  else {
    checkTaxRate(row)
    compareTaxAmount(row.at('taxAmount'), tax)
  }
}

function compareTaxAmount (taxAmount: Reader<Posted<number>>, tax: DocumentTax): void {
  const posted = tax.taxRate === undefined ? taxAmount.signed(amountLimits) : taxAmount.amount()
  if (posted !== undefined && posted !== tax.taxAmount) {
    taxAmount.report('ADDITIONAL_TAX_MISMATCH', { posted, computed: tax.taxAmount })
  }
}

function compareVat (row: Reader<PostedTax>, computed: DocumentTotals): void {
  if (computed.vatRate !== undefined) checkTaxRate(row)
  compareAmount(row.at('taxAmount'), 'TAX_AMOUNT_MISMATCH', computed.taxAmount)
}

function reportStrayTax (taxCode: Reader<Posted<string>>, code: string, taxKinds: readonly TaxKind[]): void {
  if (taxCode.documentType === 43) return
  const kind = findAdditionalTax(code)?.kind
  if (kind === undefined) taxCode.report('TAX_CODE_UNKNOWN', { posted: code })
  else if (!taxKinds.includes(kind)) taxCode.report('TAX_CODE_NOT_ALLOWED', { posted: code })
  else taxCode.report('TAX_WITHOUT_LINE', { posted: code })
}

function checkRepeatedTaxes (rows: Reader<PostedTax>[]): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const code = taxCodeOf(row.posted)
    if (seen.has(code)) row.at('taxCode').report('TAX_CODE_REPEATED', { posted: code })
    seen.add(code)
  }
}
