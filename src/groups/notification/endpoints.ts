import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { NotificationEndpoints } from '../../services/notifications/endpoints.ts'
import { testing } from './index.ts'
import * as schemas from './schemas.ts'

/** The addresses to which notifications go. */
export function notificationEndpointGroup ({ notifications }: { notifications: NotificationEndpoints }) {
  return defineGroup('NotificationEndpoint', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'Notification.Read' },
      summary: 'List the notification endpoints',
      description: 'The oldest first. The operations of Notification are about the one that has the id of the tenant.',
      answer: schemas.endpoints,
      handler: async ({ actor }) => ok(await notifications.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'Notification.Manage' },
      summary: 'Add a notification endpoint',
      description:
        'A tenant can have eight, each with its own events and secret. The answer has the secret for verifying its messages; it is shown only once.',
      body: schemas.createEndpointBody,
      bodyLimit: schemas.endpointBodyLimit,
      answer: schemas.createdEndpoint,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await notifications.create(actor, body))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Notification.Manage' },
      summary: 'Change a notification endpoint',
      description: 'Omitted members keep their values.',
      body: schemas.updateEndpointBody,
      bodyLimit: schemas.endpointBodyLimit,
      answer: schemas.changedEndpoint,
      handler: async ({ actor, body }) => ok(await notifications.update(actor, body))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Notification.Manage' },
      summary: 'Delete a notification endpoint',
      description: 'Messages that wait for it fail with ENDPOINT_DELETED when their next attempt is due.',
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await notifications.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/RotateSecret',
      rule: { permission: 'Notification.Manage' },
      summary: 'Rotate the secret of a notification endpoint',
      body: schemas.endpointBody,
      answer: schemas.rotated,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await notifications.rotateSecret(actor, body.id))
    })

    operation({
      method: 'POST',
      path: '/Test',
      rule: { permission: 'Notification.Manage' },
      summary: 'Send a test message to a notification endpoint',
      description: 'As Notification/Test.',
      body: schemas.endpointBody,
      answer: schemas.testSent,
      rateLimit: testing,
      handler: async ({ actor, body }) => ok(await notifications.test(actor, body.id))
    })
  })
}
