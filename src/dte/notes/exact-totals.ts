import type { DocumentLine } from '../document.ts'
import { signedTax } from '../reading/totals.ts'
import {
  add, compare, type Decimal, fractionDigits, isNegative, isPositive, roundHalfUpTo, subtract, sum, zero
} from '../values/amounts.ts'
import { isExport } from '../values/document-types.ts'
import { type CountedFamily, type Figures, minus, plus, ratedTaxes, sumNames } from './figures.ts'
import { type Adjustment, creditOf, ratedTax, taxByRate, unadjusted, vatOf } from './note-taxes.ts'
import {
  candidatesFor, codesIn, decimalsIn, distances, type Extract, inFamily, largestOf, portionOf, restOf, shareOf,
  type Taking
} from './shares.ts'

const one = '1' as Decimal
const hundredth = '0.01' as Decimal

type Searched = 'affected' | 'exempt'

/** The total of a family of lines, and what makes additional taxes exact with it. */
export interface ExactTotal { total: Decimal, adjustment: Adjustment }

/** The lines of a family with their share of its discounts and surcharges. */
export function familyShare (extract: Extract, family: CountedFamily): Decimal {
  const { document, basis } = extract
  const portion = portionOf(extract, inFamily(family))
  const total = basis.sums.get(family) ?? zero
  if (portion.of === portion.whole) return total
  if (total === portion.whole) return portion.of
  const exact = shareOf(total, portion, decimalsIn(document))
  if (!isExport(document.documentType)) return exact
  // [S5, Dec16_2Type]: the discounts of exports have two decimals.
  return fractionDigits(portion.of) <= 2
    ? roundHalfUpTo(exact, 2)
    : add(portion.of, roundHalfUpTo(subtract(exact, portion.of), 2))
}

/**
 * The total of the family nearest to its share that keeps the taxes exact and the whole within `most`. `beside`: what
 * the other families and taxes add to the note's total.
 */
export function exactTotal (
  extract: Extract, family: Searched, { share, beside }: { share: Decimal, beside: Decimal }
): ExactTotal {
  const { document, most } = extract
  const isWithin = (total: Decimal) =>
    most === undefined || compare(add(beside, withTaxes(extract, family, total)), most) <= 0
  const within = totalsFor(extract, family, share).filter(isWithin)
  const [nearest = share] = within
  return family === 'exempt' || document.linePrices === 'gross'
    ? { total: nearest, adjustment: unadjusted }
    : amongTotals(extract, within) ?? { total: nearest, adjustment: unadjusted }
}

function totalsFor (extract: Extract, family: Searched, share: Decimal): Decimal[] {
  const { document, left, adds, most } = extract
  const { of, whole } = portionOf(extract, inFamily(family))
  if (of === whole && !adds && most === undefined) return [share]
  const step = decimalsIn(document) === 0 ? one : hundredth
  return candidatesFor(share, { step, limit: adds ? undefined : left.sums.get(family) })
}

function withTaxes (extract: Extract, family: Searched, total: Decimal): Decimal {
  const { document } = extract
  if (family === 'exempt' || document.linePrices === 'gross') return total
  const taxes = codesIn(extract, ratedTaxes)
    .map((code) => signedTax(ratedTax(extract, code, { total, adjustment: unadjusted })))
  const vat = vatOf(document, total)
  return subtract(sum([total, vat, ...taxes]), creditOf(extract, vat).amount)
}

/** The first with which all taxes are exact in this note and in one of the rest; VAT at least. */
function amongTotals (extract: Extract, totals: readonly Decimal[]): ExactTotal | undefined {
  const exact = totals.filter((total) => keepsVat(extract, total))
  let found: ExactTotal | undefined
  for (const total of exact) {
    const adjustment = adjustmentFor(extract, total)
    if (adjustment && leavesSeparable(extract, { total, adjustment })) return { total, adjustment }
    if (adjustment) found ??= { total, adjustment }
  }
  if (found) return found
  const total = exact.find((one) => isLastExact(extract, one)) ?? exact[0]
  return total === undefined ? undefined : { total, adjustment: unadjusted }
}

/** Whether VAT of the note and of one of the rest is that of what is left, within the limits of the credit. */
function keepsVat (extract: Extract, total: Decimal): boolean {
  const { document } = extract
  const vat = vatOf(document, total)
  return restOf(extract, sumNames.vat, vat) === vatOf(document, restOf(extract, 'affected', total)) &&
    creditOf(extract, vat).fits
}

const allCodes = ({ document }: Extract) => [...new Set(document.lines.flatMap(ratedTaxes))]

/** How the same is so of the additional taxes; undefined where these lines cannot do it. */
function adjustmentFor (extract: Extract, total: Decimal): Adjustment | undefined {
  const wanted = allCodes(extract).map((code) => ({ code, taxAmount: wantedTax(extract, code, total) }))
  const isExact = (adjustment: Adjustment) =>
    wanted.every(({ code, taxAmount }) => ratedTax(extract, code, { total, adjustment }).taxAmount === taxAmount)
  if (isExact(unadjusted)) return unadjusted
  for (const extra of extras) {
    const shifts = new Map<Taking, Decimal>()
    for (const { code, taxAmount } of wanted) {
      const taxWith = (taking: Taking, shift: Decimal) =>
        ratedTax(extract, code, { total, adjustment: { shifts: new Map(shifts).set(taking, shift), extra } }).taxAmount
      shiftUntil(extract, code, shifts, (taking, shift) => taxWith(taking, shift) === taxAmount)
    }
    if (isExact({ shifts, extra })) return { shifts, extra }
  }
  return undefined
}

/** What a tax must come to in the note so that one of all the rest has what is left of it. */
function wantedTax (extract: Extract, code: string, total: Decimal): Decimal {
  const rest = taxByRate(code, {
    base: linesLeft(extract, (line) => ratedTaxes(line).includes(code)), total: restOf(extract, 'affected', total),
    lines: linesLeft(extract, inFamily('affected'))
  })
  const left = extract.left.sums.get(sumNames.tax(code)) ?? zero
  return extract.adds ? subtract(rest, left) : subtract(left, rest)
}

/** The amounts of these lines after the note. */
function linesLeft (extract: Extract, isMeant: (line: DocumentLine) => boolean): Decimal {
  const { document, left, adds } = extract
  const before = sum(document.lines.filter(isMeant).map(({ lineNumber }) => left.lines.get(lineNumber)?.amount ?? zero))
  return (adds ? add : subtract)(before, portionOf(extract, isMeant).of)
}

// Half of what makes a peso of the lowest rate.
const shiftDistances = distances(13)
const extras = [zero, ...shiftDistances.filter(isPositive)]

function shiftUntil (
  { takings }: Extract, code: string, shifts: Map<Taking, Decimal>,
  isExact: (taking: Taking, shift: Decimal) => boolean
): void {
  const bearer = largestOf(takings.filter(({ line }) => ratedTaxes(line).includes(code)))
  const shift = bearer && shiftDistances.find((one) => !isNegative(add(bearer.amount, one)) && isExact(bearer, one))
  if (bearer && shift !== undefined) shifts.set(bearer, shift)
}

/**
 * Whether the next note may be of all lines of one additional tax alone. Its tax and its VAT then come from one net
 * amount, so that not every rest allows it.
 */
function leavesSeparable (extract: Extract, chosen: ExactTotal): boolean {
  return allCodes(extract).every((code) => {
    const next = nextAfter(extract, chosen, (line) => ratedTaxes(line).includes(code))
    return next.takings.length === 0 || totalsFor(next, 'affected', familyShare(next, 'affected'))
      .some((total) => keepsVat(next, total) && adjustmentFor(next, total) !== undefined)
  })
}

/** Whether a note of all the rest has the taxes that are left, with an adjustment of its own. */
function isLastExact (extract: Extract, total: Decimal): boolean {
  const next = nextAfter(extract, { total, adjustment: unadjusted }, inFamily('affected'))
  return adjustmentFor(next, restOf(extract, 'affected', total)) !== undefined
}

/** A note of all that is left of these lines after this one. */
function nextAfter (extract: Extract, chosen: ExactTotal, isMeant: (line: DocumentLine) => boolean): Extract {
  const { document, adds } = extract
  const left = (adds ? plus : minus)(extract.left, figuresOf(extract, chosen))
  const takings = document.lines.filter(isMeant)
    .map((line) => ({ line, amount: left.lines.get(line.lineNumber)?.amount ?? zero }))
  return { document, takings: takings.filter(({ amount }) => amount !== zero), left, basis: left, adds: false }
}

function figuresOf (extract: Extract, { total, adjustment }: ExactTotal): Figures {
  const vat = vatOf(extract.document, total)
  return {
    lines: new Map(extract.takings.map(({ line, quantity = zero, amount }) => [line.lineNumber, { quantity, amount }])),
    sums: new Map([
      ['affected', total], [sumNames.vat, vat], [sumNames.credit, creditOf(extract, vat).amount],
      ...codesIn(extract, ratedTaxes).map((code) =>
        [sumNames.tax(code), ratedTax(extract, code, { total, adjustment }).taxAmount] as const)
    ])
  }
}
