import type { DocumentLine, TaxDocument } from '../document.ts'
import { familyTotal } from '../reading/totals.ts'
import { findAdditionalTax, hasOwnBase, taxBaseOf } from '../tables/additional-taxes.ts'
import { add, type Decimal, subtract, zero } from '../values/amounts.ts'

/** What a note took of a line of its document; each line of the note has one, in the same order. */
export interface TakenLine {
  /** Number of the line in the document. */
  line: number
  quantity?: Decimal
  /** Of the line's total, before the discounts of the whole document. */
  amount: Decimal
}

/** Quantities and amounts of a document, of a note, or of what notes left of a document. */
export interface Figures {
  /** By the number of the line in the document. */
  lines: ReadonlyMap<number, { quantity: Decimal, amount: Decimal }>
  sums: ReadonlyMap<string, Decimal>
}

/** The families of lines that are part of some total. */
export const countedFamilies = ['affected', 'exempt', 'nonBillable', 'deposit'] as const
export type CountedFamily = typeof countedFamilies[number]

const vat = 'vat'
const credit = 'constructionCredit'

export const sumNames = {
  vat, credit,
  tax: (code: string) => `tax ${code}`,
  /** Of a tax that is on a base which its lines say apart. */
  base: (code: string) => `base ${code}`,
  commission: ({ movement, description }: { movement: string, description: string }, member: CommissionMember) =>
    `commission ${movement} ${member} ${description}`
}

const commissionMembers = ['netAmount', 'exemptAmount', 'taxAmount'] as const
type CommissionMember = typeof commissionMembers[number]

/** The figures of a document before any note. */
export function wholeFigures (document: TaxDocument): Figures {
  return {
    lines: new Map(document.lines.map(({ lineNumber, quantity = zero, lineTotal }) =>
      [lineNumber, { quantity, amount: lineTotal }])),
    sums: sumsOf(document)
  }
}

/** The figures of a note, by the lines of its document. */
export function takenFigures (note: TaxDocument, taken: readonly TakenLine[]): Figures {
  return {
    lines: new Map(taken.map(({ line, quantity = zero, amount }) => [line, { quantity, amount }])), sums: sumsOf(note)
  }
}

/** The figures of a note about a note, by the lines of the document that the latter is about. */
export function inLinesOf (taken: readonly TakenLine[], { lines, sums }: Figures): Figures {
  const moved = [...lines].flatMap(([number, figures]) => {
    const line = taken[number - 1]?.line
    return line === undefined ? [] : [[line, figures] as const]
  })
  return { lines: new Map(moved), sums }
}

export function plus (left: Figures, right: Figures): Figures {
  return combined(left, right, add)
}

export function minus (left: Figures, right: Figures): Figures {
  return combined(left, right, subtract)
}

type Operation = (left: Decimal, right: Decimal) => Decimal

function combined (left: Figures, right: Figures, operate: Operation): Figures {
  const lines = new Map(left.lines)
  for (const [number, { quantity, amount }] of right.lines) {
    const before = lines.get(number) ?? { quantity: zero, amount: zero }
    lines.set(number, { quantity: operate(before.quantity, quantity), amount: operate(before.amount, amount) })
  }
  const sums = new Map(left.sums)
  for (const [name, amount] of right.sums) sums.set(name, operate(sums.get(name) ?? zero, amount))
  return { lines, sums }
}

function sumsOf (document: TaxDocument): Map<string, Decimal> {
  const { lines, totals, commissions = [] } = document
  const sums = new Map<string, Decimal>(countedFamilies.map((family) => [family, familyTotal(document, family)]))
  sums.set(vat, totals.taxAmount)
  sums.set(credit, totals.constructionCredit ?? zero)
  const raise = (name: string, amount: Decimal) => sums.set(name, add(sums.get(name) ?? zero, amount))
  for (const { taxCode, taxAmount } of totals.taxes) raise(sumNames.tax(taxCode), taxAmount)
  for (const line of lines) for (const code of ownBases(line)) raise(sumNames.base(code), taxBaseOf(code, line) ?? zero)
  for (const row of commissions) {
    for (const member of commissionMembers) raise(sumNames.commission(row, member), row[member])
  }
  return sums
}

/** The taxes of a line that are on a base which it says apart. */
export function ownBases ({ taxCodes }: Pick<DocumentLine, 'taxCodes'>): string[] {
  return taxCodes.filter(hasOwnBase)
}

/** The taxes of a line that are a part of its amount. */
export function ratedTaxes ({ taxCodes }: Pick<DocumentLine, 'taxCodes'>): string[] {
  return taxCodes.filter((code) => !hasOwnBase(code) && findAdditionalTax(code)?.rate !== undefined)
}

/** The taxes of a line whose amount is said in the totals. */
export function specificTaxes ({ taxCodes }: Pick<DocumentLine, 'taxCodes'>): string[] {
  return taxCodes.filter((code) => findAdditionalTax(code)?.kind === 'amount')
}
