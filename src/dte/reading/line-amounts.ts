import {
  add, compare, isNegative, isPositive, multiply, percentageHalfUp, roundHalfUpTo, subtract, sum, zero, type Decimal
} from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import { isBoleta } from '../values/document-types.ts'
import { branchOf } from '../fields/formats.ts'
import type { SubPartBlock } from '../fields/line-blocks.ts'
import { decimalsOf, type LineParts } from './line-parts.ts'
import { amountLimits, foreignAmountLimits, percentageLimits, quantityLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readAmount, readDecimal, readPositive, report, type Reading } from '../fields/reading.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]

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
  parts: LineParts
}

const one = '1' as Decimal
const hundred = '100' as Decimal

/**
 * The figures of a line: MontoItem = round(quantity × price) − discount + surcharge, each part rounded half up to pesos
 * [S1]; in exports the product to four decimals of their currency, while discounts are whole even there
 * (MntImpType). Nothing when the posted figures do not allow computing it; a line without price says its total itself.
 */
export function readLineAmounts (
  reading: Reading, path: string, posted: PostedLine, { mayBeEmpty, parts }: LineSetting
): LineAmounts | undefined {
  const before = reading.violations.length
  const figures = readFigures(reading, path, posted)
  if (reading.violations.length > before) return undefined
  if (figures.unitPrice === undefined) return unpricedAmounts(reading, path, figures, { mayBeEmpty, parts })
  return pricedAmounts(reading, path, { ...figures, unitPrice: figures.unitPrice }, parts)
}

type PartMember = 'discountPercentage' | 'surchargePercentage' | 'discountAmount' | 'surchargeAmount'
const partMembers: readonly PartMember[] = [
  'discountPercentage', 'discountAmount', 'surchargePercentage', 'surchargeAmount'
]

function readFigures (reading: Reading, path: string, posted: PostedLine): Figures {
  const percentages = {
    ...percentageLimits, maximum: isBoleta(reading.documentType) ? hundred : percentageLimits.maximum
  }
  const part = (member: PartMember) =>
    nothingIfZero(
      readDecimal(reading, `${path}.${member}`, posted[member], member.endsWith('Amount') ? amountLimits : percentages)
    )
  return present<Figures>({
    quantity: readPositive(reading, `${path}.quantity`, posted.quantity, quantityLimits),
    unitPrice: readDecimal(reading, `${path}.unitPrice`, posted.unitPrice, quantityLimits),
    discountPercentage: part('discountPercentage'),
    discountAmount: part('discountAmount'),
    surchargePercentage: part('surchargePercentage'),
    surchargeAmount: part('surchargeAmount'),
    lineTotal: readAmount(reading, `${path}.lineTotal`, posted.lineTotal)
  })
}

function unpricedAmounts (
  reading: Reading, path: string, figures: Figures, { mayBeEmpty, parts }: LineSetting
): LineAmounts | undefined {
  const subParts = (['subDiscounts', 'subSurcharges'] as const).find((member) => parts[member] !== undefined)
  const partOfNothing = partMembers.find((member) => figures[member] !== undefined) ?? subParts
  const lineTotal = figures.lineTotal ?? (mayBeEmpty ? zero : undefined)
  if (partOfNothing !== undefined) report(reading, 'DISCOUNT_WITHOUT_PRICE', `${path}.${partOfNothing}`)
  else if (lineTotal === undefined) report(reading, 'LINE_AMOUNT_MISSING', `${path}.lineTotal`)
  else return present<LineAmounts>({ quantity: figures.quantity, lineTotal })
  return undefined
}

function pricedAmounts (
  reading: Reading, path: string, figures: Figures & { unitPrice: Decimal }, parts: LineParts
): LineAmounts | undefined {
  const quantity = figures.quantity ?? one
  const product = multiply(quantity, figures.unitPrice)
  const gross = roundHalfUpTo(product, decimalsOf(reading))
  const discount = partOf(reading, `${path}.discountAmount`, {
    product, percentage: figures.discountPercentage, amount: figures.discountAmount, subParts: parts.subDiscounts
  })
  const surcharge = partOf(reading, `${path}.surchargeAmount`, {
    product, percentage: figures.surchargePercentage, amount: figures.surchargeAmount, subParts: parts.subSurcharges
  })
  const lineTotal = add(subtract(gross, discount ?? zero), surcharge ?? zero)
  if (!arePartsAllowed(reading, path, figures) || !isLineTotalSound(reading, path, { figures, gross, lineTotal })) {
    return undefined
  }
  return present<LineAmounts>({
    quantity,
    unitPrice: nothingIfZero(figures.unitPrice),
    discountPercentage: discount && figures.discountPercentage,
    discountAmount: discount,
    surchargePercentage: surcharge && figures.surchargePercentage,
    surchargeAmount: surcharge,
    lineTotal
  })
}

// DTE_v10.xsd, Liquidacion/Detalle: lines of settlements have neither discount nor surcharge.
function arePartsAllowed (reading: Reading, path: string, figures: Figures): boolean {
  const refused = branchOf(reading.documentType) === 'L'
    ? partMembers.filter((member) => figures[member] !== undefined)
    : []
  for (const member of refused) report(reading, 'FIELD_NOT_ALLOWED', `${path}.${member}`)
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
 * rounds to 0, which DescuentoMonto (a positive integer in DTE_v10.xsd) cannot say.
 */
function partOf (
  reading: Reading, path: string, { product, percentage, amount, subParts }: PostedPart
): Decimal | undefined {
  const computed = percentage === undefined
    ? subParts && sumOfParts(product, subParts)
    : percentageHalfUp(product, percentage)
  if (computed === undefined) return amount
  if (amount !== undefined && amount !== computed) {
    report(reading, 'DISCOUNT_MISMATCH', path, { posted: amount, computed })
  }
  return nothingIfZero(computed)
}

function sumOfParts (product: Decimal, subParts: SubPartBlock[]): Decimal {
  return sum(
    subParts.map(({ valueType, value = zero }) =>
      valueType === '%' ? percentageHalfUp(product, value) : roundHalfUpTo(value, 0)
    )
  )
}

function isLineTotalSound (
  reading: Reading, path: string,
  { figures, gross, lineTotal }: { figures: Figures, gross: Decimal, lineTotal: Decimal }
): boolean {
  const posted = figures.lineTotal
  const { maximum } = decimalsOf(reading) === 0 ? amountLimits : foreignAmountLimits
  const discounted = figures.discountPercentage === undefined ? 'discountAmount' : 'discountPercentage'
  if (isNegative(lineTotal)) {
    report(reading, 'DISCOUNT_TOO_LARGE', `${path}.${discounted}`, { limit: gross })
  } else if (compare(lineTotal, maximum) > 0) {
    report(reading, 'NUMBER_TOO_LARGE', `${path}.lineTotal`, { computed: lineTotal, limit: maximum })
  } else {
    if (posted !== undefined && posted !== lineTotal) {
      report(reading, 'LINE_TOTAL_MISMATCH', `${path}.lineTotal`, { posted, computed: lineTotal })
    }
    return true
  }
  return false
}

function nothingIfZero (value: Decimal | undefined): Decimal | undefined {
  return value !== undefined && isPositive(value) ? value : undefined
}
