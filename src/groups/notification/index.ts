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
      summary: 'See where notifications go, and which',
      answer: schemas.notificationSettings,
      handler: async ({ actor }) => ok(await notifications.get(actor))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Notification.Manage' },
      summary: 'Say where notifications go, and which',
      description:
        'Messages are signed after Standard Webhooks and tried again for three days. The first time, the secret to verify them with is shown, once.',
      body: schemas.updateBody,
      answer: schemas.updated,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await notifications.update(actor, body))
    })

    operation({
      method: 'POST',
      path: '/RotateSecret',
      rule: { permission: 'Notification.Manage' },
      summary: 'Get a new secret; the one before signs as well for a day',
      answer: schemas.rotated,
      idempotency: 'none',
      handler: async ({ actor }) => ok(await notifications.rotateSecret(actor))
    })

    operation({
      method: 'GET',
      path: '/Deliveries',
      rule: { permission: 'Notification.Read' },
      summary: 'List messages and what became of them, the newest first',
      description: 'Settled messages are kept for thirty days.',
      query: schemas.deliveriesQuery,
      answer: schemas.deliveries,
      handler: async ({ actor, query: { page, pageSize, state, correlationId } }) =>
        ok(
          pageOf(
            { page, pageSize },
            await notifications.paginate(actor, { state, correlationId: correlationId?.toLowerCase() }, {
              page, pageSize
            })
          )
        )
    })

    operation({
      method: 'POST',
      path: '/Test',
      rule: { permission: 'Notification.Manage' },
      summary: 'Send a test message, also while notifications are off',
      description: 'Answers the message as it is queued; it is tried once, and Deliveries tells what became of it.',
      answer: schemas.testSent,
      rateLimit: testing,
      handler: async ({ actor }) => ok(await notifications.test(actor))
    })
  })
}
