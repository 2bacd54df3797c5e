import { hash } from 'node:crypto'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import { plainExternalId } from '../../../dte/values/external-id.ts'
import { type DocumentKey, documentKeys, type KnownInvoiceKey } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { problemAt, ServiceError } from '../../../shared/errors.ts'
import type { Outcome } from './issue-request.ts'

/** The client's own number of the sale, as it is stored; undefined without one. */
export function externalIdOf ({ header: { documentId } }: InvoicePayload): string | undefined {
  const externalId = plainExternalId(documentId.externalId ?? '')
  return externalId === '' ? undefined : externalId
}

/** The document under the externalId that it was first posted with. */
export function withExternalId (payload: InvoicePayload, externalId: string | null): InvoicePayload {
  const { header, ...others } = payload
  const { externalId: _posted, ...documentId } = header.documentId
  return {
    ...others, header: { ...header, documentId: { ...documentId, ...(externalId !== null && { externalId }) } }
  }
}

/**
 * The keys under which a document is issued once: its Idempotency-Key, and its externalId. Content is compared as
 * canonical JSON of what was posted.
 */
export function keysOf (payload: InvoicePayload, idempotencyKey?: string): DocumentKey[] {
  const externalId = externalIdOf(payload)
  if (idempotencyKey === undefined && externalId === undefined) return []
  const requestHash = hash('sha256', canonicalJson(payload), 'buffer')
  return [
    ...(idempotencyKey === undefined ? [] : [{ operation: documentKeys.request, key: idempotencyKey, requestHash }]),
    ...(externalId === undefined ? [] : [{ operation: documentKeys.externalId, key: externalId, requestHash }])
  ]
}

/** By what it is known that a document was posted before. */
export interface DocumentIdentity {
  keys: DocumentKey[]
  /** A hash of the content, in the form of a UUID. Undefined with a key, which says whether it is the same sale. */
  content: string | undefined
}

export function identityOf (
  payload: InvoicePayload,
  { idempotencyKey, noteKey }: { idempotencyKey?: string | undefined, noteKey?: DocumentKey | undefined } = {}
): DocumentIdentity {
  const keys = [...noteKey ? [noteKey] : [], ...keysOf(payload, idempotencyKey)]
  return { keys, content: keys.length > 0 ? undefined : contentOf(payload) }
}

function contentOf (payload: InvoicePayload): string {
  const digest = hash('sha256', JSON.stringify(payload), 'hex')
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([from, to]) => digest.slice(from, to)).join('-')
}

/** Names a key among those of a tenant. */
export function nameOfKey ({ operation, key }: { operation: string, key: string }): string {
  return `${operation} ${key}`
}

/** The answer of an earlier request under one of the keys, or the refusal of other content; undefined without any. */
export function earlierOutcome (
  keys: readonly DocumentKey[], find: (key: DocumentKey) => KnownInvoiceKey | undefined
): Outcome | undefined {
  for (const key of keys) {
    const known = find(key)
    if (!known) continue
    return known.requestHash.equals(key.requestHash)
      ? { receipt: known.answer, replayed: true }
      : { refused: keyReused(key, known.answer) }
  }
  return undefined
}

/** The key was used for other content. With an externalId, the problem names the document that has it. */
export function keyReused (
  { operation, key }: DocumentKey, first?: Pick<KnownInvoiceKey['answer'], 'correlationId' | 'documentType' | 'invoiceNumber'>
): ServiceError {
  if (operation === documentKeys.request) return new ServiceError('IDEMPOTENCY_KEY_REUSED')
  if (!first) return new ServiceError('EXTERNAL_ID_REUSED')
  const { correlationId, documentType, invoiceNumber } = first
  const en = invoiceNumber === '' ? 'which waits for its folio' : `folio ${invoiceNumber}`
  const es = invoiceNumber === '' ? 'que espera su folio' : `folio ${invoiceNumber}`
  return new ServiceError('EXTERNAL_ID_REUSED', {
    problems: [problemAt('payload.header.documentId.externalId', {
      en: `"${key}" is the document of type ${documentType}, ${en} (correlationId ${correlationId}), with other content`,
      es: `"${key}" es el documento de tipo ${documentType}, ${es} (correlationId ${correlationId}), con otro contenido`
    })]
  })
}
