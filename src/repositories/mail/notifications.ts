import { type NotificationDelivery, Prisma } from '../../generated/prisma/client.ts'
import { z } from 'zod'
import { type DeliveryState, deliveryStates, readDeliveryState } from '../../model/delivery-states.ts'
import { testEvent, type WarningEvent } from '../../model/notification-events.ts'
import { newId } from '../../shared/ids.ts'
import { each } from '../postgres/new-rows.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import { mostCounted, type PageOf, totalOf } from '../postgres/totals.ts'
import type { Transaction } from '../postgres/transaction.ts'
import { endpointIdOf, firstEndpointId, storedEndpointId } from './notification-endpoints.ts'
import { findSubscriptions, wants } from './notification-subscriptions.ts'

export interface NotificationDeliveryRow extends Omit<NotificationDelivery, 'state' | 'data' | 'earlierAttempts'> {
  state: DeliveryState
  data: Record<string, unknown>
  /** In the order of time; the last attempt is in the row itself, and may be here too. */
  earlierAttempts: PastAttempt[]
}

/** An attempt and its answer, or why there was none. */
export interface PastAttempt { at: Date, httpStatus: number | null, excerpt: string | null, problem: string | null }

export interface DeliveryFilter {
  state?: number | undefined
  correlationId?: string | undefined
  event?: string | undefined
  endpointId?: string | undefined
  /** From this moment on. */
  from?: Date | undefined
  /** Until just before this moment. */
  before?: Date | undefined
}

/** The outcome of an attempt to deliver. */
export interface Attempt {
  at: Date
  state: DeliveryState
  httpStatus: number | null
  excerpt: string | null
  problem: string | null
  nextAttempt: Date | null
}

// Another set of facts in each version; what is sent is what was stored.
const deliveryData = z.record(z.string(), z.unknown())

const pastAttempts = z.array(z.object({
  at: z.coerce.date(), httpStatus: z.int().nullable(), excerpt: z.string().nullable(), problem: z.string().nullable()
}))

// The schedule has ten attempts; the rest is for messages that are sent again by hand.
const attemptsKept = 29

function deliveryOf (row: NotificationDelivery): NotificationDeliveryRow {
  return {
    ...row, endpointId: endpointIdOf(row.tenantId, row.endpointId), state: readDeliveryState(row.state),
    data: deliveryData.parse(row.data),
    earlierAttempts: pastAttempts.parse(row.earlierAttempts ?? [])
  }
}

/** The earlier attempts with the last one of the row, which is about to be replaced; once each. */
const withLastAttempt = Prisma.sql`case
  when attempted_at is null or (earlier_attempts -> -1 ->> 'at')::timestamptz = attempted_at then earlier_attempts
  else case when jsonb_array_length(earlier_attempts) >= ${attemptsKept} then earlier_attempts - 0
      else coalesce(earlier_attempts, '[]') end
    || jsonb_build_array(jsonb_build_object(
      'at', attempted_at, 'httpStatus', http_status, 'excerpt', excerpt, 'problem', problem))
  end`

/**
 * Deliveries are found by their times: those of a document have the times of its moves, and there is no index for what
 * is seldom asked.
 */
async function aboutInvoice (
  tx: Transaction, tenantId: string, invoiceId: string
): Promise<Prisma.NotificationDeliveryWhereInput> {
  const moves = await tx.invoiceMove.findMany({ where: { tenantId, invoiceId }, select: { at: true } })
  const invoice = await tx.invoice.findUnique({
    where: { tenantId_id: { tenantId, id: invoiceId } }, select: { createdAt: true, issuedAt: true }
  })
  const times = [...moves.map(({ at }) => at), invoice?.createdAt, invoice?.issuedAt]
  return { invoiceId, at: { in: times.filter((at) => at instanceof Date) } }
}

/** The log of deliveries. storeDocuments (issuing) and recordMoves (invoicing) write those about documents. */
export const notificationRepository = (tx: Transaction, tenantId: string) => ({
  async addTest (endpointId: string, { id, at }: { id: string, at: Date }): Promise<void> {
    await tx.notificationDelivery.create({
      data: {
        tenantId, id, endpointId: storedEndpointId(tenantId, endpointId), event: testEvent, data: {}, at,
        nextAttempt: at
      }
    })
  },

  /** Adds a delivery to each endpoint that subscribed to the event; gives their ids. */
  async addWarning ({ event, data, at }: { event: WarningEvent, data: object, at: Date }): Promise<string[]> {
    const told = (await findSubscriptions(tx, tenantId)).filter((one) => wants(one, event))
    const ids = told.map(() => newId())
    if (ids.length === 0) return ids
    await tx.$executeRaw`
      insert into notification_deliveries (tenant_id, id, endpoint_id, event, data, at, next_attempt) values (
        ${tenantId}::uuid, ${each('uuid', ids)}, ${each('uuid', told.map(({ endpointId }) => endpointId))}, ${event},
        ${JSON.stringify(data)}::jsonb, ${at}, ${at})`
    return ids
  },

  async findDelivery (id: string): Promise<NotificationDeliveryRow | null> {
    const row = await tx.notificationDelivery.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && deliveryOf(row)
  },

  async recordAttempt (
    id: string, { at, state, httpStatus, excerpt, problem, nextAttempt }: Attempt
  ): Promise<void> {
    await tx.$executeRaw`
      update notification_deliveries
      set earlier_attempts = ${withLastAttempt}, state = ${state}, http_status = ${httpStatus}, excerpt = ${excerpt},
        problem = ${problem}, next_attempt = ${nextAttempt}, attempted_at = ${at}, attempts = attempts + 1
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** Has a delivered or failed message sent once more; one that is pending stays as it is. */
  async resend (id: string, at: Date): Promise<void> {
    await tx.notificationDelivery.updateMany({
      where: { tenantId, id, state: { not: deliveryStates.Pending } },
      data: { state: deliveryStates.Pending, resentAt: at, nextAttempt: at }
    })
  },

  /** Fails a delivery permanently. */
  async fail (id: string, problem: string): Promise<void> {
    await tx.$executeRaw`
      update notification_deliveries
      set earlier_attempts = ${withLastAttempt}, state = ${deliveryStates.Failed}, problem = ${problem}, next_attempt = null
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** One page of the log, the newest first. `page` counts from 1. */
  async paginate (
    { state, event, endpointId, from, before, correlationId }: DeliveryFilter, page: number, pageSize: number
  ): Promise<PageOf<NotificationDeliveryRow>> {
    await planAlongIndexes(tx)
    const where: Prisma.NotificationDeliveryWhereInput = {
      tenantId,
      ...(state === undefined ? {} : { state }),
      ...(event === undefined ? {} : { event }),
      ...(endpointId === undefined ? {} : { endpointId: storedEndpointId(tenantId, endpointId) }),
      AND: [
        // So that the partial index of further endpoints is taken.
        ...(endpointId === undefined || endpointId === tenantId ? [] : [{ endpointId: { not: firstEndpointId } }]),
        ...(from === undefined ? [] : [{ at: { gte: from } }]),
        ...(before === undefined ? [] : [{ at: { lt: before } }])
      ],
      ...(correlationId === undefined ? {} : await aboutInvoice(tx, tenantId, correlationId))
    }
    const newest = { where, orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }] }
    const { _count: count, _min: last, _max: first } = await tx.notificationDelivery.aggregate({
      ...newest, take: mostCounted + 1, _count: true, _min: { at: true }, _max: { at: true }
    })
    const oldest = await tx.notificationDelivery.findFirst({
      where: { tenantId }, orderBy: { at: 'asc' }, select: { at: true }
    })
    const rows = await tx.notificationDelivery.findMany({ ...newest, skip: (page - 1) * pageSize, take: pageSize })
    return {
      rows: rows.map(deliveryOf),
      ...totalOf({ count, from: Number(first.at), reached: Number(last.at), to: Number(oldest?.at) })
    }
  },

  /** Deletes some of the oldest rows of the log that are from before a moment. */
  async prune (before: Date, limit: number): Promise<void> {
    await tx.$executeRaw`
      delete from notification_deliveries
      where tenant_id = ${tenantId}::uuid and id in (
        select id from notification_deliveries
        where tenant_id = ${tenantId}::uuid and at < ${before} and next_attempt is null order by at limit ${limit}
      )`
  }
})
