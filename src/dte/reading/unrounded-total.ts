import type { DocumentLine, GlobalDiscount, TaxDocument } from '../document.ts'
import { add, multiply, divideHalfUpTo, percentageHalfUp, subtract, zero, type Decimal } from '../values/amounts.ts'
import { computeTotals, familyLines, familyOf } from './totals.ts'

// Quantities and prices have six decimals each, and percentages four as parts of a whole.
const decimals = 16
const one = '1' as Decimal
const withoutPayment = 21

/** What a document would come to if no part of it were rounded: pesos, with sixteen decimals. */
export function unroundedTotal (document: TaxDocument): Decimal {
  const { linePrices, commissions = [], exportPaymentMethod, totals } = document
  const lines = document.lines.map((line) => ({ ...line, lineTotal: unroundedLine(line) }))
  const globalDiscounts = document.globalDiscounts.map((row) => ({ ...row, amount: unroundedDiscount(row, lines) }))
  const givenTaxes = totals.taxes.filter(({ taxCode, taxRate }) =>
    taxRate === undefined || !lines.some(({ taxCodes }) => taxCodes.includes(taxCode))
  )
  return computeTotals({
    linePrices, lines, globalDiscounts, commissions, decimals, given: totals, isPurchase: false,
    givenTaxes: new Map(givenTaxes.map(({ taxCode, taxAmount }) => [taxCode, taxAmount])),
    isUnpaid: exportPaymentMethod === withoutPayment
  }).totalAmount
}

function unroundedLine (line: DocumentLine): Decimal {
  if (line.unitPrice === undefined || line.lineTotal === zero) return line.lineTotal
  const product = multiply(line.quantity ?? one, line.unitPrice)
  const part = (percentage: Decimal | undefined, amount: Decimal = zero): Decimal =>
    percentage === undefined ? amount : percentageHalfUp(product, percentage, decimals)
  const discounted = subtract(product, part(line.discountPercentage, line.discountAmount))
  return add(discounted, part(line.surchargePercentage, line.surchargeAmount))
}

function unroundedDiscount ({ valueType, value, exemptIndicator }: GlobalDiscount, lines: DocumentLine[]): Decimal {
  if (valueType === '$') return value
  return divideHalfUpTo(multiply(familyLines({ lines }, familyOf(exemptIndicator)), value), '100' as Decimal, decimals)
}
