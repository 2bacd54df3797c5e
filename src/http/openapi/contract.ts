import { keyHeaders } from '../header-keys.ts'
import { needsBearer, takesKeys, type Rule } from '../rule.ts'
import { failureHeaders, successHeaders, type ResponseHeader } from './headers.ts'
import { withEnumeration, withoutNull } from './json-schema.ts'

type Json = Record<string, unknown>

/** Examples of a body, by names. */
export type NamedExamples = Readonly<Record<string, { summary: string, value: unknown }>>

/** What operation.ts records about an operation for the contract. */
export interface OperationNote {
  rule: Rule
  fileTypes: readonly string[]
  answerDescription: string
  requestHeaders: Readonly<Record<string, string>>
  answerHeaders: readonly ResponseHeader[]
  bodyExamples: NamedExamples | undefined
  alsoFails: readonly FailureStatus[]
  /** Bytes. */
  bodyLimit: number
  takesIdempotencyKey: boolean
  isRateLimited: boolean
}

interface RequestBody {
  description?: string
  required?: boolean
  content: Record<string, { schema: Json, examples?: NamedExamples }>
}

interface Parameter { name: string, in: string, schema: Json, style?: 'form', explode?: boolean }

interface OperationObject extends Json {
  'x-operation'?: OperationNote
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses?: Json
}

/** The part of an OpenAPI document that is completed here. */
interface Contract { paths?: Record<string, Record<string, OperationObject>>, components?: { schemas?: Json } }

export const failureSchema = {
  type: 'object' as const,
  required: ['success', 'statusCode', 'errorCode', 'errors', 'result'],
  properties: {
    success: { type: 'boolean' as const, const: false },
    statusCode: { type: 'integer' as const, description: 'The HTTP status.', examples: [422] },
    errorCode: {
      type: 'string' as const, description: 'Never changes; the sentences in `errors` may improve.', examples: ['FOLIOS_MISSING']
    },
    errors: {
      type: 'array' as const, items: { type: 'string' as const },
      description: 'One sentence for each problem, starting with its path.',
      examples: [['payload.details[2].quantity: must be greater than 0']]
    },
    result: { type: 'null' as const }
  }
}

/** A schema name of the specification that no operation has a use for so far. */
export const stringWrapper = {
  type: 'object' as const,
  description: 'An answer whose result is a text.',
  required: ['success', 'statusCode', 'errorCode', 'errors', 'result'],
  properties: {
    ...failureSchema.properties,
    success: { type: 'boolean' as const, description: 'Whether the operation succeeded.', examples: [true] },
    errorCode: { type: 'string' as const, description: 'Empty on success.', examples: [''] },
    errors: { type: 'array' as const, items: { type: 'string' as const }, description: 'Empty on success.', examples: [[]] },
    result: { type: 'string' as const, description: 'The result.', examples: ['text'] }
  }
}

const alwaysKept = ['StringResponseWrapper']

const keyHeaderNames = Object.values(keyHeaders).map(({ name }) => `\`${name}\``).join(', ')

/** One scheme for each header: an operation that takes keys wants all three. */
export const keySchemes = Object.fromEntries(Object.entries(keyHeaders).map(([scheme, { name, description }]) => [
  scheme, { type: 'apiKey' as const, in: 'header' as const, name, description }
]))

const failures = {
  400: ['Malformed', 'The request is malformed or does not fit its schema.'],
  401: ['Unauthenticated', 'The credentials are missing or wrong.'],
  403: ['Forbidden', 'A claim is missing, or your IP address is not allowed.'],
  404: ['NotFound', 'It does not exist, or belongs to another tenant.'],
  409: ['Conflict', 'The current state does not allow it, or the Idempotency-Key was used for a different request.'],
  413: ['TooLarge', 'The body exceeds the size limit in its description.'],
  415: ['UnsupportedMediaType', 'The media type, charset or content encoding is not supported.'],
  422: ['RuleBroken', 'A business rule or a tax rule is violated.'],
  429: ['TooManyRequests', 'Too many requests; see Retry-After.'],
  500: ['InternalError', 'An internal error occurred; quote the request id when you report it.'],
  503: ['Unavailable', 'The database is not available or the server is overloaded; see Retry-After.']
} as const

export type FailureStatus = keyof typeof failures

/** The failures that operations refer to. */
export const failureResponses = Object.fromEntries(
  Object.entries(failures).map(([status, [name, description]]) => [name, {
    description,
    headers: failureHeaders(Number(status)),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/FailureResponse' } } }
  }])
)

/**
 * Adds what schemas cannot express: who may call, which headers, which failures, which downloads.
 */
export function completeContract<Document extends object> (document: Document): Document {
  const contract = document as Contract
  const operations = Object.values(contract.paths ?? {}).flatMap((item) => Object.entries(item))
  for (const [method, operation] of operations) completeOperation(method, operation)
  return withPlainSchemaNames(document)
}

function completeOperation (method: string, operation: OperationObject): void {
  const note = operation['x-operation']
  if (!note) return
  delete operation['x-operation']
  operation['security'] = [
    ...(needsBearer(note.rule) ? [{ bearer: [] }] : []),
    ...(takesKeys(note.rule) ? [Object.fromEntries(Object.keys(keySchemes).map((name) => [name, []]))] : [])
  ]
  if ('permission' in note.rule) operation['x-permission'] = note.rule.permission
  if (isAccess(note.rule, 'tenantKeys')) {
    operation['x-authentication'] = 'tenantCode, accessKey and secretKey in the body'
  }
  operation['description'] = [operation['description'], whoMayCall(note.rule)].filter(Boolean).join('\n\n')
  operation.parameters = [...(operation.parameters ?? []).map(withCommas), ...headerParameters(note)]
  if (operation.parameters.length === 0) delete operation.parameters
  if (operation.requestBody) operation.requestBody = completeBody(operation.requestBody, note)
  operation.responses = { 200: successOf(operation, note), ...failuresOf(method, operation, note) }
}

function completeBody (body: RequestBody, { bodyLimit, bodyExamples }: OperationNote): RequestBody {
  const complete = oneBodyForEachType(bodyThatMayBeAbsent(body))
  const json = complete.content['application/json']
  if (json && bodyExamples) json.examples = bodyExamples
  return { description: `At most ${sizeText(bodyLimit)}.`, ...complete }
}

function sizeText (bytes: number): string {
  const kibibytes = Math.floor(bytes / 1024)
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${Math.floor(kibibytes / 1024)} MiB`
}

function whoMayCall (rule: Rule): string {
  if ('permission' in rule) {
    const keys = takesKeys(rule) ? `, or the tenant keys in the headers ${keyHeaderNames}` : ''
    return `Requires the claim \`${rule.permission}\`${keys}.`
  }
  if (rule.access === 'signedIn') return 'Requires a signed-in user.'
  return rule.access === 'tenantKeys' ? 'Requires the tenant keys in the body.' : 'Requires no access token.'
}

function isAccess (rule: Rule, access: 'public' | 'tenantKeys'): boolean {
  return 'access' in rule && rule.access === access
}

/** If an operation takes JSON or a form, the first alternative is the JSON and the second the form. */
function oneBodyForEachType (body: RequestBody): RequestBody {
  const json = body.content['application/json']
  const form = body.content['multipart/form-data']
  const alternatives = json?.schema['anyOf']
  if (!json || !form || !Array.isArray(alternatives)) return body
  const [jsonSchema, formSchema] = alternatives as Json[]
  return {
    ...body,
    content: { 'application/json': { schema: jsonSchema ?? {} }, 'multipart/form-data': { schema: formSchema ?? {} } }
  }
}

/** The generator marks every body as required; one whose schema allows null is optional. */
function bodyThatMayBeAbsent (body: RequestBody): RequestBody {
  const parts = Object.entries(body.content).map(([type, media]) => [type, withoutNull(media.schema)] as const)
  if (!parts.every(([, { isNullable }]) => isNullable)) return body
  return {
    ...body, required: false, content: Object.fromEntries(parts.map(([type, { schema }]) => [type, { schema }]))
  }
}

/** A query name appears once at most: the values of a list are separated by commas. */
function withCommas (parameter: Parameter): Parameter {
  return parameter.schema['type'] === 'array' ? { ...parameter, style: 'form', explode: false } : parameter
}

function headerParameters ({ requestHeaders, takesIdempotencyKey }: OperationNote) {
  const described = {
    ...requestHeaders,
    ...(takesIdempotencyKey
      ? {
          'Idempotency-Key':
          'Makes retries safe: a repeated request with the same key and content returns the first answer. 1 to 255 printable ASCII characters.'
        }
      : {})
  }
  return Object.entries(described).map(([name, description]) => ({
    name, in: 'header', required: false, description, schema: { type: 'string' }
  }))
}

function successOf ({ responses }: OperationObject, note: OperationNote): Json {
  const isFile = note.fileTypes.length > 0
  const success = isFile ? fileResponse(note) : responses?.['200'] as Json
  return { ...success, headers: successHeaders({ ...note, isFile }) }
}

function fileResponse ({ answerDescription, fileTypes }: OperationNote) {
  const content = Object.fromEntries(fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  return { description: answerDescription, content }
}

function failuresOf (method: string, operation: OperationObject, note: OperationNote): Json {
  // A rate limit means that there are credentials to guess.
  const takesCredentials = !isAccess(note.rule, 'public') || note.isRateLimited
  const statuses: FailureStatus[] = [
    400,
    ...(takesCredentials ? [401, 403] as const : []),
    ...(namesThings(method, operation) ? [404] as const : []),
    ...(method === 'get' ? [] : [409] as const),
    ...(operation.requestBody === undefined ? [] : [413, 415] as const),
    ...(method === 'get' ? [] : [422] as const),
    ...(note.isRateLimited || isAccess(note.rule, 'tenantKeys') ? [429] as const : []),
    500,
    503
  ]
  const all = [...new Set([...statuses, ...note.alsoFails])].sort((one, other) => one - other)
  return Object.fromEntries(all.map((status) => [status, { $ref: `#/components/responses/${failures[status][0]}` }]))
}

/** Whether the operation takes ids, so that what they name may not exist. */
function namesThings (method: string, { parameters = [], requestBody }: OperationObject): boolean {
  const members = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema['properties'] ?? {})
  )
  return ['put', 'delete'].includes(method) ||
    parameters.some(({ name, schema }) => /^id$|Id$/.test(name) && schema['format'] === 'uuid') ||
    members.some((name) => name === 'id' || /Ids?$/.test(name))
}

/**
 * The generator makes two components of each named schema, `X` for answers and `XInput` for requests, used or not. This
 * removes the unused ones and gives an input the plain name unless an answer of another shape has it.
 */
function withPlainSchemaNames<Document extends object> (document: Document): Document {
  const schemas = (document as Contract).components?.schemas ?? {}
  const used = usedSchemas(document)
  const renamed = new Map(
    Object.keys(schemas).filter((name) => used.has(name)).map((name) => {
      const plain = name.replace(/Input$/, '')
      const isTaken = plain !== name && used.has(plain) &&
        JSON.stringify(schemas[plain]) !== JSON.stringify(schemas[name])
      return [name, isTaken ? name : plain]
    })
  )
  const kept: Json = Object.fromEntries([...renamed].map(([name, plain]) => [plain, schemas[name]]))
  const components = { ...(document as Contract).components, schemas: kept }
  const revived: unknown = JSON.parse(JSON.stringify({ ...document, components }), (key, value: unknown) => {
    if (isSafeIntegerBound(key, value)) return undefined
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return withEnumeration(value as Json)
    if (key !== '$ref' || typeof value !== 'string') return value
    const plain = renamed.get(value.replace(schemaPrefix, ''))
    return plain === undefined ? value : schemaPrefix + plain
  })
  return revived as Document
}

// zod puts the range of exact doubles on every integer: noise in the contract.
function isSafeIntegerBound (key: string, value: unknown): boolean {
  return (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
}

const schemaPrefix = '#/components/schemas/'

/** The schemas that operations and failures reference, directly or indirectly. */
function usedSchemas (document: object): Set<string> {
  const { paths, webhooks, components } = document as Contract & { webhooks?: Json, components?: { responses?: Json } }
  const used = new Set<string>(alwaysKept)
  const waiting: unknown[] = [paths, webhooks, components?.responses]
  while (waiting.length > 0) {
    for (const name of referencesIn(waiting.pop())) {
      if (used.has(name)) continue
      used.add(name)
      waiting.push(components?.schemas?.[name])
    }
  }
  return used
}

function referencesIn (part: unknown): string[] {
  const text = JSON.stringify(part ?? null)
  return [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')
}
