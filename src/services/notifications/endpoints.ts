import { type NotificationEvent, notificationEvents } from '../../model/notification-events.ts'
import { mostEndpoints } from '../../model/notification-endpoints.ts'
import type { EndpointSettings, NotificationEndpointRow } from '../../repositories/mail/notification-endpoints.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { type Delivery, deliveryOf } from './deliveries.ts'
import {
  auditDetails, endpointOf, type NotificationEndpoint, type NotificationSettings, secretPlace, settingsOf, storedEvents
} from './settings.ts'
import { newSecret, secretText } from './signing.ts'
import { parseTargetUrl } from './target-url.ts'

/** No events: all of them. */
export interface NewEndpoint { url: string, enabled: boolean, events?: NotificationEvent[] | undefined }

/** What is left out stays as it is. */
export interface EndpointChange {
  url?: string | undefined, enabled?: boolean | undefined, events?: NotificationEvent[] | undefined
}

export interface NotificationEndpointDependencies {
  store: Store
  sealing: Sealing
  clock: Clock
  /** For development: accepts plain http and private addresses. */
  allowPrivate: boolean
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

/**
 * The addresses to which a tenant's messages go, each with its own events and secret. The first one has the tenant's
 * id; `get` and `set` are about it.
 */
export function createNotificationEndpoints (
  { store, sealing, clock, allowPrivate, onWork }: NotificationEndpointDependencies
) {
  const hrefOf = (url: string): string => parseTargetUrl(url, { allowPrivate }).href

  const newSettings = ({ url, enabled, events }: NewEndpoint): EndpointSettings =>
    ({ url: hrefOf(url), enabled, events: storedEvents(events ?? notificationEvents) })

  /** Gives the secret. */
  async function add (
    { notificationEndpoints, auditLog }: TenantRepositories, actor: Actor, id: string,
    { settings, verb }: { settings: EndpointSettings, verb: string }
  ): Promise<string> {
    const [secret, at] = [newSecret(), clock()]
    const place = secretPlace({ tenantId: actor.tenantId, id })
    await notificationEndpoints.create(id, settings, sealing.seal(secret, place), at)
    const details = auditDetails(settings)
    auditLog.add([recordOf(actor, verb, id, { ...details, ...changesBetween({}, details) })], at)
    return secretText(secret)
  }

  async function change (
    { notificationEndpoints, auditLog }: TenantRepositories, actor: Actor, known: NotificationEndpointRow,
    settings: EndpointSettings
  ): Promise<void> {
    await notificationEndpoints.update(known.id, settings, clock())
    const details = auditDetails(settings)
    auditLog.add([
      recordOf(actor, 'update', known.id, { ...details, ...changesBetween(auditDetails(known), details) })
    ], clock())
  }

  return {
    list: ({ tenantId }: Actor): Promise<NotificationEndpoint[]> =>
      store.asTenant(tenantId, async ({ notificationEndpoints }) =>
        (await notificationEndpoints.list()).map((row) => endpointOf(row, clock()))),

    get: ({ tenantId }: Actor): Promise<NotificationSettings> =>
      store.asTenant(tenantId, async ({ notificationEndpoints }) =>
        settingsOf(await notificationEndpoints.find(tenantId), clock())),

    /**
     * Sets the first address and its events. `secret` is given the first time only; afterwards it is null. Throws
     * ServiceError NOTIFICATION_URL_INVALID.
     */
    async set (actor: Actor, wanted: NewEndpoint): Promise<NotificationSettings & { secret: string | null }> {
      const settings = newSettings(wanted)
      return store.asTenant(actor.tenantId, async (repositories) => {
        await repositories.tenant.lock()
        const known = await repositories.notificationEndpoints.find(actor.tenantId)
        const secret = known ? null : await add(repositories, actor, actor.tenantId, { settings, verb: 'update' })
        if (known) await change(repositories, actor, known, settings)
        return { ...settingsOf(await repositories.notificationEndpoints.find(actor.tenantId), clock()), secret }
      })
    },

    /**
     * Adds an address; `secret` cannot be shown again. Throws ServiceError NOTIFICATION_URL_INVALID or
     * NOTIFICATION_ENDPOINTS_FULL.
     */
    async create (actor: Actor, wanted: NewEndpoint): Promise<NotificationEndpoint & { secret: string }> {
      const settings = newSettings(wanted)
      return store.asTenant(actor.tenantId, async (repositories) => {
        await repositories.tenant.lock()
        const known = await repositories.notificationEndpoints.list()
        if (known.length >= mostEndpoints) throw new ServiceError('NOTIFICATION_ENDPOINTS_FULL')
        const id = known.some((one) => one.id === actor.tenantId) ? newId() : actor.tenantId
        const secret = await add(repositories, actor, id, { settings, verb: 'create' })
        return { ...endpointOf(await existing(repositories, { tenantId: actor.tenantId, id }), clock()), secret }
      })
    },

    /** Throws ServiceError NOTIFICATION_URL_INVALID or NOTIFICATION_ENDPOINT_NOT_FOUND. */
    update: (
      actor: Actor, { id, url, enabled, events }: EndpointChange & { id: string }
    ): Promise<NotificationEndpoint> => store.asTenant(actor.tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const known = await existing(repositories, { tenantId: actor.tenantId, id })
      await change(repositories, actor, known, {
        url: url === undefined ? known.url : hrefOf(url),
        enabled: enabled ?? known.enabled,
        events: events ? storedEvents(events) : known.events
      })
      return endpointOf(await existing(repositories, { tenantId: actor.tenantId, id }), clock())
    }),

    /** Messages that wait for it fail when they are due. Throws ServiceError NOTIFICATION_ENDPOINT_NOT_FOUND. */
    delete: (actor: Actor, id: string): Promise<void> => store.asTenant(actor.tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const known = await existing(repositories, { tenantId: actor.tenantId, id })
      await repositories.notificationEndpoints.delete(id)
      repositories.auditLog.add([recordOf(actor, 'delete', id, auditDetails(known))], clock())
    }),

    /**
     * Creates a new secret, which cannot be shown again; the previous one also signs for a day. Throws as `existing`.
     */
    async rotateSecret (actor: Actor, id: string): Promise<{ secret: string, olderSecretEndsAt: Date }> {
      const secret = newSecret()
      const at = clock()
      const olderSecretEnds = new Date(at.getTime() + dayMs)
      await store.asTenant(actor.tenantId, async (repositories) => {
        await repositories.tenant.lock()
        const place = secretPlace(await existing(repositories, { tenantId: actor.tenantId, id }))
        await repositories.notificationEndpoints.rotateSecret(id, sealing.seal(secret, place), { olderSecretEnds, at })
        repositories.auditLog.add([recordOf(actor, 'rotateSecret', id, {})], at)
      })
      return { secret: secretText(secret), olderSecretEndsAt: olderSecretEnds }
    },

    /** Sends a test message, even if the endpoint is not enabled. Throws as `existing`. */
    async test (actor: Actor, endpointId: string): Promise<Delivery> {
      const [id, at] = [newId(), clock()]
      const delivery = await store.asTenant(actor.tenantId, async (repositories) => {
        const { notifications, tasks, auditLog } = repositories
        await existing(repositories, { tenantId: actor.tenantId, id: endpointId })
        await notifications.addTest(endpointId, { id, at })
        await tasks.schedule('notify', [id])
        const added = await notifications.findDelivery(id)
        auditLog.add([recordOf(actor, 'test', endpointId, { delivery: id })], at)
        return added
      })
      onWork()
      if (!delivery) throw new Error('The delivery that was just added is not there')
      return deliveryOf(delivery)
    }
  }
}

export type NotificationEndpoints = ReturnType<typeof createNotificationEndpoints>

/**
 * Throws ServiceError NOTIFICATION_NOT_CONFIGURED for the first endpoint, NOTIFICATION_ENDPOINT_NOT_FOUND for others.
 */
export async function existing (
  { notificationEndpoints }: Pick<TenantRepositories, 'notificationEndpoints'>,
  { tenantId, id }: { tenantId: string, id: string }
): Promise<NotificationEndpointRow> {
  const row = await notificationEndpoints.find(id)
  if (row) return row
  throw new ServiceError(id === tenantId ? 'NOTIFICATION_NOT_CONFIGURED' : 'NOTIFICATION_ENDPOINT_NOT_FOUND')
}

function recordOf (actor: Actor, verb: string, entityId: string, details: Record<string, unknown>) {
  return { actor: audited(actor), action: `notification.${verb}`, entity: 'notificationEndpoint', entityId, details }
}
