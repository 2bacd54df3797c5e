import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { Actor } from '../actor.ts'

/** The actor as the audit log names it. */
export function audited (
  { userId, userName, address, requestId }:
  Pick<Actor, 'userId' | 'userName'> & { address?: string | undefined, requestId?: string | undefined }
): AuditActor {
  return { id: userId, name: userName, address, requestId }
}
