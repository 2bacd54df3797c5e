import fp from 'fastify-plugin'
import { ServiceError } from '../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests of the operation are in hand at most, half of them of one tenant: each holds much memory. */
    atOnce?: number
  }
  interface FastifyRequest { countedAs: string[] | undefined }
}

/** Turns requests of heavy operations away while enough of them are in hand; after authorisation, so that strangers hold no place. */
export const atOnce = fp(async (app) => {
  const inHand = new Map<string, number>()
  const count = (name: string, change: number): void => {
    const counted = (inHand.get(name) ?? 0) + change
    if (counted === 0) inHand.delete(name)
    else inHand.set(name, counted)
  }
  app.decorateRequest('countedAs')

  app.addHook('onRequest', async (request) => {
    const { atOnce: limit, operation } = request.routeOptions.config
    if (limit === undefined || operation === undefined) return
    const own = `${operation} ${request.actor?.tenantId ?? ''}`
    const isFull = (inHand.get(operation) ?? 0) >= limit || (inHand.get(own) ?? 0) >= Math.ceil(limit / 2)
    if (isFull) throw new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
    request.countedAs = [operation, own]
    for (const name of request.countedAs) count(name, 1)
  })

  // Also called when the client hangs up.
  app.addHook('onResponse', async ({ countedAs }) => {
    for (const name of countedAs ?? []) count(name, -1)
  })
}, { name: 'at-once', dependencies: ['authorization'] })
