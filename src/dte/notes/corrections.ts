import type { TaxDocument } from '../document.ts'
import { type Decimal, zero } from '../values/amounts.ts'
import { type Figures, type TakenLine, wholeFigures } from './figures.ts'
import { noteLines } from './note-lines.ts'
import type { NoteBody } from './note-payload.ts'
import { sumsOfNote } from './note-sums.ts'
import { decimalsIn, shareOf, type Taking } from './shares.ts'

/** A text of a document that is wrong, and what it should be. */
export interface TextCorrection { field?: string | undefined, was: string, is: string }

/** A part of a line: units with their share of its amount, or an amount. */
export interface LinePart {
  line: number
  quantity?: Decimal
  amount?: Decimal
  /** In place of the line's description. */
  description?: string
}

/** A note that corrects texts has no amount. */
export function textsBody (texts: readonly TextCorrection[]): NoteBody {
  return {
    details: texts.map(({ field = 'texto', was, is }) => ({
      itemName: `Corrige ${field}`, itemDescription: saysInstead(was, is)
    })),
    totals: {}
  }
}

export function saysInstead (was: string, is: string): string {
  return `Donde dice: ${was}\nDebe decir: ${is}`
}

/** What the notes before it leave for a note about lines. */
export interface NoteRoom {
  left: Figures
  /** The note adds to the document. */
  adds: boolean
  most?: Decimal | undefined
}

/**
 * The note of parts of a document's lines: each with its share of what is left of the line, of the discounts and
 * surcharges of the whole document and of the taxes. The note that takes the last takes the rest, so that all notes
 * together come to the document.
 */
export function linesNote (
  document: TaxDocument, parts: readonly LinePart[], { left, adds, most }: NoteRoom
): { body: NoteBody, taken: TakenLine[] } {
  const basis = adds ? wholeFigures(document) : left
  const takings = parts.flatMap((part) => takingOf(document, part, basis))
  const extract = { document, takings, left, basis, adds, most }
  const sums = sumsOfNote(extract)
  const { specificTaxes: taxes, constructionCredit, commissions } = sums
  return {
    body: {
      ...noteLines(extract, sums), commissions: commissions.length > 0 ? commissions : undefined,
      totals: { taxes, ...constructionCredit !== zero && { constructionCredit } }
    },
    taken: takings.map(({ line: { lineNumber: line }, quantity, amount }) =>
      ({ line, ...quantity !== undefined && { quantity }, amount }))
  }
}

function takingOf (
  document: TaxDocument, { line: number, quantity, amount = zero, description }: LinePart, { lines }: Figures
): Taking[] {
  const line = document.lines[number - 1]
  if (!line) return []
  const said = description === undefined ? {} : { description }
  if (quantity === undefined) return [{ line, amount, ...said }]
  const { quantity: units, amount: whole } = lines.get(number) ?? { quantity: zero, amount: zero }
  return [{ line, quantity, amount: shareOf(whole, { of: quantity, whole: units }, decimalsIn(document)), ...said }]
}
