import fp from 'fastify-plugin'
import { ServiceError } from '../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests of the operation are in hand at most: each holds much memory. */
    atOnce?: number
  }
  interface FastifyRequest { countedAs: string | undefined }
}

/** Turns requests of heavy operations away while enough of them are in hand; after authorisation, so that strangers hold no place. */
export const atOnce = fp(async (app) => {
  const inHand = new Map<string, number>()
  app.decorateRequest('countedAs')

  app.addHook('onRequest', async (request) => {
    const { atOnce: limit, operation } = request.routeOptions.config
    if (limit === undefined || operation === undefined) return
    const count = inHand.get(operation) ?? 0
    if (count >= limit) throw new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
    inHand.set(operation, count + 1)
    request.countedAs = operation
  })

  // Also called when the client hangs up.
  app.addHook('onResponse', async ({ countedAs }) => {
    if (countedAs !== undefined) inHand.set(countedAs, (inHand.get(countedAs) ?? 1) - 1)
  })
}, { name: 'at-once', dependencies: ['authorization'] })
