import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests of the operation are in hand at most, half of them of one tenant: each holds much memory. */
    atOnce?: number
  }
}

/**
 * Turns requests of heavy operations away while enough of them are in hand; after authorisation, so that strangers hold
 * no place. A place is held until the answer is out and the handler ended: what a client that left has begun still
 * takes its memory.
 */
export const atOnce = fp(async (app) => {
  const inHand = new Map<string, number>()
  let places = 0
  app.countHeld('at_once_place', () => places)

  const count = (name: string, change: number): void => {
    const counted = (inHand.get(name) ?? 0) + change
    if (counted === 0) inHand.delete(name)
    else inHand.set(name, counted)
  }
  const hold = (names: readonly string[], change: 1 | -1): void => {
    places += change
    for (const name of names) count(name, change)
  }

  app.addHook('onRequest', async ({ actor, exchange, routeOptions }) => {
    const { atOnce: limit, operation } = routeOptions.config
    if (limit === undefined || operation === undefined) return
    const own = `${operation} ${actor?.tenantId ?? ''}`
    const isFull = (inHand.get(operation) ?? 0) >= limit || (inHand.get(own) ?? 0) >= Math.ceil(limit / 2)
    if (isFull) throw new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
    hold([operation, own], 1)
    exchange.onOver(() => { hold([operation, own], -1) })
  })
}, { name: 'at-once', dependencies: ['authorization', 'exchanges'] })
