import { carriesAdditionalTaxes, findAdditionalTax, vatCode } from './additional-taxes.ts'
import { add, decimalFromNumber, zero, type Decimal } from './amounts.ts'
import type { DocumentLine, DocumentTotals } from './document.ts'
import type { RuleCode } from './errors.ts'
import { checkTaxRate, taxCodeOf, type LineTaxes } from './line-taxes.ts'
import { amountLimits } from './limits.ts'
import type { InvoicePayload } from './payload.ts'
import { readDecimal, report, type Posted, type Reading } from './reading.ts'

type PostedTotals = Posted<InvoicePayload['header']['totals']>
type PostedTax = NonNullable<NonNullable<NonNullable<PostedTotals>['taxes']>>[number]

const path = 'payload.header.totals'

/**
 * The amounts of the taxes without rate, by code: the sum of what the lines tell, else what the totals tell.
 * Reports a tax whose amount nobody tells.
 */
export function collectToldTaxes (reading: Reading, lines: DocumentLine[], told: LineTaxes['told'], posted: PostedTotals): Map<string, Decimal> {
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

/** Compares every total that was posted with the computed one, to the peso. */
export function compareTotals (reading: Reading, posted: PostedTotals, computed: DocumentTotals): void {
  compareAmount(reading, 'NET_AMOUNT_MISMATCH', `${path}.netAmount`, posted?.netAmount, computed.netAmount)
  compareAmount(reading, 'EXEMPT_AMOUNT_MISMATCH', `${path}.exemptAmount`, posted?.exemptAmount, computed.exemptAmount)
  compareAmount(reading, 'TAX_AMOUNT_MISMATCH', `${path}.taxAmount`, posted?.taxAmount, computed.taxAmount)
  for (const [index, row] of (posted?.taxes ?? []).entries()) compareTax(reading, `${path}.taxes[${index}]`, row, computed)
  checkRepeatedTaxes(reading, posted?.taxes ?? [])
  compareAmount(reading, 'TOTAL_AMOUNT_MISMATCH', `${path}.totalAmount`, posted?.totalAmount, computed.totalAmount)
}

function compareAmount (reading: Reading, rule: RuleCode, at: string, posted: Posted<number>, computed: Decimal): void {
  const amount = readDecimal(reading, at, posted, amountLimits)
  if (amount !== undefined && amount !== computed) report(reading, rule, at, { posted: amount, computed })
}

function compareTax (reading: Reading, at: string, row: PostedTax, computed: DocumentTotals): void {
  const code = taxCodeOf(row)
  if (code === vatCode) {
    compareVat(reading, at, row, computed)
    return
  }
  const tax = computed.taxes.find(({ taxCode }) => taxCode === code)
  if (!tax) reportStrayTax(reading, at, code)
  else {
    checkTaxRate(reading, at, row)
    compareAmount(reading, 'ADDITIONAL_TAX_MISMATCH', `${at}.taxAmount`, row.taxAmount, tax.taxAmount)
  }
}

function compareVat (reading: Reading, at: string, row: PostedTax, computed: DocumentTotals): void {
  if (computed.vatRate !== undefined) checkTaxRate(reading, at, row)
  compareAmount(reading, 'TAX_AMOUNT_MISMATCH', `${at}.taxAmount`, row.taxAmount, computed.taxAmount)
}

function reportStrayTax (reading: Reading, at: string, code: string): void {
  const known = findAdditionalTax(code) !== undefined
  if (!known) report(reading, 'TAX_CODE_UNKNOWN', `${at}.taxCode`, { posted: code })
  else if (!carriesAdditionalTaxes(reading.documentType)) report(reading, 'TAX_CODE_NOT_ALLOWED', `${at}.taxCode`, { posted: code })
  else report(reading, 'TAX_WITHOUT_LINE', `${at}.taxCode`, { posted: code })
}

function checkRepeatedTaxes (reading: Reading, rows: PostedTax[]): void {
  const codes = rows.map(taxCodeOf)
  for (const [index, code] of codes.entries()) {
    if (codes.indexOf(code) < index) report(reading, 'TAX_CODE_REPEATED', `${path}.taxes[${index}].taxCode`, { posted: code })
  }
}
