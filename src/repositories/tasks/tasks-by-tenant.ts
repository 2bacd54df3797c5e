import type { Topic } from '../../model/tasks.ts'
import { newId } from '../../shared/ids.ts'
import { groupBy } from '../../shared/group-by.ts'
import { dueTaskRepository, type DueTasks, type LeasedTask } from './tasks.ts'
import type { Transaction } from '../postgres/transaction.ts'

/**
 * The tasks of all tenants, where the tenants are spread over machines: tasks are leased tenant by tenant. To find
 * them, each machine reads all of its tasks that are due.
 */
export const dueTasksByTenant = (tx: Transaction): DueTasks => ({
  ...dueTaskRepository(tx),

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
