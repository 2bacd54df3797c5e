import type { AuditActor } from '../../repositories/audit-log.ts'
import type { LeasedTask } from '../../repositories/tasks.ts'
import type { TenantRepositories } from '../../repositories/store.ts'

/** The service itself, where no person acted. */
export const service: AuditActor = { id: null, name: 'timbre' }

/** Another worker holds the task now: whatever this one was about to write must not be. */
export class LeaseLost extends Error {
  constructor (task: LeasedTask) {
    super(`The lease of ${task.topic} ${task.subject} was lost`)
    this.name = 'LeaseLost'
  }
}

/**
 * Takes the task off the list, in the transaction that stores its effect; undoes that transaction when the lease is
 * lost.
 */
export async function finishTask (repositories: TenantRepositories, task: LeasedTask): Promise<void> {
  if (!await repositories.outbox.finish(task)) throw new LeaseLost(task)
}

/** Puts the task off, in the transaction that stores why. */
export async function postponeTask (
  repositories: TenantRepositories, task: LeasedTask, seconds: number, why: string
): Promise<void> {
  if (!await repositories.outbox.postpone(task, seconds, why)) throw new LeaseLost(task)
}

/** Asked for just before something that cannot be taken back. */
export async function renewLease (repositories: TenantRepositories, task: LeasedTask, seconds: number): Promise<void> {
  if (!await repositories.outbox.renew(task, seconds)) throw new LeaseLost(task)
}

/** `first`, then half as long again each time, up to `longest`: 5 s grow to an hour in some sixteen steps. */
export function backoffSeconds (attempts: number, { first, longest }: { first: number, longest: number }): number {
  return Math.min(longest, first * 1.5 ** attempts)
}
