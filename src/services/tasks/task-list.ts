import type { LeasedTask, Topic } from '../../repositories/tasks.ts'
import type { Store } from '../../repositories/store.ts'
import { backoffSeconds, LeaseLost } from './task-lease.ts'
import { platformTenant } from '../platform-tenant.ts'

export type { LeasedTask } from '../../repositories/tasks.ts'
export type TaskTopic = Topic

/** The outbox as workers see it, over all tenants. */
export function createTaskList ({ store, leaseSeconds }: { store: Store, leaseSeconds: number }) {
  return {
    lease: (topics: readonly TaskTopic[], limit: number): Promise<LeasedTask[]> =>
      store.asPlatform(({ dueTasks }) => dueTasks.lease(topics, limit, leaseSeconds)),

    /** How long until the next task of these topics is due; Infinity when none has its time before it. */
    async msToNext (topics: readonly TaskTopic[]): Promise<number> {
      const seconds = await store.asPlatform(({ dueTasks }) => dueTasks.secondsToNext(topics))
      return seconds === undefined ? Infinity : seconds * 1000
    },

    /** Extends leases; those that were lost stay lost. */
    keep: (tasks: LeasedTask[]): Promise<void> =>
      store.asPlatform(({ dueTasks }) => dueTasks.keep(tasks, leaseSeconds)),

    /** Gives leases back before their time; those that were lost stay lost. */
    release: (tasks: LeasedTask[]): Promise<void> => store.asPlatform(({ dueTasks }) => dueTasks.release(tasks)),

    /** After a failure: later and later, up to ten minutes. A task whose lease was lost is another worker's. */
    async setBack (task: LeasedTask, error: unknown): Promise<void> {
      if (error instanceof LeaseLost) return
      const why = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : String(error)
      await store.asTenant(task.tenantId, ({ outbox }) =>
        outbox.postpone(task, backoffSeconds(task.attempts, { first: 2, longest: 600 }), why))
    },

    /** Puts recurring work that belongs to no tenant on the list, one task for each name. */
    plant: (names: string[]): Promise<void> =>
      store.asTenant(platformTenant, ({ outbox }) => outbox.add('chore', names)),

    /** Done for this time: the same task again after a while. */
    putBack: (task: LeasedTask, seconds: number): Promise<void> => store.asTenant(task.tenantId, async ({ outbox }) => {
      if (!await outbox.postpone(task, seconds, null)) throw new LeaseLost(task)
    }),

    /** How long the oldest due task of these topics has waited. */
    backlogSeconds: (topics: readonly TaskTopic[]): Promise<number> =>
      store.asPlatform(({ dueTasks }) => dueTasks.backlogSeconds(topics))
  }
}
