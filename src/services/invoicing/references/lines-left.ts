import type { TaxDocument } from '../../../dte/document.ts'
import { type Figures, inLinesOf, minus, plus, type TakenLine, takenFigures, wholeFigures } from '../../../dte/notes/figures.ts'
import { compare, type Decimal, zero } from '../../../dte/values/amounts.ts'
import { isAnnulled, isCreditNote, type KnownNote } from './note-amounts.ts'

/** What the notes in force that Webhook/Correct made leave of a document, line by line. */
export function figuresLeft (document: TaxDocument, notes: readonly KnownNote[]): Figures {
  return withNotes(wholeFigures(document), { documentType: document.documentType, notes })
}

/** The notes on which it depends what is left, and those about them. */
export function namesOfNotes (notes: readonly KnownNote[]): string {
  return notes.map((note) => `${note.correlationId}(${namesOfNotes(note.notes)})`).sort().join(' ')
}

/** The first line of which a note takes more than is left, as units or as an amount. */
export function exceededLine (
  document: TaxDocument, notes: readonly KnownNote[], note: { documentType: number, taken: readonly TakenLine[] }
): { line: number, posted: Decimal, computed: Decimal } | undefined {
  if (isCreditNote(note.documentType) === isCreditNote(document.documentType)) return undefined
  const { lines } = figuresLeft(document, notes)
  for (const { line, quantity = zero, amount } of note.taken) {
    const left = lines.get(line) ?? { quantity: zero, amount: zero }
    if (compare(quantity, left.quantity) > 0) return { line, posted: quantity, computed: left.quantity }
    if (compare(amount, left.amount) > 0) return { line, posted: amount, computed: left.amount }
  }
  return undefined
}

/** A note lowers what it is about where one of both is a credit note, and else raises it. */
function withNotes (
  figures: Figures, { documentType, notes }: { documentType: number, notes: readonly KnownNote[] },
  inLines: (figures: Figures) => Figures = (same) => same
): Figures {
  return notes.reduce((left, note) => {
    const own = figuresOf(note)
    if (!own) return left
    return (isCreditNote(note.documentType) === isCreditNote(documentType) ? plus : minus)(left, inLines(own))
  }, figures)
}

/** By the lines of the document that the note is about, after the notes about it. */
function figuresOf (note: KnownNote): Figures | undefined {
  if (!note.correction || isAnnulled(note)) return undefined
  const { document, taken } = note.correction
  return withNotes(takenFigures(document, taken), note, (figures) => inLinesOf(taken, figures))
}
