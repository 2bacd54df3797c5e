import type { DocumentCommission, DocumentLine, DocumentTax } from '../document.ts'
import { familyOf, signedTax } from '../reading/totals.ts'
import { vatRate } from '../tables/additional-taxes.ts'
import { type Decimal, negate, percentageHalfUp, sum, zero } from '../values/amounts.ts'
import { exactTotal, familyShare } from './exact-totals.ts'
import { type CountedFamily, countedFamilies, ownBases, specificTaxes, sumNames } from './figures.ts'
import { type Adjustment, creditOf, taxOn, vatOf } from './note-taxes.ts'
import { candidatesFor, codesIn, type Extract, inFamily, type Portion, portionOf, restOf, shareOf } from './shares.ts'

/** The sums of a note about lines. */
export interface NoteSums {
  /** Of the families that it has lines of, with its share of their discounts and surcharges. */
  families: ReadonlyMap<CountedFamily, Decimal>
  /** The bases of the taxes that are not on the amounts, by code. */
  bases: ReadonlyMap<string, Decimal>
  specificTaxes: DocumentTax[]
  constructionCredit: Decimal
  commissions: DocumentCommission[]
  adjustment: Adjustment
}

const one = '1' as Decimal

/**
 * The sums of a note. Each is the note's share of what is left, so that the last one takes the rest. VAT and other
 * rates are rounded in each note: the net amount is the nearest with which the taxes of this note and of the rest add
 * up. Of prices with VAT the sums are exact, and each note splits its own: no whole net amounts of 967, 967 and 966 add
 * up to that of 2900.
 */
export function sumsOfNote (extract: Extract): NoteSums {
  const { document } = extract
  const bases = new Map(codesIn(extract, ownBases).map((code) => [code, baseOf(extract, code)]))
  const specific = codesIn(extract, specificTaxes)
    .map((taxCode) => ({ taxCode, taxAmount: specificTaxOf(extract, taxCode) }))
  const commissions = commissionsOf(extract)
  const families = new Map(countedFamilies.filter((family) => hasTakings(extract, family))
    .map((family) => [family, familyShare(extract, family)]))
  const searched = families.has('affected') ? 'affected' : 'exempt'
  const { [searched]: share, nonBillable: _, ...others } = Object.fromEntries(families)
  const beside = sum([
    ...Object.values(others), ...specific.map(signedTax),
    ...Array.from(bases, ([taxCode, base]) => signedTax({ taxCode, taxAmount: taxOn(taxCode, base) })),
    ...commissions.flatMap((row) => [row.netAmount, row.exemptAmount, row.taxAmount]).map(negate)
  ])
  const { total, adjustment } = exactTotal(extract, searched, { share: share ?? zero, beside })
  if (share !== undefined) families.set(searched, total)
  return {
    families, adjustment, bases, specificTaxes: specific, commissions,
    constructionCredit: creditOf(extract, vatOf(document, families.get('affected') ?? zero)).amount
  }
}

const hasTakings = ({ takings }: Extract, family: CountedFamily) => takings.some(({ line }) => inFamily(family)(line))

/** The share of a whole sum, or the nearest to it that passes; all of it for the note that takes the last. */
function exactShare (
  { basis, left, adds }: Extract, name: string, portion: Portion, isExact: (amount: Decimal) => boolean
): Decimal {
  const share = shareOf(basis.sums.get(name) ?? zero, portion, 0)
  if (portion.of === portion.whole && !adds) return share
  return candidatesFor(share, { step: one, limit: adds ? undefined : left.sums.get(name) }).find(isExact) ?? share
}

function baseOf (extract: Extract, code: string): Decimal {
  const name = sumNames.base(code)
  const portion = portionOf(extract, (line) => line.taxCodes.includes(code))
  return exactShare(extract, name, portion, (base) =>
    restOf(extract, sumNames.tax(code), taxOn(code, base)) === taxOn(code, restOf(extract, name, base)))
}

function specificTaxOf (extract: Extract, code: string): Decimal {
  const portion = portionOf(extract, (line) => line.taxCodes.includes(code))
  return shareOf(extract.basis.sums.get(sumNames.tax(code)) ?? zero, portion, 0)
}

const isBilled = ({ exemptIndicator }: DocumentLine) => !['nonBillable', 'none'].includes(familyOf(exemptIndicator))

/** Their share is that of all lines that are part of the total. Those with the same text are one. */
function commissionsOf (extract: Extract): DocumentCommission[] {
  const { commissions = [] } = extract.document
  const nameOf = (row: DocumentCommission) => sumNames.commission(row, 'netAmount')
  const portion = portionOf(extract, isBilled)
  if (portion.whole === zero) return []
  return commissions.filter((row, index) => commissions.findIndex((other) => nameOf(other) === nameOf(row)) === index)
    .map((row) => commissionOf(extract, row, portion))
    .filter(({ netAmount, exemptAmount }) => netAmount !== zero || exemptAmount !== zero)
}

function commissionOf (extract: Extract, row: DocumentCommission, portion: Portion): DocumentCommission {
  const name = sumNames.commission(row, 'netAmount')
  const vat = (amount: Decimal) => percentageHalfUp(amount, vatRate)
  const netAmount = exactShare(extract, name, portion, (amount) =>
    restOf(extract, sumNames.commission(row, 'taxAmount'), vat(amount)) === vat(restOf(extract, name, amount)))
  const exempt = extract.basis.sums.get(sumNames.commission(row, 'exemptAmount')) ?? zero
  return { ...row, netAmount, exemptAmount: shareOf(exempt, portion, 0), taxAmount: vat(netAmount) }
}
