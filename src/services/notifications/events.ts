import { statuses, type Status } from '../../model/document-states.ts'

/** What a tenant can be told, by the state that a document came to. The names are part of the API. */
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

/** Sent by Notification/Test alone. */
export const testEvent = 'notification.test'

export const notificationEvents: readonly NotificationEvent[] = Object.values(eventOfStatus)

const statusOfEvent = new Map<string, Status>(Object.values(statuses).map((status) => [eventOfStatus[status], status]))

/** The states that these events tell; none for all of them, so that one which comes later is told as well. */
export function statusesOf (events: readonly NotificationEvent[]): Status[] {
  const wanted = new Set(events)
  return notificationEvents.every((event) => wanted.has(event))
    ? []
    : [...wanted].map((event) => statusOfEvent.get(event)).filter((status) => status !== undefined).sort()
}

export function eventsOf (wanted: readonly number[]): NotificationEvent[] {
  return wanted.length === 0 ? [...notificationEvents] : wanted.map((status) => eventOfStatus[status as Status])
}

/** The type of a message about a document that came to a state; without one it is a test. */
export function eventOf (status: number | null): NotificationEvent | typeof testEvent {
  return status === null ? testEvent : eventOfStatus[status as Status]
}
