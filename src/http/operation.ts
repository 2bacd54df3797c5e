import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../services/actor.ts'
import type { Answer, Envelope, EnvelopedAnswer } from './envelope.ts'
import { idPlacesOf, takeIdAnywhere } from './ids.ts'
import { languageOf, type Language } from './language.ts'
import { mediaTypesOf } from './plugins/media-types.ts'
import type { Sent } from './plugins/downloads.ts'
import type { Upload } from './plugins/multipart.ts'
import type { FailureStatus, NamedExamples, OperationNote } from './openapi/contract.ts'
import type { ResponseHeader } from './openapi/headers.ts'
import type { RateLimit } from './plugins/rate-limit.ts'
import { codeHeader } from './plugins/second-factor.ts'
import type { MinimumRate } from './plugins/body-timeout.ts'
import type { Rule } from './rule.ts'
import { takeStreamed } from './bodies/streamed-body.ts'

/** What a handler gets: parsed values, and the actor wherever the rule asks for one. */
export interface Call<R extends Rule, Query, Body> {
  actor: R extends { access: 'public' } ? undefined : Actor
  query: Query
  body: Body
  headers: FastifyRequest['headers']
  /** The caller's IP address. */
  address: string
  requestId: string
  /** Fires when the client has left or the time limit has passed. The actor has it too. */
  signal: AbortSignal
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

type Answered<A extends Answer> = A extends EnvelopedAnswer<infer Result> ? Envelope<z.output<Result>> : Sent

export interface OperationDefinition<
  R extends Rule,
  Query extends z.ZodType,
  Body extends z.ZodType,
  A extends Answer
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/<Group>`: `/Upload`. Matched without regard to case. */
  path: `/${string}`
  /** The older of two names of the operation: the same handler, marked deprecated in the contract. */
  olderPath?: `/${string}`
  /** In the contract, where another operation has the same path: by default the group and the path, `folioUpload`. */
  operationId?: string
  rule: R
  summary: string
  description?: string
  query?: Query
  body?: Body
  /** Bodies for the contract, by names, where one does not show enough. */
  bodyExamples?: NamedExamples
  /** Takes multipart/form-data; its parts are then members of `body`. */
  upload?: Upload
  /** Failures besides those of every operation of its kind, for the contract: 409 of a GET, say. */
  alsoFails?: readonly FailureStatus[]
  /** Request headers that the handler reads, for the contract: name → what it does. */
  requestHeaders?: Record<string, string>
  /** Headers that the handler may send with its answer, for the contract. */
  answerHeaders?: readonly ResponseHeader[]
  answer: A
  /** Bytes of the largest body: what the largest lawful one needs, however it is written. 16 KiB by default. */
  bodyLimit?: number
  /** The handler reads a JSON body itself, as a stream (streamed-body.ts). */
  streamed?: true
  /** How fast a body must arrive; within five seconds by default. */
  pace?: MinimumRate
  /** How many requests may be in progress at the same time. */
  maxConcurrent?: number
  /** For documents, which share transactions: more of them may be in progress (plugins/admission.ts). */
  batched?: true
  /** Milliseconds after which the client receives OVERLOADED, even if the handler is still running; 25 s by default. */
  timeoutMs?: number
  rateLimit?: RateLimit
  /**
   * Users with a second factor must have given a code in the last ten minutes (plugins/second-factor.ts); always, or
   * for some bodies.
   */
  secondFactor?: true | ((body: z.output<Body>) => boolean)
  /**
   * How Idempotency-Key is honoured on a POST or PUT. `stored` (the default) keeps the answer and replays it; `late`
   * does so once the handler has read the body; `own` leaves it to the handler; `none` is for answers with a secret,
   * which must not be kept.
   */
  idempotency?: 'stored' | 'late' | 'own' | 'none'
  handler: (call: Call<R, z.output<Query>, z.output<Body>>) => Promise<Answered<A>>
}

/** Registers one operation of a group; its rule, schemas and answer are all that the wire needs to know. */
export type Operation = <
  const R extends Rule,
  const A extends Answer,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined
>(definition: OperationDefinition<R, Query, Body, A>) => void

/** One group of the catalogue: a Fastify plugin below `/api/<name>`. */
export interface Group { name: string, register: (operation: Operation, app: FastifyInstance) => void }

/** Names a group and lists its operations in the order of the catalogue. */
export function defineGroup (name: string, register: Group['register']): Group {
  return { name, register }
}

/** Registers the operations of a group below its prefix. */
export async function registerGroup (app: FastifyInstance, group: Group): Promise<void> {
  await app.register(async (scope) => {
    group.register((definition) => { registerOperation(scope, group.name, definition) }, scope)
  }, { prefix: `/api/${group.name}` })
}

// The longest texts of a settings form, every character written as \uXXXX, and some margin.
const defaultBodyLimit = 16 * 1024

type AnyDefinition = OperationDefinition<Rule, z.ZodType, z.ZodType, Answer>

function registerOperation (app: FastifyInstance, group: string, definition: AnyDefinition): void {
  const paths = [{ path: definition.path, deprecated: false }]
  if (definition.olderPath) paths.push({ path: definition.olderPath, deprecated: true })
  for (const { path, deprecated } of paths) {
    const register: (scope: FastifyInstance) => void = (scope) => scope.route({
      method: definition.method,
      url: path,
      ...routeOptions(group, definition, { path, deprecated }),
      handler: (request, reply) => request.lifecycle.run(() => definition.handler(callOf(request, reply)))
    })
    if (definition.streamed) {
      takeStreamed(app, register)
    } else {
      register(app)
    }
  }
}

function callOf (request: FastifyRequest, reply: FastifyReply): Call<Rule, unknown, unknown> {
  const { actor, lifecycle } = request
  return {
    actor,
    query: request.query,
    body: request.body,
    headers: request.headers,
    address: request.ip,
    requestId: request.id,
    get signal () { return lifecycle.signal },
    language: languageOf(request),
    request,
    reply
  }
}

function routeOptions (
  group: string, definition: AnyDefinition, { path, deprecated }: { path: string, deprecated: boolean }
): RouteShorthandOptions {
  const {
    query, body, answer, rule, upload, rateLimit, summary, description, pace, maxConcurrent, timeoutMs, batched,
    secondFactor, idempotency = 'stored', bodyLimit = defaultBodyLimit
  } = definition
  const ids = idPlacesOf(group, definition)
  return {
    bodyLimit,
    preValidation: async (request) => { for (const place of ids) takeIdAnywhere(request, place) },
    config: {
      rule, operation: `${group}${definition.path}`, idempotency, idNames: ids.flatMap(({ names }) => names),
      ...given({ query, upload, rateLimit, pace, maxConcurrent, timeoutMs, batched, secondFactor }),
      ...answersList(answer) && { answersList: true }
    },
    schema: {
      tags: [group],
      operationId: definition.operationId ?? `${group.charAt(0).toLowerCase()}${group.slice(1)}${path.replaceAll('/', '')}`,
      ...given({
        summary, description, querystring: query, body, deprecated: deprecated || undefined,
        consumes: upload && mediaTypesOf(upload)
      }),
      ...(answer.kind === 'enveloped'
        ? { response: { 200: { description: answer.description, content: answer.content } } }
        : {}),
      'x-operation': noteOf(definition)
    } as RouteShorthandOptions['schema'] & object
  }
}

function answersList (answer: Answer): boolean {
  return answer.kind === 'enveloped' && answer.result instanceof z.ZodArray
}

/** The members that have a value: Fastify distinguishes an absent option from an undefined one. */
function given<Options extends object> (
  options: Options
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>
  }
}

/** What openapi/contract.ts turns into the security, headers and failures of the operation. */
function noteOf (
  {
    rule, answer, idempotency, method, rateLimit, bodyExamples, answerHeaders = [], bodyLimit = defaultBodyLimit,
    ...definition
  }: AnyDefinition
): OperationNote {
  return {
    ...withSecondFactor(definition),
    rule,
    fileTypes: answer.kind === 'file' ? answer.mediaTypes : [],
    answerDescription: answer.description,
    answerHeaders,
    bodyExamples,
    bodyLimit,
    takesIdempotencyKey: (method === 'POST' || method === 'PUT') && idempotency !== 'none' &&
      !('access' in rule && rule.access === 'public'),
    isRateLimited: rateLimit !== undefined
  }
}

/** Codes can be guessed, so they wait. */
function withSecondFactor (
  { secondFactor, requestHeaders = {}, alsoFails = [] }:
  Pick<AnyDefinition, 'secondFactor' | 'requestHeaders' | 'alsoFails'>
): Pick<OperationNote, 'requestHeaders' | 'alsoFails'> {
  if (!secondFactor) return { requestHeaders, alsoFails }
  const { name, description } = codeHeader
  return { requestHeaders: { ...requestHeaders, [name]: description }, alsoFails: [...alsoFails, 429] }
}
