import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'

/**
 * Refuses a Transfer-Encoding other than `chunked`, and any in HTTP/1.0 (RFC 9112, 6.1). Node's parser refuses most of
 * them by itself, but takes `gzip, chunked` and `identity, chunked`, which a proxy before it may frame in another way.
 */
export const framing = fp(async (app) => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isPlain(raw)) return
    reply.header('connection', 'close')
    throw new ServiceError('REQUEST_MALFORMED')
  })
}, { name: 'framing' })

function isPlain ({ headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding']
  return encoding === undefined || (encoding.toLowerCase() === 'chunked' && httpVersion === '1.1')
}
