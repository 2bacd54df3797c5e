import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import { hourMs } from '../../../shared/durations.ts'
import { explainSiiCode } from '../sii-codes.ts'
import type { DocumentReason } from '../../../model/reasons.ts'
import { type Status, statuses } from '../../../model/document-states.ts'
import { service } from '../../tasks/task-lease.ts'

/** Why a sent document has no verdict: no final answer, or answers that contradict each other. */
type OverdueCode = 'SII_OVERDUE' | 'VERDICT_UNCLEAR'

// The SII takes minutes, and hours at the end of a month or during maintenance [S40].
const overdueMs = 6 * hourMs
const onTheirWay: Status[] = [statuses.Sending, statuses.Sent]

/** Why documents are held for now; cleared as soon as they are not. */
export const holdCodes = [
  /** The SII took nothing of the upload; it is sent again. */
  'UPLOAD_DELAYED',
  /** The SII may have the upload, and is asked. */
  'UPLOAD_UNCONFIRMED',
  'CERTIFICATE_MISSING',
  'RESOLUTION_MISSING'
] as const

export type HoldCode = (typeof holdCodes)[number]

/**
 * `hold` is shown at once; `until` is when Timbre acts by itself. `overdueCode` stands in place of SII_OVERDUE where
 * the SII answers, but its answers do not settle the verdict.
 */
export interface Delay {
  state?: string | undefined
  cause: string
  hold?: { code: HoldCode, until?: Date } | undefined
  overdueCode?: OverdueCode
}

/**
 * Sets the reason of an envelope's documents when something holds them, the SII's answer will not change until a
 * person acts, or it has taken too long. Timbre keeps asking: the SII may have the documents, so none of them fails.
 */
export async function reportDelay (
  repositories: TenantRepositories, envelope: EnvelopeRow, { state, cause, hold, overdueCode = 'SII_OVERDUE' }: Delay, at: Date
): Promise<void> {
  const needsPerson = state !== undefined && explainSiiCode(state)?.remedy.action === 'mendTenant'
  if (!needsPerson && !isOverdue(envelope, at)) return setHold(repositories, envelope, { cause, hold }, at)
  const code = needsPerson ? state : overdueCode
  const invoices = await repositories.invoices.listByEnvelope(envelope.id)
  const unreported = invoices.filter(({ status, reason }) =>
    onTheirWay.includes(status) && reason?.code !== code
  )
  if (unreported.length === 0) return
  await repositories.invoices.changeReason(unreported.map(({ id }) => id), {
    code, reasons: [{ code, description: cause }]
  }, at)
  repositories.auditLog.add([{
    actor: service,
    action: 'envelope.delay',
    entity: 'envelope',
    entityId: envelope.id,
    details: { code, cause, documents: unreported.length }
  }], at)
}

/** Sets the hold, or clears the one that has ended. */
async function setHold (
  { invoices }: TenantRepositories, envelope: EnvelopeRow, { cause, hold }: Delay, at: Date
): Promise<void> {
  if (!hold) return invoices.clearReasons(envelope.id, holdCodes, at)
  const reason: DocumentReason = {
    code: hold.code, description: cause, ...hold.until && { until: hold.until.toISOString() }
  }
  const held = (await invoices.listByEnvelope(envelope.id)).filter(({ status, reason: shown }) =>
    onTheirWay.includes(status) && !(shown?.code === reason.code && shown.reasons[0]?.until === reason.until)
  )
  await invoices.changeReason(held.map(({ id }) => id), { code: hold.code, reasons: [reason] }, at)
}

function isOverdue ({ sentAt, createdAt }: EnvelopeRow, at: Date): boolean {
  return at.getTime() - (sentAt ?? createdAt).getTime() >= overdueMs
}
