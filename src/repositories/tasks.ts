import { Prisma } from '../generated/prisma/client.ts'
import { newId } from '../shared/ids.ts'
import type { Transaction } from './transaction.ts'

export type Topic =
  | 'issueWaiting'
  | 'packEnvelope'
  | 'uploadEnvelope'
  | 'followEnvelope'
  | 'notify'
  | 'preparePasswordReset'
  | 'prepareRegistration'
  | 'sendMail'
  | 'chore'
  | 'processBulk'

// Of each topic, the oldest due tasks that are looked at before anything is known of how many tenants there are.
const longestLook = 1000

/** A task under lease: work on it, then `finish` or `postpone` it with the lease's token. */
export interface LeasedTask {
  tenantId: string
  id: string
  topic: Topic
  subject: string
  asked: number
  attempts: number
  leaseToken: string
}

export const outboxRepository = (tx: Transaction, tenantId: string) => ({
  /**
   * Puts work on the list, or brings the same work forward. One row for each topic and subject: asking twice is asking
   * once.
   */
  async add (topic: Topic, subjects: string[], delaySeconds = 0): Promise<void> {
    await tx.$executeRaw`
      insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
      select ${tenantId}::uuid, task.id, ${topic}, task.subject, now() + make_interval(secs => ${delaySeconds}::float8), now()
      from unnest(${subjects.map(() => newId())}::uuid[], ${subjects}::text[]) as task (id, subject)
      on conflict (tenant_id, topic, subject) do update
      set due_at = least(outbox_tasks.due_at, excluded.due_at), asked = outbox_tasks.asked + 1`
  },

  /** Leaves every task of a topic in peace for some seconds, but those in hand and those that are due later anyway. */
  async putOff (topic: Topic, seconds: number): Promise<void> {
    await tx.$executeRaw`
      update outbox_tasks set due_at = now() + make_interval(secs => ${seconds}::float8)
      where tenant_id = ${tenantId}::uuid and topic = ${topic} and due_at < now() + make_interval(secs => ${seconds}::float8)
        and (lease_until is null or lease_until < now())`
  },

  /** Takes work off the list that other work has come in place of. */
  async remove (topic: Topic, subjects: string[]): Promise<void> {
    await tx.outboxTask.deleteMany({ where: { tenantId, topic, subject: { in: subjects } } })
  },

  /** Whether the lease is still ours: asked for just before something that cannot be taken back. Extends it. */
  async renew (task: LeasedTask, leaseSeconds: number): Promise<boolean> {
    const count = await tx.$executeRaw`
      update outbox_tasks set lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid`
    return count === 1
  },

  /**
   * Done: the row goes, or stays for another round when the work was asked for again meanwhile.
   * False when the lease was lost, which makes the caller's transaction void.
   */
  async finish (task: LeasedTask): Promise<boolean> {
    const { count } = await tx.outboxTask.deleteMany({
      where: { tenantId, id: task.id, leaseToken: task.leaseToken, asked: task.asked }
    })
    return count === 1 || await postpone(tx, tenantId, task, { seconds: 0, lastError: null })
  },

  postpone: (task: LeasedTask, seconds: number, lastError: string | null): Promise<boolean> =>
    postpone(tx, tenantId, task, { seconds, lastError })
})

/**
 * Without an error the work was done and comes round again: what failed before no longer makes it wait longer. Work
 * that was asked for again meanwhile does not wait: what stood in its way may just have gone.
 */
async function postpone (
  tx: Transaction, tenantId: string, task: LeasedTask,
  { seconds, lastError }: { seconds: number, lastError: string | null }
): Promise<boolean> {
  const count = await tx.$executeRaw`
    update outbox_tasks
    set due_at = now() + case when asked = ${task.asked} then make_interval(secs => ${seconds}::float8) else interval '0' end,
        last_error = ${lastError}, attempts = case when ${lastError}::text is null then 0 else attempts + 1 end, lease_token = null, lease_until = null
    where tenant_id = ${tenantId}::uuid and id = ${task.id}::uuid and lease_token = ${task.leaseToken}::uuid`
  return count === 1
}

/**
 * For the rest of the transaction, plans that go along indexes, a few rows at a time. PostgreSQL would not choose them:
 * it takes the condition of row-level security for one that few rows meet, and this table is empty at one moment and
 * full at the next.
 */
async function followIndexes (tx: Transaction): Promise<void> {
  await tx.$queryRaw`
    select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) as name`
}

/** Locks the rows of tasks whose leases are still ours and that nobody else has locked. */
function stillHeld (tasks: LeasedTask[]): Prisma.Sql {
  return Prisma.sql`
    select t.tenant_id, t.id from outbox_tasks t
    join unnest(${tasks.map(({ tenantId }) => tenantId)}::uuid[], ${tasks.map(({ id }) => id)}::uuid[], ${
    tasks.map(({ leaseToken }) => leaseToken)
  }::uuid[])
      as ours (tenant_id, id, token) on t.tenant_id = ours.tenant_id and t.id = ours.id and t.lease_token = ours.token
    for update of t skip locked`
}

export const dueTaskRepository = (tx: Transaction) => ({
  /**
   * Leases due tasks, the oldest of each tenant first and tenants in turn, so that no tenant's backlog starves
   * another's. Where more is due than a look at the oldest can hold, it goes from tenant to tenant along an index and
   * looks at the oldest of each: so many steps as there are tenants with tasks, however long their backlogs.
   */
  async lease (topics: readonly Topic[], limit: number, leaseSeconds: number): Promise<LeasedTask[]> {
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
      set lease_token = gen_random_uuid(), lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      from chosen where t.tenant_id = chosen.tenant_id and t.id = chosen.id
      returning t.tenant_id as "tenantId", t.id, t.topic, t.subject, t.asked, t.attempts, t.lease_token as "leaseToken"`
  },

  /** Extends leases that are still held. A row that its handler has locked is left out: whoever locks it, works. */
  async keep (tasks: LeasedTask[], leaseSeconds: number): Promise<void> {
    await tx.$executeRaw`
      with held as (${stillHeld(tasks)})
      update outbox_tasks t set lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      from held where t.tenant_id = held.tenant_id and t.id = held.id`
  },

  /**
   * Ends leases that are still held, but of rows that their handlers have locked: those are about to come to an end.
   */
  async release (tasks: LeasedTask[]): Promise<void> {
    await tx.$executeRaw`
      with held as (${stillHeld(tasks)})
      update outbox_tasks t set lease_token = null, lease_until = null
      from held where t.tenant_id = held.tenant_id and t.id = held.id`
  },

  /** Seconds until the next task of these topics is due; undefined when none has its time before it. */
  async secondsToNext (topics: readonly Topic[]): Promise<number | undefined> {
    const [row] = await tx.$queryRaw<{ seconds: number | null }[]>`
      select extract(epoch from min(next.due_at) - now())::float8 as seconds
      from unnest(${topics}::text[]) as wanted (topic) cross join lateral (
        select due_at from outbox_tasks where topic = wanted.topic and due_at > now() order by due_at limit 1
      ) next`
    return row?.seconds ?? undefined
  },

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
