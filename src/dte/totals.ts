import { findAdditionalTax, vatRate } from './additional-taxes.ts'
import { add, divideHalfUp, multiply, percentageHalfUp, subtract, sum, zero, type Decimal } from './amounts.ts'
import type { DocumentLine, DocumentTax, DocumentTotals, GlobalDiscount } from './document.ts'
import { present } from './present.ts'

/** The sums that lines fall into. Global discounts name the first three. */
export type Family = 'affected' | 'exempt' | 'nonBillable' | 'deposit'

/** What the totals are computed from. */
export interface Summands {
  linePrices: 'net' | 'gross'
  lines: readonly Pick<DocumentLine, 'exemptIndicator' | 'taxCodes' | 'lineTotal'>[]
  globalDiscounts: readonly Pick<GlobalDiscount, 'movement' | 'exemptIndicator' | 'amount'>[]
  /** Amounts of the taxes without rate, by code. */
  toldTaxes: ReadonlyMap<string, Decimal>
}

const hundred = '100' as Decimal

/** The totals of a document by the SII's arithmetic (sii.md 2.4): exact decimals, rounded half up where a rate comes in. */
export function computeTotals (summands: Summands): DocumentTotals {
  const [netAmount, taxAmount] = splitVat(familyTotal(summands, 'affected'), summands.linePrices)
  const exemptAmount = familyTotal(summands, 'exempt')
  const depositAmount = familyTotal(summands, 'deposit')
  const taxes = additionalTaxesOf(summands)
  const totalAmount = sum([netAmount, exemptAmount, taxAmount, ...taxes.map((tax) => tax.taxAmount), depositAmount])
  const nonBillableAmount = hasFamily(summands, 'nonBillable') ? familyTotal(summands, 'nonBillable') : undefined
  return present<DocumentTotals>({
    netAmount,
    exemptAmount,
    vatRate: netAmount === zero ? undefined : vatRate,
    taxAmount,
    taxes,
    depositAmount: depositAmount === zero ? undefined : depositAmount,
    totalAmount,
    nonBillableAmount,
    periodAmount: nonBillableAmount && add(totalAmount, nonBillableAmount)
  })
}

/** The family of a line or of a global discount, by IndExe or IndExeDR. */
export function familyOf (exemptIndicator: number | undefined): Family {
  if (exemptIndicator === undefined) return 'affected'
  if (exemptIndicator === 1) return 'exempt'
  return exemptIndicator === 3 ? 'deposit' : 'nonBillable'
}

export function hasFamily ({ lines }: Pick<Summands, 'lines'>, family: Family): boolean {
  return lines.some((line) => familyOf(line.exemptIndicator) === family)
}

/** Sum of a family's lines, before global discounts; lines with IndExe 6 count against it. */
export function familyLines ({ lines }: Pick<Summands, 'lines'>, family: Family): Decimal {
  const ofFamily = lines.filter((line) => familyOf(line.exemptIndicator) === family)
  return ofFamily.reduce((total, line) => line.exemptIndicator === 6 ? subtract(total, line.lineTotal) : add(total, line.lineTotal), zero)
}

/** Sum of a family's lines with its global discounts and surcharges. */
export function familyTotal (summands: Pick<Summands, 'lines' | 'globalDiscounts'>, family: Family): Decimal {
  const ofFamily = summands.globalDiscounts.filter((row) => familyOf(row.exemptIndicator) === family)
  return ofFamily.reduce((total, row) => row.movement === 'D' ? subtract(total, row.amount) : add(total, row.amount), familyLines(summands, family))
}

// From prices with VAT the net amount is rounded and VAT is the rest, so that they add up to what is paid.
function splitVat (amount: Decimal, linePrices: 'net' | 'gross'): [Decimal, Decimal] {
  if (linePrices === 'net') return [amount, percentageHalfUp(amount, vatRate)]
  const net = divideHalfUp(multiply(amount, hundred), add(hundred, vatRate))
  return [net, subtract(amount, net)]
}

// "Formato DTE" v2.5, section 4: the base of a tax is the sum of the lines that carry its code.
function additionalTaxesOf ({ lines, toldTaxes }: Summands): DocumentTax[] {
  const codes = [...new Set(lines.flatMap((line) => line.taxCodes))]
  return codes.map((taxCode) => {
    const taxRate = findAdditionalTax(taxCode)?.rate
    if (taxRate === undefined) return { taxCode, taxAmount: toldTaxes.get(taxCode) ?? zero }
    const base = sum(lines.filter((line) => line.taxCodes.includes(taxCode)).map((line) => line.lineTotal))
    return { taxCode, taxRate, taxAmount: percentageHalfUp(base, taxRate) }
  })
}
