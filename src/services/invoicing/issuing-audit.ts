import type { AuditActor, AuditRecord } from '../../repositories/audit/audit-log.ts'
import type { NewInvoice } from '../../repositories/invoicing/invoices.ts'

export interface AuditedDocument { actor: AuditActor, row: NewInvoice }

/**
 * The audit rows about new documents of one tenant. Documents that the same user or key had issued at the same time
 * share one row, which names each of them; those that wait have a row each.
 */
export function auditOf (documents: AuditedDocument[]): AuditRecord[] {
  const waiting = documents.filter(({ row }) => row.folio === null)
  const issued = new Map<string, AuditedDocument[]>()
  for (const document of documents) {
    if (document.row.folio === null) continue
    const name = actorName(document.actor)
    const together = issued.get(name)
    if (together) together.push(document)
    else issued.set(name, [document])
  }
  return [
    ...waiting.map(({ actor, row }) => ({
      actor, action: 'invoice.wait', entity: 'invoice', entityId: row.id, details: factsOf(row)
    })),
    ...[...issued.values()].map((together) => ({
      action: 'invoice.issue', entity: 'invoice', ...issuedTogether(together)
    }))
  ]
}

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

function factsOf ({ documentType, folio, totalAmount }: NewInvoice) {
  return { documentType, folio, totalAmount }
}
