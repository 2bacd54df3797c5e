import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { completeContract, failureResponses, failureSchema, keySchemes, stringWrapper } from './contract.ts'
import { withDescriptions } from './descriptions.ts'
import { withExamples } from './examples.ts'
import { responseHeaders } from './headers.ts'
import { introduction } from './introduction.ts'
import { notificationSchemas, webhooks } from './notifications.ts'

/** The groups of the catalogue, in its order, as the reference presents them. */
const tags = [
  { name: 'Auth', description: 'Register a tenant, sign in, reset and change passwords.' },
  { name: 'BulkInvoice', description: 'Submit thousands of documents at once, track and process them.' },
  { name: 'Common', description: 'Read-only lists of the codes used in documents.' },
  { name: 'Folio', description: 'Folio blocks: upload a CAF, activate it, see how many folios are left.' },
  { name: 'IpAddressWhiteList', description: 'The IP addresses from which a tenant may be used.' },
  { name: 'PdfTemplate', description: 'Templates for the printed document.' },
  { name: 'Reports', description: 'Issued documents by channel, type, status and day.' },
  { name: 'Role', description: 'Roles, their claims, and the users who have them.' },
  { name: 'Tenant', description: 'Settings, certificate and keys of the tenant.' },
  { name: 'User', description: 'The users of the tenant.' },
  { name: 'Webhook', description: 'Issue a document, track its status, download its XML and PDF.' },
  { name: 'AuditLogs', description: 'Who changed what, when and from where.' },
  { name: 'Notification', description: 'Webhooks: a URL of yours that receives every change of status of your documents.' },
  { name: 'NotificationEndpoint', description: 'The URLs that receive notifications, each with its own events and secret.' },
  { name: 'Receiver', description: 'Companies to which documents go, by their RUT.' },
  { name: 'Certification', description: "Pass the SII's certification, step by step." },
  { name: 'Mailbox', description: 'The mailbox in which the SII and your customers answer.' },
  { name: 'Customer', description: 'Whom you sell to: documents take from it what they leave out.' },
  { name: 'Product', description: 'What you sell: lines take from it what they leave out.' },
  { name: 'Received', description: 'Documents that suppliers issued for you, with everything that was checked.' }
]

/**
 * Describes the registered operations as OpenAPI 3.1; registered before the first route. Only `npm run openapi` needs
 * it: a server serves what is committed, since to describe all operations takes half a second of its thread.
 */
export const description = fp<{ version: string }>(async (app, { version }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Timbre', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'The server that serves this document.' }],
      tags,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken returned by Auth/Login.'
          },
          ...keySchemes
        },
        headers: responseHeaders,
        responses: failureResponses,
        schemas: { FailureResponse: failureSchema, StringResponseWrapper: stringWrapper, ...notificationSchemas }
      },
      webhooks
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      withTagsInUse(withExamples(withDescriptions(completeContract(jsonSchemaTransformObject(document)))))
  })
}, { name: 'openapi' })

/** Groups without an operation in this server are left out. */
function withTagsInUse<Document extends object> (document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { tags?: string[] }>> }
  const inUse = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags: own = [] }) => own))
  )
  return { ...document, tags: tags.filter(({ name }) => inUse.has(name)) }
}
