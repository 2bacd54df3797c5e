import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import type { DocumentReason } from '../../../model/reasons.ts'
import { reportedReasons } from '../document-texts.ts'
import { isOtherSender, otherSenderReason, sendersOf, withSender } from './envelope-senders.ts'
import { packSubject } from './pack.ts'
import { wakeDependents } from '../references/references.ts'
import { isFolioUsed, stopUsedBlocks } from './used-folios.ts'
import { finishTask, service } from '../../tasks/task-lease.ts'

export interface Refusal { state: string, reasons: DocumentReason[] }

// One document's fault refuses the whole file: the schema (STATUS 7, RSC) and repeated folios (RPT). Permissions, cover
// sheet and signature of the envelope (the rest) concern all of its documents alike.
const faultOfOneDocument = new Set(['UPLOAD-7', 'RSC', 'RPT', 'RCH'])

const coverRefused = 'RCT'

/** The reasons of a refused cover sheet name who signed the envelope, and who sends where it is another. */
async function reasonsWithSenders (
  repositories: TenantRepositories, envelope: EnvelopeRow, { state, reasons }: Refusal
): Promise<DocumentReason[]> {
  const senders = state === coverRefused ? await sendersOf(repositories, envelope) : undefined
  if (!senders) return reasons
  const [first = { code: state, description: '' }, ...others] = reasons
  return isOtherSender(senders)
    ? [otherSenderReason(senders, first.description), ...others]
    : [withSender(first, senders), ...others]
}

/**
 * The SII answered that it takes nothing of the envelope. With several documents in it and one of them to blame, each
 * gets an envelope of its own; otherwise its documents fail with the reason and wait for a person.
 */
export async function refuseEnvelope (
  repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow, refusal: Refusal, at: Date
): Promise<void> {
  const ids = (await repositories.invoices.listIn(envelope.id)).map(({ id }) => id)
  const reasons = await reasonsWithSenders(repositories, envelope, refusal)
  const reason = { code: refusal.state, reasons }
  // A set of the certification stays whole: another attempt takes its place.
  const mayBeSplit = envelope.purpose === null && ids.length > 1
  const split = mayBeSplit && faultOfOneDocument.has(refusal.state)
  await repositories.envelopes.settle(envelope.id, 'refused', refusal, at)
  if (split) {
    await repositories.invoices.move({ invoiceIds: ids, move: 'unpack', detail: reason, at }, {
      envelopeId: null, sendAlone: true, reason: null
    })
    await repositories.tasks.schedule('packEnvelope', ids.map((id) => packSubject(envelope.kind, id)))
  } else {
    await repositories.invoices.move({ invoiceIds: ids, move: 'fail', detail: { ...reason, reasons: reportedReasons(reason) }, at }, { reason })
    await wakeDependents(repositories, ids, at)
    if (isFolioUsed(refusal.reasons)) await stopUsedBlocks(repositories, ids, at)
  }
  await finishTask(repositories, task)
  repositories.auditLog.add([{
    actor: service,
    action: 'envelope.refuse',
    entity: 'envelope',
    entityId: envelope.id,
    details: { ...refusal, documents: ids.length, split }
  }], at)
}
