import { statuses } from '../../src/model/document-states.ts'
import { reversalCode } from '../parts/faults.ts'
import type { LedgerDocument, LedgerUpload } from '../parts/simulator.ts'
import { amountName, severalOf, type Books, type StoredDocument } from './books.ts'

const nameOf = ({ issuer, documentType, folio }: LedgerDocument): string => `${issuer} type ${documentType} folio ${folio}`

const outcomes = {
  accepted: statuses.Accepted, objected: statuses.AcceptedWithObjections, rejected: statuses.Rejected
} as const

function hashesOf (uploads: LedgerUpload[]): Map<string, string> {
  return new Map(uploads.flatMap(({ trackId, sha256 }) => trackId === undefined ? [] : [[trackId, sha256]]))
}

function byFolio (documents: StoredDocument[]): Map<string, StoredDocument> {
  return new Map(documents.map((document) =>
    [`${document.taxNumber} type ${document.type} folio ${document.folio}`, document]))
}

/** I1, I6: the authority saw one document under each folio. */
export function doubledDocuments ({ ledger: { documents } }: Books): string[] {
  return severalOf(documents, nameOf).map(({ name, things }) => `the SII has ${things.length} documents of ${name}`)
}

/** I6: what may have arrived is never put into another envelope. */
export function sentInTwoEnvelopes ({ ledger: { documents, uploads } }: Books): string[] {
  const hashes = hashesOf(uploads)
  const refused = new Set(uploads.flatMap(({ trackId, state }) =>
    trackId !== undefined && state !== undefined && /^R[SFC]/.test(state) ? [trackId] : []))
  return documents.filter(({ trackIds }) =>
    new Set(trackIds.filter((trackId) => !refused.has(trackId)).map((trackId) => hashes.get(trackId))).size > 1
  ).map((document) => `the SII got ${nameOf(document)} in ${document.trackIds.length} envelopes`)
}

/** I3: the authority, which checks stamps and folios by itself, found nothing but what it was told to find. */
export function refusedStamps ({ ledger: { documents } }: Books): string[] {
  return documents.flatMap((document) => document.reasons
    .filter(({ code, description }) => document.outcome === 'rejected' && /CAF|folio|timbre|TED/i.test(`${code} ${description}`))
    .map(({ code, description }) => `the SII refused ${nameOf(document)}: ${code} ${description}`))
}

/** I7: what Timbre believes of an envelope or document is what the authority has. */
export function disagreements ({ envelopes, documents, ledger }: Books): string[] {
  const known = hashesOf(ledger.uploads)
  const stored = byFolio(documents)
  return [
    ...envelopes.filter(({ trackId, sha256 }) => trackId !== null && known.get(trackId) !== sha256)
      .map(({ id, trackId }) => `the SII has no envelope ${id} under track id ${trackId}`),
    ...ledger.documents.flatMap((document) => {
      const own = stored.get(nameOf(document))
      if (own === undefined) return [`the SII has ${nameOf(document)}, which is not stored`]
      const isReversed = document.reasons.some(({ code }) => code === reversalCode)
      return isReversed || own.status === outcomes[document.outcome]
        ? []
        : [`the SII says ${document.outcome} of ${nameOf(document)}, which is stored in status ${own.status}`]
    })
  ]
}

/** I8: totals are the same in journal, database and at the authority. */
export function differentTotals ({ documents, ledger }: Books): string[] {
  const stored = byFolio(documents)
  return ledger.documents.flatMap((document) => {
    const own = stored.get(nameOf(document))
    return own === undefined || own.total === Number(document.totalAmount)
      ? []
      : [`the SII has ${document.totalAmount} pesos for ${amountName(own.taxNumber, own)}`]
  })
}
