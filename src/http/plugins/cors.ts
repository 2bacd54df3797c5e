import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses browsers' pages of origins that are neither listed nor the service's own. */
    knownOriginsOnly?: true
  }
}

const allowedHeaders = 'Authorization, Content-Type, Accept-Language, Idempotency-Key, X-Request-Id, X-Dry-Run, ' +
  'X-Second-Factor, Mcp-Protocol-Version'
const exposedHeaders = 'X-Request-Id, X-Timbre-Version, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, ' +
  'Link, Content-Disposition, X-Template-Fallback, X-Template-Missing'

/**
 * Lets the listed origins call from browsers. Tokens travel in a header, so that no credentials mode is needed. Before
 * authentication it refuses all others, where a route asks for that (`knownOriginsOnly`).
 */
export const cors = fp<{ origins: readonly string[], ownOrigin?: string }>(async (app, { origins, ownOrigin }) => {
  const allowed = new Set(origins)

  app.addHook('onRequest', async ({ headers: { origin }, routeOptions }) => {
    if (!routeOptions.config.knownOriginsOnly || origin === undefined) return
    if (origin !== ownOrigin && !allowed.has(origin)) throw new ServiceError('ORIGIN_NOT_ALLOWED')
  })

  if (allowed.size === 0) return

  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin')
    if (headers.origin === undefined || !allowed.has(headers.origin)) return
    reply.headers({ 'access-control-allow-origin': headers.origin, 'access-control-expose-headers': exposedHeaders })
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    return reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '600'
    }).status(204).send()
  })
}, { name: 'cors' })
