import type { Topic } from '../model/tasks.ts'
import type { LeasedTask } from '../services/tasks/task-list.ts'

/** What the log may say of a task. */
export type RunningTask = Omit<LeasedTask, 'leaseToken' | 'asked'>

export type TaskHandlers = Partial<Record<Topic, (task: LeasedTask) => Promise<void>>>

export interface WorkerDependencies {
  lease: (topics: readonly Topic[], limit: number) => Promise<LeasedTask[]>
  /** Milliseconds until the next task can be leased, at most 0 when one can be now; Infinity without one. */
  msToNext: (topics: readonly Topic[]) => Promise<number>
  /** The heartbeat: extends the leases of running tasks. */
  extendLeases: (tasks: LeasedTask[]) => Promise<void>
  /** Ends the leases of tasks that still ran when `stop` timed out. */
  releaseLeases: (tasks: LeasedTask[]) => Promise<void>
  /** Reschedules a task whose handler failed. */
  rescheduleFailed: (task: LeasedTask, error: unknown) => Promise<void>
  /** The worker leases tasks of these topics only. */
  handlers: TaskHandlers
  /** Tasks that run at the same time. */
  concurrency: number
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
    lease, msToNext, extendLeases, releaseLeases, rescheduleFailed, handlers, concurrency, pollMs, heartbeatMs,
    stopTimeoutMs, onError
  }: WorkerDependencies
) {
  const topics = Object.keys(handlers) as Topic[]
  const stopping = new AbortController()
  let woken = false
  let hasBacklog = false
  let wakeSleeper = (): void => {}
  let finished: Promise<void> = Promise.resolve()
  const running = new Map<LeasedTask, Promise<void>>()

  async function perform (task: LeasedTask): Promise<void> {
    try {
      await handlers[task.topic]?.(task)
      woken = true
    } catch (error) {
      onError(error, task)
      await rescheduleFailed(task, error).catch(onError)
    }
  }

  function begin (task: LeasedTask): void {
    running.set(task, perform(task).finally(() => {
      running.delete(task)
      wakeSleeper()
    }))
  }

  function beat (): void {
    if (running.size > 0) extendLeases(Array.from(running.keys())).catch(onError)
  }

  async function sleep (ms = pollMs): Promise<void> {
    if (stopping.signal.aborted || (woken && running.size < concurrency)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeSleeper = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function round (): Promise<void> {
    const free = concurrency - running.size
    woken = false
    if (free === 0) return sleep()
    // Looking costs the database less than leasing, and workers that look together cost no more than one.
    const ms = hasBacklog ? 0 : await msToNext(topics)
    // A timer may fire a little early, and would find nothing.
    if (ms > 0) return sleep(Math.min(pollMs, ms + 1))
    await leaseAndBegin(free)
  }

  async function leaseAndBegin (free: number): Promise<void> {
    const wasBacklog = hasBacklog
    hasBacklog = false
    const tasks = await lease(topics, free)
    hasBacklog = tasks.length === free
    for (const task of tasks) begin(task)
    // Another instance was faster.
    if (tasks.length === 0 && !wasBacklog) await sleep()
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
    await Promise.all(running.values())
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
      const left = Array.from(running.keys())
      if (left.length > 0 && !keepLeases) await releaseLeases(left).catch(onError)
    },

    running: (): RunningTask[] => Array.from(
      running.keys(),
      ({ tenantId, id, topic, subject, attempts }) => ({ tenantId, id, topic, subject, attempts })
    )
  }
}

export type Worker = ReturnType<typeof createWorker>

/** Several workers as one. Each has its own limit of running tasks, so slow topics never hold up the others. */
export function createWorkerPool (workers: readonly Worker[]): Worker {
  return {
    start (): void {
      for (const worker of workers) worker.start()
    },
    wake (): void {
      for (const worker of workers) worker.wake()
    },
    async stop (options): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop(options)))
    },
    running: () => workers.flatMap((worker) => worker.running())
  }
}
