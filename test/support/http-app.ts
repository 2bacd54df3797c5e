import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { buildApp, type AppConfig, type AppOptions } from '../../src/http/app.ts'
import type { Group } from '../../src/http/operation.ts'
import type { Idempotency, StoredAnswer } from '../../src/services/idempotency.ts'
import type { Actor, SessionClaims } from '../../src/services/actor.ts'
import { permissions } from '../../src/services/access/permissions.ts'
import { heldToContract } from './contract.ts'

/** A small world: two tenants, an administrator and a clerk without claims. */
export const people = {
  andesAdmin: person('andes', 'ana', permissions),
  andesClerk: person('andes', 'carlos', []),
  borealAdmin: person('boreal', 'beatriz', permissions)
}

function person (tenantId: string, userName: string, claims: readonly string[]): Actor {
  return {
    tenantId,
    userId: `${tenantId}-${userName}`,
    userName,
    email: `${userName}@${tenantId}.example`,
    userType: 2,
    permissions: new Set(claims)
  }
}

export const testConfig: AppConfig = {
  version: '0.0.0-test',
  trustedProxies: [],
  corsOrigins: [],
  maxEventLoopDelayMs: 10_000,
  signingKeys: [{ id: 'new', secret: Buffer.alloc(32, 1) }, { id: 'old', secret: Buffer.alloc(32, 2) }],
  issuer: 'https://timbre.example',
  audience: 'timbre',
  lifetimeSeconds: 900
}

export const testKeys = { tenantCode: 'andes', accessKey: 'ak_test_1', secretKey: 'sk_test_1' }

export interface TestOptions extends Partial<Omit<AppOptions, 'config' | 'services'>> {
  config?: Partial<AppConfig>
  services?: Partial<AppOptions['services']>
  groups: readonly Group[]
}

/** The server over stand-ins for the services that the wire asks; `ended` holds the users whose sessions were ended. */
export async function httpApp ({ config, services, groups, ...options }: TestOptions) {
  const ended = new Set<string>()
  const idempotency = idempotencyInMemory()
  const app = heldToContract(
    await buildApp({
      clock: () => new Date(),
      metrics: new Registry(),
      ...options,
      config: { ...testConfig, ...config },
      groups,
      services: {
        sessions: { actorOf: async (claims) => ended.has(claims.userId) ? undefined : actorWith(claims) },
        tenantKeyring: {
          actorOf: async (keys) => JSON.stringify(keys) === JSON.stringify(testKeys) ? people.andesAdmin : undefined
        },
        addressRules: { permits: async (_tenantId, address) => address !== '203.0.113.66' },
        idempotency,
        secondFactors: { requireRecentCode: async () => {} },
        health: { checks: {} },
        ...services
      }
    })
  )
  await app.ready()
  return { app, ended, idempotency, as: (actor: Actor) => ({ authorization: `Bearer ${tokenFor(app, actor)}` }) }
}

export function tokenFor (app: FastifyInstance, { userId, tenantId }: Actor, tokenVersion = 1): string {
  return app.signAccessToken({ userId, tenantId, tokenVersion }).accessToken
}

function actorWith ({ userId, tenantId, tokenVersion }: SessionClaims): Actor | undefined {
  return tokenVersion === 1
    ? Object.values(people).find((actor) => actor.userId === userId && actor.tenantId === tenantId)
    : undefined
}

function idempotencyInMemory (): Idempotency & { kept: Map<string, { requestHash: string, answer?: StoredAnswer }> } {
  const kept = new Map<string, { requestHash: string, answer?: StoredAnswer }>()
  const nameOf = (actor: Actor, { operation, key }: { operation: string, key: string }) =>
    `${actor.tenantId} ${operation} ${key}`
  return {
    kept,
    async begin (actor, request) {
      const known = kept.get(nameOf(actor, request))
      if (!known) {
        kept.set(nameOf(actor, request), { requestHash: request.requestHash.toString('hex') })
        return { outcome: 'new' }
      }
      if (known.requestHash !== request.requestHash.toString('hex')) return { outcome: 'otherContent' }
      return known.answer ? { outcome: 'replay', answer: known.answer } : { outcome: 'inProgress' }
    },
    async finish (actor, request, answer) {
      kept.set(nameOf(actor, request), { requestHash: request.requestHash.toString('hex'), answer })
    },
    async forget (actor, request) {
      kept.delete(nameOf(actor, request))
    }
  }
}
