import type { DocumentLine, GlobalDiscount } from '../document.ts'
import { familyLines, familyOf } from '../reading/totals.ts'
import { hasOwnBase, taxBaseOf } from '../tables/additional-taxes.ts'
import {
  absolute, add, type Decimal, isNegative, isPositive, isWhole, multiply, percentageHalfUp, roundHalfUpTo, subtract,
  sum, zero
} from '../values/amounts.ts'
import { present } from '../values/present.ts'
import { type CountedFamily, ownBases } from './figures.ts'
import type { NoteSums } from './note-sums.ts'
import { decimalsIn, type Extract, inFamily, largestOf, shareOf, type Taking } from './shares.ts'
import { isUncounted, namedLine } from './whole-document.ts'

const exempt = 1
const notBillable = 2
const indicators: Record<CountedFamily, number | undefined> = {
  affected: undefined, exempt, nonBillable: notBillable, deposit: undefined
}

type PostedDiscount = Pick<GlobalDiscount, 'movement' | 'description' | 'valueType' | 'value' | 'exemptIndicator'>

/** Lines and global discounts that come to the sums of a note. */
export function noteLines (extract: Extract, sums: NoteSums): { details: object[], globalDiscounts: object[] } {
  const { shifts, extra } = sums.adjustment
  const shifted = extract.takings.map((taking) => ({ taking, written: add(taking.amount, shifts.get(taking) ?? zero) }))
  const discounts = [...sums.families].map(([family, total]) =>
    discountOf(extract, shifted.filter(({ taking: { line } }) => inFamily(family)(line)), {
      family, total: family === 'affected' ? subtract(total, extra) : total, mayBePercent: extra === zero
    }))
  const bases = basesByLine(extract, sums)
  return {
    details: [
      ...shifted.map(({ taking, written }) => lineOf(extract, taking, {
        amount: sum([written, ...discounts.map(({ rest, bearer }) => bearer === taking ? rest : zero)]), bases
      })),
      ...extra === zero ? [] : [{ itemName: rounding, lineTotal: extra }]
    ],
    globalDiscounts: discounts.flatMap(({ rows }) => rows)
  }
}

/** `rest`: what no global discount can say, which the line of `bearer` takes on. */
interface Discounted { rows: PostedDiscount[], rest: Decimal, bearer: Taking | undefined }

/** What leads from the lines of a family to its total: the document's own percentages, or an amount. */
function discountOf (
  { document }: Extract, own: readonly { taking: Taking, written: Decimal }[],
  { family, total, mayBePercent }: { family: CountedFamily, total: Decimal, mayBePercent: boolean }
): Discounted {
  const lines = own.map(({ taking: { line }, written }) => ({ ...line, lineTotal: written }))
  const subtotal = familyLines({ lines }, family)
  const difference = subtract(total, subtotal)
  if (difference === zero) return { rows: [], rest: zero, bearer: undefined }
  const rows = document.globalDiscounts.filter((row) => familyOf(row.exemptIndicator) === family)
  if (mayBePercent && isByPercentages(rows, { subtotal, difference, decimals: decimalsIn(document) })) {
    return { rows: rows.map(posted), rest: zero, bearer: undefined }
  }
  // [S5, Dec16_2Type]; down, because no line is written with less than 0.
  const rounded = roundHalfUpTo(difference, 2)
  const said = isNegative(subtract(difference, rounded)) ? subtract(rounded, hundredth) : rounded
  return {
    rows: said === zero ? [] : [amountRow(said, rows, indicators[family])], rest: subtract(difference, said),
    bearer: largestOf(own.map(({ taking }) => taking))
  }
}

function isByPercentages (
  rows: readonly GlobalDiscount[],
  { subtotal, difference, decimals }: { subtotal: Decimal, difference: Decimal, decimals: number }
): boolean {
  const amounts = rows.map(({ movement, value }) => {
    const amount = percentageHalfUp(subtotal, value, decimals)
    return movement === 'D' ? subtract(zero, amount) : amount
  })
  return rows.every(({ valueType }) => valueType === '%') && sum(amounts) === difference
}

function posted ({ movement, description, valueType, value, exemptIndicator }: GlobalDiscount): PostedDiscount {
  return present<PostedDiscount>({ movement, description, valueType, value, exemptIndicator })
}

const hundredth = '0.01' as Decimal
const rounding = 'Ajuste por redondeo'

/** The document's discount where it has one of this kind; otherwise what rounding each note requires. */
function amountRow (
  difference: Decimal, rows: readonly GlobalDiscount[], exemptIndicator: number | undefined
): PostedDiscount {
  const movement = isNegative(difference) ? 'D' : 'R'
  const [like] = rows.filter((row) => row.movement === movement)
  return present<PostedDiscount>({
    movement, description: like ? like.description : rounding, valueType: '$', value: absolute(difference), exemptIndicator
  })
}

function lineOf (
  extract: Extract, taking: Taking, { amount, bases }: { amount: Decimal, bases: ReadonlyMap<Taking, DocumentLine['withholdingAgent']> }
): object {
  const { line, description } = taking
  const withholdingAgent = bases.get(taking)
  // A share of a base may round to 0, which the format does not take.
  const taxCodes = line.taxCodes.filter((code) =>
    !hasOwnBase(code) || isPositive(withholdingAgent?.[baseMember(code)] ?? zero))
  return {
    ...namedLine({ ...line, taxCodes }), ...description !== undefined && { itemDescription: description },
    exemptIndicator: isUncounted(line) ? exempt : line.exemptIndicator,
    ...amountsOf(taking, amount, decimalsIn(extract.document)),
    withholdingAgent
  }
}

/**
 * MontoItem = quantity × price − discount + surcharge: the line's percentages where they come to the amount, else the
 * difference in pesos; in decimals of another currency, which discounts do not have, the amount alone.
 */
function amountsOf ({ line, quantity }: Taking, amount: Decimal, decimals: number): object {
  const { unitPrice, discountPercentage, surchargePercentage } = line
  if (quantity === undefined) return { lineTotal: amount }
  if (unitPrice === undefined) return { quantity, lineTotal: amount }
  const product = multiply(quantity, unitPrice)
  const gross = roundHalfUpTo(product, decimals)
  const percentage = (value: Decimal | undefined) => value === undefined ? zero : percentageHalfUp(product, value)
  const isExact = (value: Decimal = zero) =>
    decimals === 0 || percentageHalfUp(product, value, decimals) === percentageHalfUp(product, value)
  const computed = add(subtract(gross, percentage(discountPercentage)), percentage(surchargePercentage))
  if (computed === amount && isExact(discountPercentage) && isExact(surchargePercentage)) {
    return { quantity, unitPrice, discountPercentage, surchargePercentage }
  }
  const difference = subtract(amount, gross)
  if (!isWhole(difference)) return { quantity, lineTotal: amount }
  return { quantity, unitPrice, [isNegative(difference) ? 'discountAmount' : 'surchargeAmount']: absolute(difference) }
}

/** The bases of the taxes that are on no amount, divided among the lines of each. */
function basesByLine (extract: Extract, { bases }: NoteSums): Map<Taking, DocumentLine['withholdingAgent']> {
  const found = new Map<Taking, DocumentLine['withholdingAgent']>()
  for (const [code, base] of bases) {
    const bearing = extract.takings.filter(({ line }) => ownBases(line).includes(code))
    let left = base
    for (const [index, taking] of bearing.entries()) {
      const whole = sum(bearing.slice(index).map(({ line }) => taxBaseOf(code, line) ?? zero))
      const share = shareOf(left, { of: taxBaseOf(code, taking.line) ?? zero, whole }, 0)
      left = subtract(left, share)
      found.set(taking, { ...taking.line.withholdingAgent, ...found.get(taking), [baseMember(code)]: share })
    }
  }
  return found
}

const slaughter = '17'
const baseMember = (code: string) => code === slaughter ? 'slaughterBase' : 'margin'
