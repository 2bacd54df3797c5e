import type { DocumentLine } from '../document.ts'
import {
  add, type Decimal, isNegative, multiply, percentageHalfUp, roundHalfUpTo, subtract, zero
} from '../values/amounts.ts'
import { saysInstead } from './corrections.ts'

/** A price or a discount of a line as it should have been. */
export interface PriceCorrection { unitPrice?: Decimal | undefined, discountAmount?: Decimal | undefined }

/** What a line would have come to; undefined where its discount is more than that. */
export function totalAsCorrected (
  { quantity = zero, unitPrice: price = zero, ...line }: DocumentLine,
  { unitPrice = price, discountAmount }: PriceCorrection, decimals: number
): Decimal | undefined {
  const product = multiply(quantity, unitPrice)
  const part = (percentage: Decimal | undefined, amount: Decimal = zero) =>
    percentage === undefined ? amount : percentageHalfUp(product, percentage)
  const discount = discountAmount ?? part(line.discountPercentage, line.discountAmount)
  const total = add(
    subtract(roundHalfUpTo(product, decimals), discount), part(line.surchargePercentage, line.surchargeAmount))
  return isNegative(total) ? undefined : total
}

/** What the note says of it, in place of the line's description. */
export function priceCorrectionText (
  { unitPrice: price = zero, discountAmount: discount = zero }: DocumentLine,
  { unitPrice, discountAmount = zero }: PriceCorrection
): string {
  return unitPrice === undefined
    ? saysInstead(`descuento ${inSpanish(discount)}`, `descuento ${inSpanish(discountAmount)}`)
    : saysInstead(`precio ${inSpanish(price)}`, `precio ${inSpanish(unitPrice)}`)
}

function inSpanish (value: Decimal): string {
  return value.replace('.', ',')
}
