import type { Topic } from '../../model/tasks.ts'
import type { FoundTasks, LeasedTask, WantedTasks } from '../../services/tasks/task-list.ts'

/** What the log may say of a task. */
export type RunningTask = Omit<LeasedTask, 'leaseToken' | 'asked'>

export type TaskHandlers = Partial<Record<Topic, (task: LeasedTask) => Promise<void>>>

/** Tasks of these topics, of which so many run at the same time: slow topics never hold up those of other groups. */
export interface TaskGroup { handlers: TaskHandlers, concurrency: number }

export interface WorkerDependencies {
  /** The worker leases tasks of their topics only. */
  groups: readonly TaskGroup[]
  leaseDue: (wanted: readonly WantedTasks[]) => Promise<FoundTasks[]>
  /** The heartbeat: extends the leases of running tasks. */
  extendLeases: (tasks: LeasedTask[]) => Promise<void>
  /** Ends the leases of tasks that still ran when `stop` timed out. */
  releaseLeases: (tasks: LeasedTask[]) => Promise<void>
  /** Reschedules a task whose handler failed. */
  rescheduleFailed: (task: LeasedTask, error: unknown) => Promise<void>
  /** How long an idle worker sleeps at most before it looks for tasks that other instances scheduled. */
  pollMs: number
  /** How often leases are extended: several times before one would end. */
  heartbeatMs: number
  /** How long `stop` waits for running tasks. */
  stopTimeoutMs: number
  onError: (error: unknown, task?: LeasedTask) => void
}

export interface StopOptions {
  /** After an unexpected error: the next process sees by their leases which tasks this one had. */
  keepLeases?: boolean
}

// Between two looks for tasks while the database does not answer.
const longestPauseMs = 5000

/**
 * Leases due tasks and runs their handlers. The rows are the truth: a wake-up only shortens the sleep, and the task of
 * a worker that died is leased again once its lease has ended. Leases are short; a heartbeat extends them while the
 * worker lives.
 */
export function createWorker (
  {
    groups, leaseDue, extendLeases, releaseLeases, rescheduleFailed, pollMs, heartbeatMs, stopTimeoutMs, onError
  }: WorkerDependencies
) {
  const own = groups.map(({ handlers, concurrency }) => ({
    handlers, concurrency, topics: Object.keys(handlers) as Topic[], running: new Map<LeasedTask, Promise<void>>()
  }))
  type Group = typeof own[number]
  const stopping = new AbortController()
  let woken = false
  let wakeSleeper = (): void => {}
  let finished: Promise<void> = Promise.resolve()

  const free = ({ concurrency, running }: Group): number => concurrency - running.size
  const running = (): LeasedTask[] => own.flatMap((group) => Array.from(group.running.keys()))

  async function perform ({ handlers }: Group, task: LeasedTask): Promise<void> {
    try {
      await handlers[task.topic]?.(task)
      woken = true
    } catch (error) {
      onError(error, task)
      await rescheduleFailed(task, error).catch(onError)
    }
  }

  function begin (group: Group, task: LeasedTask): void {
    group.running.set(task, perform(group, task).finally(() => {
      group.running.delete(task)
      wakeSleeper()
    }))
  }

  function beat (): void {
    const tasks = running()
    if (tasks.length > 0) extendLeases(tasks).catch(onError)
  }

  async function sleep (ms = pollMs): Promise<void> {
    if (stopping.signal.aborted || woken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeSleeper = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function round (): Promise<void> {
    const ready = own.filter((group) => free(group) > 0)
    woken = false
    if (ready.length === 0) return sleep()
    const found = await leaseDue(ready.map((group) => ({ topics: group.topics, limit: free(group) })))
    const pauses = ready.map((group, index) => {
      const { tasks, ms } = found[index] ?? { tasks: [], ms: Infinity }
      for (const task of tasks) begin(group, task)
      // What is due and was not leased is another instance's. A timer may fire a little early, and would find nothing.
      return ms > 0 ? ms + 1 : pollMs
    })
    await sleep(Math.min(pollMs, ...pauses))
  }

  async function run (): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await round()
        failures = 0
      } catch (error) {
        onError(error)
        await sleep(Math.min(longestPauseMs, pollMs * 2 ** failures++))
      }
    }
    await Promise.all(own.flatMap((group) => Array.from(group.running.values())))
  }

  return {
    start (): void {
      const heartbeat = setInterval(beat, heartbeatMs)
      finished = run().finally(() => { clearInterval(heartbeat) })
    },

    /** Tasks were scheduled: look for them now. */
    wake (): void {
      woken = true
      wakeSleeper()
    },

    /**
     * Leases nothing more and waits for running tasks until the timeout. Releases the leases of tasks that hang:
     * another worker may lease them at once, and their handlers here find the lease lost.
     */
    async stop ({ keepLeases = false }: StopOptions = {}): Promise<void> {
      stopping.abort()
      wakeSleeper()
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => { timer = setTimeout(resolve, stopTimeoutMs) })
      await Promise.race([finished, timeout])
      clearTimeout(timer)
      const left = running()
      if (left.length > 0 && !keepLeases) await releaseLeases(left).catch(onError)
    },

    running: (): RunningTask[] => running().map(
      ({ tenantId, id, topic, subject, attempts }) => ({ tenantId, id, topic, subject, attempts })
    )
  }
}
