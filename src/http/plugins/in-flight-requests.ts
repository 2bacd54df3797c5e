import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** A request that is not answered to its end yet. */
export interface InFlightRequest {
  operation: string
  requestId: string
  tenantId: string | undefined
  milliseconds: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every request that the server is at, without anything that its client wrote into it. */
    inFlightRequests: () => InFlightRequest[]
  }
}

/** Knows which requests are in progress, so that the log can list them when an error ends the program. */
export const inFlightRequests = fp(async (app) => {
  const inFlight = new Map<FastifyRequest, number>()
  app.decorate('inFlightRequests', () => Array.from(inFlight, ([{ routeOptions, id, actor }, since]) => ({
    operation: routeOptions.config.operation ?? 'none',
    requestId: id,
    tenantId: actor?.tenantId,
    milliseconds: Math.round(performance.now() - since)
  })))

  app.addHook('onRequest', async (request) => {
    inFlight.set(request, performance.now())
    request.lifecycle.onOver(() => { inFlight.delete(request) })
  })
}, { name: 'requests-in-hand', dependencies: ['requestLifecycles'] })
