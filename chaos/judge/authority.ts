import { statuses } from '../../src/model/document-states.ts'
import { createAnswerForms } from '../../sii-simulator/index.ts'
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

const folioName = ({ taxNumber, type, folio }: Pick<StoredDocument, 'taxNumber' | 'type' | 'folio'>): string =>
  `${taxNumber} type ${type} folio ${folio}`

function byFolio (documents: StoredDocument[]): Map<string, StoredDocument> {
  return new Map(documents.map((document) => [folioName(document), document]))
}

/** How often the document that has, or had, a folio was retried, by the folio's name. */
function retriesByFolio ({ documents, spent, retries }: Books): (name: string) => number {
  const ids = new Map([
    ...spent.map((one) => [folioName(one), one.documentId] as const),
    ...documents.map((document) => [folioName(document), document.id] as const)
  ])
  return (name) => retries.get(ids.get(name) ?? '') ?? 0
}

/** I1, I6: the authority saw one document under each folio. It may see another one after a rejection and a retry. */
export function doubledDocuments (books: Books): string[] {
  const retriesOf = retriesByFolio(books)
  return severalOf(books.ledger.documents, nameOf).filter(({ name, things }) =>
    things.length > 1 + retriesOf(name) || things.filter(({ outcome }) => outcome !== 'rejected').length > 1
  ).map(({ name, things }) => `the SII has ${things.length} documents of ${name}`)
}

/** I6: what may have arrived is never put into another envelope, unless it was rejected and retried. */
export function sentInTwoEnvelopes (books: Books): string[] {
  const { documents, uploads } = books.ledger
  const retriesOf = retriesByFolio(books)
  const hashes = hashesOf(uploads)
  const refused = new Set(uploads.flatMap(({ trackId, state }) =>
    trackId !== undefined && state !== undefined && /^R[SFC]/.test(state) ? [trackId] : []))
  return documents.filter((document) =>
    new Set(document.trackIds.filter((trackId) => !refused.has(trackId)).map((trackId) => hashes.get(trackId))).size >
      1 + retriesOf(nameOf(document))
  ).map((document) => `the SII got ${nameOf(document)} in ${document.trackIds.length} envelopes`)
}

/** I3: the authority, which checks stamps and folios by itself, found nothing but what it was told to find. */
export function refusedStamps ({ ledger: { documents } }: Books): string[] {
  return documents.flatMap((document) => document.reasons
    .filter(({ code, description }) => document.outcome === 'rejected' && /CAF|folio|timbre|TED/i.test(`${code} ${description}`))
    .map(({ code, description }) => `the SII refused ${nameOf(document)}: ${code} ${description}`))
}

/** The statuses that the authority's answers about a document may lead to. */
function whatWasSaid (seed: number): (document: LedgerDocument) => number[] {
  const { choose } = createAnswerForms({ seed })
  return ({ outcome, reasons, trackIds }) => {
    if (reasons.some(({ code }) => code === reversalCode)) return [statuses.Accepted, statuses.Rejected]
    // Where its type is left out of the counters, nothing but a mail tells of objections.
    const isQuiet = outcome === 'objected' && trackIds.some((trackId) => choose('breakdown', trackId) !== 'whole')
    return [outcomes[outcome], ...isQuiet ? [statuses.Accepted] : []]
  }
}

const verdictStatuses: readonly number[] = Object.values(outcomes)

/** I17: each verdict is the authority's, on the document or on its whole envelope. */
export function verdictsNotGiven ({ documents, envelopes, ledger }: Books, seed: number): string[] {
  const saidOf = whatWasSaid(seed)
  const refused = new Set(ledger.uploads.flatMap(({ trackId, state }) =>
    trackId !== undefined && /^R(SC|FR|CT)$/.test(state ?? '') ? [trackId] : []))
  const tracks = new Map(envelopes.map(({ id, trackId }) => [id, trackId]))
  const said = new Map<string, number[]>()
  for (const document of ledger.documents) {
    said.set(nameOf(document), [...said.get(nameOf(document)) ?? [], ...saidOf(document)])
  }
  return documents.filter(({ status }) => verdictStatuses.includes(status)).filter((document) => {
    const isRefused = document.status === statuses.Rejected && refused.has(tracks.get(document.envelopeId ?? '') ?? '')
    return !isRefused && said.get(folioName(document))?.includes(document.status) !== true
  }).map((document) => `${folioName(document)} is stored in status ${document.status}, which the SII did not say`)
}

/** I7: what Timbre believes of an envelope or document is what the authority has. */
export function disagreements ({ envelopes, documents, ledger, spent }: Books, seed: number): string[] {
  const saidOf = whatWasSaid(seed)
  const known = hashesOf(ledger.uploads)
  const stored = byFolio(documents)
  const left = new Set(spent.map(folioName))
  const several = new Set(severalOf(ledger.documents, nameOf).map(({ name }) => name))
  return [
    ...envelopes.filter(({ trackId, sha256 }) => trackId !== null && known.get(trackId) !== sha256)
      .map(({ id, trackId }) => `the SII has no envelope ${id} under track id ${trackId}`),
    ...ledger.documents.flatMap((document) => {
      const own = stored.get(nameOf(document))
      const isReversed = document.reasons.some(({ code }) => code === reversalCode)
      // A folio that was left for another one, or the bytes that were rejected before a retry under the same one.
      const isFormer = left.has(nameOf(document)) || several.has(nameOf(document))
      if (isFormer && (document.outcome === 'rejected' || isReversed)) return []
      if (own === undefined) return [`the SII has ${nameOf(document)}, which is not stored`]
      return isReversed || saidOf(document).includes(own.status)
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
