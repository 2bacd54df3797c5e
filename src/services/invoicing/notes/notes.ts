import { hash } from 'node:crypto'
import { linesNote, type TextCorrection, textsBody } from '../../../dte/notes/corrections.ts'
import { loweringNote, type NotePurpose, notePayload, type Original, raisingNote } from '../../../dte/notes/note-payload.ts'
import { wholeBody } from '../../../dte/notes/whole-document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import { type Decimal, isNegative } from '../../../dte/values/amounts.ts'
import type { Receipt } from '../../../model/receipt.ts'
import { type DocumentKey, documentKeys } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { problemAt, ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { type LineCorrection, readCorrections } from './correction-rules.ts'
import { mustBeInForce } from './in-force.ts'
import { NotesChanged } from '../issuing/issue.ts'
import type { Correction } from '../issuing/issue-request.ts'
import { figuresLeft, namesOfNotes } from '../references/lines-left.ts'
import { amountsOf, annullingNote, exceededAmount, isAnnulled, isCreditNote, totalLeft } from '../references/note-amounts.ts'
import type { KnownDocument } from '../references/reference-rules.ts'
import { receiptNow } from '../issuing/receipt.ts'
import { readNamed } from '../references/references.ts'

export interface AnnulRequest { correlationId: string, reason: string }

export interface CorrectRequest {
  correlationId: string
  reason?: string | undefined
  texts?: readonly TextCorrection[] | undefined
  lines?: readonly LineCorrection[] | undefined
  /** The lines are added to the document. */
  add?: boolean | undefined
}

/** A note to be saved under a key, or the note that has done it already. */
export type PlannedNote =
  { payload: InvoicePayload, noteKey: DocumentKey, correction?: Correction | undefined } | { earlier: Receipt }

const annuls = '1'
const guide = 52
const settlement = 43

/** Makes the notes that annul and correct documents from these documents themselves. */
export function createNotes ({ store }: { store: Store }) {
  return {
    /**
     * The note that annuls a document; the one that already does, where there is one. Throws ServiceError
     * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED, DOCUMENT_NOT_IN_FORCE, DELIVERY_NOTE_NOT_ANNULLABLE,
     * SETTLEMENT_NOT_ANNULLABLE and PARTLY_CREDITED.
     */
    async planAnnulment ({ tenantId }: Actor, { correlationId, reason }: AnnulRequest): Promise<PlannedNote> {
      return store.asTenant(tenantId, async (repositories) => {
        const { invoice, original, target } = await findOriginal(repositories, correlationId)
        refuseUnannullable(original)
        const annulling = target && annullingNote(target)
        if (annulling) return { earlier: await receiptOf(repositories, annulling.correlationId) }
        refusePartlyCredited(original, target)
        const noteKey = nextKey(await keysStored(repositories, (count) => keyOf('annulment', `${invoice.id} ${count}`)))
        return {
          payload: notePayload(
            loweringNote(original.document.documentType), original, { code: annuls, reason }, wholeBody(original)
          ),
          noteKey
        }
      })
    },

    /**
     * The note that corrects texts or amounts of a document, or the one in force that does already. Throws ServiceError
     * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED, DOCUMENT_NOT_IN_FORCE and CORRECTION_INVALID.
     */
    async planCorrection ({ tenantId }: Actor, request: CorrectRequest): Promise<PlannedNote> {
      return store.asTenant(tenantId, async (repositories) => {
        const { original, target } = await findOriginal(repositories, request.correlationId)
        const keys = await keysStored(repositories, (count) => correctionKey(request, count))
        const made = target?.notes.find(({ correlationId }) => correlationId === keys.at(-2)?.note)
        if (made && !isAnnulled(made)) return { earlier: await receiptOf(repositories, made.correlationId) }
        return { ...correctionOf(original, target, request), noteKey: nextKey(keys) }
      })
    }
  }
}

// Of as many corrections of one document at once.
const mostPlans = 50

/** Plans and issues a correction again while other notes about its document come first. */
export async function plannedAgain<T> (planAndIssue: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await planAndIssue()
    } catch (error) {
      if (!(error instanceof NotesChanged) || count === mostPlans) throw error
    }
  }
}

export type Notes = ReturnType<typeof createNotes>

/** `target`: the document with the notes about it. */
interface Found { invoice: InvoiceRow, original: Original, target: KnownDocument | undefined }

/** Locks the document, so that its notes and their keys are those of one moment. */
async function findOriginal (repositories: TenantRepositories, correlationId: string): Promise<Found> {
  const { invoices, invoiceReferences } = repositories
  const invoice = await invoices.find(correlationId)
  const content = await invoices.findContent(correlationId)
  if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
  mustBeInForce(invoice)
  const { document } = content
  const name = { documentType: document.documentType, folio: Number(invoice.folio) }
  await invoiceReferences.lock(invoice.environment, [name])
  const [target] = await readNamed(repositories, invoice.environment, [name])
  return { invoice, target, original: { document, folio: name.folio } }
}

function refuseUnannullable ({ document: { documentType, totals } }: Original): void {
  if (documentType === guide) throw new ServiceError('DELIVERY_NOTE_NOT_ANNULLABLE')
  if (documentType === settlement && (isNegative(totals.totalAmount) || totals.taxes.length > 0)) {
    throw new ServiceError('SETTLEMENT_NOT_ANNULLABLE')
  }
}

function refusePartlyCredited ({ document }: Original, target: KnownDocument | undefined): void {
  const amounts = amountsOf(document)
  const left = target && exceededAmount(amounts, [{ ...target, amounts }])
  if (left === undefined) return
  throw new ServiceError('PARTLY_CREDITED', {
    problems: [problemAt('correlationId', {
      en: `of the total of ${document.totals.totalAmount}, notes have left ${left}`,
      es: `del total de ${document.totals.totalAmount}, las notas dejaron ${left}`
    })]
  })
}

async function receiptOf ({ invoices }: TenantRepositories, correlationId: string): Promise<Receipt> {
  const invoice = await invoices.find(correlationId)
  const content = await invoices.findContent(correlationId)
  if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
  return receiptNow(invoice, content)
}

/** A key, and the note that has it; the last key of a list is free. */
interface NumberedKey { key: DocumentKey, note?: string }

/**
 * The keys of the same request one after the other: where its note was rejected, or annulled in turn, another one is
 * issued, under the next key. Calls at the same time make the same key, and so one note.
 */
async function keysStored (
  { idempotencyKeys }: TenantRepositories, numbered: (count: number) => DocumentKey
): Promise<NumberedKey[]> {
  const keys: NumberedKey[] = []
  for (;;) {
    const key = numbered(keys.length)
    const known = await idempotencyKeys.findForInvoices([key.key])
    const note = known.find(({ operation }) => operation === key.operation)?.answer.correlationId
    if (note === undefined) return [...keys, { key }]
    keys.push({ key, note })
  }
}

function nextKey (keys: readonly NumberedKey[]): DocumentKey {
  const last = keys.at(-1)
  if (!last) throw new Error('A request has no key')
  return last.key
}

function correctionKey ({ correlationId, ...content }: CorrectRequest, count: number): DocumentKey {
  const first = `${correlationId} ${hash('sha256', canonicalJson(content), 'base64url')}`
  return keyOf('correction', count === 0 ? first : `${first} ${count}`)
}

/** The key says all that may differ, so the content under it never does. */
function keyOf (operation: 'annulment' | 'correction', key: string): DocumentKey {
  return { operation: documentKeys[operation], key, requestHash: hash('sha256', key, 'buffer') }
}

type PlannedCorrection = { payload: InvoicePayload, correction?: Correction }

function correctionOf (
  original: Original, target: KnownDocument | undefined, { texts, lines = [], add = false, reason }: CorrectRequest
): PlannedCorrection {
  const { document } = original
  const lowering = loweringNote(document.documentType)
  if (texts) {
    const purpose: NotePurpose = { code: '2', reason: reason ?? 'Corrige texto' }
    return { payload: notePayload(lowering, original, purpose, textsBody(texts)) }
  }
  const notes = target?.notes ?? []
  const left = figuresLeft(document, notes)
  const { parts, adds } = readCorrections(lines, {
    document, left, add, isCreditNote: isCreditNote(document.documentType)
  })
  const { body, taken } = linesNote(document, parts, { left, adds, most: adds ? undefined : mostOf(document, target) })
  const type = adds ? raisingNote(document.documentType) : lowering
  return {
    payload: notePayload(type, original, { code: '3', reason: reason ?? 'Corrige montos' }, body),
    correction: { taken, after: namesOfNotes(notes) }
  }
}

/** Notes that were posted are about no line, so that they leave an amount of the whole document alone. */
function mostOf (document: TaxDocument, target: KnownDocument | undefined): Decimal | undefined {
  const isPosted = target?.notes.some((note) => !note.correction && !isAnnulled(note))
  return target && isPosted ? totalLeft([{ ...target, amounts: amountsOf(document) }]) : undefined
}
