import { hash } from 'node:crypto'
import { linesBody, type LineCorrection, type TextCorrection, textsBody } from '../../dte/notes/corrections.ts'
import { loweringNote, type NotePurpose, notePayload, type Original, raisingNote } from '../../dte/notes/note-payload.ts'
import { wholeBody } from '../../dte/notes/whole-document.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { isNegative } from '../../dte/values/amounts.ts'
import type { Receipt } from '../../model/receipt.ts'
import { type DocumentKey, documentKeys } from '../../repositories/invoicing/idempotency-keys.ts'
import type { InvoiceRow } from '../../repositories/invoicing/invoices.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { refuseCorrections } from './correction-rules.ts'
import { mustBeInForce } from './in-force.ts'
import { amountsOf, annullingNote, exceededAmount } from './note-amounts.ts'
import { receiptNow } from './receipt.ts'
import { readNamed } from './references.ts'

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
export type PlannedNote = { payload: InvoicePayload, noteKey: DocumentKey } | { earlier: Receipt }

const annuls = '1'
const guide = 52
const settlement = 43
const creditNotes = [61, 112]

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
        const { invoice, original } = await findOriginal(repositories, correlationId)
        refuseUnannullable(original)
        // First, so that it is that of a note which another call stores meanwhile.
        const noteKey = await annulmentKey(repositories, invoice)
        const earlier = await findAnnulling(repositories, invoice, original)
        if (earlier) return { earlier }
        return {
          payload: notePayload(
            loweringNote(original.document.documentType), original, { code: annuls, reason }, wholeBody(original)
          ),
          noteKey
        }
      })
    },

    /**
     * The note that corrects texts or amounts of a document. Throws ServiceError DOCUMENT_NOT_FOUND,
     * DOCUMENT_NOT_ISSUED, DOCUMENT_NOT_IN_FORCE and CORRECTION_INVALID.
     */
    async planCorrection ({ tenantId }: Actor, request: CorrectRequest): Promise<PlannedNote> {
      const { original } = await store.asTenant(tenantId, (repositories) =>
        findOriginal(repositories, request.correlationId))
      return { payload: correctionOf(original, request), noteKey: correctionKey(request) }
    }
  }
}

export type Notes = ReturnType<typeof createNotes>

interface Found { invoice: InvoiceRow, original: Original }

async function findOriginal ({ invoices }: TenantRepositories, correlationId: string): Promise<Found> {
  const invoice = await invoices.find(correlationId)
  const content = await invoices.findContent(correlationId)
  if (!invoice || !content) throw new ServiceError('DOCUMENT_NOT_FOUND')
  mustBeInForce(invoice)
  return { invoice, original: { document: content.document, folio: Number(invoice.folio) } }
}

function refuseUnannullable ({ document: { documentType, totals } }: Original): void {
  if (documentType === guide) throw new ServiceError('DELIVERY_NOTE_NOT_ANNULLABLE')
  if (documentType === settlement && (isNegative(totals.totalAmount) || totals.taxes.length > 0)) {
    throw new ServiceError('SETTLEMENT_NOT_ANNULLABLE')
  }
}

/** The answer of the note that annuls the document. Throws PARTLY_CREDITED where others have taken something off. */
async function findAnnulling (
  repositories: TenantRepositories, { environment }: InvoiceRow, { document, folio }: Original
): Promise<Receipt | undefined> {
  const [target] = await readNamed(repositories, environment, [{ documentType: document.documentType, folio }])
  const note = target && annullingNote(target)
  if (note) {
    const invoice = await repositories.invoices.find(note.correlationId)
    const content = await repositories.invoices.findContent(note.correlationId)
    if (invoice && content) return receiptNow(invoice, content)
  }
  const amounts = amountsOf(document)
  const left = target && exceededAmount(amounts, [{ ...target, amounts }])
  if (left !== undefined) {
    throw new ServiceError('PARTLY_CREDITED', {
      problems: [problemAt('correlationId', {
        en: `of the total of ${document.totals.totalAmount}, notes have left ${left}`,
        es: `del total de ${document.totals.totalAmount}, las notas dejaron ${left}`
      })]
    })
  }
  return undefined
}

/**
 * Calls at the same time make the same key. A document whose note was rejected, or annulled in turn, may be annulled
 * again, under another one.
 */
async function annulmentKey (
  { invoiceReferences }: TenantRepositories, { id, environment, documentType, folio }: InvoiceRow
): Promise<DocumentKey> {
  const notes = await invoiceReferences.listChanging(environment, { documentType, folio: Number(folio) })
  return keyOf('annulment', `${id} ${notes.filter(({ code }) => code === annuls).length}`)
}

function correctionKey ({ correlationId, ...content }: CorrectRequest): DocumentKey {
  return keyOf('correction', `${correlationId} ${hash('sha256', canonicalJson(content), 'base64url')}`)
}

/** The key says all that may differ, so the content under it never does. */
function keyOf (operation: 'annulment' | 'correction', key: string): DocumentKey {
  return { operation: documentKeys[operation], key, requestHash: hash('sha256', key, 'buffer') }
}

function correctionOf (original: Original, { texts, lines = [], add = false, reason }: CorrectRequest): InvoicePayload {
  const { document } = original
  const lowering = loweringNote(document.documentType)
  if (texts) {
    const purpose: NotePurpose = { code: '2', reason: reason ?? 'Corrige texto' }
    return notePayload(lowering, original, purpose, textsBody(texts))
  }
  refuseCorrections(document, lines, { add, isCreditNote: creditNotes.includes(document.documentType) })
  const type = add ? raisingNote(document.documentType) : lowering
  return notePayload(type, original, { code: '3', reason: reason ?? 'Corrige montos' }, linesBody(document, lines))
}
