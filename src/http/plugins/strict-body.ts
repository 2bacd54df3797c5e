import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { parseJson, utf8Encoder } from '../bodies/json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body in UTF-8, in hex; empty without a body or without a key that is tied to it. */
    bodyHash: string
  }
}

/**
 * Takes JSON in UTF-8, or in another charset that utf8Encoder knows, and nothing else. What Fastify would let pass and
 * what would corrupt an invoice or hurt the server is refused here, before anything is built from it (RFC 8259 leaves
 * these to the reader).
 */
export const strictBody = fp(async (app) => {
  app.decorateRequest('bodyHash', '')
  app.removeAllContentTypeParsers()

  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new ServiceError('MEDIA_TYPE_UNSUPPORTED')
    }
  })

  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, sent: Buffer) => {
      const body = utf8Encoder(request.headers['content-type'])(sent)
      if (isTiedToBody(request)) request.bodyHash = hash('sha256', body, 'hex')
      return parseJson(body)
    }
  )
}, { name: 'strict-body' })

/** Whether the request has an Idempotency-Key that its handler does not honour by itself. */
function isTiedToBody ({ headers, routeOptions }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined && routeOptions.config.idempotency !== 'own'
}
