import { afterEach, describe, expect, it } from 'vitest'
import { createWorker } from '../../../src/program/jobs/worker.ts'
import type { Topic } from '../../../src/model/tasks.ts'
import type { LeasedTask } from '../../../src/services/tasks/task-list.ts'

let worker: ReturnType<typeof createWorker> | undefined
afterEach(() => worker?.stop())

const task = (subject: string, topic: Topic = 'packEnvelope'): LeasedTask =>
  ({ tenantId: 'andes', id: subject, topic, subject, asked: 1, attempts: 0, leaseToken: subject })

/** A promise, and the hand that settles it. */
function gate () {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => { open = resolve })
  return { opened, open }
}

/**
 * A worker over a list of due tasks. Without a wake-up it looks once an hour, so what happens in a test happens by
 * itself.
 */
function startWorker (
  {
    due = [] as LeasedTask[], handle = async (_task: LeasedTask): Promise<void> => {},
    lease = undefined as ((limit: number) => Promise<LeasedTask[]>) | undefined,
    msToNext = async () => lease || due.some(({ topic }) => topic !== 'followEnvelope') ? 0 : Infinity,
    concurrency = 2, pollMs = 3_600_000, heartbeatMs = 3_600_000, stopTimeoutMs = 3_600_000
  } = {}
) {
  const seen = {
    begun: [] as string[], done: [] as string[], rescheduleFailed: [] as [string, unknown][], errors: [] as unknown[],
    limits: [] as number[], kept: [] as string[][], released: [] as string[]
  }
  const doneOnce = new Map<string, () => void>()
  const handler = async (one: LeasedTask): Promise<void> => {
    seen.begun.push(one.subject)
    await handle(one)
    seen.done.push(one.subject)
    doneOnce.get(one.subject)?.()
  }
  const take = async (topics: readonly Topic[], limit: number): Promise<LeasedTask[]> => {
    if (lease) return topics.includes('packEnvelope') ? lease(limit) : []
    seen.limits.push(limit)
    const taken = due.filter(({ topic }) => topics.includes(topic)).slice(0, limit)
    for (const one of taken) due.splice(due.indexOf(one), 1)
    return taken
  }
  const made = createWorker({
    leaseDue: async (wanted) => {
      const ms = await msToNext()
      return Promise.all(wanted.map(async ({ topics, limit }) =>
        ({ ms, tasks: ms > 0 ? [] : await take(topics, limit) })))
    },
    extendLeases: async (tasks) => { seen.kept.push(tasks.map(({ subject }) => subject)) },
    releaseLeases: async (tasks) => { seen.released.push(...tasks.map(({ subject }) => subject)) },
    rescheduleFailed: async (one, error) => {
      seen.rescheduleFailed.push([one.subject, error])
      doneOnce.get(one.subject)?.()
    },
    groups: [
      { handlers: { packEnvelope: handler, uploadEnvelope: handler }, concurrency },
      { handlers: { notify: handler }, concurrency: 1 }
    ],
    pollMs,
    heartbeatMs,
    stopTimeoutMs,
    onError: (error) => { seen.errors.push(error) }
  })
  worker = made
  const ended = (subject: string) => new Promise<void>((resolve) => {
    if (seen.done.includes(subject)) resolve()
    doneOnce.set(subject, resolve)
  })
  made.start()
  return { ...made, due, seen, ended }
}

describe('a worker', () => {
  it('handles due tasks, and sleeps until it is notified', async () => {
    const { seen, ended, due, wake } = startWorker({ due: [task('one'), task('two'), task('three')] })
    await ended('three')
    due.push(task('four'))
    wake()
    await ended('four')

    expect(seen.done).toEqual(['one', 'two', 'three', 'four'])
  })

  it('polls without a notification', async () => {
    const { ended, due } = startWorker({ pollMs: 5 })
    due.push(task('late'))

    await ended('late')
  })

  it('polls when the next task is due', async () => {
    const waits = [5]
    const { ended, seen } = startWorker({
      due: [task('later')], msToNext: async () => waits.shift() ?? (seen.done.length === 0 ? 0 : Infinity)
    })

    await ended('later')
    expect(waits).toEqual([])
  })

  it('leases nothing while nothing is due', async () => {
    const looks: number[] = []
    const { seen } = startWorker({ msToNext: async () => looks.push(0) * 1000, pollMs: 1 })
    await expect.poll(() => looks.length).toBeGreaterThan(3)

    expect(seen.limits).toEqual([])
  })

  it('handles a notification that arrives while it polls', async () => {
    const looking = gate()
    const due = [[], [task('one')]]
    const { ended, wake } = startWorker({
      lease: async () => {
        const tasks = due.shift() ?? []
        if (due.length === 1) await looking.opened
        return tasks
      }
    })
    wake()
    looking.open()

    await ended('one')
  })

  it('runs no more tasks than its limit', async () => {
    const { opened, open } = gate()
    const { seen, ended } = startWorker({
      due: ['one', 'two', 'three', 'four'].map((name) => task(name)), handle: () => opened
    })
    await Promise.resolve()

    expect(seen.begun.length).toBeLessThanOrEqual(2)
    open()
    await ended('four')
    expect(Math.max(...seen.limits)).toBe(2)
  })

  it('leaves topics without a handler to others', async () => {
    const { due, ended } = startWorker({ due: [task('verdict', 'followEnvelope'), task('one')] })
    await ended('one')

    expect(due.map(({ subject }) => subject)).toEqual(['verdict'])
  })

  it('continues with the tasks of a group while those of another take long', async () => {
    const { opened, open } = gate()
    const { due, ended, seen, wake } = startWorker({
      due: ['one', 'two'].map((name) => task(name)), handle: ({ topic }) => topic === 'notify' ? Promise.resolve() : opened
    })
    due.push(task('told', 'notify'))
    wake()
    await ended('told')
    const done = [...seen.done]
    open()

    expect(done).toEqual(['told'])
  })

  it('reschedules and logs a failed task, and continues', async () => {
    const error = new Error('the SII spoke in tongues')
    const { seen, ended } = startWorker({
      due: [task('bad'), task('good')],
      handle: async ({ subject }) => {
        if (subject === 'bad') throw error
      }
    })
    await Promise.all([ended('bad'), ended('good')])

    expect(seen.rescheduleFailed).toEqual([['bad', error]])
    expect(seen.errors).toEqual([error])
  })

  it('continues when the list of tasks cannot be read', async () => {
    const answers = [Promise.reject(new Error('the database is away')), Promise.resolve([task('one')])]
    const { ended, seen } = startWorker({ lease: async () => answers.shift() ?? [], pollMs: 5 })
    await ended('one')

    expect(seen.errors).toHaveLength(1)
  })

  it('extends the leases of running tasks, and of no other', async () => {
    const [first, second] = [gate(), gate()]
    const { seen, ended } = startWorker({
      due: [task('one'), task('two')], handle: ({ subject }) => subject === 'one' ? first.opened : second.opened,
      heartbeatMs: 2
    })
    first.open()
    await ended('one')
    const since = seen.kept.length
    await expect.poll(() => seen.kept.length).toBeGreaterThan(since + 1)
    second.open()

    expect(seen.kept.slice(since)).toEqual(Array(seen.kept.length - since).fill(['two']))
  })
})

describe('a stop', () => {
  it('waits for running tasks, and leases no more', async () => {
    const { opened, open } = gate()
    const { stop, seen, due } = startWorker({ due: [task('one'), task('two'), task('three')], handle: () => opened })
    await expect.poll(() => seen.begun).toEqual(['one', 'two'])
    let stopped = false
    const stopping = stop().then(() => { stopped = true })
    await new Promise((resolve) => setImmediate(resolve))

    expect(stopped).toBe(false)
    open()
    await stopping
    expect(seen.done).toEqual(['one', 'two'])
    expect(due.map(({ subject }) => subject)).toEqual(['three'])
  })

  it('does not wait indefinitely, and releases the lease of a task that hangs', async () => {
    const { stop, seen } = startWorker({ due: [task('hangs')], handle: () => new Promise(() => {}), stopTimeoutMs: 10 })
    await expect.poll(() => seen.begun).toEqual(['hangs'])
    await stop()

    expect(seen).toMatchObject({ done: [], released: ['hangs'] })
  })

  it('ends a worker that never started', async () => {
    const { stop } = createWorker({
      leaseDue: async () => [],
      extendLeases: async () => {},
      releaseLeases: async () => {},
      rescheduleFailed: async () => {},
      groups: [],
      pollMs: 1,
      heartbeatMs: 1,
      stopTimeoutMs: 3_600_000,
      onError: () => {}
    })
    await stop()
  })
})
