import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../../src/repositories/store.ts'
import { LeaseLost, finishTask, rescheduleTask, extendLease } from '../../../src/services/tasks/task-lease.ts'
import { createTaskList, type LeasedTask } from '../../../src/services/tasks/task-list.ts'
import { exactly, first, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { worldPepper, type WorldTenant } from '../../support/world.ts'

let spread: Store
let tasks: ReturnType<typeof createTaskList>

const world = sharedWorld()

beforeAll(async () => {
  spread = createStore({ databaseUrl: world.database.url, pepper: worldPepper, poolSize: 4, distributed: true })
  tasks = createTaskList({ store: world.store, leaseSeconds: 60 })
})
afterAll(async () => { await spread.close() })
beforeEach(() => world.rows('delete from outbox_tasks'))

const topics = ['packEnvelope', 'uploadEnvelope'] as const
const lease = (limit = 100) => tasks.lease(topics, limit)
const ask = ({ tenantId }: WorldTenant, ...subjects: string[]) =>
  world.store.asTenant(tenantId, ({ tasks }) => tasks.schedule('packEnvelope', subjects))
const onTask = <Result>(task: LeasedTask, work: (repositories: Parameters<typeof finishTask>[0]) => Promise<Result>) =>
  world.store.asTenant(task.tenantId, work)
const names = (leased: LeasedTask[]) => leased.map(({ subject }) => subject).sort()
/** As time would: every lease has run out. */
const letLeasesRunOut = () => world.rows("update outbox_tasks set lease_until = now() - interval '1 second'")

const databases = [
  { database: 'one PostgreSQL', distributed: false }, { database: 'a distributed one', distributed: true }
]
describe.each(databases)('leasing on $database', ({ distributed }) => {
  beforeAll(() => {
    tasks = createTaskList({ store: distributed ? spread : world.store, leaseSeconds: 60 })
  })

  it('leases each task to one worker only', async () => {
    await ask(world.andes, ...Array.from({ length: 20 }, (_, index) => `task ${index}`))
    const leased = (await Promise.all(Array.from({ length: 10 }, () => lease(4)))).flat()

    expect(new Set(leased.map(({ id }) => id)).size).toBe(leased.length)
    expect(names([...leased, ...await lease()])).toHaveLength(20)
    expect(await lease()).toEqual([])
  })

  it('takes tenants in turn, so that no backlog starves another', async () => {
    await ask(world.andes, ...Array.from({ length: 50 }, (_, index) => `andes ${index}`))
    await ask(world.boreal, 'boreal 1', 'boreal 2')
    const tenants = (await lease(4)).map(({ tenantId }) => tenantId)

    expect(tenants.filter((tenant) => tenant === world.boreal.tenantId)).toHaveLength(2)
  })

  it("takes a tenant's few tasks in turn behind the ten thousand older ones of another", async () => {
    await world.rows(
      `
      insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
      select $1, gen_random_uuid(), 'packEnvelope', 'andes ' || n, now() - interval '1 hour', now() from generate_series(1, 10000) n`,
      [world.andes.tenantId]
    )
    await ask(world.boreal, 'boreal 1', 'boreal 2')
    const tenants = (await lease(4)).map(({ tenantId }) => tenantId)

    expect(tenants.filter((tenant) => tenant === world.boreal.tenantId)).toHaveLength(2)
    expect(await lease(4)).toHaveLength(4)
  })

  it('leases nothing before its time, and no other topics than requested', async () => {
    await world.store.asTenant(world.andes.tenantId, async ({ tasks }) => {
      await tasks.schedule('packEnvelope', ['later'], 3600)
      await tasks.schedule('followEnvelope', ['verdict'])
    })

    expect(await lease()).toEqual([])
    expect(names(await tasks.lease(['followEnvelope'], 1))).toEqual(['verdict'])
  })

  it('brings work forward that is requested again', async () => {
    await world.store.asTenant(world.andes.tenantId, ({ tasks }) => tasks.schedule('packEnvelope', ['DTE'], 3600))
    await ask(world.andes, 'DTE')

    expect(names(await lease())).toEqual(['DTE'])
  })

  it('leases due tasks to each worker, and returns when its next one can be leased', async () => {
    const due = (limit: number) => tasks.leaseDue(topics.map((topic) => ({ topics: [topic], limit })))
    expect(await due(1)).toEqual([{ tasks: [], ms: Infinity }, { tasks: [], ms: Infinity }])
    await world.store.asTenant(world.andes.tenantId, async ({ tasks }) => {
      await tasks.schedule('packEnvelope', ['one', 'two'])
      await tasks.schedule('uploadEnvelope', ['soon'], 36_000)
      await tasks.schedule('uploadEnvelope', ['later'], 360_000)
      await tasks.schedule('followEnvelope', ['not asked about'], 3600)
    })
    const [packs, uploads] = exactly(2, await due(1))

    expect(packs.tasks).toHaveLength(1)
    expect(packs.ms).toBeLessThanOrEqual(0)
    expect(uploads.tasks).toEqual([])
    expect(uploads.ms).toBeGreaterThan(30_000_000)
    expect(uploads.ms).toBeLessThanOrEqual(36_000_000)
    expect(first(await due(5)).tasks).toHaveLength(1)
    expect((await due(5))[0]).toEqual({ tasks: [], ms: Infinity })
  })

  it('leases a task again after its worker is gone', async () => {
    await ask(world.andes, 'DTE')
    const first = only(await lease())
    await letLeasesRunOut()
    const second = only(await lease())

    expect(second).toMatchObject({ id: first.id })
    expect(second.leaseToken).not.toBe(first.leaseToken)
  })

  it('is extended by its worker only', async () => {
    await ask(world.andes, 'kept', 'left')
    const leased = await lease()
    await letLeasesRunOut()
    await tasks.extendLeases(
      leased.map((task) =>
        task.subject === 'kept' ? task : { ...task, leaseToken: '01a1f830-589f-752f-bbf3-beba0fe87a6c' }
      )
    )

    expect(names(await lease())).toEqual(['left'])
  })
})

describe('the worker with a lease', () => {
  it('removes the task when it is done', async () => {
    await ask(world.andes, 'DTE')
    const task = only(await lease())
    await onTask(task, (repositories) => finishTask(repositories, task))

    expect(await world.rows('select 1 from outbox_tasks')).toEqual([])
  })

  it('keeps it for another run when it was requested meanwhile', async () => {
    await ask(world.andes, 'DTE')
    const task = only(await lease())
    await ask(world.andes, 'DTE')
    await onTask(task, (repositories) => finishTask(repositories, task))

    expect(names(await lease())).toEqual(['DTE'])
  })

  it('keeps it for a later time requested meanwhile, and an earlier one only if requested', async () => {
    await ask(world.andes, 'DTE')
    const task = only(await lease())
    await world.store.asTenant(world.andes.tenantId, ({ tasks }) => tasks.schedule('packEnvelope', ['DTE'], 3600))
    await onTask(task, (repositories) => finishTask(repositories, task))

    expect(await lease()).toEqual([])
    await ask(world.andes, 'DTE')
    expect(names(await lease())).toEqual(['DTE'])
  })

  it('does not postpone it if it was requested meanwhile, since the obstacle may be gone', async () => {
    await ask(world.andes, 'DTE', 'BOLETA')
    const leased = await lease()
    await ask(world.andes, 'DTE')
    for (const task of leased) {
      await onTask(task, (repositories) => rescheduleTask(repositories, task, 300, 'RESOLUTION_MISSING'))
    }

    expect(names(await lease())).toEqual(['DTE'])
  })

  it('is due at once: times are rounded down to the millisecond, never up', async () => {
    for (let round = 0; round < 50; round++) await ask(world.andes, `task ${round}`)
    const rows = await world.rows<{ early: boolean }>('select due_at < created_at as early from outbox_tasks')

    // The other column is rounded to the nearest one, up for every second moment.
    expect(rows.filter(({ early }) => early).length).toBeGreaterThan(0)
    expect(await lease()).toHaveLength(50)
  })

  it('counts only consecutive failures, so frequently requested work is not postponed for long at the first', { tags: 'slow' }, async () => {
    await ask(world.andes, 'DTE')
    for (let round = 0; round < 30; round++) {
      const task = only(await lease())
      await ask(world.andes, 'DTE')
      await onTask(task, (repositories) => finishTask(repositories, task))
    }
    const task = only(await lease())
    await tasks.rescheduleFailed(task, new Error('no answer'))
    const row = only(await world.rows<{ seconds: number }>(
      'select extract(epoch from due_at - now())::float8 as seconds from outbox_tasks'
    ))

    expect(row.seconds).toBeLessThan(10)
  })

  it('postpones it after a failure, with the reason, longer each time', async () => {
    await ask(world.andes, 'DTE')
    const task = only(await lease())
    const [{ now }] = await world.rows<{ now: Date }>('select now()') as [{ now: Date }]
    await tasks.rescheduleFailed(task, new Error('no answer'))
    const row = only(await world.rows<{ attempts: number, last_error: string, due_at: Date }>(
      'select attempts, last_error, due_at from outbox_tasks'
    ))

    expect(row).toMatchObject({ attempts: 1, last_error: 'Error: no answer' })
    expect(row.due_at.getTime()).toBeGreaterThan(now.getTime())
  })
})

describe('a worker that lost its lease', () => {
  async function lostTask (): Promise<LeasedTask> {
    await ask(world.andes, 'DTE')
    const task = only(await lease())
    await letLeasesRunOut()
    await lease()
    return task
  }

  it.each([
    ['finishing', finishTask],
    [
      'postponing',
      (repositories: Parameters<typeof finishTask>[0], task: LeasedTask) => rescheduleTask(repositories, task, 0, 'why')
    ],
    [
      'renewing',
      (repositories: Parameters<typeof finishTask>[0], task: LeasedTask) => extendLease(repositories, task, 60)
    ]
  ])('writes nothing: %s undoes its whole transaction', async (_verb, act) => {
    const task = await lostTask()
    const before = await world.rows('select * from outbox_tasks')

    await expect(onTask(task, async (repositories) => {
      await repositories.tasks.schedule('uploadEnvelope', ['what it was about to do'])
      await act(repositories, task)
    })).rejects.toThrow(LeaseLost)
    expect(await world.rows('select * from outbox_tasks')).toEqual(before)
  })

  it('does not postpone a task of another worker', async () => {
    const task = await lostTask()
    const before = await world.rows('select * from outbox_tasks')
    await tasks.rescheduleFailed(task, new LeaseLost(task))
    await tasks.rescheduleFailed(task, new Error('anything else'))

    expect(await world.rows('select * from outbox_tasks')).toEqual(before)
  })
})

it.each(databases)('the backlog on $database is the age of the oldest due task', async ({ distributed }) => {
  tasks = createTaskList({ store: distributed ? spread : world.store, leaseSeconds: 60 })
  expect(await tasks.backlogSeconds(topics)).toBe(0)
  await ask(world.andes, 'DTE')
  await world.rows("update outbox_tasks set due_at = now() - interval '10 hours'")

  // The clock of a machine may be set back a little between the two.
  expect(await tasks.backlogSeconds(topics)).toBeGreaterThan(35_000)
  expect(await tasks.backlogSeconds(['followEnvelope'])).toBe(0)
})

describe.each(databases)('on $database, a process that crashed', ({ distributed }) => {
  const of = (instance: string) =>
    createTaskList({ store: distributed ? spread : world.store, leaseSeconds: 60, instance })
  const dueIn = async () =>
    (await world.rows<{ seconds: string }>(
      'select round(extract(epoch from due_at - now())) as seconds from outbox_tasks order by due_at'
    )).map(({ seconds }) => Number(seconds))
  const makeDue = () => world.rows("update outbox_tasks set due_at = now() - interval '1 second'")

  it('has its tasks retried one after the other, without affecting those of other processes', async () => {
    await ask(world.andes, 'one', 'two')
    await of('aaaaaaaa').lease(topics, 2)
    await ask(world.boreal, 'of another')
    const other = only(await of('bbbbbbbb').lease(topics, 1))

    expect((await of('cccccccc').loseLeases('aaaaaaaa')).setAside).toEqual([])
    expect((await dueIn()).slice(1)).toEqual([5, 10])
    expect(await onTask(other, (repositories) => finishTask(repositories, other))).toBeUndefined()
  })

  it('has a task that crashes a process again set aside for an hour, and longer each time', async () => {
    await ask(world.andes, 'poison')
    const waits: number[][] = []
    for (const instance of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd']) {
      await makeDue()
      await of(instance).lease(topics, 1)
      const { setAside } = await tasks.loseLeases(instance)
      expect(setAside.map(({ subject }) => subject)).toEqual(instance === 'aaaaaaaa' ? [] : ['poison'])
      waits.push(await dueIn())
    }

    expect(waits).toEqual([[5], [3600], [7200], [14_400]])
  })

  it('is forgotten once the task ends, also by a failure', async () => {
    await ask(world.andes, 'innocent')
    await of('aaaaaaaa').lease(topics, 1)
    await tasks.loseLeases('aaaaaaaa')
    await makeDue()
    const task = only(await of('bbbbbbbb').lease(topics, 1))
    await tasks.rescheduleFailed(task, new Error('no network'))
    await makeDue()
    await of('cccccccc').lease(topics, 1)

    expect((await tasks.loseLeases('cccccccc')).setAside).toEqual([])
  })
})
