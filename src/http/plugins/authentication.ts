import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, AddressRules, ReadToken, Sessions, TenantKeyring, TenantKeys } from '../../services/actor.ts'
import { checkAddress } from '../../services/access/check-address.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'
import { accessTokens, type AccessTokenOptions } from './access-tokens.ts'
import { keysInHeaders, showsKeys } from '../header-keys.ts'
import { needsBearer, takesKeys } from '../rule.ts'
import { createRefusedKeys } from './rate-limit.ts'
import { noteInLog } from './request-log.ts'

export interface AuthenticationOptions extends AccessTokenOptions {
  sessions: Sessions
  tenantKeyring: TenantKeyring
  addressRules: AddressRules
  clock: () => Date
}

declare module 'fastify' {
  interface FastifyRequest { actor: Actor | undefined }
  interface FastifyInstance {
    /** The actor behind the bearer token of a request, as of now; throws UNAUTHENTICATED. */
    readActor: (request: FastifyRequest) => Promise<Actor>
    /** What the bearer token of a request says; throws UNAUTHENTICATED. */
    readToken: (request: FastifyRequest) => ReadToken
  }
}

// An ordinary document takes a tenth of it.
const mostBytesFromSuspects = 64 * 1024

/**
 * Finds out who calls. A bearer token, or keys in headers where the operation takes them, are checked before the body
 * is read. To issue, a tenant's keys travel in the body. A network whose keys were refused too often may send no large
 * body; small ones cost little more than a refusal, and a client with good keys may share the address.
 */
export const authentication = fp<AuthenticationOptions>(async (app, options) => {
  const { sessions, tenantKeyring, addressRules, clock } = options
  await app.register(accessTokens, options)
  app.decorateRequest('actor')

  function readToken (request: FastifyRequest): ReadToken {
    const token = app.readAccessToken(bearerToken(request))
    if (!token) throw new ServiceError('UNAUTHENTICATED')
    return token
  }

  async function readActor (request: FastifyRequest): Promise<Actor> {
    const actor = await sessions.actorOf(readToken(request))
    if (!actor) throw new ServiceError('UNAUTHENTICATED')
    return actor
  }

  app.decorate('readToken', readToken)
  app.decorate('readActor', readActor)

  const refusedKeys = createRefusedKeys(clock)

  async function proveKeys (request: FastifyRequest, keys: TenantKeys | undefined): Promise<void> {
    const network = callerNetwork(request.ip)
    const actor = keys && await tenantKeyring.actorOf(keys, network)
    if (!keys || !actor) {
      refusedKeys.noteRefused(network)
      throw keysMissing(request.body) ?? new ServiceError('TENANT_KEYS_INVALID')
    }
    refusedKeys.noteGood(network)
    bind(request, actor)
    await checkAddress(addressRules, actor, request.ip)
  }

  app.addHook('onRequest', async (request) => {
    const rule = request.routeOptions.config.rule
    if (rule === undefined || !needsBearer(rule)) return
    if (takesKeys(rule) && showsKeys(request.headers)) return proveKeys(request, keysInHeaders(request.headers))
    bind(request, await readActor(request))
  })

  app.addHook('onRequest', async (request) => {
    if (!needsTenantKeys(request) || Number(request.headers['content-length'] ?? Infinity) <= mostBytesFromSuspects) {
      return
    }
    const retryAfterSeconds = refusedKeys.waitSeconds(callerNetwork(request.ip))
    if (retryAfterSeconds > 0) throw new ServiceError('RATE_LIMITED', { retryAfterSeconds })
  })

  app.addHook('preValidation', async (request) => {
    if (!needsTenantKeys(request)) return
    await proveKeys(request, tenantKeysIn(request.body))
  })

  // A body that cannot be parsed costs as much as one with wrong keys.
  app.addHook('onError', async (request, _reply, error) => {
    const isUnknown = needsTenantKeys(request) && request.actor === undefined
    if (isUnknown && error instanceof ServiceError && error.code.startsWith('JSON_')) {
      refusedKeys.noteRefused(callerNetwork(request.ip))
    }
  })
}, { name: 'authentication' })

function bind (request: FastifyRequest, actor: Actor): void {
  const { lifecycle } = request
  request.actor = { ...actor, requestId: request.id, address: request.ip, get signal () { return lifecycle.signal } }
  noteInLog(request, { tenantId: actor.tenantId, userId: actor.userId })
}

/** The token of the one Authorization header; two headers, or another scheme, are no token. */
function bearerToken ({ raw, headers }: FastifyRequest): string {
  // Node keeps the first of two Authorization headers and drops the other, so the raw list is counted.
  const sent = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length
  const token = /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(headers.authorization ?? '')?.[1]
  if (sent !== 1 || token === undefined) throw new ServiceError('UNAUTHENTICATED')
  return token
}

function needsTenantKeys ({ routeOptions }: FastifyRequest): boolean {
  const { rule } = routeOptions.config
  return rule !== undefined && 'access' in rule && rule.access === 'tenantKeys'
}

const keyMembers: readonly (keyof TenantKeys)[] = ['tenantCode', 'accessKey', 'secretKey']

/** What is wrong with a parsed body in which a member of the keys is missing, or has its name in another case. */
function keysMissing (body: unknown): ServiceError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const names = Object.keys(body).slice(0, 100)
  const missing = keyMembers.filter((member) => !names.includes(member))
  if (missing.length === 0) return undefined
  return new ServiceError('VALIDATION_FAILED', {
    problems: missing.map((member) => {
      const sent = names.find((name) => name.toLowerCase() === member.toLowerCase())
      return sent === undefined
        ? problemAt(member, { en: 'is required', es: 'es obligatorio' })
        : problemAt(member, { en: `is required, and written so, not "${sent}"`, es: `es obligatorio, y se escribe así, no "${sent}"` })
    })
  })
}

function tenantKeysIn (body: unknown): TenantKeys | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { tenantCode, accessKey, secretKey } = body as Record<keyof TenantKeys, unknown>
  return isKey(tenantCode) && isKey(accessKey) && isKey(secretKey) ? { tenantCode, accessKey, secretKey } : undefined
}

function isKey (value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 200
}
