import { needsBearer, type Rule } from '../rule.ts'
import { withEnumeration, withoutNull } from './json-schema.ts'

type Json = Record<string, unknown>

/** What operation.ts notes about an operation for the contract. */
export interface OperationNote {
  rule: Rule
  fileTypes: readonly string[]
  answerDescription: string
  requestHeaders: Readonly<Record<string, string>>
  alsoFails: readonly FailureStatus[]
  /** Bytes. */
  bodyLimit: number
  takesIdempotencyKey: boolean
  isRateLimited: boolean
}

interface RequestBody { description?: string, required?: boolean, content: Record<string, { schema: Json }> }

interface OperationObject extends Json {
  'x-operation'?: OperationNote
  parameters?: { name: string, in: string, schema: Json }[]
  requestBody?: RequestBody
  responses?: Json
}

/** As much of an OpenAPI document as is completed here. */
interface Contract { paths?: Record<string, Record<string, OperationObject>>, components?: { schemas?: Json } }

export const failureSchema = {
  type: 'object' as const,
  required: ['success', 'statusCode', 'errorCode', 'errors', 'result'],
  properties: {
    success: { type: 'boolean' as const, const: false },
    statusCode: { type: 'integer' as const, description: 'The HTTP status.', examples: [422] },
    errorCode: {
      type: 'string' as const, description: 'Stable for ever; the sentences may improve.', examples: ['FOLIOS_MISSING']
    },
    errors: {
      type: 'array' as const, items: { type: 'string' as const },
      description: 'One sentence for each problem, its path first.',
      examples: [['payload.details[2].quantity: must be greater than 0']]
    },
    result: { type: 'null' as const }
  }
}

const failures = {
  400: ['Malformed', 'The request is malformed or does not fit its schema.'],
  401: ['Unauthenticated', 'The credentials are missing or wrong.'],
  403: ['Forbidden', 'A claim is missing, or the address is not allowed.'],
  404: ['NotFound', 'There is no such thing, or it is another tenant\'s.'],
  409: ['Conflict', 'The state does not allow it, or the Idempotency-Key was used for something else.'],
  413: ['TooLarge', 'The body is larger than the operation takes; see the description of its body.'],
  415: ['UnsupportedMediaType', 'The media type, charset or encoding of the body is not taken.'],
  422: ['RuleBroken', 'A rule of business or of tax law is broken.'],
  429: ['TooManyRequests', 'Too many requests; see Retry-After.'],
  500: ['InternalError', 'Our fault; quote the request id.'],
  503: ['Unavailable', 'The database is away, or the server is too busy; see Retry-After.']
} as const

export type FailureStatus = keyof typeof failures

/** The failures that operations refer to. */
export const failureResponses = Object.fromEntries(Object.values(failures).map(([name, description]) => [name, {
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/FailureResponse' } } }
}]))

/**
 * Adds to the generated document what schemas cannot say: who may call, which headers, which failures, which downloads.
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
  operation['security'] = needsBearer(note.rule) ? [{ bearer: [] }] : []
  if ('permission' in note.rule) operation['x-permission'] = note.rule.permission
  if (isAccess(note.rule, 'tenantKeys')) {
    operation['x-authentication'] = 'tenantCode, accessKey and secretKey in the body'
  }
  operation['description'] = [operation['description'], whoMayCall(note.rule)].filter(Boolean).join('\n\n')
  operation.parameters = [...operation.parameters ?? [], ...headerParameters(note)]
  if (operation.parameters.length === 0) delete operation.parameters
  if (note.fileTypes.length > 0) operation.responses = { 200: fileResponse(note) }
  if (operation.requestBody) {
    operation.requestBody = {
      description: `At most ${sizeText(note.bodyLimit)}.`,
      ...oneBodyForEachType(bodyThatMayBeAbsent(operation.requestBody))
    }
  }
  operation.responses = { ...operation.responses, ...failuresOf(method, operation, note) }
}

function sizeText (bytes: number): string {
  const kibibytes = Math.floor(bytes / 1024)
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${Math.floor(kibibytes / 1024)} MiB`
}

function whoMayCall (rule: Rule): string {
  if ('permission' in rule) return `Needs the claim \`${rule.permission}\`.`
  if (rule.access === 'signedIn') return 'For whoever is signed in.'
  return rule.access === 'tenantKeys' ? 'Needs the tenant\'s keys, in the body.' : 'Needs no access token.'
}

function isAccess (rule: Rule, access: 'public' | 'tenantKeys'): boolean {
  return 'access' in rule && rule.access === access
}

/** Of an operation that takes JSON or a form, the first alternative is the JSON and the second the form. */
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

/** The generator calls every body required; one whose schema takes null may be left out. */
function bodyThatMayBeAbsent (body: RequestBody): RequestBody {
  const parts = Object.entries(body.content).map(([type, media]) => [type, withoutNull(media.schema)] as const)
  if (!parts.every(([, { isNullable }]) => isNullable)) return body
  return {
    ...body, required: false, content: Object.fromEntries(parts.map(([type, { schema }]) => [type, { schema }]))
  }
}

function headerParameters ({ requestHeaders, takesIdempotencyKey }: OperationNote) {
  const described = {
    ...requestHeaders,
    ...(takesIdempotencyKey
      ? {
          'Idempotency-Key':
          'Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters.'
        }
      : {})
  }
  return Object.entries(described).map(([name, description]) => ({
    name, in: 'header', required: false, description, schema: { type: 'string' }
  }))
}

function fileResponse ({ answerDescription, fileTypes }: OperationNote) {
  const content = Object.fromEntries(fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  return { description: answerDescription, content }
}

function failuresOf (method: string, operation: OperationObject, note: OperationNote): Json {
  // Where guessing is slowed down there are credentials to get wrong.
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

/** Whether the operation is about things that may not be there: it has their ids. */
function namesThings (method: string, { parameters = [], requestBody }: OperationObject): boolean {
  const members = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema['properties'] ?? {})
  )
  return ['put', 'delete'].includes(method) ||
    parameters.some(({ name, schema }) => /^id$|Id$/.test(name) && schema['format'] === 'uuid') ||
    members.some((name) => name === 'id' || /Ids?$/.test(name))
}

/**
 * The generator makes two components of each named schema, `X` for answers and `XInput` for requests, used or not. The
 * unused ones go, and an input takes the plain name unless an answer of another shape has it.
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

// zod notes the range of exact doubles on every integer: noise in the contract.
function isSafeIntegerBound (key: string, value: unknown): boolean {
  return (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
}

const schemaPrefix = '#/components/schemas/'

/** The schemas that operations and failures reach, directly or through one another. */
function usedSchemas (document: object): Set<string> {
  const { paths, components } = document as Contract & { components?: { responses?: Json } }
  const used = new Set<string>()
  const waiting: unknown[] = [paths, components?.responses]
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
