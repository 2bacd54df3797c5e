import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, AddressRules, Sessions, TenantKeyring, TenantKeys } from '../services/actor.ts'
import { ServiceError } from '../shared/errors.ts'
import { accessTokens, type AccessTokenOptions } from './access-tokens.ts'
import { checkAddress, needsBearer } from './authorization.ts'

export interface AuthenticationOptions extends AccessTokenOptions {
  sessions: Sessions
  tenantKeyring: TenantKeyring
  addressRules: AddressRules
}

declare module 'fastify' {
  interface FastifyRequest { actor: Actor | undefined }
  interface FastifyInstance {
    /** The actor behind the bearer token of a request, as of now; throws UNAUTHENTICATED. */
    readActor: (request: FastifyRequest) => Promise<Actor>
  }
}

/**
 * Finds out who calls. A bearer token is checked before the body is read; a tenant's keys travel in the body and are checked
 * before its shape is, so that nobody without keys learns anything from the answer.
 */
export const authentication = fp<AuthenticationOptions>(async (app, options) => {
  const { sessions, tenantKeyring, addressRules } = options
  await app.register(accessTokens, options)
  app.decorateRequest('actor')

  async function readActor (request: FastifyRequest): Promise<Actor> {
    const claims = app.readAccessToken(bearerToken(request))
    const actor = claims && await sessions.actorOf(claims)
    if (!actor) throw new ServiceError('UNAUTHENTICATED')
    return actor
  }

  app.decorate('readActor', readActor)

  app.addHook('onRequest', async (request) => {
    const rule = request.routeOptions.config.rule
    if (rule === undefined || !needsBearer(rule)) return
    bind(request, await readActor(request))
  })

  app.addHook('preValidation', async (request) => {
    const rule = request.routeOptions.config.rule
    if (rule === undefined || !('access' in rule) || rule.access !== 'tenantKeys') return
    const keys = tenantKeysIn(request.body)
    const actor = keys && await tenantKeyring.actorOf(keys)
    if (!actor) throw new ServiceError('TENANT_KEYS_INVALID')
    bind(request, actor)
    await checkAddress(addressRules, actor, request.ip)
  })
}, { name: 'authentication' })

function bind (request: FastifyRequest, actor: Actor): void {
  request.actor = { ...actor, requestId: request.id, address: request.ip }
  request.log = request.log.child({ tenantId: actor.tenantId, userId: actor.userId })
}

/** The token of the one Authorization header; two headers, or another scheme, are no token. */
function bearerToken ({ raw, headers }: FastifyRequest): string {
  // Node keeps the first of two Authorization headers and drops the other, so the raw list is counted.
  const sent = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length
  const token = /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(headers.authorization ?? '')?.[1]
  if (sent !== 1 || token === undefined) throw new ServiceError('UNAUTHENTICATED')
  return token
}

function tenantKeysIn (body: unknown): TenantKeys | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { tenantCode, accessKey, secretKey } = body as Record<keyof TenantKeys, unknown>
  return isKey(tenantCode) && isKey(accessKey) && isKey(secretKey) ? { tenantCode, accessKey, secretKey } : undefined
}

function isKey (value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 200
}
