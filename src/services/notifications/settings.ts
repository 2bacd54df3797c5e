import { type NotificationEvent, notificationEvents } from '../../model/notification-events.ts'
import type { NotificationEndpointRow } from '../../repositories/mail/notifications.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { Clock } from '../ports.ts'
import type { SealedRowKey, Sealing } from '../secrets/sealing.ts'
import { type Delivery, deliveryOf } from './deliveries.ts'
import { newSecret, secretText } from './signing.ts'
import { parseTargetUrl } from './target-url.ts'

export interface NotificationSettings {
  /** Null until it is set for the first time. */
  url: string | null
  enabled: boolean
  events: NotificationEvent[]
  /** Until when the secret before the last rotation also signs. */
  olderSecretEndsAt: Date | null
  updatedAt: Date | null
}

export interface NotificationUpdate { url: string, enabled: boolean, events?: NotificationEvent[] | undefined }

export interface NotificationSettingsDependencies {
  store: Store
  sealing: Sealing
  clock: Clock
  /** For development: accepts plain http and private addresses. */
  allowPrivate: boolean
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

export function createNotificationSettings (
  { store, sealing, clock, allowPrivate, onWork }: NotificationSettingsDependencies
) {
  async function createEndpoint (
    { notifications }: TenantRepositories, tenantId: string,
    settings: Parameters<TenantRepositories['notifications']['createEndpoint']>[0]
  ): Promise<string> {
    const secret = newSecret()
    await notifications.createEndpoint(settings, sealing.seal(secret, secretPlace(tenantId)), clock())
    return secretText(secret)
  }

  return {
    get: ({ tenantId }: Actor): Promise<NotificationSettings> => store.asTenant(tenantId, async ({ notifications }) =>
      settingsOf(await notifications.findEndpoint(), clock())),

    /**
     * Sets the address of notifications and their events. `secret` is given the first time only; afterwards it is null.
     * Throws ServiceError NOTIFICATION_URL_INVALID.
     */
    async update (
      actor: Actor, { url, enabled, events }: NotificationUpdate
    ): Promise<NotificationSettings & { secret: string | null }> {
      const settings = {
        url: parseTargetUrl(url, { allowPrivate }).href, enabled, events: storedEvents(events ?? notificationEvents)
      }
      return store.asTenant(actor.tenantId, async (repositories) => {
        const { tenant, notifications, auditLog } = repositories
        await tenant.lock()
        const known = await notifications.findEndpoint()
        const secret = known ? null : await createEndpoint(repositories, actor.tenantId, settings)
        if (known) await notifications.updateEndpoint(settings, clock())
        const after = settingsOf(await notifications.findEndpoint(), clock())
        auditLog.add([
          recordOf(actor, 'update', {
            ...auditDetails(settings), ...changesBetween(known ? auditDetails(known) : {}, auditDetails(settings))
          })
        ], clock())
        return { ...after, secret }
      })
    },

    /**
     * Creates a new secret, which cannot be shown again; the previous one also signs for a day. Throws ServiceError
     * NOTIFICATION_NOT_CONFIGURED.
     */
    async rotateSecret (actor: Actor): Promise<{ secret: string, olderSecretEndsAt: Date }> {
      const secret = newSecret()
      const at = clock()
      const olderSecretEnds = new Date(at.getTime() + dayMs)
      await store.asTenant(actor.tenantId, async ({ tenant, notifications, auditLog }) => {
        await tenant.lock()
        mustBeConfigured(await notifications.findEndpoint())
        await notifications.rotateSecret(sealing.seal(secret, secretPlace(actor.tenantId)), { olderSecretEnds, at })
        auditLog.add([recordOf(actor, 'rotateSecret', {})], at)
      })
      return { secret: secretText(secret), olderSecretEndsAt: olderSecretEnds }
    },

    /**
     * Sends a test message, even if the endpoint is not enabled. Throws ServiceError NOTIFICATION_NOT_CONFIGURED.
     */
    async test (actor: Actor): Promise<Delivery> {
      const [id, at] = [newId(), clock()]
      const delivery = await store.asTenant(actor.tenantId, async ({ notifications, tasks, auditLog }) => {
        mustBeConfigured(await notifications.findEndpoint())
        await notifications.addTest({ id, at })
        await tasks.schedule('notify', [id])
        const added = await notifications.findDelivery(id)
        auditLog.add([recordOf(actor, 'test', { delivery: id })], at)
        return added
      })
      onWork()
      if (!delivery) throw new Error('The delivery that was just added is not there')
      return deliveryOf(delivery)
    }
  }
}

export type NotificationSettingsService = ReturnType<typeof createNotificationSettings>

/** A tenant has one endpoint, so the tenant names the row. */
export function secretPlace (tenantId: string): SealedRowKey {
  return { tenantId, kind: 'notificationSecret', rowId: tenantId }
}

/** An empty array for all of them, so that it includes events of later versions. */
function storedEvents (wanted: readonly NotificationEvent[]): NotificationEvent[] {
  const stored = notificationEvents.filter((event) => wanted.includes(event))
  return stored.length === notificationEvents.length ? [] : stored
}

function eventsOf (stored: readonly NotificationEvent[]): NotificationEvent[] {
  return stored.length === 0 ? [...notificationEvents] : [...stored]
}

function mustBeConfigured (endpoint: NotificationEndpointRow | null): void {
  if (!endpoint) throw new ServiceError('NOTIFICATION_NOT_CONFIGURED')
}

/** An endpoint in the audit log: its address may hold a secret of the tenant's, its host does not. */
function auditDetails ({ url, enabled, events }: Pick<NotificationEndpointRow, 'url' | 'enabled' | 'events'>) {
  return { host: new URL(url).host, enabled, events: eventsOf(events) }
}

function recordOf (actor: Actor, verb: string, details: Record<string, unknown>) {
  return {
    actor: audited(actor), action: `notification.${verb}`, entity: 'notificationEndpoint', entityId: actor.tenantId,
    details
  }
}

function settingsOf (endpoint: NotificationEndpointRow | null, at: Date): NotificationSettings {
  if (!endpoint) {
    return { url: null, enabled: false, events: [...notificationEvents], olderSecretEndsAt: null, updatedAt: null }
  }
  const { url, enabled, events, olderSecretEnds, updatedAt } = endpoint
  return {
    url, enabled, events: eventsOf(events),
    olderSecretEndsAt: olderSecretEnds !== null && olderSecretEnds > at ? olderSecretEnds : null, updatedAt
  }
}
