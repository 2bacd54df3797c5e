import type { AuditActor, AuditRecord } from '../../../repositories/audit/audit-log.ts'
import type { NewInvoice } from '../../../repositories/invoicing/documents/new-invoice.ts'

type AuditedRow = Pick<NewInvoice, 'id' | 'documentType' | 'folio' | 'totalAmount'>

export interface AuditedDocument { actor: AuditActor, row: AuditedRow }

/**
 * The audit rows about documents of one tenant that a transaction issued or left waiting. Those of one user or key
 * share a row for each of both, which names each document.
 */
export function auditOf (documents: AuditedDocument[]): AuditRecord[] {
  const groups = new Map<string, AuditedDocument[]>()
  for (const document of documents) {
    const name = `${actionOf(document)} ${actorName(document.actor)}`
    groups.set(name, [...groups.get(name) ?? [], document])
  }
  return [...groups.values()].flatMap((together) => together[0]
    ? [{ action: actionOf(together[0]), entity: 'invoice', ...issuedTogether(together) }]
    : [])
}

const actionOf = ({ row }: AuditedDocument): string => row.folio === null ? 'invoice.wait' : 'invoice.issue'

/** Distinguishes actors whose documents cannot share an audit row. */
export function actorName ({ id, name }: AuditActor): string {
  return `${id} ${name}`
}

/**
 * One row about documents of one actor: as that of a single document if there is one only. With several it is filed
 * under the first; address and request are the row's where all have the same, and each document's own otherwise.
 */
export function issuedTogether (
  documents: AuditedDocument[]
): { actor: AuditActor, entityId: string, details: Record<string, unknown> } {
  const [first] = documents
  if (!first) throw new Error('There is no document')
  const { actor, row } = first
  if (documents.length === 1) return { actor, entityId: row.id, details: factsOf(row) }
  const { address, requestId } = actor
  const sameAddress = documents.every((one) => one.actor.address === address)
  const sameRequest = documents.every((one) => one.actor.requestId === requestId)
  return {
    actor: {
      id: actor.id, name: actor.name, ...(sameAddress && address !== undefined && { address }),
      ...(sameRequest && requestId !== undefined && { requestId })
    },
    entityId: row.id,
    details: {
      documents: documents.map((one) => ({
        id: one.row.id,
        ...factsOf(one.row),
        ...(!sameAddress && one.actor.address !== undefined && { address: one.actor.address }),
        ...(!sameRequest && one.actor.requestId !== undefined && { requestId: one.actor.requestId })
      }))
    }
  }
}

function factsOf ({ documentType, folio, totalAmount }: AuditedRow) {
  return { documentType, folio, totalAmount }
}
