import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { defined, first } from './expecting.ts'

export interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { summary: string, value: unknown }>
}
export interface Response {
  $ref?: string, description?: string, content?: Record<string, Media>, headers?: Record<string, { $ref: string }>
}
export interface Parameter { name: string, in: string, required?: boolean, schema: { format?: string } }

export interface Operation {
  operationId: string
  summary?: string
  tags: string[]
  security: object[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { description?: string, required?: boolean, content: Record<string, Media> }
  responses: Record<string, Response>
  'x-permission'?: string
  'x-authentication'?: string
}

export interface Contract {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Described & { enum?: unknown[], 'x-enum-varnames'?: string[] }>,
    responses: Record<string, Response>,
    headers: Record<string, { required?: boolean, schema: object }>
  }
}

/** The committed OpenAPI document: what clients were promised. */
export const contract = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
) as Contract

/** Every operation of the document: `POST`, `/api/Folio/Upload`, and what is said of it. */
export function operationsOf ({ paths }: Contract) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )
}

/** Whether a request of the operation can say anything: in a query or in a body. */
export function takesInput ({ requestBody, parameters = [] }: Operation): boolean {
  return requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query')
}

/** The members of the operation's query and bodies, at the top level, with their schemas resolved. */
export function inputsOf ({ requestBody, parameters = [] }: Operation): { name: string, schema: object }[] {
  const posted = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(resolved(schema).properties ?? {})
  )
  return [
    ...parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => ({ name, schema })),
    ...posted.map(([name, schema]) => ({ name, schema }))
  ]
}

interface Described {
  $ref?: string, properties?: Record<string, Described>, required?: string[], items?: Described, anyOf?: Described[]
}

/** The value with every optional member that it lacks as null, at any depth, as clients with types serialise it. */
export function withNulls (schema: Described, value: unknown): unknown {
  const { properties, items, required = [], anyOf } = resolved(schema)
  if (Array.isArray(value)) return items ? value.map((item) => withNulls(items, item)) : value
  if (typeof value !== 'object' || value === null) return value
  if (!properties) return anyOf?.[0] ? withNulls(anyOf[0], value) : value
  const posted = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(properties).flatMap(([name, member]) => {
    if (name in posted) return [[name, withNulls(member, posted[name])]]
    return required.includes(name) ? [] : [[name, null]]
  }))
}

/** Whether a value of the schema may lack a member, at any depth. */
export function hasOptional (schema: Described, known = new Set<Described>()): boolean {
  const described = resolved(schema)
  if (known.has(described)) return false
  known.add(described)
  const { properties = {}, items, required = [], anyOf = [] } = described
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf.slice(0, 1)]
  return Object.keys(properties).some((name) => !required.includes(name)) ||
    inside.some((part) => hasOptional(part, known))
}

function resolved (schema: Described): Described {
  return schema.$ref === undefined ? schema : defined(contract.components.schemas[defined(schema.$ref.split('/').at(-1))])
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// Each under a name of its own: it is compiled once, for all that refer to it.
for (const [name, schema] of Object.entries(contract.components.schemas)) ajv.addSchema(rooted(schema), `schema:${name}`)

function rooted (schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"schema:')
  return JSON.parse(text) as object
}

const compiled = new Map<object, ValidateFunction>()

/** What is wrong with a value by a schema of the document; nothing when it fits. */
export function problemsOf (schema: object, value: unknown): string[] {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(rooted(schema))
    compiled.set(schema, validate)
  }
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`
  )
}

/** What is wrong with a notification by the document: its headers and its body. */
export function notificationProblems ({ headers, body }: { headers: Record<string, unknown>, body: string }): string[] {
  const message = JSON.parse(body) as { type: string }
  const operation = contract.webhooks[message.type]?.post
  if (!operation) return [`the type ${message.type} is not declared`]
  return [
    ...(operation.parameters ?? []).flatMap(({ name, schema }) => problemsOf(schema, headers[name])),
    ...problemsOf(defined(operation.requestBody?.content?.['application/json']).schema, message)
  ]
}

const items = new Map(Object.entries(contract.paths).map(([path, item]) => [path.toLowerCase(), item]))

// Answers that any request can get, whatever it was for: they belong to the wire and not to an operation.
const failureOfTheWire = defined(contract.components.schemas['FailureResponse'])
const statusesOfTheWire = [404, 405, 408, 413, 414, 415, 431]

/** As much of an answer as the document speaks of; its body as text. */
type ReceivedAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>

/** What an answer breaks of the document's promises: its status, its headers, its media type, its body. */
export function violationsOf (request: { method: string, url: string }, answer: ReceivedAnswer): string[] {
  const path = new URL(request.url, 'http://timbre.example').pathname.replace(/\/$/, '').toLowerCase()
  if (!path.startsWith('/api/') || ['HEAD', 'OPTIONS'].includes(request.method)) return []
  const operation = items.get(path)?.[request.method.toLowerCase()]
  if (!operation) return statusesOfTheWire.includes(answer.statusCode) ? bodyProblems(failureOfTheWire, answer) : []
  const declared = operation.responses[answer.statusCode]
  if (!declared) return [`the status ${answer.statusCode} is not declared: ${answer.body.slice(0, 300)}`]
  const { content = {}, headers = {} } = declared.$ref === undefined
    ? declared
    : defined(contract.components.responses[defined(declared.$ref.split('/').at(-1))])
  const wrong = headerProblems(Object.keys(headers), answer)
  if (wrong.length > 0) return wrong
  const type = withoutParameters(String(answer.headers['content-type']))
  const media = Object.entries(content).find(([name]) => withoutParameters(name) === type)?.[1]
  if (!media) return [`the media type ${type} is not declared with ${answer.statusCode}`]
  return type.includes('json') ? bodyProblems(media.schema, answer) : []
}

/** Of the headers that the document knows, those that are not declared, not there or of another form. */
function headerProblems (declared: string[], answer: ReceivedAnswer): string[] {
  return Object.entries(contract.components.headers).flatMap(([name, { required = false, schema }]) => {
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined) return required && declared.includes(name) ? [`the header ${name} is missing`] : []
    if (!declared.includes(name)) return [`the header ${name} is not declared with ${answer.statusCode}`]
    const problems = problemsOf(schema, 'type' in schema && schema.type === 'integer' ? Number(value) : String(value))
    return problems.map((problem) => `the header ${name}: ${problem}`)
  })
}

function withoutParameters (mediaType: string): string {
  return first(mediaType.split(';', 1)).trim().toLowerCase()
}

function bodyProblems (schema: object, answer: ReceivedAnswer): string[] {
  return problemsOf(schema, JSON.parse(answer.body))
}

/** Holds every answer of inject() against the document: the test that gets one which breaks it fails. */
export function heldToContract<App extends FastifyInstance> (app: App): App {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  const checked = async (options: InjectOptions | string) => {
    const request = typeof options === 'string' ? { url: options } : options
    const answer = await inject(request)
    const { method = 'GET', url = request.path } = request
    const violations = typeof url === 'string' ? violationsOf({ method: method.toUpperCase(), url }, answer) : []
    if (violations.length > 0) {
      throw new Error(
        `${method} ${String(url)} answers ${answer.statusCode} against openapi/openapi.json:\n${
          violations.join('\n')
        }\n${answer.body.slice(0, 500)}`
      )
    }
    return answer
  }
  app.inject = checked as unknown as App['inject']
  return app
}
