import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, envelopedPage, timestamp } from '../../http/envelope.ts'
import { inOrder, paging, queryDayOrMoment, queryInteger } from '../../http/paging.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { deliveryStates } from '../../model/delivery-states.ts'
import { notificationEvents, testEvent } from '../../model/notification-events.ts'

const url = z.string().min(1).max(2000).meta({ examples: ['https://erp.andes.example/timbre'] })
const event = z.enum(notificationEvents)
const events = z.array(event).meta({ examples: [['document.accepted', 'document.rejected']] })
const secret = z.string().meta({
  description: 'Standard Webhooks: whsec_ and base64.', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
})

const settings = {
  url: url.nullable().meta({ description: 'Null until set.' }),
  enabled: z.boolean(),
  events: events.meta({ description: 'Events that are sent.' }),
  olderSecretEndsAt: timestamp.nullable().meta({
    description: 'Until then, messages are also signed with the previous secret.', examples: [null]
  }),
  updatedAt: timestamp.nullable()
}

const shown = z.object(settings).meta({ id: 'NotificationSettings' })

export const notificationSettings = enveloped('NotificationSettings', shown)

const endpointSettings = {
  url: url.meta({ description: 'An https URL on port 443 or 8443 of a public address, without credentials.' }),
  enabled: z.boolean(),
  events: events.min(1).max(notificationEvents.length).optional().meta({
    description: 'Events to send; all if omitted.'
  })
}

export const updateBody = takingBack(z.strictObject(endpointSettings), shown)

export const updated = enveloped(
  'NotificationUpdate',
  z.object({
    ...settings,
    secret: secret.nullable().meta({
      description: 'Shown only when the URL is set for the first time; null afterwards.'
    })
  })
)

const endpointId = '01a1f82f-8800-7387-bd78-77f011356dc5'

const endpoint = z.object({
  id: z.uuid().meta({ description: "Of the first endpoint: the tenant's id.", examples: [endpointId] }),
  ...settings,
  url: url.meta({ description: 'Where messages are posted.' }),
  updatedAt: timestamp,
  failures: z.int().meta({ description: 'Failed attempts since the last success.', examples: [0] }),
  lastFailure: z.object({
    at: timestamp,
    httpStatus: z.int().nullable().meta({ description: 'Null if there was no response.', examples: [500] }),
    problem: z.string().nullable().meta({ description: 'Why there was no response.', examples: [null] })
  }).nullable().meta({ description: 'The last failed attempt; null if there was none.', examples: [null] }),
  createdAt: timestamp
}).meta({ id: 'NotificationEndpoint' })

export const endpoints = envelopedList('NotificationEndpoint', endpoint)
export const changedEndpoint = enveloped('NotificationEndpoint', endpoint)

export const createdEndpoint = enveloped('NotificationEndpointCreated', endpoint.extend({
  secret: secret.meta({ description: 'Shown only once.' })
}))

const target = id.meta({ examples: [endpointId] })
export const endpointBody = z.strictObject({ id: target })
/** An address of the longest kind, every character escaped, with all events. */
export const endpointBodyLimit = 32 * 1024
export const createEndpointBody = z.strictObject(endpointSettings)
export const updateEndpointBody = takingBack(z.strictObject({
  id: target,
  url: endpointSettings.url.optional(),
  enabled: endpointSettings.enabled.optional(),
  events: endpointSettings.events.meta({ description: 'Events to send.' })
}), endpoint)

export const rotated = enveloped('NotificationSecret', z.object({
  secret: secret.meta({ description: 'Shown only once.' }),
  olderSecretEndsAt: timestamp.meta({ description: 'Until then, messages are also signed with the previous secret.' })
}))

const delivery = z.object({
  id: z.uuid().meta({ description: 'The webhook-id of the message, the same for every attempt.' }),
  endpointId: z.uuid().meta({ description: 'Where it goes, as in NotificationEndpoint/List.', examples: [endpointId] }),
  type: z.string().meta({ examples: ['document.accepted'] }),
  correlationId: z.uuid().nullable().meta({
    description: 'Id of the document; null for messages about no document.', examples: ['01a1f82f-8800-7387-bd78-77f011356dc4']
  }),
  at: timestamp.meta({ description: 'When the event happened.' }),
  state: z.union(Object.values(deliveryStates).map((value) => z.literal(value))).meta({
    id: 'EnumNotificationState',
    description: 'Status of a message.',
    'x-enum-varnames': Object.keys(deliveryStates),
    examples: [2]
  }),
  stateText: z.string().meta({ examples: ['Delivered'] }),
  attempts: z.int(),
  attemptedAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().meta({ description: 'Null once delivered or failed.', examples: [null] }),
  httpStatus: z.int().nullable().meta({
    description: 'HTTP status of the last attempt. 2xx means delivered; redirects are not followed.', examples: [204]
  }),
  excerpt: z.string().nullable().meta({ description: 'First characters of the last response.', examples: [''] }),
  problem: z.string().nullable().meta({
    description:
      'Why there was no response, or why there are no more attempts: ADDRESS_NOT_ALLOWED, NAME_NOT_FOUND, TIMEOUT, CERTIFICATE_REFUSED, CONNECTION_FAILED, TURNED_OFF, ENDPOINT_DELETED, TOO_OLD.',
    examples: [null]
  })
}).meta({ id: 'NotificationDelivery' })

export const testSent = enveloped('NotificationDelivery', delivery)
export const deliveries = envelopedPage('NotificationDelivery', delivery)

export const deliveryDetail = enveloped('NotificationDeliveryDetail', delivery.extend({
  body: z.string().meta({
    description: 'The body of the message, byte for byte as it was sent.',
    examples: ['{"type":"notification.test","timestamp":"2026-11-20T13:45:12.345Z","data":{}}']
  }),
  history: z.array(z.object({
    at: timestamp.meta({ description: 'When it was attempted.' }),
    httpStatus: z.int().nullable().meta({ description: 'Null if there was no response.', examples: [500] }),
    excerpt: z.string().nullable().meta({ description: 'First characters of the response.', examples: ['out of order'] }),
    problem: z.string().nullable().meta({ description: 'Why there was no response.', examples: [null] })
  })).meta({ description: 'Each attempt, the oldest first; the last thirty if there were more.' })
}).meta({ id: 'NotificationDeliveryDetail' }))

export const deliveryQuery = z.object({ id: id.describe('The webhook-id of the message.') })
export const resendBody = z.strictObject({ id: id.meta({ description: 'The webhook-id of the message.' }) })

export const deliveriesQuery = inOrder(z.object({
  ...paging,
  type: z.enum([...notificationEvents, testEvent]).optional().describe('Only messages of this type.'),
  startDate: queryDayOrMoment().optional().describe('From this day in Chile on (a date), or from this moment on (a date-time).'),
  endDate: queryDayOrMoment().optional().describe('Up to this day in Chile (a date), or up to this moment (a date-time); it is included.'),
  state: queryInteger({ min: 1, max: 3 }).optional().describe('1 Pending, 2 Delivered, 3 Failed.'),
  correlationId: id.optional().describe('Only messages about this document.'),
  endpointId: id.optional().describe('Only messages to this endpoint.')
}))
