import type { TaxDocument } from '../../../dte/document.ts'
import type { TakenLine } from '../../../dte/notes/figures.ts'
import type { NamedDocument, NoteRow, StoredChange } from '../../../repositories/invoicing/documents/invoice-references.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import { type Status, statuses } from '../../../model/document-states.ts'
import { amountsOf, type DocumentName, type KnownNote } from './note-amounts.ts'
import {
  changesOf, isSame, type KnownDocument, type Standing
} from './reference-rules.ts'

const standings: Record<Status, Standing> = {
  // A document that waits has no number, so none is found by its number.
  [statuses.Waiting]: 'stopped',
  [statuses.Issued]: 'onItsWay',
  [statuses.Sending]: 'onItsWay',
  [statuses.Sent]: 'onItsWay',
  [statuses.Accepted]: 'accepted',
  [statuses.AcceptedWithObjections]: 'accepted',
  [statuses.Failed]: 'stopped',
  [statuses.Rejected]: 'refused'
}

/** What is known of the documents that notes change, to judge those notes by. */
export async function readChanged (
  repositories: TenantRepositories, environment: string, documents: TaxDocument[]
): Promise<KnownDocument[]> {
  return readNamed(repositories, environment, namesIn(documents))
}

/** What is known of the documents that have these numbers. */
export async function readNamed (
  { invoiceReferences }: TenantRepositories, environment: string, names: DocumentName[]
): Promise<KnownDocument[]> {
  if (names.length === 0) return []
  const named = await invoiceReferences.find(environment, names)
  const notes = await invoiceReferences.listNotes(environment, names)
  const contents = await invoiceReferences.readDocuments([...named, ...notes].flatMap(({ id }) => id ?? []))
  return named.map((row) => knownOf(row, notes, contents))
}

/** The same, locking the documents against changes and verdicts until the transaction ends. */
export async function lockChanged (
  repositories: TenantRepositories, environment: string, documents: TaxDocument[]
): Promise<KnownDocument[]> {
  const names = namesIn(documents)
  if (names.length > 0) await repositories.invoiceReferences.lock(environment, names)
  return readChanged(repositories, environment, documents)
}

/** A new note among what is known, for the notes after it in the same transaction. */
export function remember (
  known: readonly KnownDocument[],
  { correlationId, document, taken }:
  { correlationId: string, document: TaxDocument, taken?: readonly TakenLine[] | undefined }
): void {
  const changes = changesOf(document)
  const { documentType } = document
  const amounts = amountsOf(document)
  for (const target of known) {
    if (changes.some((change) => isSame(change, target))) {
      target.notes.push({
        correlationId, documentType, amounts, changes, notes: [], ...taken && { correction: { document, taken } }
      })
    }
  }
}

/** What was known before a note came: a stored note is not judged by itself. */
export function withoutNote (known: readonly KnownDocument[], correlationId: string): KnownDocument[] {
  return known.map((one) => ({ ...one, notes: one.notes.filter((note) => note.correlationId !== correlationId) }))
}

/** What is stored of that which a note changes. */
export function changesStored (document: TaxDocument, taken?: readonly TakenLine[]): StoredChange[] {
  return changesOf(document).map((change) => ({ ...change, taken }))
}

/** Looks again at the notes that wait for these documents, in the transaction that settles them. */
export async function wakeDependents (
  { invoiceReferences, tasks }: TenantRepositories, invoiceIds: string[], at: Date
): Promise<void> {
  const released = await invoiceReferences.release(invoiceIds, at)
  if (released.length > 0) await tasks.schedule('issueWaiting', released.map(String))
}

function namesIn (documents: TaxDocument[]): DocumentName[] {
  const names = new Map(
    documents.flatMap(changesOf).map(({ documentType, folio }) => [`${documentType} ${folio}`, { documentType, folio }])
  )
  return Array.from(names.values())
}

/** The documents by their ids. */
type Contents = ReadonlyMap<string, TaxDocument>

function knownOf (row: NamedDocument, notes: NoteRow[], contents: Contents): KnownDocument {
  const { documentType, folio } = row
  return {
    documentType, folio, standing: standingOf(row), ...issuedOf(row, contents),
    notes: notesAbout(row, { notes, contents }, [])
  }
}

function standingOf ({ status, isSpent, isToCome }: NamedDocument): Standing {
  if (status !== null) return standings[status]
  if (isSpent) return 'refused'
  return isToCome ? 'unissued' : 'elsewhere'
}

function issuedOf ({ id, issueDate }: NamedDocument, contents: Contents): Pick<KnownDocument, 'issued'> {
  const document = contents.get(id ?? '')
  if (id === null || issueDate === null || document === undefined) return {}
  const { receiver: { taxNumber: receiverTaxNumber }, totals } = document
  return { issued: { correlationId: id, issueDate, receiverTaxNumber, totals, document, amounts: amountsOf(document) } }
}

/**
 * `above`: the notes on the way here, so that numbers of an earlier system that came to mean other documents lead in no
 * circle.
 */
function notesAbout (
  name: DocumentName, among: { notes: NoteRow[], contents: Contents }, above: string[]
): KnownNote[] {
  return among.notes.flatMap(({ id, documentType, folio, changes }) => {
    const document = among.contents.get(id)
    if (!document || above.includes(id) || !changes.some((change) => isSame(change, name))) return []
    const own = folio === null
      ? { notes: [] }
      : { folio, notes: notesAbout({ documentType, folio }, among, [...above, id]) }
    const taken = changes.find((change) => isSame(change, name))?.taken
    return [{
      correlationId: id, documentType, amounts: amountsOf(document), changes, ...own,
      ...taken && { correction: { document, taken } }
    }]
  })
}
