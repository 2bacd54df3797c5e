import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { RateLimit } from '../../http/plugins/rate-limit.ts'
import type { DeliveryLog } from '../../services/notifications/delivery-log.ts'
import type { NotificationEndpoints } from '../../services/notifications/endpoints.ts'
import * as schemas from './schemas.ts'

// Each of them makes this server call a stranger.
export const testing: RateLimit = { name: 'notificationTest', perMinute: 6, burst: 6 }
const resending: RateLimit = { name: 'notificationResend', perMinute: 30, burst: 30 }

export interface NotificationGroupDependencies { notifications: NotificationEndpoints, deliveryLog: DeliveryLog }

/** Notifications: messages to a tenant's own addresses about changes of its documents. */
export function notificationGroup ({ notifications, deliveryLog }: NotificationGroupDependencies) {
  return defineGroup('Notification', (operation) => {
    operation({
      method: 'GET',
      path: '/GetSettings',
      rule: { permission: 'Notification.Read' },
      summary: 'Get the notification settings',
      answer: schemas.notificationSettings,
      handler: async ({ actor }) => ok(await notifications.get(actor))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Notification.Manage' },
      summary: 'Set the notification URL and events',
      description:
        'Messages are signed following Standard Webhooks and retried for three days. The first call returns the secret for verifying them; it is shown only once.',
      body: schemas.updateBody,
      answer: schemas.updated,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await notifications.set(actor, body))
    })

    operation({
      method: 'POST',
      path: '/RotateSecret',
      rule: { permission: 'Notification.Manage' },
      summary: 'Rotate the secret',
      answer: schemas.rotated,
      idempotency: 'none',
      handler: async ({ actor }) => ok(await notifications.rotateSecret(actor, actor.tenantId))
    })

    operation({
      method: 'GET',
      path: '/Deliveries',
      rule: { permission: 'Notification.Read' },
      summary: 'List messages and their outcome, newest first',
      description: 'Delivered and failed messages are deleted after thirty days.',
      query: schemas.deliveriesQuery,
      answer: schemas.deliveries,
      handler: async ({ actor, query: { page, pageSize, ...query } }) =>
        ok(pageOf({ page, pageSize }, await deliveryLog.paginate(actor, query, { page, pageSize })))
    })

    operation({
      method: 'GET',
      path: '/GetDelivery',
      rule: { permission: 'Notification.Read' },
      summary: 'Get a message with its body and its attempts',
      query: schemas.deliveryQuery,
      answer: schemas.deliveryDetail,
      handler: async ({ actor, query }) => ok(await deliveryLog.get(actor, query.id))
    })

    operation({
      method: 'POST',
      path: '/Resend',
      rule: { permission: 'Notification.Manage' },
      summary: 'Send a message again',
      description:
        'The message keeps its `webhook-id` and its body. A delivered or failed message is sent once more, without retries. A pending one is attempted now, and its schedule goes on. The answer is the queued message; GetDelivery shows the outcome.',
      body: schemas.resendBody,
      answer: schemas.testSent,
      rateLimit: resending,
      handler: async ({ actor, body }) => ok(await deliveryLog.resend(actor, body.id))
    })

    operation({
      method: 'POST',
      path: '/Test',
      rule: { permission: 'Notification.Manage' },
      summary: 'Send a test message',
      description: 'Works even while notifications are disabled. The answer is the queued message; it is sent once, without retries. Deliveries shows the outcome.',
      answer: schemas.testSent,
      rateLimit: testing,
      handler: async ({ actor }) => ok(await notifications.test(actor, actor.tenantId))
    })
  })
}
