import {
  findAdditionalTax, isWithheld, isWithheldVat, taxBaseOf, vatCode, vatRate, type TaxKind
} from '../tables/additional-taxes.ts'
import {
  absolute, add, compare, decimalFromNumber, divideHalfUp, multiply, subtract, sum, zero, type Decimal
} from '../values/amounts.ts'
import { documentTypes, type DocumentType } from '../values/document-types.ts'
import type { CureCode } from '../cures.ts'
import type { RuleCode } from '../errors.ts'
import type { LineParts } from './line-parts.ts'
import { amountLimits, percentageLimits, taxCodesPerLineMax } from '../tables/limits.ts'
import { mayAppear } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Posted, Reader } from '../fields/reader.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]
type PostedTax = NonNullable<PostedLine['taxes']>[number]

/** The taxes of a line: the codes to write, and the amounts given for taxes that have no rate. */
export interface LineTaxes {
  codes: string[]
  given: { code: string, amount: Decimal }[]
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
export function readLineTaxes (posted: Reader<Posted<PostedTax[]>>, taxable: Taxable): LineTaxes {
  const taxes: LineTaxes = { codes: [], given: [] }
  for (const row of posted.rows()) {
    if (!isBlankTax(row.posted) && !isNothing(row.posted)) readLineTax(row, taxable, taxes)
  }
  if (taxes.codes.length > taxCodesPerLineMax) {
    posted.report('TAX_CODES_TOO_MANY', { limit: String(taxCodesPerLineMax) })
  }
  checkTogether(posted, taxes.codes)
  return taxes
}

// The rates of DL 825 [S16], art. 42 a): of drinks, and of those with much sugar.
const drinks = ['27', '271']

/** What no line carries together. */
function checkTogether (posted: Reader<Posted<PostedTax[]>>, codes: string[]): void {
  const withheld = sum(codes.filter(isWithheldVat).map((code) => legalRate(code) ?? zero))
  if (compare(withheld, vatRate) > 0) {
    posted.report('TAX_WITHHELD_EXCEEDS_VAT', { posted: withheld, limit: vatRate })
  }
  if (drinks.every((code) => codes.includes(code))) posted.report('TAX_CODES_EXCLUSIVE')
}

/** Adds the tax of one row to `taxes`. */
function readLineTax (row: Reader<PostedTax>, taxable: Taxable, taxes: LineTaxes): void {
  const code = taxCodeOf(row.posted)
  const taxCode = row.at('taxCode')
  const refusal = refusalOfTax(row.documentType, code, taxable)
  if (refusal !== undefined) {
    taxCode.report(refusal, { posted: code })
    return
  }
  checkTaxRate(row)
  if (code === vatCode) return
  if (taxes.codes.includes(code)) taxCode.report('TAX_CODE_REPEATED', { posted: code })
  taxes.codes.push(code)
  if (taxBaseOf(code, { ...taxable.parts, lineTotal: zero }) === undefined) {
    taxCode.report('TAX_BASE_MISSING', { posted: code })
  }
  // A specific tax may be negative: its variable part lowers it (MontoImp, [S5]).
  if (findAdditionalTax(code)?.kind !== 'amount') return
  const amount = row.at('taxAmount').signed(amountLimits)
  if (amount !== undefined) taxes.given.push({ code, amount })
}

/** Why a tax may not stand on a line of this type of document. */
function refusalOfTax (type: DocumentType, code: string, { affected, taxKinds }: Taxable): RuleCode | undefined {
  const kind = code === vatCode ? vatCode : findAdditionalTax(code)?.kind
  if (kind === undefined) return 'TAX_CODE_UNKNOWN'
  if (documentTypes[type].exempt) return 'AFFECTED_LINE_IN_EXEMPT_DOCUMENT'
  if (!affected) return 'TAX_ON_EXEMPT_LINE'
  return kind === vatCode || taxKinds.includes(kind) ? undefined : 'TAX_CODE_NOT_ALLOWED'
}

/** The posted rate must be the legal one; specific taxes have none. */
export function checkTaxRate (row: Reader<PostedTax>): void {
  const legal = legalRate(taxCodeOf(row.posted))
  const posted = row.at('taxRate').decimal(percentageLimits)
  if (posted === undefined || legal === undefined || posted === legal) return
  row.at('taxRate').report('TAX_RATE_MISMATCH', { posted, computed: legal })
}

export function taxCodeOf (row: PostedTax): string {
  return row.taxCode?.trim().toUpperCase() ?? ''
}

/** A row without code and amount says nothing. */
export function isBlankTax (row: PostedTax): boolean {
  return ['', '0'].includes(taxCodeOf(row)) && !saysAmount(row)
}

/**
 * Compares what was posted of the line's taxes with the exact figures. VAT is rounded once for the whole document, so a
 * line's share is right whichever way the client rounded it: anything less than a peso away.
 */
export function checkLineTaxAmounts (posted: Reader<PostedLine>, line: TaxedLine): void {
  for (const row of posted.at('taxes').rows()) {
    const code = taxCodeOf(row.posted)
    const saysNone = !line.affected && isNothing(row.posted)
    if (legalRate(code) !== undefined && !saysNone) checkShare(row.at('taxAmount'), line, code)
  }
  checkTotalTaxPrice(posted.at('totalTaxPrice'), line)
}

function checkShare (taxAmount: Reader<Posted<number>>, line: TaxedLine, code: string): void {
  const { posted } = taxAmount
  if (posted === null || posted === undefined) return
  const [numerator, denominator] = exactTax(line, [code], zero)
  const figure = decimalFromNumber(posted)
  if (!isWithinOnePeso(figure, numerator, denominator)) {
    taxAmount.report('LINE_TAX_MISMATCH', {
      posted: figure, computed: divideHalfUp(numerator, denominator), cure: cureOfTax(taxAmount, line, figure)
    })
  }
}

/** VAT of 0 is that of an exempt line, and 19 of 119 parts that of a price with VAT. */
function cureOfTax ({ documentType }: Reader<unknown>, line: TaxedLine, posted: Decimal): CureCode | undefined {
  if (line.affected && posted === zero) return 'exemptLine'
  const isOfGross = isWithinOnePeso(posted, multiply(line.lineTotal, vatRate), add(hundred, vatRate))
  return isOfGross && line.linePrices === 'net' && mayAppear('MntBruto', documentType) ? 'grossPrices' : undefined
}

// The specification does not say whether totalTaxPrice is the tax of the line or its total with tax: either is right.
function checkTotalTaxPrice (totalTaxPrice: Reader<Posted<number>>, line: TaxedLine): void {
  const posted = totalTaxPrice.posted ?? 0
  if (posted === 0 || line.taxes.codes.some(isWithheld)) return
  const given = sum(line.taxes.given.map(({ amount }) => amount))
  const [numerator, denominator] = exactTax(
    line, line.affected ? [vatCode, ...line.taxes.codes] : line.taxes.codes, given
  )
  const figure = decimalFromNumber(posted)
  const beyondPrice = line.linePrices === 'gross' ? zero : numerator
  const withPrice = add(multiply(line.lineTotal, denominator), beyondPrice)
  if (isWithinOnePeso(figure, numerator, denominator) || isWithinOnePeso(figure, withPrice, denominator)) return
  totalTaxPrice.report('LINE_TAX_MISMATCH', {
    posted: figure, computed: divideHalfUp(numerator, denominator), cure: cureOfTax(totalTaxPrice, line, figure)
  })
}

/** Numerator and denominator of the taxes on a line; a price with VAT holds 19 of its 119 parts. */
function exactTax (line: TaxedLine, codes: string[], given: Decimal): [Decimal, Decimal] {
  const denominator = line.linePrices === 'gross' ? add(hundred, vatRate) : hundred
  const parts = codes.map((code) =>
    multiply(taxBaseOf(code, { ...line.parts, lineTotal: line.lineTotal }) ?? zero, legalRate(code) ?? zero)
  )
  return [add(sum(parts), multiply(given, denominator)), denominator]
}

function isWithinOnePeso (posted: Decimal, numerator: Decimal, denominator: Decimal): boolean {
  return compare(absolute(subtract(multiply(posted, denominator), numerator)), denominator) < 0
}

function legalRate (code: string): Decimal | undefined {
  return code === vatCode ? vatRate : findAdditionalTax(code)?.rate
}

// A row of VAT at zero means no VAT.
export function isNothing (row: PostedTax): boolean {
  return taxCodeOf(row) === vatCode && !saysAmount(row)
}

function saysAmount ({ taxRate, taxAmount }: PostedTax): boolean {
  return (taxRate ?? 0) !== 0 || (taxAmount ?? 0) !== 0
}
