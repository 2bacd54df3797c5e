import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { MailboxRow } from '../../repositories/mail/mailboxes.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { exceededLimits, type ExceededLimit, type MailboxProblem } from '../mail-ports.ts'
import { mailWhoWants } from '../warnings.ts'

/** Why a mailbox is no longer read: its server exceeded a limit, or the operator switched it off. */
export type SwitchedOffFor = ExceededLimit | 'OPERATOR'

const worthSendingMs = 7 * dayMs

export function isExceededLimit (problem: MailboxProblem): problem is ExceededLimit {
  return (exceededLimits as readonly string[]).includes(problem)
}

/**
 * Switches a mailbox off until it is set again, and mails the reason to the administrators. Has no effect if it is off
 * already or was set again meanwhile.
 */
export async function switchOff (
  repositories: TenantRepositories, { tenantId, updatedAt }: Pick<MailboxRow, 'tenantId' | 'updatedAt'>,
  { reason, actor, at }: { reason: SwitchedOffFor, actor: AuditActor, at: Date }
): Promise<void> {
  const { mailboxes, tasks, tenant, auditLog } = repositories
  const row = await mailboxes.switchOff(reason, updatedAt)
  if (!row) return
  await tasks.remove('readMailbox', [mailboxSubject])
  const { businessName, taxNumber } = await tenant.get()
  await mailWhoWants(
    repositories, 'mailboxOff', { kind: 'mailboxOff', facts: { businessName, taxNumber, reason } },
    { about: `${tenantId} ${at.toISOString()}`, at, endsAt: new Date(at.getTime() + worthSendingMs) }
  )
  auditLog.add([{
    actor, action: 'mailbox.switchOff', entity: 'mailbox', entityId: tenantId,
    details: { host: row.host, reason, before: { enabled: true }, after: { enabled: false } }
  }], at)
}

/** The one mailbox of a tenant is read by one task. */
export const mailboxSubject = 'mailbox'
