import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorTable, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { isUnderWay, noteSocketAnswer } from './request-lifecycle.ts'
import { bodyError } from '../bodies/request-body.ts'
import { codeOfWireError, failureBody, failureOf, isFault, statusOf, type Failure } from '../failure.ts'
import { helpLink } from '../help-link.ts'
import { languageOf, type Language } from '../language.ts'
import { clientCloseMs } from '../limits.ts'
import { withMediaTypes } from './media-types.ts'
import type { PathTable } from './paths.ts'
import { commonHeaders } from '../common-headers.ts'

/** Whether an error is reported elsewhere, once for all requests that meet it. */
export type IsReported = (error: unknown) => boolean

export interface ErrorAnswers {
  /** What the links to the documentation begin with; a path of this server if empty. */
  publicUrl: string
  isReported?: IsReported
}

/** Answers every error, and every path that is not there, in the envelope. */
export function answerErrors (app: FastifyInstance, paths: PathTable, options: ErrorAnswers): void {
  app.setErrorHandler((error, request, reply) =>
    sendFailure(error, request, { reply, language: languageOf(request), ...options }))

  function refuseUnknown (request: FastifyRequest, reply: FastifyReply): never {
    const methods = paths.methodsOf(request.url)
    if (methods.length === 0) throw new ServiceError('ROUTE_NOT_FOUND')
    reply.header('allow', methods.join(', '))
    throw new ServiceError('METHOD_NOT_ALLOWED')
  }

  app.setNotFoundHandler(refuseUnknown)
  // Fastify would read and parse the body before it calls the handler above.
  app.addHook('preParsing', async (request, reply) => { if (request.is404) refuseUnknown(request, reply) })
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (isLeftUnread(raw)) reply.header('connection', 'close')
    return payload
  })
}

// So much of a body that nobody wants Node may read and drop, to keep the connection.
const mostToDrop = 64 * 1024

/** Whether a body was refused before it was read: Node would read it to its end, however long it is. */
function isLeftUnread ({ complete, headers }: IncomingMessage): boolean {
  return !complete &&
    (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > mostToDrop)
}

/**
 * Answers an address that Fastify cannot decode (`frameworkErrors`), in English. Neither hooks nor request decorators
 * exist for it, so the usual headers are added here.
 */
export function answerBadAddress (
  error: unknown, request: FastifyRequest, { reply, publicUrl }: { reply: FastifyReply, publicUrl: string }
): void {
  reply.headers({ ...commonHeaders, 'x-request-id': request.id })
  sendFailure(error, request, { reply, language: 'en', publicUrl })
}

/** Sends an error as the client is to see it and logs what only the operator is to see. */
function sendFailure (
  thrown: unknown, request: FastifyRequest,
  { reply, language, publicUrl, isReported = () => false }: ErrorAnswers & { reply: FastifyReply, language: Language }
): FastifyReply {
  const error = withMediaTypes(bodyError(thrown, request), request)
  const failure = failureOf(error, { language, requestId: request.id })
  reply.errorCode = failure.code
  note(request, { error, failure, isReported })
  reply.header('link', helpLink(failure.code, { language, publicUrl }))
  // The challenge of RFC 6750; 401 must carry one (RFC 9110, 15.5.2).
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer realm="timbre"')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
  // An unread rest of a refused body would be taken for the next request.
  if (failure.status === 413 || failure.status === 408) reply.header('connection', 'close')
  return reply.status(failure.status).type('application/json; charset=utf-8').send(failureBody(failure))
}

function note (
  { log }: FastifyRequest, { error, failure, isReported }: { error: unknown, failure: Failure, isReported: IsReported }
): void {
  const { code } = failure
  if (isFault(failure) && !isReported(error)) log.error({ err: error, errorCode: code }, 'request failed')
  else log.debug({ errorCode: code }, 'request refused')
}

/** Keeps Node from answering by itself, outside the envelope. */
export function handleUpgradeAndConnect (server: Server, options: { publicUrl: string }): void {
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => { server.emit('request', request, response) })
  server.on('connect', (_request, socket: Socket) => { answerClientError(new Error('This is no proxy.'), socket, options) })
}

/**
 * Answers what Node's HTTP parser refuses, in the envelope, straight to the socket: there is no request yet
 * (Fastify's `clientErrorHandler`).
 */
export function answerClientError (
  error: Error & { code?: string }, socket: Socket, { publicUrl }: { publicUrl: string }
): void {
  if (hasLeft(error, socket)) {
    socket.destroy()
    return
  }
  const code = codeOfWireError(error) ?? 'REQUEST_MALFORMED'
  const status = statusOf[errorTable[code].kind]
  noteSocketAnswer(socket, { status, code })
  const body = JSON.stringify(
    failureBody({ status, code, errors: [errorTable[code].en], retryAfterSeconds: undefined })
  )
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    link: helpLink(code, { language: 'en', publicUrl }),
    'x-request-id': newId(),
    connection: 'close'
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.setTimeout(clientCloseMs, () => { socket.destroy() })
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`)
}

/** Whether the client closed the connection: with a reset, or in the middle of the body of a request that has begun. */
function hasLeft ({ code }: { code?: string }, socket: Socket): boolean {
  return code === 'ECONNRESET' || !socket.writable || (code === 'HPE_INVALID_EOF_STATE' && isUnderWay(socket))
}
