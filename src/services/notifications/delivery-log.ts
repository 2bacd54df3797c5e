import { beginOf, type DayOrMoment, endOf } from '../../dte/values/calendar.ts'
import { testEvent } from '../../model/notification-events.ts'
import type { Store } from '../../repositories/store.ts'
import type { Total } from '../../repositories/postgres/totals.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import { type Delivery, type DeliveryDetail, deliveryDetailOf, deliveryOf } from './deliveries.ts'
import { existing } from './endpoints.ts'

export interface DeliveryQuery {
  state?: number | undefined
  correlationId?: string | undefined
  type?: string | undefined
  endpointId?: string | undefined
  /** Days in Chile, or moments; both included. */
  startDate?: DayOrMoment | undefined
  endDate?: DayOrMoment | undefined
}

/** The messages to a tenant's endpoints with their outcomes. */
export function createDeliveryLog (
  { store, clock, onWork }: { store: Store, clock: Clock, onWork: () => void }
) {
  return {
    async paginate (
      actor: Actor, { type, startDate, endDate, ...filter }: DeliveryQuery,
      { page, pageSize }: { page: number, pageSize: number }
    ): Promise<Total & { data: Delivery[] }> {
      const { rows, ...total } = await store.asTenant(
        actor.tenantId, ({ notifications }) => notifications.paginate({
          ...filter, event: type,
          from: startDate === undefined ? undefined : beginOf(startDate),
          before: endDate === undefined ? undefined : endOf(endDate)
        }, page, pageSize)
      )
      return { ...total, data: rows.map(deliveryOf) }
    },

    /** A message with its body and its attempts. Throws ServiceError NOTIFICATION_NOT_FOUND. */
    async get ({ tenantId }: Actor, id: string): Promise<DeliveryDetail> {
      const row = await store.asTenant(tenantId, ({ notifications }) => notifications.findDelivery(id))
      if (!row) throw new ServiceError('NOTIFICATION_NOT_FOUND')
      return deliveryDetailOf(row)
    },

    /**
     * Sends a message again with the same id and body: one that was delivered or given up once, whatever its age, and
     * one that is still tried now, before its time. Throws ServiceError NOTIFICATION_NOT_FOUND,
     * NOTIFICATION_ENDPOINT_NOT_FOUND, NOTIFICATION_NOT_CONFIGURED or NOTIFICATION_TURNED_OFF.
     */
    async resend (actor: Actor, id: string): Promise<Delivery> {
      const at = clock()
      const resent = await store.asTenant(actor.tenantId, async (repositories) => {
        const { notifications, tasks, auditLog } = repositories
        const delivery = await notifications.findDelivery(id)
        if (!delivery) throw new ServiceError('NOTIFICATION_NOT_FOUND')
        const { enabled } = await existing(repositories, { tenantId: actor.tenantId, id: delivery.endpointId })
        if (!enabled && delivery.event !== testEvent) throw new ServiceError('NOTIFICATION_TURNED_OFF')
        await notifications.resend(id, at)
        await tasks.schedule('notify', [id])
        const after = await notifications.findDelivery(id)
        auditLog.add([{
          actor: audited(actor), action: 'notification.resend', entity: 'notificationDelivery', entityId: id,
          details: { type: delivery.event, correlationId: delivery.invoiceId }
        }], at)
        return after ?? delivery
      })
      onWork()
      return deliveryOf(resent)
    }
  }
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>
