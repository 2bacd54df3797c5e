import { type DocumentType, documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import type { EnvelopeKind } from '../../model/envelopes.ts'

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
