import { type Decimal, decimalFromNumber, isPositive, multiply, roundHalfUp, sum, withoutNoise } from '../values/amounts.ts'
import { quantityLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { isBlankTax, isNothing } from './line-taxes.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]

/**
 * Lines that the specification's own members say to be exempt: their totalTaxPrice, or their only tax, is 0, and
 * totals.exemptAmount is the sum of exactly these lines. Without such a total a zero says nothing.
 */
export function untaxedLines ({ header: { totals }, details }: InvoicePayload): ReadonlySet<number> {
  const given = totals?.exemptAmount ?? 0
  if (given <= 0) return new Set()
  const lines = details ?? []
  const untaxed = lines.flatMap((line, index) => isUntaxed(line) ? [index] : [])
  const amount = sum(untaxed.map((index) => amountOf(lines[index])))
  return isPositive(amount) && amount === read(given, 0) ? new Set(untaxed) : new Set()
}

function isUntaxed ({ exemptIndicator, totalTaxPrice, taxes }: PostedLine): boolean {
  if ((exemptIndicator ?? 0) !== 0) return false
  const [tax, ...others] = (taxes ?? []).filter((row) => !isBlankTax(row))
  if (tax === undefined) return totalTaxPrice === 0
  return others.length === 0 && isNothing(tax)
}

function amountOf (line: PostedLine | undefined): Decimal {
  const { lineTotal, quantity, unitPrice } = line ?? {}
  if (typeof lineTotal === 'number') return read(lineTotal, 0)
  const { decimals } = quantityLimits
  return roundHalfUp(multiply(read(quantity ?? 1, decimals), read(unitPrice ?? 0, decimals)))
}

function read (posted: number, decimals: number): Decimal {
  return withoutNoise(decimalFromNumber(posted), decimals)
}
