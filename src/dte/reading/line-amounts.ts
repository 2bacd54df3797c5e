import {
  absolute, add, compare, fractionDigits, isNegative, isPositive, isSameNumber, multiply, percentageHalfUp,
  roundHalfUpTo, subtract, sum, zero, type Decimal
} from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import type { Particulars } from '../errors.ts'
import { branchOf } from '../values/branches.ts'
import { isBoleta } from '../values/document-types.ts'
import type { SubPartBlock } from '../fields/line-blocks.ts'
import type { LineParts } from './line-parts.ts'
import { amountLimits, amountLimitsOf, percentageLimits, quantityLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Reader } from '../fields/reader.ts'

type PostedLine = Reader<NonNullable<InvoicePayload['details']>[number]>

type LineAmounts = Pick<
  DocumentLine,
  | 'quantity'
  | 'unitPrice'
  | 'discountPercentage'
  | 'discountAmount'
  | 'surchargePercentage'
  | 'surchargeAmount'
  | 'lineTotal'
>

type Figures = Partial<LineAmounts>

interface LineSetting {
  mayBeEmpty: boolean
  /** False on a line that is no part of the amounts: its total is 0. */
  isCounted: boolean
  parts: LineParts
}

const one = '1' as Decimal
const boletaPercentageLimits = { ...percentageLimits, maximum: '100' as Decimal }

/**
 * The figures of a line: MontoItem = round(quantity × price) − discount + surcharge, each part rounded half up to pesos
 * [S1]; in another currency the product to four decimals, while discounts are whole even there
 * (MntImpType). Nothing when the posted figures do not allow computing it; a line without price says its total itself.
 */
export function readLineAmounts (posted: PostedLine, setting: LineSetting): LineAmounts | undefined {
  const before = posted.violationsCount
  const figures = readFigures(posted)
  if (posted.violationsCount > before) return undefined
  if (figures.unitPrice === undefined) return unpricedAmounts(posted, figures, setting)
  return pricedAmounts(posted, figures, figures.unitPrice, setting)
}

const partMembers = ['discountPercentage', 'discountAmount', 'surchargePercentage', 'surchargeAmount'] as const

function readFigures (posted: PostedLine): Figures {
  const percentages = isBoleta(posted.documentType) ? boletaPercentageLimits : percentageLimits
  return present<Figures>({
    quantity: posted.at('quantity').positive(quantityLimits),
    unitPrice: posted.at('unitPrice').decimal(quantityLimits),
    discountPercentage: undefinedIfZero(posted.at('discountPercentage').decimal(percentages)),
    discountAmount: undefinedIfZero(posted.at('discountAmount').decimal(amountLimits)),
    surchargePercentage: undefinedIfZero(posted.at('surchargePercentage').decimal(percentages)),
    surchargeAmount: undefinedIfZero(posted.at('surchargeAmount').decimal(amountLimits)),
    lineTotal: posted.at('lineTotal').amount()
  })
}

function unpricedAmounts (
  posted: PostedLine, figures: Figures, { mayBeEmpty, isCounted, parts }: LineSetting
): LineAmounts | undefined {
  const subParts = (['subDiscounts', 'subSurcharges'] as const).find((member) => parts[member] !== undefined)
  const partOfNothing = partMembers.find((member) => figures[member] !== undefined) ?? subParts
  const lineTotal = figures.lineTotal ?? (mayBeEmpty || !isCounted ? zero : undefined)
  if (partOfNothing !== undefined) posted.at(partOfNothing).report('DISCOUNT_WITHOUT_PRICE')
  else if (lineTotal === undefined) posted.at('lineTotal').report('LINE_AMOUNT_MISSING')
  else if (!isCounted && lineTotal !== zero) compareLineTotal(posted.at('lineTotal'), lineTotal, undefined)
  else return present<LineAmounts>({ quantity: figures.quantity, lineTotal })
  return undefined
}

function pricedAmounts (
  posted: PostedLine, figures: Figures, unitPrice: Decimal, { parts, isCounted }: LineSetting
): LineAmounts | undefined {
  const quantity = figures.quantity ?? one
  const product = multiply(quantity, unitPrice)
  const gross = roundHalfUpTo(product, posted.decimals)
  for (const member of ['discountPercentage', 'surchargePercentage'] as const) {
    checkRounding(posted.at(member), product, figures[member])
  }
  const discount = partOf(posted.at('discountAmount'), {
    product, percentage: figures.discountPercentage, amount: figures.discountAmount, subParts: parts.subDiscounts
  })
  const surcharge = partOf(posted.at('surchargeAmount'), {
    product, percentage: figures.surchargePercentage, amount: figures.surchargeAmount, subParts: parts.subSurcharges
  })
  const amount = add(subtract(gross, discount ?? zero), surcharge ?? zero)
  const lineTotal = isCounted ? amount : zero
  if (!arePartsAllowed(posted, figures) || !isLineTotalSound(posted, { figures, gross, amount, isCounted })) {
    return undefined
  }
  return present<LineAmounts>({
    quantity,
    unitPrice: undefinedIfZero(unitPrice),
    discountPercentage: discount && figures.discountPercentage,
    discountAmount: discount,
    surchargePercentage: surcharge && figures.surchargePercentage,
    surchargeAmount: surcharge,
    lineTotal
  })
}

// [S5, Liquidacion/Detalle]: lines of settlements have neither discount nor surcharge.
function arePartsAllowed (posted: PostedLine, figures: Figures): boolean {
  const refused = branchOf(posted.documentType) === 'Liquidacion'
    ? partMembers.filter((member) => figures[member] !== undefined)
    : []
  for (const member of refused) posted.at(member).report('FIELD_NOT_ALLOWED')
  return refused.length === 0
}

interface PostedPart {
  product: Decimal
  percentage: Decimal | undefined
  amount: Decimal | undefined
  subParts: SubPartBlock[] | undefined
}

/**
 * A discount or surcharge as a whole amount, from its percentage or its parts where there are any; nothing when it
 * rounds to 0, which DescuentoMonto (a positive integer [S5]) cannot say.
 */
function partOf (
  place: Reader<unknown>, { product, percentage, amount, subParts }: PostedPart
): Decimal | undefined {
  const computed = percentage === undefined
    ? subParts && sumOfParts(product, subParts)
    : percentageHalfUp(product, percentage)
  if (computed === undefined) return amount
  if (amount !== undefined && amount !== computed) place.report('DISCOUNT_MISMATCH', { posted: amount, computed })
  return undefinedIfZero(computed)
}

// [S5, MntImpType]: even in exports, whose amounts have decimals.
function checkRounding (place: Reader<unknown>, product: Decimal, percentage: Decimal | undefined): void {
  const { decimals } = place
  if (percentage === undefined || decimals === 0) return
  const exact = percentageHalfUp(product, percentage, decimals)
  const written = percentageHalfUp(product, percentage)
  if (exact !== written) place.report('EXPORT_DISCOUNT_ROUNDED', { posted: exact, computed: written })
}

function sumOfParts (product: Decimal, subParts: SubPartBlock[]): Decimal {
  return sum(
    subParts.map(({ valueType, value = zero }) =>
      valueType === '%' ? percentageHalfUp(product, value) : roundHalfUpTo(value, 0)
    )
  )
}

function isLineTotalSound (
  posted: PostedLine,
  { figures, gross, amount, isCounted }: { figures: Figures, gross: Decimal, amount: Decimal, isCounted: boolean }
): boolean {
  const place = posted.at('lineTotal')
  const { maximum } = amountLimitsOf(posted)
  const discounted = figures.discountPercentage === undefined ? 'discountAmount' : 'discountPercentage'
  if (isNegative(amount)) {
    posted.at(discounted).report('DISCOUNT_TOO_LARGE', { limit: gross })
  } else if (compare(amount, maximum) > 0) {
    place.report('NUMBER_TOO_LARGE', { computed: amount, limit: maximum })
  } else {
    compareLineTotal(place, figures.lineTotal, isCounted ? amount : undefined, cureOfLine(place, figures, amount))
    return true
  }
  return false
}

/** `amount`: undefined on a line whose total is 0 by law. */
function compareLineTotal (
  place: Reader<unknown>, posted: Decimal | undefined, amount: Decimal | undefined,
  cure: Pick<Particulars, 'cure' | 'limit'> = {}
): void {
  if (posted === undefined || isSameNumber(posted, amount ?? zero)) return
  if (amount === undefined) place.report('LINE_TOTAL_NOT_ZERO', { posted, computed: zero })
  else place.report('LINE_TOTAL_MISMATCH', { posted, computed: amount, ...cure })
}

// A peso more or less is how others round.
function cureOfLine (place: Reader<unknown>, figures: Figures, amount: Decimal): Pick<Particulars, 'cure' | 'limit'> {
  const difference = subtract(amount, figures.lineTotal ?? amount)
  const limit = absolute(difference)
  const hasPart = partMembers.some((member) => figures[member] !== undefined)
  if (hasPart || compare(limit, one) <= 0 || fractionDigits(limit) > 0) return {}
  if (branchOf(place.documentType) === 'Liquidacion') return {}
  return { cure: isNegative(difference) ? 'lineSurcharge' : 'lineDiscount', limit }
}

function undefinedIfZero (value: Decimal | undefined): Decimal | undefined {
  return value !== undefined && isPositive(value) ? value : undefined
}
