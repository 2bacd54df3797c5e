import { z } from 'zod'
import type { NotificationEndpoint } from '../../generated/prisma/client.ts'
import { type NotificationEvent, notificationEvents } from '../../model/notification-events.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

/** No events: all of them. */
export interface NotificationEndpointRow extends Omit<ReadRow<NotificationEndpoint>, 'events' | 'lastFailure'> {
  events: NotificationEvent[]
  lastFailure: EndpointFailure | null
}

export interface EndpointFailure { at: Date, httpStatus: number | null, problem: string | null }

export interface EndpointSettings { url: string, enabled: boolean, events: NotificationEvent[] }

/** The id under which the first endpoint of each tenant is stored. Elsewhere it is the tenant's. */
export const firstEndpointId = '00000000-0000-0000-0000-000000000000'

export function storedEndpointId (tenantId: string, id: string): string {
  return id === tenantId ? firstEndpointId : id
}

export function endpointIdOf (tenantId: string, stored: string): string {
  return stored === firstEndpointId ? tenantId : stored
}

const failure = z.object({ at: z.coerce.date(), httpStatus: z.int().nullable(), problem: z.string().nullable() })

function endpointOf (row: NotificationEndpoint): NotificationEndpointRow {
  return {
    ...readRow(row), id: endpointIdOf(row.tenantId, row.id),
    events: notificationEvents.filter((event) => row.events.includes(event)),
    lastFailure: row.lastFailure === null ? null : failure.parse(row.lastFailure)
  }
}

/** Where a tenant is notified. */
export const notificationEndpointRepository = (tx: Transaction, tenantId: string) => {
  const keyOf = (id: string) => ({ tenantId_id: { tenantId, id: storedEndpointId(tenantId, id) } })
  return {
    /** The oldest first. */
    async list (): Promise<NotificationEndpointRow[]> {
      const rows = await tx.notificationEndpoint.findMany({
        where: { tenantId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }]
      })
      return rows.map(endpointOf)
    },

    async find (id: string): Promise<NotificationEndpointRow | null> {
      const row = await tx.notificationEndpoint.findUnique({ where: keyOf(id) })
      return row && endpointOf(row)
    },

    async create (id: string, settings: EndpointSettings, sealedSecret: Buffer, at: Date): Promise<void> {
      await tx.notificationEndpoint.create({
        data: {
          tenantId, id: storedEndpointId(tenantId, id), ...settings, sealedSecret: bytes(sealedSecret), createdAt: at,
          updatedAt: at
        }
      })
    },

    async update (id: string, settings: EndpointSettings, at: Date): Promise<void> {
      await tx.notificationEndpoint.update({ where: keyOf(id), data: { ...settings, failures: 0, updatedAt: at } })
    },

    async delete (id: string): Promise<void> {
      await tx.notificationEndpoint.delete({ where: keyOf(id) })
    },

    /** The previous secret keeps signing until `olderSecretEnds`. */
    async rotateSecret (
      id: string, sealedSecret: Buffer, { olderSecretEnds, at }: { olderSecretEnds: Date, at: Date }
    ): Promise<void> {
      await tx.$executeRaw`
        update notification_endpoints
        set sealed_older_secret = sealed_secret, sealed_secret = ${bytes(sealedSecret)},
            older_secret_ends = ${olderSecretEnds}, updated_at = ${at}
        where tenant_id = ${tenantId}::uuid and id = ${storedEndpointId(tenantId, id)}::uuid`
    },

    /** Counts a failure; gives the number of failures in a row. */
    async countFailure (id: string, last: EndpointFailure): Promise<number> {
      const [row] = await tx.$queryRaw<{ failures: number }[]>`
        update notification_endpoints set failures = failures + 1, last_failure = ${JSON.stringify(last)}::jsonb
        where tenant_id = ${tenantId}::uuid and id = ${storedEndpointId(tenantId, id)}::uuid returning failures`
      return row?.failures ?? 0
    },

    async forgetFailures (id: string): Promise<void> {
      await tx.notificationEndpoint.updateMany({
        where: { tenantId, id: storedEndpointId(tenantId, id), failures: { gt: 0 } }, data: { failures: 0 }
      })
    },

    /** Reschedules the deliveries to it that would be due sooner, but those under lease. */
    async pause (id: string, seconds: number): Promise<void> {
      await tx.$executeRaw`
        update outbox_tasks t set due_at = now() + make_interval(secs => ${seconds}::float8)
        where t.tenant_id = ${tenantId}::uuid and t.topic = 'notify'
          and t.due_at < now() + make_interval(secs => ${seconds}::float8)
          and (t.lease_until is null or t.lease_until < now())
          and exists (
            select 1 from notification_deliveries d
            where d.tenant_id = ${tenantId}::uuid and d.id = t.subject::uuid
              and d.endpoint_id = ${storedEndpointId(tenantId, id)}::uuid
          )`
    }
  }
}
