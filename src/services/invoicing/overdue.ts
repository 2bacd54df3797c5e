import type { EnvelopeRow } from '../../repositories/envelopes.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'
import { explainSiiCode } from './sii-codes.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import { service } from '../tasks/task-lease.ts'

/** Why a sent document has no verdict. */
export const overdueReason = 'SII_OVERDUE'

// The SII takes minutes, and hours at the end of a month or during maintenance [S40].
const overdueMs = 6 * hourMs
const onTheirWay: Status[] = [statuses.Sending, statuses.Sent]

export interface Delay { state?: string | undefined, cause: string }

/**
 * Sets the reason of an envelope's documents once it has taken too long, or the SII's answer will not change until a
 * person acts. Timbre keeps asking: the SII may have the documents, so none of them fails.
 */
export async function reportDelay (
  repositories: TenantRepositories, envelope: EnvelopeRow, { state, cause }: Delay, at: Date
): Promise<void> {
  const needsPerson = state !== undefined && explainSiiCode(state)?.remedy.action === 'mendTenant'
  if (!needsPerson && !isOverdue(envelope, at)) return
  const code = needsPerson ? state : overdueReason
  const invoices = await repositories.invoices.listByEnvelope(envelope.id)
  const unreported = invoices.filter(({ status, reason }) =>
    onTheirWay.includes(status) && reason?.code !== code
  )
  if (unreported.length === 0) return
  await repositories.invoices.changeReason(unreported.map(({ id }) => id), {
    code, reasons: [{ code, description: cause }]
  }, at)
  await repositories.auditLog.add([{
    actor: service,
    action: 'envelope.delay',
    entity: 'envelope',
    entityId: envelope.id,
    details: { code, cause, documents: unreported.length }
  }], at)
}

function isOverdue ({ sentAt, createdAt }: EnvelopeRow, at: Date): boolean {
  return at.getTime() - (sentAt ?? createdAt).getTime() >= overdueMs
}
