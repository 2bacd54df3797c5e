import { z } from 'zod'
import { journeyKind, reviewReasons } from '../../model/certification.ts'
import { statuses } from '../../model/document-states.ts'
import { claimedActions } from '../../model/received-claims.ts'
import { eventOfStatus, testEvent, type WarningEvent } from '../../model/notification-events.ts'

const documentId = z.uuid().meta({ description: 'The id of the document.' })
const typeCode = z.string().meta({ description: 'The code of the document type.', examples: ['33'] })
const typeName = z.string().meta({ description: 'The name of the document type.', examples: ['Factura Electrónica'] })
const folioText = z.string().meta({ description: 'The folio; empty while the document waits for one.', examples: ['1001'] })
const environment = z.string().meta({ examples: ['production'] })
const taxNumber = z.string().meta({ examples: ['88888888-8'] })
const count = z.int().min(0)

const documentData = z.object({
  correlationId: documentId,
  sequence: z.int().min(1).meta({ description: 'Numbers the changes of the document.', examples: [4] }),
  status: z.int().meta({ description: 'The status, as in Webhook/GetWebhook.', examples: [5] }),
  statusText: z.string().meta({ examples: ['Accepted'] }),
  invoiceTypeCode: typeCode,
  invoiceNumber: folioText,
  customerTaxNumber: taxNumber,
  issueDate: z.iso.date(),
  currency: z.string().meta({ examples: ['PESO CL'] }),
  totalAmount: z.number().meta({ examples: [2368] }),
  trackId: z.string().nullable().meta({ description: "The SII's number of the upload.", examples: ['1000000002'] }),
  detail: z.looseObject({}).nullable().meta({
    description: 'What belongs to the change, such as `code` and `reasons` of a document that failed or was rejected.',
    examples: [{ state: 'DOK', reasons: [] }]
  }),
  externalId: z.string().nullable().meta({ description: 'Your own number of the sale.', examples: ['VENTA-2026-000123'] })
})

const faults = ['content', 'signature', 'stamp', 'caf', 'folio', 'books', 'envelope', 'audit'] as const

const warningData = {
  'folios.low': z.object({
    invoiceTypeCode: typeCode, typeName, environment,
    remaining: count.meta({ description: 'Folios in active blocks.', examples: [120] }),
    inactive: count.meta({ description: 'Folios in blocks that only need to be activated.', examples: [0] }),
    daysLeft: count.nullable().meta({
      description: 'Null if neither the pace of the last week nor a date brings an end.', examples: [5]
    }),
    suggested: count.meta({ description: 'Folios to request at the SII.', examples: [1965] })
  }),
  'folios.stopped': z.object({
    id: z.uuid().meta({ description: 'The id of the block.' }), invoiceTypeCode: typeCode, typeName, environment,
    rangeFrom: z.int().meta({ examples: [1001] }), rangeTo: z.int().meta({ examples: [1100] }),
    folio: z.int().meta({ description: 'The folio that another program used.', examples: [1042] })
  }),
  'certificate.expiring': z.object({
    certificateId: z.uuid().meta({ description: 'The id of the certificate.' }),
    holderName: z.string().meta({ examples: ['Ana Rojas'] }), holderTaxNumber: taxNumber, notAfter: z.iso.datetime(),
    daysLeft: z.int().meta({ description: 'Days until it expires.', examples: [30] })
  }),
  'document.damaged': z.object({
    correlationId: documentId, invoiceTypeCode: typeCode, invoiceNumber: folioText,
    faults: z.array(z.enum(faults)).meta({ description: 'What does not hold.', examples: [['signature']] })
  }),
  'document.answered': z.object({
    correlationId: documentId, invoiceTypeCode: typeCode, invoiceNumber: folioText,
    kind: z.enum(['reception', 'result', 'receipt']).meta({ description: 'The kind of answer.', examples: ['result'] }),
    code: z.int().nullable().meta({ description: 'EstadoRecepDTE or EstadoDTE; null for a receipt.', examples: [0] }),
    comment: z.string().meta({ description: 'The comment, or where the goods were received.', examples: ['Aceptado'] }),
    responder: taxNumber.meta({ description: 'The RUT of who answered.' }),
    mailId: z.uuid().meta({ description: 'The id of the mail.' })
  }),
  'document.claimed': z.object({
    correlationId: documentId, invoiceTypeCode: typeCode, invoiceNumber: folioText, customerTaxNumber: taxNumber,
    customerCompanyName: z.string().meta({ examples: ['Ferretería El Roble Ltda.'] }),
    currency: z.string().meta({ examples: ['PESO CL'] }), totalAmount: z.number().meta({ examples: [119_000] }),
    externalId: z.string().nullable().meta({ description: 'Your own number of the sale.', examples: [null] }),
    claims: z.array(z.object({
      code: z.string().meta({ description: 'RCD, RFP or RFT.', examples: ['RCD'] }),
      description: z.string().meta({ description: 'In the words of the SII.', examples: ['Reclamo al Contenido del Documento'] }),
      responsible: taxNumber.meta({ description: 'The RUT of who claimed.' }),
      at: z.iso.datetime().meta({ description: 'When.' })
    })).meta({ description: 'The claims that the registry lists.' })
  }),
  'received.document': z.object({
    id: z.uuid().meta({ description: 'The id of the received document.' }),
    invoiceTypeCode: typeCode, invoiceNumber: folioText, issuer: taxNumber.meta({ description: 'The RUT of its issuer.' }),
    issuerName: z.string().meta({ description: 'The name of its issuer.', examples: ['COMERCIAL LOS ÑIRES SPA'] }),
    totalAmount: z.number().meta({ description: 'Its total.', examples: [119_000] }),
    failedChecks: z.array(z.string()).meta({ description: 'The checks that failed.', examples: [[]] }),
    claimBy: z.iso.datetime().nullable().meta({
      description: 'Until when it can be claimed, counted from its arrival; null if it cannot.'
    })
  }),
  'received.deadline': z.object({
    kind: z.enum(['claim', 'monthEnd']).meta({
      description: '`claim`: the days to claim end; `monthEnd`: the month ends that keeps the tax credit if the receipt is given.'
    }),
    id: z.uuid().meta({ description: 'The id of the received document.' }),
    invoiceTypeCode: typeCode, invoiceNumber: folioText, issuer: taxNumber.meta({ description: 'The RUT of its issuer.' }),
    issuerName: z.string().meta({ description: 'The name of its issuer.', examples: ['COMERCIAL LOS ÑIRES SPA'] }),
    totalAmount: z.number().meta({ description: 'Its total.', examples: [119_000] }),
    endsAt: z.iso.datetime().meta({ description: 'When it ends; of the days, by the earlier reading.' }),
    daysLeft: z.int().meta({ description: 'Days until then; 0 if it is today.', examples: [3] })
  }),
  'received.claim_failed': z.object({
    claimId: z.uuid().meta({ description: 'The id of the claim.' }),
    id: z.uuid().meta({ description: 'The id of the received document.' }),
    action: z.enum(claimedActions).meta({
      description: 'What was asked for: ACD, ERM, RCD, RFP or RFT of the registry, or the receipt for the supplier.', examples: ['RCD']
    }),
    state: z.int().meta({
      description: '4: it was refused; 5: the days ended; 2: it cannot be sent for now, and is tried again.', examples: [4]
    }),
    stateText: z.string().meta({ examples: ['Refused'] }),
    code: z.int().nullable().meta({ description: "The registry's code; null where it was not asked.", examples: [11] }),
    failure: z.string().nullable().meta({
      description: 'Why it was not sent: an error code, or what the SII answered.', examples: [null]
    }),
    explanation: z.object({ en: z.string(), es: z.string() }).nullable().meta({
      description: 'The reason in words.',
      examples: [{
        en: 'The content was accepted before, so it cannot be claimed.',
        es: 'El contenido ya fue aceptado: no se puede reclamar.'
      }]
    }),
    invoiceTypeCode: typeCode, invoiceNumber: folioText, issuer: taxNumber.meta({ description: 'The RUT of its issuer.' }),
    issuerName: z.string().meta({ description: 'The name of its issuer.', examples: ['COMERCIAL LOS ÑIRES SPA'] }),
    totalAmount: z.number().meta({ description: 'Its total.', examples: [119_000] }),
    endsAt: z.iso.datetime().nullable().meta({ description: 'When the days to claim end; null where it has none.' })
  }),
  'certification.verdict': z.object({
    kind: journeyKind.meta({ description: 'The kind of certification.' }),
    name: z.string().meta({ description: 'The name of the set or book.', examples: ['SET BASICO'] }),
    attentionNumber: z.int().nullable().meta({ description: "The SII's number of the set.", examples: [4871239] }),
    attempt: z.int().meta({ description: 'The number of the attempt.', examples: [1] }),
    outcome: z.enum(['Approved', 'NotApproved']).meta({ description: 'The outcome.' }),
    reasons: z.array(reviewReasons.element.omit({ text: true }).extend({
      case: z.int().nullable().meta({ description: 'Number of the case; null for the whole.', examples: [2] }),
      message: z.string().meta({ description: 'In the words of the SII.', examples: ['Monto no cuadra'] })
    })).meta({ description: 'What the review says.', examples: [[]] })
  }),
  'certification.deadline': z.object({
    kind: journeyKind.meta({ description: 'The kind of certification.' }),
    deadline: z.enum(['set', 'simulation', 'boletas']).meta({ description: 'What has to be done by then.' }),
    endsAt: z.iso.datetime().meta({ description: 'The deadline.' })
  })
} as const satisfies Record<WarningEvent, z.ZodObject>

// The example is of an accepted document.
const accepted = eventOfStatus[statuses.Accepted]
const documentEvents = [accepted, ...Object.values(eventOfStatus).filter((event) => event !== accepted)]

interface Kind { name: string, events: readonly string[], data: z.ZodObject }

const kinds: Kind[] = [
  { name: 'DocumentNotification', events: documentEvents, data: documentData },
  ...Object.entries({ ...warningData, [testEvent]: z.object({}) }).map(([event, data]) => ({
    name: event === testEvent ? 'TestNotification' : `${pascalCase(event)}Notification`, events: [event], data
  }))
]

/** `folios.low` is FoliosLow. */
function pascalCase (event: string): string {
  return event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** One schema for each kind of message. */
export const notificationSchemas = Object.fromEntries(kinds.map(({ name, events, data }) => {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object({
    type: z.enum(events).meta({ description: 'What happened.', examples: events.slice(0, 1) }),
    timestamp: z.iso.datetime().meta({ description: 'When it happened.', examples: ['2026-11-20T13:45:12.345Z'] }),
    data: data.meta({ description: 'What it is about.' })
  }))
  return [name, schema]
}))

const headers = {
  'webhook-id': {
    description: 'The same each time that the message is sent.', schema: { type: 'string', format: 'uuid' }
  },
  'webhook-timestamp': {
    description: 'When it was sent, in seconds since 1970: refuse what is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1795167031'] }
  },
  'webhook-signature': {
    description:
      'Signatures separated by blanks, two while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in Base64.',
    schema: {
      type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$',
      examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=']
    }
  }
} as const

const parameters = Object.entries(headers).map(([name, header]) =>
  ({ name, in: 'header' as const, required: true, ...header }))

/** The messages that Timbre posts to the address of a tenant, by their types (docs/notifications.md). */
export const webhooks = Object.fromEntries(kinds.flatMap(({ name, events }) => events.map((event) => [event, {
  post: {
    operationId: `on${pascalCase(event)}`,
    summary: `The notification ${event}`,
    description: 'Timbre posts it to each address that wants it (NotificationEndpoint/List), signed as Standard Webhooks defines.',
    tags: ['Notification'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
    },
    responses: {
      '2XX': { description: 'Received. Answer within five seconds.' },
      default: { description: 'Not received: Timbre sends it again, with ever longer pauses, for three days.' }
    }
  }
}])))
