import type { SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { service } from '../tasks/task-lease.ts'

/** Stores the outcome of an answer to a supplier with its documents. Without a failure it was sent. */
export async function settleAnswer (
  { supplierAnswers, receivedDocuments, auditLog }: TenantRepositories,
  { id, documentIds, address }: Pick<SupplierAnswerRow, 'id' | 'documentIds' | 'address'>,
  { failure }: { failure: string | null }, at: Date
): Promise<void> {
  await supplierAnswers.settle(id, failure, at)
  await receivedDocuments.note(documentIds, {
    at: at.toISOString(), event: failure === null ? 'answerSent' : 'answerNotSent', detail: id
  })
  auditLog.add([{
    actor: service, action: 'received.mailAnswer', entity: 'supplierAnswer', entityId: id,
    details: { recipient: address, ...failure !== null && { refused: failure } }
  }], at)
}
