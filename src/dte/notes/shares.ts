import type { DocumentLine, TaxDocument } from '../document.ts'
import { type Family, familyOf } from '../reading/totals.ts'
import { decimalsOf } from '../tables/limits.ts'
import {
  add, compare, type Decimal, divideHalfUpTo, isNegative, multiply, negate, subtract, sum, zero
} from '../values/amounts.ts'
import type { Figures } from './figures.ts'

/** What a note takes of a line. */
export interface Taking {
  line: DocumentLine
  quantity?: Decimal
  /** Of the line's total, before the discounts of the whole document. */
  amount: Decimal
  /** In place of the line's description. */
  description?: string
}

/** Parts of a document's lines that become a note. */
export interface Extract {
  document: TaxDocument
  takings: readonly Taking[]
  /** What earlier notes left of the document. */
  left: Figures
  /** Of what the note has its shares: what is left, or the whole document where it adds to that. */
  basis: Figures
  adds: boolean
  /** The most that the note's total may be, where other notes than those of lines are about the document. */
  most?: Decimal | undefined
}

/** A part of a sum: what the note takes of these lines, and what there is of them. */
export interface Portion { of: Decimal, whole: Decimal }

const notBillableNegative = 6

export function decimalsIn ({ documentType, totals }: TaxDocument): number {
  return decimalsOf(documentType, totals.currency)
}

/** The part of the lines that are meant; those with IndExe 6 count against the others. */
export function portionOf (
  { document, takings, basis }: Extract, isMeant: (line: DocumentLine) => boolean
): Portion {
  const signed = (line: DocumentLine, amount: Decimal) =>
    line.exemptIndicator === notBillableNegative ? negate(amount) : amount
  const lines = document.lines.filter(isMeant)
  return {
    of: sum(takings.filter(({ line }) => isMeant(line)).map(({ line, amount }) => signed(line, amount))),
    whole: sum(lines.map((line) => signed(line, basis.lines.get(line.lineNumber)?.amount ?? zero)))
  }
}

export const inFamily = (family: Family) => (line: DocumentLine) => familyOf(line.exemptIndicator) === family

/** The share of an amount: all of it for the note that takes the last. */
export function shareOf (amount: Decimal, { of, whole }: Portion, decimals: number): Decimal {
  if (of === whole) return amount
  return whole === zero ? zero : divideHalfUpTo(multiply(amount, of), whole, decimals)
}

/** What of a sum the document has left after the note. */
export function restOf ({ left, adds }: Extract, name: string, taken: Decimal): Decimal {
  return (adds ? add : subtract)(left.sums.get(name) ?? zero, taken)
}

/** The codes of these taxes on the lines of the note. */
export function codesIn ({ takings }: Extract, among: (line: DocumentLine) => string[]): string[] {
  return [...new Set(takings.flatMap(({ line }) => among(line)))]
}

/** The one that takes the most. */
export function largestOf (takings: readonly Taking[]): Taking | undefined {
  return [...takings].sort((left, right) => compare(right.amount, left.amount))[0]
}

/** 0, 1, −1, 2, −2 … */
export function distances (farthest: number): Decimal[] {
  return Array.from({ length: 2 * farthest + 1 }, (_, index) =>
    String(index % 2 === 0 ? -index / 2 : (index + 1) / 2) as Decimal)
}

// Among so many amounts on each side, one that keeps all taxes exact is found, as a rule within two pesos.
const candidateDistances = distances(60)

/** The amounts around a share, the nearest first; 0 comes last, since it would make no note. */
export function candidatesFor (
  share: Decimal, { step, limit }: { step: Decimal, limit?: Decimal | undefined }
): Decimal[] {
  const near = candidateDistances.map((distance) => add(share, multiply(distance, step)))
    .filter((amount) => !isNegative(amount) && (limit === undefined || compare(amount, limit) <= 0))
  return share === zero
    ? near
    : [...near.filter((amount) => amount !== zero), ...near.filter((amount) => amount === zero)]
}
