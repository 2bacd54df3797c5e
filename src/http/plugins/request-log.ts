import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { newId } from '../../shared/ids.ts'
import { createLogOutput } from '../log-output.ts'

const secretMembers = [
  'password', 'Password', 'currentPassword', 'newPassword', 'secretKey', 'accessKey', 'token', 'accessToken',
  'authorization', 'Authorization', 'masterKey', 'privateKey', 'cookie', 'x-access-key', 'x-secret-key', 'x-second-factor'
]
const secretNames = new Set(secretMembers)
const redacted = '[redacted]'

/** One JSON line for each event, in UTC, without secrets. */
export function createLogger ({ level, destination }: { level: string, destination?: DestinationStream }): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
    formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    // The members of the line itself, which cost nothing so; with wildcards each line would cost fifty microseconds.
    redact: { paths: secretMembers.map((name) => `["${name}"]`), censor: redacted },
    serializers
  }
  return pino(options, destination ?? createLogOutput(process.stdout))
}

const serializers = { err: errorFacts, req: requestFacts }

/** A line whose members hold no member with the name of a secret, however deep. */
function withoutSecrets (line: Record<string, unknown>): Record<string, unknown> {
  const holders = Object.keys(line).filter((name) => typeof line[name] === 'object' && !(name in serializers))
  if (holders.length === 0) return line
  return { ...line, ...Object.fromEntries(holders.map((name) => [name, shown(line[name])])) }
}

function errorFacts (error: Error): unknown {
  const facts = stdSerializers.err(error)
  return shown(facts) ?? { type: facts.type, message: facts.message, stack: facts.stack }
}

/** What JSON says of a value, without secrets; nothing where it can say nothing, such as of a circle. */
function shown (value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value, (name, member: unknown) => secretNames.has(name) ? redacted : member))
  } catch {
    return undefined
  }
}

// The query is left out: whatever a client puts there by mistake stays out of the log. So does a token in the path.
function requestFacts ({ method, url, ip, routeOptions }: FastifyRequest) {
  return { method, path: pathShown(routeOptions.url, url.split('?', 1)[0] ?? ''), address: ip }
}

// Half a token, at most.
const longSegment = /[^/]{21,}/g

/** A link with a slip in it leads to no route, and its token opens the document all the same. */
function pathShown (route: string | undefined, path: string): string {
  if (route === undefined || route.includes('*')) return path.replaceAll(longSegment, '…')
  return route.includes(':') ? route : path
}

/** The client's X-Request-Id when it is a sane one, or a new id. */
export function requestIdOf ({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) ? sent : newId()
}

/**
 * Echoes the request id and writes one line for each request, also where the client left before its answer (status
 * 499); a failure with its code. Lines of a signed-in request carry its tenant and user, and those of a request about
 * one document its id.
 */
export const requestLog = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    request.lifecycle.onClose(({ status, isAnswered, errorCode }) => {
      const { operation } = request.routeOptions.config
      const milliseconds = Math.round(reply.elapsedTime * 10) / 10
      const facts = { req: request, operation, status, errorCode, milliseconds }
      request.log.info(facts, isAnswered ? 'answered' : 'client closed the connection')
    })
  })
  // Validated by then: nothing else that a client writes gets into the log.
  app.addHook('preHandler', async (request) => {
    const parts = [request.query, request.body] as ({ correlationId?: unknown } | null | undefined)[]
    const correlationId = parts.map((part) => part?.correlationId).find((id) => typeof id === 'string')
    if (correlationId !== undefined) noteInLog(request, { correlationId })
  })
}, { name: 'request-log', dependencies: ['requestLifecycles'] })

/** Puts facts on every further line of a request. Its logger is its own: another one would cost more than a line. */
export function noteInLog ({ log }: FastifyRequest, facts: Record<string, string>): void {
  // Without a logger Fastify has one that writes nothing and lacks the verb.
  (log as Partial<Logger>).setBindings?.(facts)
}
