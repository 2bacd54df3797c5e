import { findAdditionalTax, vatCode, type TaxKind } from '../tables/additional-taxes.ts'
import { add, decimalFromNumber, zero, type Decimal } from '../values/amounts.ts'
import type { DocumentLine, DocumentTotals } from '../document.ts'
import type { RuleCode } from '../errors.ts'
import { checkTaxRate, taxCodeOf, type LineTaxes } from './line-taxes.ts'
import { amountLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { readAmount, readDecimal, readSigned, report, type Posted, type Reading } from '../fields/reading.ts'

type PostedTotals = Posted<InvoicePayload['header']['totals']>
type PostedTax = NonNullable<NonNullable<NonNullable<PostedTotals>['taxes']>>[number]

const path = 'payload.header.totals'

/**
 * The amounts of the taxes without rate, by code: the sum of what the lines tell, else what the totals tell.
 * Reports a tax whose amount nobody tells.
 */
export function collectToldTaxes (
  reading: Reading, lines: DocumentLine[], told: LineTaxes['told'], posted: PostedTotals
): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const { code, amount } of told) amounts.set(code, add(amounts.get(code) ?? zero, amount))
  for (const code of new Set(lines.flatMap((line) => line.taxCodes))) {
    if (findAdditionalTax(code)?.kind !== 'amount' || amounts.has(code)) continue
    const amount = toldInTotals(posted, code)
    if (amount === undefined) report(reading, 'TAX_AMOUNT_REQUIRED', `${path}.taxes`, { posted: code })
    else amounts.set(code, amount)
  }
  return amounts
}

// Its bounds are checked where the posted totals are compared.
function toldInTotals (posted: PostedTotals, code: string): Decimal | undefined {
  const amount = posted?.taxes?.find((tax) => taxCodeOf(tax) === code)?.taxAmount
  return amount === null || amount === undefined ? undefined : decimalFromNumber(amount)
}

/**
 * The taxes of a settlement: its lines stand for whole documents and carry none (CodImpAdic, matrix of obligations), so
 * the totals tell them, amount and all.
 */
export function readSettlementTaxes (reading: Reading, posted: PostedTotals): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>()
  for (const [index, row] of (posted?.taxes ?? []).entries()) {
    const at = `${path}.taxes[${index}]`
    const code = taxCodeOf(row)
    if (code === vatCode) continue
    const kind = findAdditionalTax(code)?.kind
    const amount = readDecimal(reading, `${at}.taxAmount`, row.taxAmount, amountLimits)
    if (kind === undefined) {
      report(reading, 'TAX_CODE_UNKNOWN', `${at}.taxCode`, { posted: code })
    } else if (kind === 'withheld' || kind === 'income') {
      report(reading, 'TAX_CODE_NOT_ALLOWED', `${at}.taxCode`, { posted: code })
    } else if (amount === undefined) {
      report(reading, 'TAX_AMOUNT_REQUIRED', `${at}.taxAmount`, { posted: code })
    } else {
      amounts.set(code, amount)
    }
  }
  return amounts
}

const comparedAmounts = {
  netAmount: 'NET_AMOUNT_MISMATCH', exemptAmount: 'EXEMPT_AMOUNT_MISMATCH', taxAmount: 'TAX_AMOUNT_MISMATCH'
} as const
const otherAmounts = [
  'slaughterBase', 'margin', 'unwithheldTaxAmount', 'depositAmount', 'nonBillableAmount', 'periodAmount'
] as const

/** Compares every total that was posted with the computed one, to the peso. */
export function compareTotals (
  reading: Reading, posted: PostedTotals, computed: DocumentTotals, taxKinds: readonly TaxKind[]
): void {
  if (!posted) return
  for (const [member, rule] of Object.entries(comparedAmounts) as [keyof typeof comparedAmounts, RuleCode][]) {
    compareAmount(reading, rule, `${path}.${member}`, posted[member], computed[member])
  }
  const taxes = posted.taxes ?? []
  for (const [index, row] of taxes.entries()) {
    compareTax(reading, `${path}.taxes[${index}]`, row, { computed, taxKinds })
  }
  checkRepeatedTaxes(reading, taxes)
  for (const member of otherAmounts) {
    compareOtherAmount(reading, `${path}.${member}`, posted[member], computed[member] ?? zero)
  }
  compareAmount(reading, 'TOTAL_AMOUNT_MISMATCH', `${path}.totalAmount`, posted.totalAmount, computed.totalAmount)
}

function compareAmount (reading: Reading, rule: RuleCode, at: string, posted: Posted<number>, computed: Decimal): void {
  const amount = readAmount(reading, at, posted)
  if (amount !== undefined && amount !== computed) report(reading, rule, at, { posted: amount, computed })
}

function compareOtherAmount (reading: Reading, at: string, posted: Posted<number>, computed: Decimal): void {
  const amount = readSigned(reading, at, posted, amountLimits)
  if (amount !== undefined && amount !== computed) {
    report(reading, 'OTHER_AMOUNT_MISMATCH', at, { posted: amount, computed })
  }
}

function compareTax (
  reading: Reading, at: string, row: PostedTax,
  { computed, taxKinds }: { computed: DocumentTotals, taxKinds: readonly TaxKind[] }
): void {
  const code = taxCodeOf(row)
  if (code === vatCode) {
    compareVat(reading, at, row, computed)
    return
  }
  const tax = computed.taxes.find(({ taxCode }) => taxCode === code)
  if (!tax) reportStrayTax(reading, at, code, taxKinds)
  else {
    checkTaxRate(reading, at, row)
    compareAmount(reading, 'ADDITIONAL_TAX_MISMATCH', `${at}.taxAmount`, row.taxAmount, tax.taxAmount)
  }
}

function compareVat (reading: Reading, at: string, row: PostedTax, computed: DocumentTotals): void {
  if (computed.vatRate !== undefined) checkTaxRate(reading, at, row)
  compareAmount(reading, 'TAX_AMOUNT_MISMATCH', `${at}.taxAmount`, row.taxAmount, computed.taxAmount)
}

function reportStrayTax (reading: Reading, at: string, code: string, taxKinds: readonly TaxKind[]): void {
  if (reading.documentType === 43) return
  const kind = findAdditionalTax(code)?.kind
  if (kind === undefined) report(reading, 'TAX_CODE_UNKNOWN', `${at}.taxCode`, { posted: code })
  else if (!taxKinds.includes(kind)) report(reading, 'TAX_CODE_NOT_ALLOWED', `${at}.taxCode`, { posted: code })
  else report(reading, 'TAX_WITHOUT_LINE', `${at}.taxCode`, { posted: code })
}

function checkRepeatedTaxes (reading: Reading, rows: PostedTax[]): void {
  const codes = rows.map(taxCodeOf)
  for (const [index, code] of codes.entries()) {
    if (codes.indexOf(code) < index) {
      report(reading, 'TAX_CODE_REPEATED', `${path}.taxes[${index}].taxCode`, { posted: code })
    }
  }
}
