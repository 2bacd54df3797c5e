import type { LeasedTask } from '../../services/tasks/task-list.ts'
import { daySeconds } from '../../shared/durations.ts'

/** Runs at the start of any worker, and then so many seconds after it last ran. */
export interface RecurringJob { everySeconds: number, run: () => Promise<void> }

export interface RecurringJobsDependencies {
  /** Schedules each job once, however many instances ask. */
  scheduleRecurring: (names: string[]) => Promise<void>
  reschedule: (task: LeasedTask, seconds: number) => Promise<void>
  jobs: Readonly<Record<string, RecurringJob>>
}

/**
 * Recurring jobs. Each is one task that is rescheduled instead of finished: its lease lets one instance at a time run
 * it, and a job that failed is retried like any task.
 */
export function createRecurringJobs ({ scheduleRecurring, reschedule, jobs }: RecurringJobsDependencies) {
  return {
    schedule: (): Promise<void> => scheduleRecurring(Object.keys(jobs)),

    /** Handles a `recurringJob` task. */
    async perform (task: LeasedTask): Promise<void> {
      const job = jobs[task.subject]
      await job?.run()
      // Only another version knows this job: it waits for a day.
      await reschedule(task, job?.everySeconds ?? daySeconds)
    }
  }
}
