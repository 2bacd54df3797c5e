import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, AddressRules } from '../../services/actor.ts'
import { checkAddress } from '../../services/access/check-address.ts'
import { claimMissing } from '../../services/access/permissions.ts'
import { ServiceError } from '../../shared/errors.ts'
import { needsBearer, type Rule } from '../rule.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule
    /** `Folio/Upload`: the name of the operation in logs, metrics and idempotency records. */
    operation?: string
  }
  interface FastifyInstance {
    /**
     * Whether the caller of a request under way would still be let in: asked again and again where an answer takes
     * minutes.
     */
    isStillAllowed: (request: FastifyRequest) => Promise<boolean>
  }
}

/**
 * Guards by default: refuses, when the server starts, every route without a rule, and checks the claim and the tenant's
 * IP allow list on each request. authentication.ts has put the actor on the request before.
 */
export const authorization = fp<{ addressRules: AddressRules }>(async (app, { addressRules }) => {
  refuseRoutesWithoutRule(app)

  async function check (request: FastifyRequest, rule: Rule, actor: Actor): Promise<void> {
    await checkAddress(addressRules, actor, request.ip)
    if (!('permission' in rule) || actor.permissions.has(rule.permission)) return
    throw actor.lacksSecondFactor ? new ServiceError('SECOND_FACTOR_SETUP_REQUIRED') : claimMissing(rule.permission)
  }

  app.decorate('isStillAllowed', async (request) => {
    const rule = request.routeOptions.config.rule
    try {
      if (rule && needsBearer(rule)) await check(request, rule, await app.readActor(request))
      return true
    } catch (error) {
      if (error instanceof ServiceError) return false
      throw error
    }
  })

  app.addHook('onRequest', async (request) => {
    const rule = request.routeOptions.config.rule
    if (rule === undefined || !needsBearer(rule)) return
    await check(request, rule, present(request.actor))
  })
}, { name: 'authorization', dependencies: ['authentication'] })

function refuseRoutesWithoutRule (app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => { routes.push(route) })
  // Checked once all plugins are loaded: some give their routes a rule in an onRoute hook of their own.
  app.addHook('onReady', async () => {
    const unguarded = routes.filter(({ config }) => config?.rule === undefined).map(({ method, url }) =>
      `${String(method)} ${url}`
    )
    if (unguarded.length > 0) throw new Error(`Routes without an access rule: ${unguarded.join(', ')}.`)
  })
}

function present (actor: Actor | undefined): Actor {
  if (actor === undefined) throw new ServiceError('UNAUTHENTICATED')
  return actor
}
