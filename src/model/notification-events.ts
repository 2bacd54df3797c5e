import { statuses, type Status } from './document-states.ts'

/** The event of each state that a document can reach. The names are stored and part of the API. */
export const eventOfStatus = {
  [statuses.Waiting]: 'document.waiting',
  [statuses.Issued]: 'document.issued',
  [statuses.Sending]: 'document.sending',
  [statuses.Sent]: 'document.sent',
  [statuses.Accepted]: 'document.accepted',
  [statuses.AcceptedWithObjections]: 'document.accepted_with_objections',
  [statuses.Rejected]: 'document.rejected',
  [statuses.Failed]: 'document.failed'
} as const satisfies Record<Status, string>

/** Events other than changes of a document's state. */
export const warningEvents = [
  'folios.low', 'folios.stopped', 'certificate.expiring', 'document.damaged', 'document.answered', 'document.claimed',
  'certification.verdict', 'certification.deadline', 'received.document', 'received.deadline',
  'received.claim_failed'
] as const
export type WarningEvent = (typeof warningEvents)[number]

export type NotificationEvent = (typeof eventOfStatus)[Status] | WarningEvent

/** Sent only by Notification/Test. */
export const testEvent = 'notification.test'

export const notificationEvents: readonly NotificationEvent[] = [...Object.values(eventOfStatus), ...warningEvents]
