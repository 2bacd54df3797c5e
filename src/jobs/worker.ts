import type { LeasedTask, TaskTopic } from '../services/tasks/task-list.ts'

/** What the log may say of a task. */
export type TaskInHand = Omit<LeasedTask, 'leaseToken' | 'asked'>

export type TaskHandlers = Partial<Record<TaskTopic, (task: LeasedTask) => Promise<void>>>

export interface WorkerDependencies {
  lease: (topics: readonly TaskTopic[], limit: number) => Promise<LeasedTask[]>
  /** How long until the next task is due, as far as anybody knows; Infinity when none is. */
  msToNext: (topics: readonly TaskTopic[]) => Promise<number>
  /** Extends the leases of the tasks in hand. */
  keep: (tasks: LeasedTask[]) => Promise<void>
  /** Ends the leases of tasks that a stop did not wait for. */
  release: (tasks: LeasedTask[]) => Promise<void>
  /** Puts a task off after its handler failed. */
  setBack: (task: LeasedTask, error: unknown) => Promise<void>
  /** It takes the tasks that it has a handler for, and leaves the others to other workers. */
  handlers: TaskHandlers
  /** Tasks in hand at once. */
  concurrency: number
  /**
   * How long an idle worker sleeps at most when nothing wakes it: until it looks for what others have put on the list.
   */
  pollMs: number
  /** How often leases are extended: several times in the life of one. */
  keepMs: number
  /** How long a stop waits for the tasks in hand. */
  patienceMs: number
  onError: (error: unknown, task?: LeasedTask) => void
}

/**
 * Takes due tasks off the outbox and hands them to their handlers. The rows are the truth: a wake-up only saves the
 * sleep, and a task whose worker died is leased anew when its lease has run out. Leases are short, and kept up while
 * the worker lives.
 */
export function createWorker (
  { lease, msToNext, keep, release, setBack, handlers, concurrency, pollMs, keepMs, patienceMs, onError }:
  WorkerDependencies
) {
  const topics = Object.keys(handlers) as TaskTopic[]
  const stopping = new AbortController()
  let woken = false
  let wakeSleeper = (): void => {}
  let finished: Promise<void> = Promise.resolve()
  const inHand = new Map<LeasedTask, Promise<void>>()

  async function perform (task: LeasedTask): Promise<void> {
    try {
      await handlers[task.topic]?.(task)
      woken = true
    } catch (error) {
      onError(error, task)
      await setBack(task, error).catch(onError)
    }
  }

  function begin (task: LeasedTask): void {
    inHand.set(task, perform(task).finally(() => {
      inHand.delete(task)
      wakeSleeper()
    }))
  }

  function keepInHand (): void {
    if (inHand.size > 0) keep(Array.from(inHand.keys())).catch(onError)
  }

  async function sleep (ms = pollMs): Promise<void> {
    if (stopping.signal.aborted || (woken && inHand.size < concurrency)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeSleeper = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function round (): Promise<void> {
    const free = concurrency - inHand.size
    woken = false
    const tasks = free > 0 ? await lease(topics, free) : []
    for (const task of tasks) begin(task)
    if (free === 0) await sleep()
    // A timer may fire a little early, and would find nothing.
    else if (tasks.length < free) await sleep(Math.min(pollMs, await msToNext(topics) + 1))
  }

  async function run (): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await round()
      } catch (error) {
        onError(error)
        await sleep()
      }
    }
    await Promise.all(inHand.values())
  }

  return {
    start (): void {
      const keeping = setInterval(keepInHand, keepMs)
      finished = run().finally(() => { clearInterval(keeping) })
    },

    /** Something was put on the outbox: look now. */
    wake (): void {
      woken = true
      wakeSleeper()
    },

    /**
     * Takes nothing more and waits for the tasks in hand, within reason. One that hangs on the tax authority is
     * released: another worker may take it at once, and its handler here finds that the lease is lost.
     */
    async stop (): Promise<void> {
      stopping.abort()
      wakeSleeper()
      let timer: NodeJS.Timeout | undefined
      const impatience = new Promise<void>((resolve) => { timer = setTimeout(resolve, patienceMs) })
      await Promise.race([finished, impatience])
      clearTimeout(timer)
      const left = Array.from(inHand.keys())
      if (left.length > 0) await release(left).catch(onError)
    },

    inHand: (): TaskInHand[] => Array.from(
      inHand.keys(),
      ({ tenantId, id, topic, subject, attempts }) => ({ tenantId, id, topic, subject, attempts })
    )
  }
}

export type Worker = ReturnType<typeof createWorker>

/**
 * Several workers as one: each has tasks in hand of its own, so that slow ones of one kind never hold up another kind.
 */
export function inLanes (workers: readonly Worker[]): Worker {
  return {
    start (): void {
      for (const worker of workers) worker.start()
    },
    wake (): void {
      for (const worker of workers) worker.wake()
    },
    async stop (): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
    inHand: () => workers.flatMap((worker) => worker.inHand())
  }
}
