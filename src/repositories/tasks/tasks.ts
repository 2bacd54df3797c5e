import { Prisma } from '../../generated/prisma/client.ts'
import type { Topic } from '../../model/tasks.ts'
import { newId } from '../../shared/ids.ts'
import { groupBy } from '../../shared/group-by.ts'
import { setLocally } from '../postgres/local-settings.ts'
import { each } from '../postgres/new-rows.ts'
import type { Transaction } from '../postgres/transaction.ts'

// How many of the oldest due tasks of each topic are read before it is known how many tenants have tasks.
const longestLook = 1000

/** A task under lease: do the work, then `finish` or `reschedule` it with the lease's token. */
export interface LeasedTask {
  tenantId: string
  id: string
  topic: Topic
  subject: string
  asked: number
  attempts: number
  leaseToken: string
}

/** A task that a process had when it ended. */
export interface LostTask extends Pick<LeasedTask, 'tenantId' | 'id' | 'topic' | 'subject'> {
  /** Processes in a row that ended while they had it. */
  losses: number
}

/**
 * The same work, scheduled again, is brought forward. While it is being done under a lease, the moment counts from when
 * it was scheduled last: what came before that is being done.
 */
export const bringForward = `on conflict (tenant_id, topic, subject) do update
set asked = outbox_tasks.asked + 1, due_at = case when outbox_tasks.lease_until > now() then excluded.due_at
  else least(outbox_tasks.due_at, excluded.due_at) end`

export const taskRepository = (tx: Transaction, tenantId: string) => ({
  /**
   * Schedules work, or brings the same work forward. There is one row for each topic and subject, so scheduling twice
   * has the effect of once. The column has milliseconds: rounded up to one, what is due at once would not be yet.
   */
  async schedule (topic: Topic, subjects: string[], delaySeconds = 0): Promise<void> {
    await tx.$executeRaw`
      insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at) values (
        ${tenantId}::uuid, ${each('uuid', subjects.map(() => newId()))}, ${topic}, ${each('text', subjects)},
        date_trunc('milliseconds', now() + make_interval(secs => ${delaySeconds}::float8)), now())
      ${Prisma.raw(bringForward)}`
  },

  /** Removes tasks that other tasks replace. */
  async remove (topic: Topic, subjects: string[]): Promise<void> {
    await tx.outboxTask.deleteMany({ where: { tenantId, topic, subject: { in: subjects } } })
  },

  /** Removes every task of a topic, due or not; gives their subjects. Of several that ask at once, one gets each. */
  async takeAll (topic: Topic): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string, subject: string }[]>`
      select id, subject from outbox_tasks where tenant_id = ${tenantId}::uuid and topic = ${topic} order by id for update`
    await tx.outboxTask.deleteMany({ where: { tenantId, id: { in: rows.map(({ id }) => id) } } })
    return rows.map(({ subject }) => subject)
  },

  /** Extends the lease; false when it was lost. Call it just before anything that cannot be undone. */
  async extendLease (task: LeasedTask, leaseSeconds: number): Promise<boolean> {
    const count = await tx.$executeRaw`
      update outbox_tasks set lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid`
    return count === 1
  },

  /**
   * Deletes the task, or leaves it for when the same work was scheduled again meanwhile. False when the lease was lost:
   * the caller must then roll its transaction back.
   */
  async finish (task: LeasedTask): Promise<boolean> {
    const count = await tx.$executeRaw`
      delete from outbox_tasks
      where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid and asked = ${task.asked}`
    return count === 1 || await leave(tx, tenantId, task)
  },

  /** `lastError`: why the work could not be done; null when it was done and recurs. False as for `finish`. */
  reschedule: (task: LeasedTask, seconds: number, lastError: string | null): Promise<boolean> =>
    reschedule(tx, tenantId, task, { seconds, lastError })
})

/** Work that was scheduled again while it was done: it is due when that said. */
async function leave (tx: Transaction, tenantId: string, task: LeasedTask): Promise<boolean> {
  const count = await tx.$executeRaw`
    update outbox_tasks set last_error = null, attempts = 0, lease_token = null, lease_until = null, losses = 0
    where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid`
  return count === 1
}

/**
 * Without an error the count of attempts begins again. Work that was scheduled again meanwhile is due at once: what
 * stood in its way may just have gone.
 */
async function reschedule (
  tx: Transaction, tenantId: string, task: LeasedTask,
  { seconds, lastError }: { seconds: number, lastError: string | null }
): Promise<boolean> {
  const count = await tx.$executeRaw`
    update outbox_tasks
    set due_at = date_trunc('milliseconds', now() + case when asked = ${task.asked} then make_interval(secs => ${seconds}::float8) else interval '0' end),
        last_error = ${lastError}, attempts = case when ${lastError}::text is null then 0 else attempts + 1 end, lease_token = null, lease_until = null, losses = 0
    where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid`
  return count === 1
}

/**
 * Makes PostgreSQL follow indexes, a few rows at a time, for the rest of the transaction. It would not choose such
 * plans by itself: it expects few rows to meet the condition of row-level security, and this table is empty at one
 * moment and full at the next.
 */
async function followIndexes (tx: Transaction): Promise<void> {
  await setLocally(tx, {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off', enable_bitmapscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off'
  })
}

/** Changes the tasks whose lease is still valid, tenant by tenant. Skips those that another worker has locked. */
async function changeLeased (tx: Transaction, tasks: readonly LeasedTask[], change: Prisma.Sql): Promise<void> {
  for (const [tenantId, own] of groupBy(tasks, (row) => row.tenantId)) {
    await tx.$executeRaw`
      with held as (
        select t.id from outbox_tasks t
        join unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ leaseToken }) => leaseToken)}::uuid[]) as ours (id, token)
          on t.id = ours.id and t.lease_token = ours.token
        where t.tenant_id = ${tenantId}::uuid for update of t skip locked
      )
      update outbox_tasks t set ${change} from held where t.tenant_id = ${tenantId}::uuid and t.id = held.id`
  }
}

/** From so many losses on, a task is set aside. */
export const mostLosses = 2

/**
 * Tasks that were lost together are due one after the other, so that a second loss identifies the cause; suspects after
 * an hour, and twice as long each time, up to a day.
 */
async function loseLeases (tx: Transaction, instance: string): Promise<LostTask[]> {
  const found = await tx.$queryRaw<{ tenantId: string, id: string }[]>`
    select tenant_id as "tenantId", id from outbox_tasks
    where lease_token::text like ${instance} || '-%' order by due_at`
  const lost: LostTask[] = []
  for (const [index, { tenantId, id }] of found.entries()) {
    lost.push(...await tx.$queryRaw<LostTask[]>`
      update outbox_tasks set losses = losses + 1, lease_token = null, lease_until = null,
        due_at = now() + case when losses + 1 < ${mostLosses}::int then make_interval(secs => ${5 * (index + 1)}::float8)
          else make_interval(secs => least(3600 * power(2, losses + 1 - ${mostLosses}::int), 86400)) end
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
      returning tenant_id as "tenantId", id, topic, subject, losses`)
  }
  return lost
}

export const dueTaskRepository = (tx: Transaction) => ({
  /**
   * Leases due tasks, the oldest of each tenant first and tenants in turn, so that no tenant's backlog starves
   * another's. When more tasks are due than one look at the oldest covers, it goes from tenant to tenant along an index
   * and reads the oldest of each: as many steps as there are tenants with tasks, however long their backlogs.
   * @param instance begins the leases' tokens: they tell which process has them
   */
  async lease (
    topics: readonly Topic[], limit: number, { leaseSeconds, instance }: { leaseSeconds: number, instance: string }
  ): Promise<LeasedTask[]> {
    await followIndexes(tx)
    return tx.$queryRaw<LeasedTask[]>`
      with recursive oldest as materialized (
        select due.* from unnest(${topics}::text[]) as wanted (topic) cross join lateral (
          select tenant_id, id, due_at from outbox_tasks
          where topic = wanted.topic and due_at <= now() and (lease_until is null or lease_until < now())
          order by due_at limit ${longestLook}
        ) due
      ), crowd as materialized (
        select count(*) >= ${longestLook} as is_there from oldest
      ), tenants as (
        select wanted.topic, (select tenant_id from outbox_tasks where topic = wanted.topic order by tenant_id limit 1) as tenant_id
        from unnest(${topics}::text[]) as wanted (topic), crowd where crowd.is_there
        union all
        select topic, (
          select next.tenant_id from outbox_tasks next
          where next.topic = tenants.topic and next.tenant_id > tenants.tenant_id order by next.tenant_id limit 1)
        from tenants where tenant_id is not null
      ), candidates as (
        select oldest.* from oldest, crowd where not crowd.is_there
        union all
        select due.* from tenants cross join lateral (
          select tenant_id, id, due_at from outbox_tasks
          where topic = tenants.topic and tenant_id = tenants.tenant_id and due_at <= now() and (lease_until is null or lease_until < now())
          order by due_at limit ${limit}
        ) due
      ), turns as (
        select tenant_id, id, due_at, row_number() over (partition by tenant_id order by due_at) as turn from candidates
      ), chosen as (
        select t.tenant_id, t.id from outbox_tasks t join turns using (tenant_id, id)
        where t.due_at <= now() and (t.lease_until is null or t.lease_until < now())
        order by turns.turn, turns.due_at limit ${limit}
        for update of t skip locked
      )
      update outbox_tasks t
      set lease_token = (${instance} || substr(gen_random_uuid()::text, 9))::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      from chosen where t.tenant_id = chosen.tenant_id and t.id = chosen.id
      returning t.tenant_id as "tenantId", t.id, t.topic, t.subject, t.asked, t.attempts, t.lease_token as "leaseToken"`
  },

  /** Extends leases that were not lost. Skips rows that are locked: their handlers are storing an outcome. */
  extendLeases: (tasks: LeasedTask[], leaseSeconds: number): Promise<void> =>
    changeLeased(tx, tasks, Prisma.sql`lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)`),

  /** Ends leases that were not lost. Skips rows that are locked: their handlers are storing an outcome. */
  releaseLeases: (tasks: LeasedTask[]): Promise<void> =>
    changeLeased(tx, tasks, Prisma.sql`lease_token = null, lease_until = null`),

  /** Ends the leases of a process that has ended by a fault of its own, and counts the losses. */
  loseLeases: (instance: string): Promise<LostTask[]> => loseLeases(tx, instance),

  /**
   * Seconds until the next task of each topic can be leased, at most 0 when one can be now. Leaves out topics that have
   * none, and tasks under lease.
   */
  secondsToNext: (topics: readonly Topic[]): Promise<{ topic: Topic, seconds: number }[]> =>
    tx.$queryRaw`
      select wanted.topic, extract(epoch from next.due_at - now())::float8 as seconds
      from unnest(${topics}::text[]) as wanted (topic) cross join lateral (
        select due_at from outbox_tasks
        where topic = wanted.topic and (lease_until is null or lease_until < now()) order by due_at limit 1
      ) next`,

  /** Seconds that the oldest due task of these topics has waited; 0 when nothing is due. */
  async backlogSeconds (topics: readonly Topic[]): Promise<number> {
    const [row] = await tx.$queryRaw<{ seconds: number }[]>`
      select greatest(coalesce(extract(epoch from now() - min(first.due_at)), 0), 0)::float8 as seconds
      from unnest(${topics}::text[]) as wanted (topic) cross join lateral (
        select due_at from outbox_tasks where topic = wanted.topic order by due_at limit 1
      ) first`
    return row?.seconds ?? 0
  }
})

export type DueTasks = ReturnType<typeof dueTaskRepository>
