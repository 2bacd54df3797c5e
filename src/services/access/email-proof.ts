import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { post } from '../mail/post.ts'

const noticeIsNewsMs = dayMs

interface Proof { actor: AuditActor, at: Date }

/**
 * Called when the reader of the mailbox sets a password for the first time. Somebody else may have registered the
 * email, so every pair of the tenant's keys ends, and a mail says so. The caller's transaction announces the change.
 */
export async function proveEmail (
  { tenant, users, tenantKeys, mails, tasks, auditLog }: TenantRepositories,
  user: { id: string, email: string }, { actor, at }: Proof
): Promise<void> {
  await tenant.lock()
  await users.update(user.id, { emailProven: true })
  const accessKeys = await tenantKeys.revokeAll(at)
  auditLog.add([{
    actor, action: 'auth.proveEmail', entity: 'user', entityId: user.id, details: { revokedKeys: accessKeys }
  }], at)
  if (accessKeys.length === 0) return
  const id = newId()
  const endsAt = new Date(at.getTime() + noticeIsNewsMs)
  await post({ mails, tasks }, [{
    id, kind: 'keysEnded', about: id, recipient: user.email, language: 'es', facts: {}, createdAt: at, endsAt
  }])
}
