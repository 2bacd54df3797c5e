import { findAdditionalTax, isWithheld, taxBaseOf, vatCode, vatRate, type TaxKind } from '../tables/additional-taxes.ts'
import {
  absolute, add, compare, decimalFromNumber, divideHalfUp, multiply, subtract, sum, zero, type Decimal
} from '../values/amounts.ts'
import { documentTypes } from '../values/document-types.ts'
import type { RuleCode } from '../errors.ts'
import type { LineParts } from './line-parts.ts'
import { amountLimits, percentageLimits, taxCodesPerLineMax } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { readDecimal, report, type Posted, type Reading } from '../fields/reading.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]
type PostedTax = NonNullable<PostedLine['taxes']>[number]

/** The taxes of a line: the codes to write, and the amounts told for taxes that have no rate. */
export interface LineTaxes {
  codes: string[]
  told: { code: string, amount: Decimal }[]
}

/** What the taxes of a line are on. */
interface TaxedLine {
  lineTotal: Decimal
  affected: boolean
  linePrices: 'net' | 'gross'
  taxes: LineTaxes
  parts: LineParts
}

/** What decides which taxes a line may carry. */
interface Taxable {
  affected: boolean
  taxKinds: readonly TaxKind[]
  parts: LineParts
}

const hundred = '100' as Decimal

/** The additional taxes of a line, with every code and rate checked; VAT may be named, and is not written. */
export function readLineTaxes (
  reading: Reading, path: string, posted: Posted<PostedTax[]>, taxable: Taxable
): LineTaxes {
  const taxes: LineTaxes = { codes: [], told: [] }
  for (const [index, row] of (posted ?? []).entries()) {
    if (!isNothing(row)) readLineTax(reading, `${path}.taxes[${index}]`, { row, taxable, taxes })
  }
  if (taxes.codes.length > taxCodesPerLineMax) {
    report(reading, 'TAX_CODES_TOO_MANY', `${path}.taxes`, { limit: String(taxCodesPerLineMax) })
  }
  return taxes
}

function readLineTax (
  reading: Reading, path: string, { row, taxable, taxes }: { row: PostedTax, taxable: Taxable, taxes: LineTaxes }
): void {
  const code = taxCodeOf(row)
  const refusal = refusalOfTax(reading, code, taxable)
  if (refusal !== undefined) {
    report(reading, refusal, `${path}.taxCode`, { posted: code })
    return
  }
  checkTaxRate(reading, path, row)
  if (code === vatCode) return
  if (taxes.codes.includes(code)) report(reading, 'TAX_CODE_REPEATED', `${path}.taxCode`, { posted: code })
  taxes.codes.push(code)
  if (taxBaseOf(code, { ...taxable.parts, lineTotal: zero }) === undefined) {
    report(reading, 'TAX_BASE_MISSING', `${path}.taxCode`, { posted: code })
  }
  if (findAdditionalTax(code)?.kind !== 'amount') return
  const amount = readDecimal(reading, `${path}.taxAmount`, row.taxAmount, amountLimits)
  if (amount !== undefined) taxes.told.push({ code, amount })
}

/** Why a tax may not stand on a line of this type of document. */
function refusalOfTax (reading: Reading, code: string, { affected, taxKinds }: Taxable): RuleCode | undefined {
  const kind = code === vatCode ? vatCode : findAdditionalTax(code)?.kind
  if (kind === undefined) return 'TAX_CODE_UNKNOWN'
  if (documentTypes[reading.documentType].exempt) return 'AFFECTED_LINE_IN_EXEMPT_DOCUMENT'
  if (!affected) return 'TAX_ON_EXEMPT_LINE'
  return kind === vatCode || taxKinds.includes(kind) ? undefined : 'TAX_CODE_NOT_ALLOWED'
}

/** The posted rate must be the legal one; specific taxes have none. */
export function checkTaxRate (reading: Reading, path: string, row: PostedTax): void {
  const legal = legalRate(taxCodeOf(row))
  const posted = readDecimal(reading, `${path}.taxRate`, row.taxRate, percentageLimits)
  if (posted === undefined || legal === undefined || posted === legal) return
  report(reading, 'TAX_RATE_MISMATCH', `${path}.taxRate`, { posted, computed: legal })
}

export function taxCodeOf (row: PostedTax): string {
  return row.taxCode.trim().toUpperCase()
}

/**
 * Compares what was posted of the line's taxes with the exact figures. VAT is rounded once for the whole document, so a
 * line's share is right whichever way the client rounded it: anything less than a peso away.
 */
export function checkLineTaxAmounts (reading: Reading, path: string, posted: PostedLine, line: TaxedLine): void {
  for (const [index, row] of (posted.taxes ?? []).entries()) {
    const code = taxCodeOf(row)
    if (legalRate(code) !== undefined && isPosted(row.taxAmount)) {
      checkShare(reading, `${path}.taxes[${index}].taxAmount`, { posted: row.taxAmount, line, code })
    }
  }
  if (isPosted(posted.totalTaxPrice) && posted.totalTaxPrice !== 0) {
    checkTotalTaxPrice(reading, path, posted.totalTaxPrice, line)
  }
}

function checkShare (
  reading: Reading, path: string, { posted, line, code }: { posted: number, line: TaxedLine, code: string }
): void {
  const [numerator, denominator] = exactTax(line, [code], zero)
  const figure = decimalFromNumber(posted)
  if (!isWithinOnePeso(figure, numerator, denominator)) {
    report(reading, 'LINE_TAX_MISMATCH', path, { posted: figure, computed: divideHalfUp(numerator, denominator) })
  }
}

// The specification does not say whether totalTaxPrice is the tax of the line or its total with tax: either is right.
function checkTotalTaxPrice (reading: Reading, path: string, posted: number, line: TaxedLine): void {
  if (line.taxes.codes.some(isWithheld)) return
  const told = sum(line.taxes.told.map(({ amount }) => amount))
  const [numerator, denominator] = exactTax(
    line, line.affected ? [vatCode, ...line.taxes.codes] : line.taxes.codes, told
  )
  const figure = decimalFromNumber(posted)
  const beyondPrice = line.linePrices === 'gross' ? zero : numerator
  const withPrice = add(multiply(line.lineTotal, denominator), beyondPrice)
  if (isWithinOnePeso(figure, numerator, denominator) || isWithinOnePeso(figure, withPrice, denominator)) return
  report(reading, 'LINE_TAX_MISMATCH', `${path}.totalTaxPrice`, {
    posted: figure, computed: divideHalfUp(numerator, denominator)
  })
}

/** Numerator and denominator of the taxes on a line; a price with VAT holds 19 of its 119 parts. */
function exactTax (line: TaxedLine, codes: string[], told: Decimal): [Decimal, Decimal] {
  const denominator = line.linePrices === 'gross' ? add(hundred, vatRate) : hundred
  const parts = codes.map((code) =>
    multiply(taxBaseOf(code, { ...line.parts, lineTotal: line.lineTotal }) ?? zero, legalRate(code) ?? zero)
  )
  return [add(sum(parts), multiply(told, denominator)), denominator]
}

function isWithinOnePeso (posted: Decimal, numerator: Decimal, denominator: Decimal): boolean {
  return compare(absolute(subtract(multiply(posted, denominator), numerator)), denominator) < 0
}

function legalRate (code: string): Decimal | undefined {
  return code === vatCode ? vatRate : findAdditionalTax(code)?.rate
}

// A row of VAT at zero says that there is none.
function isNothing (row: PostedTax): boolean {
  return taxCodeOf(row) === vatCode && (row.taxRate ?? 0) === 0 && (row.taxAmount ?? 0) === 0
}

function isPosted (value: Posted<number>): value is number {
  return value !== null && value !== undefined
}
