import { add, compare, isNegative, isPositive, multiply, percentageHalfUp, roundHalfUp, subtract, zero, type Decimal } from './amounts.ts'
import type { DocumentLine } from './document.ts'
import { isBoleta } from './document-types.ts'
import { amountLimits, percentageLimits, quantityLimits } from './limits.ts'
import type { InvoicePayload } from './payload.ts'
import { present } from './present.ts'
import { readDecimal, readPositive, report, type Reading } from './reading.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]

type LineAmounts = Pick<DocumentLine,
  'quantity' | 'unitPrice' | 'discountPercentage' | 'discountAmount' | 'surchargePercentage' | 'surchargeAmount' | 'lineTotal'>

type Figures = Partial<LineAmounts>

const one = '1' as Decimal
const hundred = '100' as Decimal

/**
 * The figures of a line: MontoItem = round(quantity × price) − discount + surcharge, each part rounded half up to pesos
 * (sii.md 2.4). Nothing when the posted figures do not allow computing it; a line without price says its total itself.
 */
export function readLineAmounts (reading: Reading, path: string, posted: PostedLine, { mayBeEmpty }: { mayBeEmpty: boolean }): LineAmounts | undefined {
  const before = reading.violations.length
  const figures = readFigures(reading, path, posted)
  if (reading.violations.length > before) return undefined
  if (figures.unitPrice === undefined) return unpricedAmounts(reading, path, figures, mayBeEmpty)
  return pricedAmounts(reading, path, { ...figures, unitPrice: figures.unitPrice })
}

function readFigures (reading: Reading, path: string, posted: PostedLine): Figures {
  const percentages = { ...percentageLimits, maximum: isBoleta(reading.documentType) ? hundred : percentageLimits.maximum }
  const part = (member: 'discountPercentage' | 'surchargePercentage' | 'discountAmount' | 'surchargeAmount') =>
    nothingIfZero(readDecimal(reading, `${path}.${member}`, posted[member], member.endsWith('Amount') ? amountLimits : percentages))
  return present<Figures>({
    quantity: readPositive(reading, `${path}.quantity`, posted.quantity, quantityLimits),
    unitPrice: readDecimal(reading, `${path}.unitPrice`, posted.unitPrice, quantityLimits),
    discountPercentage: part('discountPercentage'),
    discountAmount: part('discountAmount'),
    surchargePercentage: part('surchargePercentage'),
    surchargeAmount: part('surchargeAmount'),
    lineTotal: readDecimal(reading, `${path}.lineTotal`, posted.lineTotal, amountLimits)
  })
}

function unpricedAmounts (reading: Reading, path: string, figures: Figures, mayBeEmpty: boolean): LineAmounts | undefined {
  const parts = ['discountPercentage', 'discountAmount', 'surchargePercentage', 'surchargeAmount'] as const
  const partOfNothing = parts.find((member) => figures[member] !== undefined)
  const lineTotal = figures.lineTotal ?? (mayBeEmpty ? zero : undefined)
  if (partOfNothing !== undefined) report(reading, 'DISCOUNT_WITHOUT_PRICE', `${path}.${partOfNothing}`)
  else if (lineTotal === undefined) report(reading, 'LINE_AMOUNT_MISSING', `${path}.lineTotal`)
  else return present<LineAmounts>({ quantity: figures.quantity, lineTotal })
  return undefined
}

function pricedAmounts (reading: Reading, path: string, figures: Figures & { unitPrice: Decimal }): LineAmounts | undefined {
  const quantity = figures.quantity ?? one
  const product = multiply(quantity, figures.unitPrice)
  const gross = roundHalfUp(product)
  const discount = partOf(reading, `${path}.discountAmount`, { product, percentage: figures.discountPercentage, amount: figures.discountAmount })
  const surcharge = partOf(reading, `${path}.surchargeAmount`, { product, percentage: figures.surchargePercentage, amount: figures.surchargeAmount })
  const lineTotal = add(subtract(gross, discount ?? zero), surcharge ?? zero)
  if (!isLineTotalSound(reading, path, { figures, gross, lineTotal })) return undefined
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

interface PostedPart { product: Decimal, percentage: Decimal | undefined, amount: Decimal | undefined }

/**
 * A discount or surcharge in pesos, from its percentage where there is one; nothing when it rounds to 0, which
 * DescuentoMonto (a positive integer in DTE_v10.xsd) cannot say.
 */
function partOf (reading: Reading, path: string, { product, percentage, amount }: PostedPart): Decimal | undefined {
  if (percentage === undefined) return amount
  const computed = percentageHalfUp(product, percentage)
  if (amount !== undefined && amount !== computed) report(reading, 'DISCOUNT_MISMATCH', path, { posted: amount, computed })
  return nothingIfZero(computed)
}

function isLineTotalSound (reading: Reading, path: string, { figures, gross, lineTotal }: { figures: Figures, gross: Decimal, lineTotal: Decimal }): boolean {
  const posted = figures.lineTotal
  const discounted = figures.discountPercentage === undefined ? 'discountAmount' : 'discountPercentage'
  if (isNegative(lineTotal)) report(reading, 'DISCOUNT_TOO_LARGE', `${path}.${discounted}`, { limit: gross })
  else if (compare(lineTotal, amountLimits.maximum) > 0) report(reading, 'NUMBER_TOO_LARGE', `${path}.lineTotal`, { computed: lineTotal, limit: amountLimits.maximum })
  else {
    if (posted !== undefined && posted !== lineTotal) report(reading, 'LINE_TOTAL_MISMATCH', `${path}.lineTotal`, { posted, computed: lineTotal })
    return true
  }
  return false
}

function nothingIfZero (value: Decimal | undefined): Decimal | undefined {
  return value !== undefined && isPositive(value) ? value : undefined
}
