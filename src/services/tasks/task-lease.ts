import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { TenantRepositories } from '../../repositories/store.ts'

/** The service itself, where no person acted. */
export const service: AuditActor = { id: null, name: 'timbre' }

/** Another worker has leased the task: this one must write nothing more about it. */
export class LeaseLost extends Error {
  constructor (task: LeasedTask) {
    super(`The lease of ${task.topic} ${task.subject} was lost`)
    this.name = 'LeaseLost'
  }
}

/** Deletes the task in the transaction that stores its effect. Throws LeaseLost, which rolls that transaction back. */
export async function finishTask (repositories: TenantRepositories, task: LeasedTask): Promise<void> {
  if (!await repositories.tasks.finish(task)) throw new LeaseLost(task)
}

/** Reschedules the task in the transaction that stores why; null if all is done for now. Throws LeaseLost. */
export async function rescheduleTask (
  repositories: TenantRepositories, task: LeasedTask, seconds: number, why: string | null
): Promise<void> {
  if (!await repositories.tasks.reschedule(task, seconds, why)) throw new LeaseLost(task)
}

/** Extends the lease; call it just before anything that cannot be undone. Throws LeaseLost. */
export async function extendLease (repositories: TenantRepositories, task: LeasedTask, seconds: number): Promise<void> {
  if (!await repositories.tasks.extendLease(task, seconds)) throw new LeaseLost(task)
}

/** `first`, then half as long again each time, up to `longest`: 5 s become an hour after about sixteen attempts. */
export function backoffSeconds (attempts: number, { first, longest }: { first: number, longest: number }): number {
  return Math.min(longest, first * 1.5 ** attempts)
}
