import { z } from 'zod'
import { plainExternalId } from '../../../dte/values/external-id.ts'
import { type BulkDocument, referredKeys, withReferences } from '../../../model/bulk-document.ts'
import type { RowProblem } from '../../../model/bulk-rows.ts'
import { documentKeys, type KnownInvoiceKey } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import type { Store } from '../../../repositories/store.ts'
import { externalIdOf, keyReused, keysOf } from '../../invoicing/issuing/document-keys.ts'
import { newProblem, type Locate, problemsOfError } from '../problems.ts'
import type { PostedDocument } from '../sheet-documents.ts'
import type { Arrival } from './arrivals.ts'

const path = 'header.documentId.externalId'
const named = z.object({
  header: z.object({ documentId: z.object({ externalId: z.string().overwrite(plainExternalId).min(1) }) })
})

export type UsedExternalIds = ReadonlyMap<string, KnownInvoiceKey>

/** Those externalIds of posted documents that a document of the tenant has. */
export async function findUsed (
  store: Store, tenantId: string, posted: readonly PostedDocument[]
): Promise<UsedExternalIds> {
  const ids = posted.flatMap(({ value }) => named.safeParse(value).data?.header.documentId.externalId ?? [])
  if (ids.length === 0) return new Map()
  const known = await store.asTenant(tenantId, ({ idempotencyKeys }) => idempotencyKeys.findForInvoices(ids))
  return new Map(known.filter(({ operation }) => operation === documentKeys.externalId).map((one) => [one.key, one]))
}

/** The same content is no mistake: the row is linked to the document that there is. Rows that refer to others wait. */
export function usedProblems (used: UsedExternalIds, payload: BulkDocument, locate: Locate): RowProblem[] {
  const known = used.get(externalIdOf(payload) ?? '')
  if (!known || referredKeys(payload).length > 0) return []
  const [key] = keysOf(withReferences(payload, () => { throw new Error('The document refers to no other') }))
  return !key || known.requestHash.equals(key.requestHash) ? [] : problemsOfError(keyReused(key, known.answer), locate)
}

/** Adds a document under its externalId. If another of the submission has it, both are refused. */
export function addExternalId (
  { byExternalId, invalid, refusals }: {
    byExternalId: Map<string, Arrival>, invalid: Set<string>, refusals: { id: string, problem: RowProblem }[]
  },
  payload: BulkDocument, arrival: Arrival
): RowProblem[] {
  const externalId = externalIdOf(payload)
  if (externalId === undefined) return []
  const namesake = byExternalId.get(externalId)
  if (!namesake) {
    byExternalId.set(externalId, arrival)
    return []
  }
  invalid.add(namesake.id)
  refusals.push({ id: namesake.id, problem: newProblem('EXTERNAL_ID_REPEATED', namesake.locate(path)) })
  return [newProblem('EXTERNAL_ID_REPEATED', arrival.locate(path))]
}
