import type { TaxDocument } from '../../../dte/document.ts'
import type { TakenLine } from '../../../dte/notes/figures.ts'
import { unroundedTotal } from '../../../dte/reading/unrounded-total.ts'
import { add, compare, type Decimal, isNegative, subtract, sum, zero } from '../../../dte/values/amounts.ts'
import { currencyOf } from '../../../dte/values/currencies.ts'

/** A document of the tenant, by its number. */
export interface DocumentName { documentType: number, folio: number }

/** What a note does (CodRef) to a document, in one of its lines of reference. */
export interface Change extends DocumentName { line: number, code: string | undefined }

/** The amounts of a document that its notes lower and raise. */
export interface NoteAmounts {
  currency: string
  totalAmount: Decimal
  unroundedTotal: Decimal
}

/** A note in force or on its way, with the notes about it. */
export interface KnownNote {
  correlationId: string
  documentType: number
  amounts: NoteAmounts
  /** Absent while it waits for its own. */
  folio?: number
  changes: Omit<Change, 'line'>[]
  notes: KnownNote[]
  /** Where Webhook/Correct made it. */
  correction?: { document: TaxDocument, taken: readonly TakenLine[] }
}

type Figure = 'totalAmount' | 'unroundedTotal'
type Summands = Pick<KnownNote, 'documentType' | 'notes'> & { folio?: number, amounts: NoteAmounts }

const creditNotes = [61, 112]
const annuls = '1'
// Of what divisions leave in the sixteenth decimal.
const tolerance = '0.000001' as Decimal

export function amountsOf (document: TaxDocument): NoteAmounts {
  const { totals } = document
  return {
    currency: currencyOf(totals), totalAmount: totals.totalAmount, unroundedTotal: unroundedTotal(document)
  }
}

/**
 * What is left of the documents for one more note about them, when it takes off more. Notes are rounded one by one, so
 * that all together may exceed the original by what rounding explains: not before it.
 */
export function exceededAmount (note: NoteAmounts, documents: Summands[]): Decimal | undefined {
  const left = amountLeft(documents, 'totalAmount')
  const unroundedLeft = add(amountLeft(documents, 'unroundedTotal'), tolerance)
  const fits = compare(note.totalAmount, left) <= 0 || compare(note.unroundedTotal, unroundedLeft) <= 0
  return fits ? undefined : left
}

/** What the notes about these documents have left of their totals. */
export function totalLeft (documents: Summands[]): Decimal {
  return amountLeft(documents, 'totalAmount')
}

type Annullable = Pick<KnownNote, 'notes' | 'documentType'> & { folio?: number }

export function isAnnulled (target: Annullable): boolean {
  return annullingNote(target) !== undefined
}

/** The note that annuls a document, and that no other note annuls in turn. */
export function annullingNote (target: Annullable): KnownNote | undefined {
  return target.notes.find((note) =>
    note.changes.some(({ documentType, folio, code }) =>
      code === annuls && documentType === target.documentType && folio === target.folio
    ) && !isAnnulled(note)
  )
}

export function isCreditNote (documentType: number): boolean {
  return creditNotes.includes(documentType)
}

/**
 * What is left of the sum of these documents after the notes about them, and about no other; nothing of annulled ones.
 */
function amountLeft (documents: Summands[], figure: Figure): Decimal {
  const valid = documents.filter((one) => !isAnnulled(one))
  const lowers = ({ documentType }: KnownNote): boolean =>
    valid.some((one) => isCreditNote(one.documentType) !== isCreditNote(documentType))
  const left = notesAbout(valid).reduce(
    (rest, note) => (lowers(note) ? subtract : add)(rest, amountLeft([note], figure)),
    sum(valid.map(({ amounts }) => amounts[figure]))
  )
  return isNegative(left) ? zero : left
}

/** The notes about these documents and about no other. */
function notesAbout (documents: Summands[]): KnownNote[] {
  const notes = new Map(documents.flatMap((one) => one.notes).map((note) => [note.correlationId, note]))
  return Array.from(notes.values()).filter(({ changes }) =>
    changes.every((change) =>
      documents.some((one) => one.folio === change.folio && one.documentType === change.documentType)
    )
  )
}
