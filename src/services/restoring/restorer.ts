import type { AuditActor } from '../../repositories/audit-log.ts'

/** Whoever runs the command that follows a restore. */
export const restorer: AuditActor = { id: null, name: 'after-restore' }
