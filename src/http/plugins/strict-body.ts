import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { errorTable, ServiceError } from '../../shared/errors.ts'
import { callerOf } from './fair-turns.ts'
import { checkJson, JsonRefused } from '../bodies/json-check.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, in hex; empty without a body. Idempotency keys are tied to it. */
    bodyHash: string
  }
}

/**
 * Takes JSON in UTF-8 and nothing else. What Fastify would let pass and what would corrupt an invoice or hurt the
 * server is refused here, before anything is built from it (RFC 8259 leaves these to the reader).
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
    async (request: FastifyRequest, body: Buffer) => {
      if (!isUtf8Declared(request.headers['content-type'] ?? '')) throw new ServiceError('MEDIA_TYPE_UNSUPPORTED')
      if (request.headers['idempotency-key'] !== undefined) {
        request.bodyHash = createHash('sha256').update(body).digest('hex')
      }
      await app.checkEarlyKeys(request, body)
      await app.turns.next(callerOf(request))
      return parseJson(body)
    }
  )
}, { name: 'strict-body' })

export function isUtf8Declared (contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(contentType)?.[1]
  return charset === undefined || ['utf-8', 'utf8'].includes(charset.toLowerCase())
}

/**
 * The value of a JSON text; undefined for an empty body. Throws ServiceError with the code and the path of the first
 * trouble.
 */
export function parseJson (body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new ServiceError('BODY_NOT_UTF8')
  const text = withoutByteOrderMark(body.toString('utf8'))
  try {
    checkJson(text)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof JsonRefused) {
      throw new ServiceError(error.code, {
        problems: error.path === '' ? [] : [{ path: error.path, message: errorTable[error.code] }]
      })
    }
    throw new ServiceError('JSON_MALFORMED', { cause: error })
  }
}

function withoutByteOrderMark (text: string): string {
  return text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text
}
