import { type DeliveryState, deliveryStateText } from '../../model/delivery-states.ts'
import type { NotificationDeliveryRow, PastAttempt } from '../../repositories/mail/notifications.ts'

export interface Delivery {
  id: string
  endpointId: string
  type: string
  correlationId: string | null
  at: Date
  state: DeliveryState
  stateText: string
  attempts: number
  attemptedAt: Date | null
  nextAttemptAt: Date | null
  httpStatus: number | null
  excerpt: string | null
  problem: string | null
}

export interface DeliveryDetail extends Delivery {
  /** The bytes of every attempt. */
  body: string
  /** The last thirty attempts, in the order of time. */
  history: PastAttempt[]
}

export function deliveryOf (
  { event, invoiceId, nextAttempt, id, endpointId, at, state, attempts, attemptedAt, httpStatus, excerpt, problem }:
  NotificationDeliveryRow
): Delivery {
  return {
    id, endpointId, type: event, correlationId: invoiceId, at, state, stateText: deliveryStateText(state), attempts,
    attemptedAt, nextAttemptAt: nextAttempt, httpStatus, excerpt, problem
  }
}

export function deliveryDetailOf (row: NotificationDeliveryRow): DeliveryDetail {
  return { ...deliveryOf(row), body: bodyOf(row), history: historyOf(row) }
}

/** The same bytes at each attempt: receivers recognise repetitions by the id, and the signature covers both. */
export function bodyOf ({ event, data, at }: NotificationDeliveryRow): string {
  return JSON.stringify({ type: event, timestamp: at.toISOString(), data })
}

/** A message that was given up keeps its last attempt among the earlier ones: the row then has another problem. */
function historyOf (
  { earlierAttempts, attemptedAt, httpStatus, excerpt, problem }: NotificationDeliveryRow
): PastAttempt[] {
  const isThere = earlierAttempts.at(-1)?.at.getTime() === attemptedAt?.getTime()
  if (attemptedAt === null || isThere) return earlierAttempts
  return [...earlierAttempts, { at: attemptedAt, httpStatus, excerpt, problem }]
}
