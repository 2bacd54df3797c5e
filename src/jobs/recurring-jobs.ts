import type { LeasedTask } from '../services/tasks/task-list.ts'

/** Work that comes round again: run at the start of any worker, and then this long after it was last done. */
export interface Chore { everySeconds: number, work: () => Promise<void> }

export interface ChoresDependencies {
  /** Puts each name on the outbox, once over all instances. */
  plant: (names: string[]) => Promise<void>
  putBack: (task: LeasedTask, seconds: number) => Promise<void>
  chores: Readonly<Record<string, Chore>>
}

// For a chore that this version does not know: another instance's may.
const daySeconds = 86_400

/**
 * The housekeeping. Each chore is one task on the outbox that is put off instead of finished: its lease lets one
 * instance at a time do it, and one that failed is tried again like any task.
 */
export function createChores ({ plant, putBack, chores }: ChoresDependencies) {
  return {
    plant: (): Promise<void> => plant(Object.keys(chores)),

    async perform (task: LeasedTask): Promise<void> {
      const chore = chores[task.subject]
      await chore?.work()
      await putBack(task, chore?.everySeconds ?? daySeconds)
    }
  }
}
