import type { Topic } from '../../model/tasks.ts'
import { type LeasedTask, type LostTask, mostLosses } from '../../repositories/tasks/tasks.ts'
import type { Store } from '../../repositories/store.ts'
import { writeRefusalOf } from '../../shared/database-errors.ts'
import { newId } from '../../shared/ids.ts'
import { backoffSeconds, LeaseLost } from './task-lease.ts'
import { platformTenant } from '../platform-tenant.ts'

export type { LeasedTask } from '../../repositories/tasks/tasks.ts'

/** So many tasks of some topics. */
export interface WantedTasks { topics: readonly Topic[], limit: number }

/** `ms`: until the next task could be leased, at most 0 if one could be at once; Infinity without one. */
export interface FoundTasks { tasks: LeasedTask[], ms: number }

/** The tasks of all tenants, as workers see them. */
export function createTaskList (
  { store, leaseSeconds, instance = newId().slice(-8) }:
  { store: Store, leaseSeconds: number, instance?: string | undefined }
) {
  return {
    lease: (topics: readonly Topic[], limit: number): Promise<LeasedTask[]> =>
      store.asPlatform(({ dueTasks }) => dueTasks.lease(topics, limit, { leaseSeconds, instance })),

    /**
     * Leases what is due, for several that want tasks, in one transaction. One look at all topics costs the database
     * less than a lease.
     */
    leaseDue: (wanted: readonly WantedTasks[]): Promise<FoundTasks[]> => store.asPlatform(async ({ dueTasks }) => {
      const next = await dueTasks.secondsToNext(wanted.flatMap(({ topics }) => topics))
      const found: FoundTasks[] = []
      for (const { topics, limit } of wanted) {
        const seconds = next.filter(({ topic }) => topics.includes(topic)).map((one) => one.seconds)
        const ms = Math.min(...seconds) * 1000
        found.push({ ms, tasks: ms > 0 ? [] : await dueTasks.lease(topics, limit, { leaseSeconds, instance }) })
      }
      return found
    }),

    /** Extends leases; those that were lost stay lost. */
    extendLeases: (tasks: LeasedTask[]): Promise<void> =>
      store.asPlatform(({ dueTasks }) => dueTasks.extendLeases(tasks, leaseSeconds)),

    /** Ends leases early; those that were lost stay lost. */
    releaseLeases: (tasks: LeasedTask[]): Promise<void> =>
      store.asPlatform(({ dueTasks }) => dueTasks.releaseLeases(tasks)),

    /**
     * Ends the leases of a process that has ended by a fault of its own. A task that was lost twice in a row is set
     * aside: it is tried again after an hour, and later each time.
     */
    async loseLeases (failedInstance: string): Promise<{ lost: LostTask[], setAside: LostTask[] }> {
      const lost = await store.asPlatform(({ dueTasks }) => dueTasks.loseLeases(failedInstance))
      return { lost, setAside: lost.filter(({ losses }) => losses >= mostLosses) }
    },

    /**
     * After a failure: later each time, up to ten minutes. Does nothing when the lease was lost. Nor while the database
     * takes no writes: the task has done nothing wrong, so no attempt counts, and it is leased again when its lease has
     * ended.
     */
    async rescheduleFailed (task: LeasedTask, error: unknown): Promise<void> {
      if (error instanceof LeaseLost || writeRefusalOf(error) !== undefined) return
      const why = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : String(error)
      await store.asTenant(task.tenantId, ({ tasks }) =>
        tasks.reschedule(task, backoffSeconds(task.attempts, { first: 2, longest: 600 }), why))
    },

    /** Schedules recurring jobs, which belong to no tenant: one task for each name. */
    scheduleRecurring: (names: string[]): Promise<void> =>
      store.asTenant(platformTenant, ({ tasks }) => tasks.schedule('recurringJob', names)),

    /** Reschedules a recurring job that is done for now. Throws LeaseLost. */
    reschedule: (task: LeasedTask, seconds: number): Promise<void> =>
      store.asTenant(task.tenantId, async ({ tasks }) => {
        if (!await tasks.reschedule(task, seconds, null)) throw new LeaseLost(task)
      }),

    /** How long the oldest due task of these topics has waited. */
    backlogSeconds: (topics: readonly Topic[]): Promise<number> =>
      store.asPlatform(({ dueTasks }) => dueTasks.backlogSeconds(topics))
  }
}
