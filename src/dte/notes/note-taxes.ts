import type { DocumentLine, DocumentTax, TaxDocument } from '../document.ts'
import { findAdditionalTax, vatRate } from '../tables/additional-taxes.ts'
import {
  add, compare, type Decimal, divideHalfUp, isNegative, multiply, percentageHalfUp, subtract, sum, zero
} from '../values/amounts.ts'
import { ratedTaxes, sumNames } from './figures.ts'
import { type Extract, inFamily, portionOf, restOf, shareOf, type Taking } from './shares.ts'

/** What makes additional taxes exact beside the net amount. */
export interface Adjustment {
  /** What lines are written with above or below what is taken of them. */
  shifts: ReadonlyMap<Taking, Decimal>
  /** A line without additional taxes, where all lines of the note carry the same. */
  extra: Decimal
}

export const unadjusted: Adjustment = { shifts: new Map(), extra: zero }

const hundred = '100' as Decimal
// DL 910 of 1975, article 21: of the VAT, in percent.
const creditLimit = '65' as Decimal

/** The VAT on the lines subject to it, after discounts. */
export function vatOf ({ linePrices }: TaxDocument, total: Decimal): Decimal {
  return linePrices === 'net'
    ? percentageHalfUp(total, vatRate)
    : subtract(total, divideHalfUp(multiply(total, hundred), add(hundred, vatRate)))
}

/** An additional tax by rate in a note whose net amount is `total`. */
export function ratedTax (
  { takings }: Extract, taxCode: string,
  { total, adjustment: { shifts, extra } }: { total: Decimal, adjustment: Adjustment }
): DocumentTax {
  const written = (isMeant: (line: DocumentLine) => boolean) => sum(takings.filter(({ line }) => isMeant(line))
    .map((taking) => add(taking.amount, shifts.get(taking) ?? zero)))
  const base = written((line) => ratedTaxes(line).includes(taxCode))
  const lines = add(written(inFamily('affected')), extra)
  return { taxCode, taxAmount: taxByRate(taxCode, { base, total, lines }) }
}

/** As totals.ts computes it: the lines of the tax bear their share of the family's discounts. */
export function taxByRate (
  code: string, { base, total, lines }: { base: Decimal, total: Decimal, lines: Decimal }
): Decimal {
  if (lines === zero) return taxOn(code, base)
  return divideHalfUp(multiply(multiply(base, total), rateOf(code)), multiply(lines, hundred))
}

/** A tax on a base that lines say apart. */
export function taxOn (code: string, base: Decimal): Decimal {
  return percentageHalfUp(base, rateOf(code))
}

function rateOf (code: string): Decimal {
  return findAdditionalTax(code)?.rate ?? zero
}

/** The credit of construction companies beside so much VAT: its limit holds in this note and in one of the rest. */
export function creditOf (extract: Extract, vat: Decimal): { amount: Decimal, fits: boolean } {
  const { basis, left, adds } = extract
  const credit = basis.sums.get(sumNames.credit) ?? zero
  if (credit === zero) return { amount: zero, fits: true }
  const share = shareOf(credit, portionOf(extract, inFamily('affected')), 0)
  const most = percentageHalfUp(vat, creditLimit)
  if (adds) return { amount: lesser(share, most), fits: true }
  const mostOfRest = percentageHalfUp(restOf(extract, sumNames.vat, vat), creditLimit)
  const least = subtract(left.sums.get(sumNames.credit) ?? zero, mostOfRest)
  const amount = lesser(compare(share, least) < 0 ? least : share, most)
  return { amount: isNegative(amount) ? zero : amount, fits: compare(least, most) <= 0 }
}

function lesser (left: Decimal, right: Decimal): Decimal {
  return compare(left, right) <= 0 ? left : right
}
