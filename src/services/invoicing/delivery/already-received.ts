import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import { postToReceivers } from '../../mail/post.ts'
import type { DocumentStatus } from '../../ports.ts'
import { askRegistryLater } from '../registry/questions.ts'
import { wakeDependents } from '../references/references.ts'
import { refuseEnvelope } from './refused-envelope.ts'
import { finishTask, service } from '../../tasks/task-lease.ts'

type Known = Extract<DocumentStatus, { kind: 'known' }>

/**
 * The SII already has the only document of an envelope that was never sent. Sending it would be treated as a duplicate.
 */
export async function recordAlreadyReceived (
  repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
  { witness, status, at }: { witness: InvoiceRow, status: Known, at: Date }
): Promise<void> {
  const { state, gloss } = status
  if (state === 'FAN') {
    return refuseEnvelope(repositories, task, envelope, { state, reasons: [{ code: state, description: gloss }] }, at)
  }
  const verdict = { state, reasons: [] }
  await repositories.envelopes.settle(envelope.id, 'processed', status, at)
  await repositories.invoices.move({ invoiceIds: [witness.id], move: 'send', detail: verdict, at })
  await repositories.invoices.move({ invoiceIds: [witness.id], move: 'accept', detail: verdict, at }, {
    verdict, reason: null, isOpenToCustomer: true
  })
  await wakeDependents(repositories, [witness.id], at)
  await postToReceivers(repositories, [witness.id], at)
  await askRegistryLater(repositories, [witness.id])
  await finishTask(repositories, task)
  repositories.auditLog.add([{
    actor: service, action: 'envelope.recognise', entity: 'envelope', entityId: envelope.id, details: { state }
  }], at)
}
