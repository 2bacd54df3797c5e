import type { TaxDocument } from '../../../src/dte/document.ts'
import { type LinePart, linesNote, type NoteRoom } from '../../../src/dte/notes/corrections.ts'
import { type Figures, minus, type TakenLine, takenFigures, wholeFigures } from '../../../src/dte/notes/figures.ts'
import { loweringNote, notePayload } from '../../../src/dte/notes/note-payload.ts'
import { type PreparedDocument, prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { type Decimal, decimalFromNumber } from '../../../src/dte/values/amounts.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'

export const folio = 1042

/** A note of parts of a document, as Save would prepare it, and what it takes of the lines. */
export function noteOf (
  document: TaxDocument, parts: readonly LinePart[], room: NoteRoom, isPurchase = false
): PreparedDocument & { taken: TakenLine[] } {
  const { body, taken } = linesNote(document, parts, room)
  const payload = notePayload(loweringNote(document.documentType), { document, folio }, { code: '3', reason: 'Corrige' }, body)
  const purchaseNotes = new Set(isPurchase ? [`${document.documentType} ${folio}`] : [])
  return { ...prepareDocument(payload, { sender: senderFacts, today, purchaseNotes }), taken }
}

/** How a document is given back: which line, and which part of what is left of it; the last note takes all the rest. */
export type Returns = readonly (readonly { line: number, part: number, inPesos: boolean }[])[]

export interface Returned { notes: TaxDocument[], taken: TakenLine[][], violations: string[] }

/** The notes of these returns, in their order. A note of nothing is not issued. */
export function giveBack (document: TaxDocument, returns: Returns, isPurchase: boolean): Returned {
  const done: Returned = { notes: [], taken: [], violations: [] }
  let left = wholeFigures(document)
  for (const wanted of [...returns, undefined]) {
    const parts = wanted ? partsOf(document, left, wanted) : restOf(document, left)
    if (parts.length === 0) continue
    const note = noteOf(document, parts, { left, adds: false }, isPurchase)
    const rules = note.violations.map(({ rule, path }) => `${rule} ${path}`)
    if (isNothing(note)) continue
    if (!note.document) {
      done.violations.push(...rules)
      return done
    }
    done.notes.push(note.document)
    done.taken.push(note.taken)
    left = minus(left, takenFigures(note.document, note.taken))
  }
  return done
}

// Of a few pesos, commissions may be more than the lines.
function isNothing ({ violations }: PreparedDocument): boolean {
  const [first] = violations
  return violations.length === 1 && first !== undefined && ['TOTAL_IS_ZERO', 'TOTAL_IS_NEGATIVE'].includes(first.rule)
}

function partsOf (document: TaxDocument, left: Figures, wanted: Returns[number]): LinePart[] {
  const parts = wanted.map(({ line, part, inPesos }) =>
    partOf(document, left, { line: line % document.lines.length, part, inPesos })).filter((one) => one !== undefined)
  return parts.filter(({ line }, index) => parts.findIndex((other) => other.line === line) === index)
}

function partOf (
  { lines, documentType }: TaxDocument, left: Figures, { line, part, inPesos }: Returns[number][number]
): LinePart | undefined {
  const number = line + 1
  const { quantity = '0', amount = '0' } = left.lines.get(number) ?? {}
  const isWhole = part === 1
  const cut = (text: string, decimals: number) => isWhole ? text : String(floorTo(Number(text) * part, decimals))
  if (inPesos || lines[line]?.quantity === undefined) {
    const taken = cut(amount, documentType >= 110 ? 2 : 0)
    return Number(taken) > 0 ? { line: number, amount: decimalFromNumber(Number(taken)) } : undefined
  }
  const units = cut(quantity, Number.isInteger(Number(quantity)) ? 0 : 6)
  return Number(units) > 0 ? { line: number, quantity: units as Decimal } : undefined
}

function floorTo (value: number, decimals: number): number {
  return Math.floor(value * 10 ** decimals) / 10 ** decimals
}

function restOf (document: TaxDocument, left: Figures): LinePart[] {
  return document.lines.flatMap(({ lineNumber: line, lineTotal, quantity: units }): LinePart[] => {
    const { quantity = '0' as Decimal, amount = '0' as Decimal } = left.lines.get(line) ?? {}
    if (Number(lineTotal) < 0) return []
    if (units !== undefined && Number(quantity) > 0) return [{ line, quantity }]
    return Number(amount) > 0 ? [{ line, amount }] : []
  })
}
