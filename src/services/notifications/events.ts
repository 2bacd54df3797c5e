import { statuses, type Status } from '../../model/document-states.ts'

/** The event of each state that a document can reach. The names are part of the API. */
const eventOfStatus = {
  [statuses.Waiting]: 'document.waiting',
  [statuses.Issued]: 'document.issued',
  [statuses.Sending]: 'document.sending',
  [statuses.Sent]: 'document.sent',
  [statuses.Accepted]: 'document.accepted',
  [statuses.AcceptedWithObjections]: 'document.accepted_with_objections',
  [statuses.Rejected]: 'document.rejected',
  [statuses.Failed]: 'document.failed'
} as const satisfies Record<Status, string>

export type NotificationEvent = (typeof eventOfStatus)[Status]

/** Sent only by Notification/Test. */
export const testEvent = 'notification.test'

export const notificationEvents: readonly NotificationEvent[] = Object.values(eventOfStatus)

const statusOfEvent = new Map<string, Status>(Object.values(statuses).map((status) => [eventOfStatus[status], status]))

/** The states of these events; an empty array for all of them, so that it includes states of later versions. */
export function statusesOf (events: readonly NotificationEvent[]): Status[] {
  const wanted = new Set(events)
  return notificationEvents.every((event) => wanted.has(event))
    ? []
    : [...wanted].map((event) => statusOfEvent.get(event)).filter((status) => status !== undefined).sort()
}

export function eventsOf (wanted: readonly Status[]): NotificationEvent[] {
  return wanted.length === 0 ? [...notificationEvents] : wanted.map((status) => eventOfStatus[status])
}

/** The type of a message about a document that reached a state; null for a test. */
export function eventOf (status: Status | null): NotificationEvent | typeof testEvent {
  return status === null ? testEvent : eventOfStatus[status]
}
