import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { newId } from '../../shared/ids.ts'

const secretMembers = [
  'password',
  'Password',
  'currentPassword',
  'newPassword',
  'secretKey',
  'accessKey',
  'token',
  'accessToken',
  'authorization',
  'Authorization',
  'masterKey',
  'privateKey',
  'cookie',
  '["x-access-key"]',
  '["x-secret-key"]'
]
const depths = ['', '*.', '*.*.', '*.*.*.']

/** Every place, down to four levels, where a secret could slip into a line. */
const redactedPaths = depths.flatMap((depth) =>
  secretMembers.map((name) => name.startsWith('[') ? depth.replace(/\.$/, '') + name : depth + name)
)

/** One JSON line for each event, in UTC, without secrets. */
export function createLogger ({ level, destination }: { level: string, destination?: DestinationStream }): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: stdSerializers.err, req: requestFacts }
  }
  return destination ? pino(options, destination) : pino(options)
}

// The query is left out: whatever a client puts there by mistake stays out of the log.
function requestFacts ({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0], address: ip }
}

/** The client's X-Request-Id when it is a sane one, or a new id. */
export function requestIdOf ({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) ? sent : newId()
}

/**
 * Echoes the request id and writes one line for each request, also where the client left before its answer (status
 * 499); lines of a signed-in request carry its tenant and user.
 */
export const requestLog = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    request.exchange.onClose(({ status, isAnswered }) => {
      const { operation } = request.routeOptions.config
      const facts = { req: request, operation, status, milliseconds: Math.round(reply.elapsedTime * 10) / 10 }
      request.log.info(facts, isAnswered ? 'answered' : 'client closed the connection')
    })
  })
}, { name: 'request-log', dependencies: ['exchanges'] })

/** Puts the document's correlation id on every further line of this request. */
export function logCorrelation (request: FastifyRequest, correlationId: string): void {
  request.log = request.log.child({ correlationId })
}
