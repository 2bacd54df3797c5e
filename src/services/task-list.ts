import type { LeasedTask, Topic } from '../repositories/outbox.ts'
import type { Store } from '../repositories/store.ts'
import { backoffSeconds, LeaseLost } from './invoicing/tasks.ts'

export type { LeasedTask } from '../repositories/outbox.ts'
export type TaskTopic = Topic

/** The outbox as workers see it, over all tenants. */
export function createTaskList ({ store, leaseSeconds }: { store: Store, leaseSeconds: number }) {
  return {
    lease: (limit: number): Promise<LeasedTask[]> => store.asPlatform(({ dueTasks }) => dueTasks.lease(limit, leaseSeconds)),

    /** After a failure: later and later, up to ten minutes. A task whose lease was lost is another worker's. */
    async setBack (task: LeasedTask, error: unknown): Promise<void> {
      if (error instanceof LeaseLost) return
      const why = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : String(error)
      await store.asTenant(task.tenantId, ({ outbox }) =>
        outbox.postpone(task, backoffSeconds(task.attempts, { first: 2, longest: 600 }), why))
    },

    backlogSeconds: (): Promise<number> => store.asPlatform(({ dueTasks }) => dueTasks.backlogSeconds())
  }
}

export type TaskList = ReturnType<typeof createTaskList>
