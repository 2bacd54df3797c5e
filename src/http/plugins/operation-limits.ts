import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests of the operation may be in progress, half of them of one tenant: each needs much memory. */
    maxConcurrent?: number
  }
}

/**
 * Refuses requests of heavy operations while enough of them are in progress. It runs after authorisation, so that only
 * those who may call take a place. A place is held until the answer is out and the handler has ended: the handler of a
 * client that left still uses its memory.
 */
export const operationLimits = fp(async (app) => {
  const gates = new Map<string, ConcurrencyLimiter>()
  app.countHeld('at_once_place', () => Array.from(gates.values()).reduce((sum, gate) => sum + gate.held(), 0))

  function gateOf (operation: string, limit: number): ConcurrencyLimiter {
    const gate = gates.get(operation) ?? createConcurrencyLimiter({ limit, limitPerKey: Math.ceil(limit / 2) })
    gates.set(operation, gate)
    return gate
  }

  app.addHook('onRequest', async ({ actor, lifecycle, routeOptions }) => {
    const { maxConcurrent: limit, operation } = routeOptions.config
    if (limit === undefined || operation === undefined) return
    const leave = gateOf(operation, limit).tryAcquire(actor?.tenantId ?? '')
    if (!leave) throw new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
    lifecycle.onFinished(leave)
  })
}, { name: 'at-once', dependencies: ['authorization', 'requestLifecycles'] })
