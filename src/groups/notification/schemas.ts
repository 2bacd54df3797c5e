import { z } from 'zod'
import { enveloped, envelopedPage, timestamp } from '../../http/envelope.ts'
import { paging, queryInteger } from '../../http/paging.ts'
import { deliveryStates } from '../../model/delivery-states.ts'
import { notificationEvents } from '../../services/notifications/events.ts'

const url = z.string().min(1).max(2000).meta({ examples: ['https://erp.andes.example/timbre'] })
const event = z.enum(notificationEvents)
const events = z.array(event).meta({ examples: [['document.accepted', 'document.rejected']] })
const secret = z.string().meta({
  description: 'Standard Webhooks: whsec_ and base64.', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
})

const settings = {
  url: url.nullable().meta({ description: 'Null until it is set for the first time.' }),
  enabled: z.boolean(),
  events: events.meta({ description: 'What is told.' }),
  olderSecretEndsAt: timestamp.nullable().meta({
    description: 'Until then the secret from before the last rotation signs as well.', examples: [null]
  }),
  updatedAt: timestamp.nullable()
}

export const notificationSettings = enveloped(
  'NotificationSettings', z.object(settings).meta({ id: 'NotificationSettings' })
)

export const updateBody = z.strictObject({
  url: url.meta({ description: 'https, on port 443 or 8443 of a public address, without user and password.' }),
  enabled: z.boolean(),
  events: events.min(1).max(notificationEvents.length).optional().meta({
    description: 'What is told; all of them when left out.'
  })
})

export const updated = enveloped(
  'NotificationUpdate',
  z.object({
    ...settings,
    secret: secret.nullable().meta({
      description: 'Shown when the address is set for the first time and never again; null afterwards.'
    })
  })
)

export const rotated = enveloped('NotificationSecret', z.object({
  secret: secret.meta({ description: 'Shown now and never again.' }),
  olderSecretEndsAt: timestamp.meta({ description: 'Until then messages are signed with the older secret as well.' })
}))

const delivery = z.object({
  id: z.uuid().meta({ description: 'The webhook-id of the message, the same at each attempt.' }),
  type: z.string().meta({ examples: ['document.accepted'] }),
  correlationId: z.string().nullable().meta({
    description: 'The document; null for a test.', examples: ['01a1f82f-8800-7387-bd78-77f011356dc4']
  }),
  at: timestamp.meta({ description: 'When what it tells happened.' }),
  state: z.union(Object.values(deliveryStates).map((value) => z.literal(value))).meta({
    id: 'EnumNotificationState',
    description: 'Where a message stands.',
    'x-enum-varnames': Object.keys(deliveryStates),
    examples: [2]
  }),
  stateText: z.string().meta({ examples: ['Delivered'] }),
  attempts: z.int(),
  attemptedAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().meta({ description: 'Null once it is settled.', examples: [null] }),
  httpStatus: z.int().nullable().meta({
    description: 'Of the last answer; 2xx means delivered, and redirects are not followed.', examples: [204]
  }),
  excerpt: z.string().nullable().meta({ description: 'The first characters of the last answer.', examples: [''] }),
  problem: z.string().nullable().meta({
    description:
      'Why there was no answer, or why it is not tried any more: ADDRESS_NOT_ALLOWED, NAME_NOT_FOUND, TIMEOUT, CERTIFICATE_REFUSED, CONNECTION_FAILED, TURNED_OFF, TOO_OLD.',
    examples: [null]
  })
}).meta({ id: 'NotificationDelivery' })

export const testSent = enveloped('NotificationDelivery', delivery)
export const deliveries = envelopedPage('NotificationDelivery', delivery)

export const deliveriesQuery = z.object({
  ...paging,
  state: queryInteger({ min: 1, max: 3 }).optional().describe('1 Pending, 2 Delivered, 3 Failed.'),
  correlationId: z.uuid().optional().describe('The messages about one document.')
})
