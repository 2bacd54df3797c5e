import swagger from '@fastify/swagger'
import apiReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { completeContract, failureResponses, failureSchema } from './openapi-contract.ts'
import { withExamples } from './openapi-examples.ts'
import { introduction } from './openapi-introduction.ts'

/** The groups of the catalogue, in its order, as the reference presents them. */
const tags = [
  { name: 'Auth', description: 'Sign in, register, ask for and change passwords.' },
  { name: 'BulkInvoice', description: 'Create, follow, process and delete bulk submissions of documents.' },
  { name: 'Common', description: 'Read-only lookup lists: the codes that a document is written with.' },
  { name: 'Folio', description: 'Blocks of folios: upload a CAF, see what is left, activate, delete.' },
  { name: 'IpAddressWhiteList', description: 'The addresses from which a tenant may be used.' },
  { name: 'PdfTemplate', description: 'Templates of the printed document.' },
  { name: 'Reports', description: 'What was issued, by channel, type, status and day.' },
  { name: 'Role', description: 'Roles, their claims, and who has them.' },
  { name: 'Tenant', description: 'Settings, certificate and keys of the tenant.' },
  { name: 'User', description: 'The users of the tenant.' },
  { name: 'Webhook', description: 'Issue a document; see what became of it; fetch its XML and PDF.' },
  { name: 'AuditLogs', description: 'Who changed what, when and from where.' },
  { name: 'Notification', description: 'The tenant\'s own address, told of each change of state of its documents.' }
]

/** Describes the registered operations as OpenAPI 3.1; register it before the first route. */
export const openapi = fp<{ version: string }>(async (app, { version }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Timbre', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'The server that serves this document.' }],
      tags,
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken that Auth/Login gives.' } },
        responses: failureResponses,
        schemas: { FailureResponse: failureSchema }
      }
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withTagsInUse(withExamples(completeContract(jsonSchemaTransformObject(document))))
  })
}, { name: 'openapi' })

/** Groups without an operation in this server are left out. */
function withTagsInUse<Document extends object> (document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { tags?: string[] }>> }
  const inUse = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags: own = [] }) => own)))
  return { ...document, tags: tags.filter(({ name }) => inUse.has(name)) }
}

const contractPath = '/openapi.json'
const publicRoute = { schema: { hide: true } as object, config: { rule: { access: 'public' } } } as const

// The reference draws itself with scripts and styles inside the page; it may load and call nothing but this server.
const referencePolicy = [
  "default-src 'none'", "script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self' data:",
  "connect-src 'self'", "worker-src 'self' blob:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"
].join('; ')

// The page offers services of its maker's, none of which it could reach.
const nothingElse = { hideClientButton: true, showDeveloperTools: 'never', agent: { disabled: true }, mcp: { disabled: true } } as const

// A stamp (timbre) of ink; a data: address, for the page asks no other host for anything.
const icon = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#1d4ed8'/><path d='M9 9h14v4h-5v11h-4V13H9z' fill='#fff'/></svg>"

const appearance = {
  pageTitle: 'Timbre: API reference',
  favicon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
  withDefaultFonts: false,
  telemetry: false,
  theme: 'default',
  authentication: { preferredSecurityScheme: 'bearer' }
} as const

/** Serves the contract at /openapi.json and its reference at /docs; register it after the last group. */
export async function serveContract (app: FastifyInstance): Promise<void> {
  app.get(contractPath, publicRoute, async () => app.swagger())
  // Relative, so that it works below a path of a proxy, too.
  app.get('/', publicRoute, async (_request, reply) => reply.redirect('docs/'))

  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => { route.config = { ...route.config, rule: { access: 'public' } } })
    scope.addHook('onSend', async (request, reply, payload) => {
      // Four megabytes that change with the version only.
      if (request.routeOptions.url?.endsWith('.js')) reply.header('cache-control', 'public, max-age=3600')
      reply.header('content-security-policy', referencePolicy)
      return payload
    })
    await scope.register(apiReference, {
      routePrefix: '/docs',
      configuration: { url: contractPath, ...appearance, ...nothingElse }
    })
  })
}
