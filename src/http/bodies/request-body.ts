import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../shared/errors.ts'

/** Whether a request announces a body. */
export function hasBody ({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Names what reading a body threw: a cut connection looks like one to the database. Gives all other errors as they are.
 */
export function bodyError (error: unknown, { raw }: Pick<FastifyRequest, 'raw'>): unknown {
  const isCutOff = error !== undefined &&
    (error === raw.errored || (raw.destroyed && !raw.readableEnded && isOfStream(error)))
  return isCutOff ? new ServiceError('CLIENT_CLOSED_REQUEST', { cause: error }) : error
}

function isOfStream (error: unknown): boolean {
  return error instanceof Error && 'code' in error &&
    (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'FST_MP_PREMATURE_CLOSE')
}
