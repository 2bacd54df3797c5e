import { type DocumentType, documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import type { EnvelopeKind, EnvelopePurpose } from '../../model/envelopes.ts'

/** By which channel of the SII documents of a type travel. */
export function envelopeKindOf (documentType: number): EnvelopeKind {
  if (!isDocumentType(documentType)) throw new RangeError(`${documentType} is no document type`)
  return documentTypes[documentType].envelope
}

/** The types that travel together in envelopes of one kind. */
export function documentTypesOf (kind: EnvelopeKind): DocumentType[] {
  return Object.keys(documentTypes).map(Number).filter(isDocumentType).filter((type) =>
    documentTypes[type].envelope === kind
  )
}

/**
 * The SII's endpoint for an envelope, for its upload and for queries: an attempt at a set or a book of the
 * certification uses that of documents, also with boletas [S25].
 */
export function endpointOf ({ kind, purpose }: { kind: EnvelopeKind, purpose: EnvelopePurpose | null }): EnvelopeKind {
  return purpose === null ? kind : 'DTE'
}
