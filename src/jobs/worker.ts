import type { LeasedTask, TaskTopic } from '../services/task-list.ts'

export interface WorkerDependencies {
  lease: (limit: number) => Promise<LeasedTask[]>
  /** Puts a task off after its handler failed. */
  setBack: (task: LeasedTask, error: unknown) => Promise<void>
  handlers: Record<TaskTopic, (task: LeasedTask) => Promise<void>>
  /** Tasks in hand at once. */
  concurrency: number
  /** How long an idle worker sleeps when nothing wakes it. */
  pollMs: number
  onError: (error: unknown, task?: LeasedTask) => void
}

/**
 * Takes due tasks off the outbox and hands them to their handlers. The rows are the truth: a wake-up only saves the sleep, and a
 * task whose worker died is leased anew when its lease has run out.
 */
export function createWorker ({ lease, setBack, handlers, concurrency, pollMs, onError }: WorkerDependencies) {
  const stopping = new AbortController()
  let woken = false
  let wakeSleeper = (): void => {}
  let finished: Promise<void> = Promise.resolve()
  const inHand = new Set<Promise<void>>()

  async function perform (task: LeasedTask): Promise<void> {
    try {
      await handlers[task.topic](task)
      woken = true
    } catch (error) {
      onError(error, task)
      await setBack(task, error).catch(onError)
    }
  }

  function begin (task: LeasedTask): void {
    const work = perform(task).finally(() => {
      inHand.delete(work)
      wakeSleeper()
    })
    inHand.add(work)
  }

  async function sleep (): Promise<void> {
    if (stopping.signal.aborted || (woken && inHand.size < concurrency)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wakeSleeper = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function round (): Promise<void> {
    const free = concurrency - inHand.size
    woken = false
    const tasks = free > 0 ? await lease(free) : []
    for (const task of tasks) begin(task)
    if (tasks.length < free || free === 0) await sleep()
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
    await Promise.all(inHand)
  }

  return {
    start (): void {
      finished = run()
    },

    /** Something was put on the outbox: look now. */
    wake (): void {
      woken = true
      wakeSleeper()
    },

    /** Takes nothing more and waits for the tasks in hand. */
    async stop (): Promise<void> {
      stopping.abort()
      wakeSleeper()
      await finished
    }
  }
}

export type Worker = ReturnType<typeof createWorker>
