import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { RateLimit } from '../../http/plugins/rate-limit.ts'
import type { NotificationSettingsService } from '../../services/notifications/settings.ts'
import * as schemas from './schemas.ts'

// Each test makes this server call a stranger.
const testing: RateLimit = { name: 'notificationTest', perMinute: 6, burst: 6 }

/** A tenant's own address, told of each change of state of its documents. */
export function notificationGroup ({ notifications }: { notifications: NotificationSettingsService }) {
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
      handler: async ({ actor, body }) => ok(await notifications.update(actor, body))
    })

    operation({
      method: 'POST',
      path: '/RotateSecret',
      rule: { permission: 'Notification.Manage' },
      summary: 'Rotate the secret',
      answer: schemas.rotated,
      idempotency: 'none',
      handler: async ({ actor }) => ok(await notifications.rotateSecret(actor))
    })

    operation({
      method: 'GET',
      path: '/Deliveries',
      rule: { permission: 'Notification.Read' },
      summary: 'List messages and their outcome, newest first',
      description: 'Delivered and failed messages are deleted after thirty days.',
      query: schemas.deliveriesQuery,
      answer: schemas.deliveries,
      handler: async ({ actor, query: { page, pageSize, state, correlationId } }) =>
        ok(
          pageOf(
            { page, pageSize },
            await notifications.paginate(actor, { state, correlationId }, {
              page, pageSize
            })
          )
        )
    })

    operation({
      method: 'POST',
      path: '/Test',
      rule: { permission: 'Notification.Manage' },
      summary: 'Send a test message',
      description: 'Works even while notifications are disabled. The answer is the queued message; it is sent once, without retries. Deliveries shows the outcome.',
      answer: schemas.testSent,
      rateLimit: testing,
      handler: async ({ actor }) => ok(await notifications.test(actor))
    })
  })
}
