import { type NotificationEvent, notificationEvents } from '../../model/notification-events.ts'
import type { EndpointFailure, EndpointSettings, NotificationEndpointRow } from '../../repositories/mail/notification-endpoints.ts'
import type { SealedRowKey } from '../secrets/sealing.ts'

/** What is shown of an endpoint. */
export interface NotificationSettings {
  /** Null until it is set for the first time. */
  url: string | null
  enabled: boolean
  events: NotificationEvent[]
  /** Until when the secret before the last rotation also signs. */
  olderSecretEndsAt: Date | null
  updatedAt: Date | null
}

export interface NotificationEndpoint extends NotificationSettings {
  id: string
  url: string
  /** Failed attempts since the last success. */
  failures: number
  lastFailure: EndpointFailure | null
  createdAt: Date
  updatedAt: Date
}

export function settingsOf (endpoint: NotificationEndpointRow | null, at: Date): NotificationSettings {
  if (!endpoint) {
    return { url: null, enabled: false, events: [...notificationEvents], olderSecretEndsAt: null, updatedAt: null }
  }
  const { url, enabled, events, olderSecretEndsAt, updatedAt } = endpointOf(endpoint, at)
  return { url, enabled, events, olderSecretEndsAt, updatedAt }
}

export function endpointOf (
  { id, url, enabled, events, olderSecretEnds, failures, lastFailure, createdAt, updatedAt }: NotificationEndpointRow,
  at: Date
): NotificationEndpoint {
  return {
    id, url, enabled, events: eventsOf(events),
    olderSecretEndsAt: olderSecretEnds !== null && olderSecretEnds > at ? olderSecretEnds : null,
    failures, lastFailure, createdAt, updatedAt
  }
}

/** An empty array for all of them, so that it includes events of later versions. */
export function storedEvents (wanted: readonly NotificationEvent[]): NotificationEvent[] {
  const stored = notificationEvents.filter((event) => wanted.includes(event))
  return stored.length === notificationEvents.length ? [] : stored
}

function eventsOf (stored: readonly NotificationEvent[]): NotificationEvent[] {
  return stored.length === 0 ? [...notificationEvents] : [...stored]
}

export function secretPlace ({ tenantId, id }: { tenantId: string, id: string }): SealedRowKey {
  return { tenantId, kind: 'notificationSecret', rowId: id }
}

/** An endpoint in the audit log: its address may hold a secret of the tenant's, its host does not. */
export function auditDetails ({ url, enabled, events }: EndpointSettings) {
  return { host: new URL(url).host, enabled, events: eventsOf(events) }
}
