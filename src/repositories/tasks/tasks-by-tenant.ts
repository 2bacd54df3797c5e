import { Prisma } from '../../generated/prisma/client.ts'
import type { Topic } from '../../model/tasks.ts'
import { newId } from '../../shared/ids.ts'
import { groupBy } from '../../shared/group-by.ts'
import { type DueTasks, type LeasedTask, loseLeases } from './tasks.ts'
import type { Transaction } from '../postgres/transaction.ts'

/**
 * The tasks of all tenants, where the tenants are spread over machines: rows are locked and changed tenant by tenant.
 * To find them, each machine reads all of its tasks that are due.
 */
export const dueTasksByTenant = (tx: Transaction): DueTasks => ({
  async lease (topics, limit, { leaseSeconds, instance }) {
    const found = await tx.$queryRaw<{ tenantId: string, id: string }[]>`
      select tenant_id as "tenantId", id from (
        select tenant_id, id, due_at, row_number() over (partition by tenant_id order by due_at) as turn from outbox_tasks
        where topic = any(${topics}::text[]) and due_at <= now() and (lease_until is null or lease_until < now())
      ) as due where turn <= ${limit} order by turn, due_at limit ${limit}`
    const leased: LeasedTask[] = []
    for (const [tenantId, tasks] of groupBy(found, (row) => row.tenantId)) {
      leased.push(...await tx.$queryRaw<LeasedTask[]>`
        with free as (
          select id from outbox_tasks
          where tenant_id = ${tenantId}::uuid and id = any(${tasks.map(({ id }) => id)}::uuid[])
            and due_at <= now() and (lease_until is null or lease_until < now())
          for update skip locked
        )
        update outbox_tasks t
        set lease_token = ${instance + newId().slice(8)}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
        from free where t.tenant_id = ${tenantId}::uuid and t.id = free.id
        returning t.tenant_id as "tenantId", t.id, t.topic, t.subject, t.asked, t.attempts, t.lease_token as "leaseToken"`)
    }
    return leased
  },

  async extendLeases (tasks, leaseSeconds) {
    for (const [tenantId, own] of groupBy(tasks, (row) => row.tenantId)) {
      await tx.$executeRaw`
        with held as (${stillLeased(tenantId, own)})
        update outbox_tasks t set lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
        from held where t.tenant_id = ${tenantId}::uuid and t.id = held.id`
    }
  },

  async releaseLeases (tasks) {
    for (const [tenantId, own] of groupBy(tasks, (row) => row.tenantId)) {
      await tx.$executeRaw`
        with held as (${stillLeased(tenantId, own)})
        update outbox_tasks t set lease_token = null, lease_until = null
        from held where t.tenant_id = ${tenantId}::uuid and t.id = held.id`
    }
  },

  loseLeases: (instance) => loseLeases(tx, instance),

  secondsToNext: (topics: readonly Topic[]): Promise<{ topic: Topic, seconds: number }[]> => tx.$queryRaw`
    select topic, extract(epoch from min(due_at) - now())::float8 as seconds from outbox_tasks
    where topic = any(${topics}::text[]) and (lease_until is null or lease_until < now()) group by topic`,

  async backlogSeconds (topics) {
    const [row] = await tx.$queryRaw<{ seconds: number }[]>`
      select greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as seconds
      from outbox_tasks where topic = any(${topics}::text[])`
    return row?.seconds ?? 0
  }
})

/** Locks the tasks of a tenant whose lease is still valid and that no other worker has locked. */
function stillLeased (tenantId: string, tasks: readonly LeasedTask[]): Prisma.Sql {
  const [ids, tokens] = [tasks.map(({ id }) => id), tasks.map(({ leaseToken }) => leaseToken)]
  return Prisma.sql`
    select t.id from outbox_tasks t join unnest(${ids}::uuid[], ${tokens}::uuid[]) as ours (id, token)
      on t.id = ours.id and t.lease_token = ours.token
    where t.tenant_id = ${tenantId}::uuid for update of t skip locked`
}
