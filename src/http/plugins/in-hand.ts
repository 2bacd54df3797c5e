import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** A request that is not answered to its end yet. */
export interface RequestInHand {
  operation: string
  requestId: string
  tenantId: string | undefined
  milliseconds: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every request that the server is at, without anything that its client wrote into it. */
    requestsInHand: () => RequestInHand[]
  }
}

/** Knows which requests are in progress, so that the log can list them when an error ends the program. */
export const requestsInHand = fp(async (app) => {
  const inHand = new Map<FastifyRequest, number>()
  app.decorate('requestsInHand', () => Array.from(inHand, ([{ routeOptions, id, actor }, since]) => ({
    operation: routeOptions.config.operation ?? 'none',
    requestId: id,
    tenantId: actor?.tenantId,
    milliseconds: Math.round(performance.now() - since)
  })))

  app.addHook('onRequest', async (request) => {
    inHand.set(request, performance.now())
    request.exchange.onOver(() => { inHand.delete(request) })
  })
}, { name: 'requests-in-hand', dependencies: ['exchanges'] })
