import {
  findAdditionalTax, hasOwnBase, isWithheld, isWithheldVat, taxBaseOf, vatRate
} from '../tables/additional-taxes.ts'
import {
  add, divideHalfUpTo, isPositive, multiply, negate, percentageHalfUp, subtract, sum, zero, type Decimal
} from '../values/amounts.ts'
import type { GivenTotals } from '../fields/blocks.ts'
import type { DocumentCommission, DocumentLine, DocumentTax, DocumentTotals, GlobalDiscount } from '../document.ts'
import { present } from '../values/present.ts'

/** The sums that lines fall into. Global discounts name the first three; lines of `none` are shown only. */
export type Family = 'affected' | 'exempt' | 'nonBillable' | 'deposit' | 'none'

/** What the totals are computed from. */
export interface Summands {
  linePrices: 'net' | 'gross'
  lines: readonly Pick<DocumentLine, 'exemptIndicator' | 'taxCodes' | 'lineTotal' | 'withholdingAgent'>[]
  globalDiscounts: readonly Pick<GlobalDiscount, 'movement' | 'exemptIndicator' | 'amount'>[]
  commissions: readonly Pick<DocumentCommission, 'netAmount' | 'exemptAmount' | 'taxAmount'>[]
  /** Taxes whose amounts are given and not computed, by code: the specific ones, and all of a settlement's. */
  givenTaxes: ReadonlyMap<string, Decimal>
  given: GivenTotals
  /** A purchase or a note about one: the buyer keeps VAT back. */
  isPurchase: boolean
  /** FmaPagExp 21, an export without payment: its total is 0 whatever its lines add up to. */
  isUnpaid: boolean
  /** Of what is computed with a rate: none by default. */
  decimals?: number
}

const hundred = '100' as Decimal

/**
 * The totals of a document by the SII's arithmetic [S1]: exact decimals, rounded half up where a rate comes in.
 */
export function computeTotals (summands: Summands): DocumentTotals {
  const [netAmount, taxAmount] = splitVat(familyTotal(summands, 'affected'), summands)
  const exemptAmount = familyTotal(summands, 'exempt')
  const depositAmount = familyTotal(summands, 'deposit')
  const taxes = additionalTaxesOf(summands)
  const commissions = commissionsOf(summands)
  const { constructionCredit = zero, ...given } = summands.given
  const raised = sum([netAmount, exemptAmount, taxAmount, ...taxes.map(signedTax), depositAmount])
  const lowered = sum([constructionCredit, ...Object.values(commissions ?? {})])
  const totalAmount = summands.isUnpaid ? zero : subtract(raised, lowered)
  return present<DocumentTotals>({
    ...given,
    netAmount,
    exemptAmount,
    ...basesOf(summands),
    vatRate: netAmount === zero ? undefined : vatRate,
    taxAmount,
    taxes,
    unwithheldTaxAmount: summands.isPurchase ? unwithheldVat(taxAmount, taxes) : undefined,
    constructionCredit: undefinedIfZero(constructionCredit),
    depositAmount: undefinedIfZero(depositAmount),
    commissions,
    totalAmount,
    ...periodOf(summands, totalAmount)
  })
}

type Period = Pick<DocumentTotals, 'nonBillableAmount' | 'periodAmount' | 'amountToPay'>

function periodOf (summands: Summands, totalAmount: Decimal): Period {
  const { previousBalance, amountToPay } = summands.given
  const nonBillableAmount = hasFamily(summands, 'nonBillable') ? familyTotal(summands, 'nonBillable') : undefined
  const periodAmount = nonBillableAmount && add(totalAmount, nonBillableAmount)
  return present<Period>({
    nonBillableAmount,
    periodAmount,
    amountToPay: amountToPay ?? (previousBalance && add(periodAmount ?? totalAmount, previousBalance))
  })
}

// IndExe [S1]: 4 is no sale, and 5 lowers what an earlier delivery note moved.
const families: Record<number, Family> = {
  1: 'exempt', 2: 'nonBillable', 3: 'deposit', 4: 'none', 5: 'none', 6: 'nonBillable'
}

/** The family of a line or of a global discount, by IndExe or IndExeDR. */
export function familyOf (exemptIndicator: number | undefined): Family {
  return exemptIndicator === undefined ? 'affected' : families[exemptIndicator] ?? 'none'
}

export function hasFamily ({ lines }: Pick<Summands, 'lines'>, family: Family): boolean {
  return lines.some((line) => familyOf(line.exemptIndicator) === family)
}

/** Sum of a family's lines, before global discounts; lines with IndExe 6 count against it. */
export function familyLines ({ lines }: Pick<Summands, 'lines'>, family: Family): Decimal {
  const ofFamily = lines.filter((line) => familyOf(line.exemptIndicator) === family)
  return ofFamily.reduce(
    (total, line) => line.exemptIndicator === 6 ? subtract(total, line.lineTotal) : add(total, line.lineTotal), zero
  )
}

/** Sum of a family's lines with its global discounts and surcharges. */
export function familyTotal (summands: Pick<Summands, 'lines' | 'globalDiscounts'>, family: Family): Decimal {
  const ofFamily = summands.globalDiscounts.filter((row) => familyOf(row.exemptIndicator) === family)
  return ofFamily.reduce(
    (total, row) => row.movement === 'D' ? subtract(total, row.amount) : add(total, row.amount),
    familyLines(summands, family)
  )
}

/** What a tax does to the total: those withheld lower it. */
export function signedTax ({ taxCode, taxAmount }: DocumentTax): Decimal {
  return isWithheld(taxCode) ? negate(taxAmount) : taxAmount
}

/** The VAT among the taxes that the buyer keeps back. */
export function withheldVat (taxes: readonly DocumentTax[]): Decimal {
  return sum(
    taxes.filter(({ taxCode }) => isWithheldVat(taxCode)).map(({ taxAmount }) => taxAmount)
  )
}

// From prices with VAT the net amount is rounded and VAT is the rest, so that they add up to what is paid.
function splitVat (amount: Decimal, { linePrices, decimals = 0 }: Summands): [Decimal, Decimal] {
  if (linePrices === 'net') return [amount, percentageHalfUp(amount, vatRate, decimals)]
  const net = divideHalfUpTo(multiply(amount, hundred), add(hundred, vatRate), decimals)
  return [net, subtract(amount, net)]
}

// [S1, section 4]: the base of a tax is the sum of the lines that carry its code, or of the bases they give.
function additionalTaxesOf (summands: Summands): DocumentTax[] {
  const { lines, givenTaxes } = summands
  const codes = [...new Set([...lines.flatMap((line) => line.taxCodes), ...givenTaxes.keys()])]
  return codes.map((taxCode) => {
    const taxRate = findAdditionalTax(taxCode)?.rate
    const given = givenTaxes.get(taxCode)
    if (taxRate === undefined) return { taxCode, taxAmount: given ?? zero }
    return { taxCode, taxRate, taxAmount: given ?? taxByRate(summands, taxCode, taxRate) }
  })
}

// A tax on lines has the base of the VAT (DL 825 [S16], art. 42): its lines bear their share of the global discounts
// and surcharges of all affected lines.
function taxByRate (summands: Summands, taxCode: string, taxRate: Decimal): Decimal {
  const base = sum(
    summands.lines.filter((line) => line.taxCodes.includes(taxCode)).map((line) => taxBaseOf(taxCode, line) ?? zero)
  )
  const subtotal = familyLines(summands, 'affected')
  const { decimals = 0 } = summands
  if (subtotal === zero || hasOwnBase(taxCode)) return percentageHalfUp(base, taxRate, decimals)
  const share = multiply(base, familyTotal(summands, 'affected'))
  return divideHalfUpTo(multiply(share, taxRate), multiply(subtotal, hundred), decimals)
}

function basesOf ({ lines }: Summands): Pick<DocumentTotals, 'slaughterBase' | 'margin'> {
  const agents = lines.flatMap(({ withholdingAgent }) => withholdingAgent ?? [])
  const total = (member: 'slaughterBase' | 'margin') => undefinedIfZero(sum(agents.map((agent) => agent[member] ?? zero)))
  return present<Pick<DocumentTotals, 'slaughterBase' | 'margin'>>({
    slaughterBase: total('slaughterBase'), margin: total('margin')
  })
}

// [S1, A118]: only where the buyer withholds some of it.
function unwithheldVat (taxAmount: Decimal, taxes: DocumentTax[]): Decimal | undefined {
  const withheld = withheldVat(taxes)
  const rest = subtract(taxAmount, withheld)
  return isPositive(withheld) && isPositive(rest) ? rest : undefined
}

function commissionsOf ({ commissions }: Summands): DocumentTotals['commissions'] {
  if (commissions.length === 0) return undefined
  const total = (member: 'netAmount' | 'exemptAmount' | 'taxAmount') => sum(commissions.map((row) => row[member]))
  return { netAmount: total('netAmount'), exemptAmount: total('exemptAmount'), taxAmount: total('taxAmount') }
}

function undefinedIfZero (amount: Decimal): Decimal | undefined {
  return amount === zero ? undefined : amount
}
