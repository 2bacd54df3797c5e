import { Socket } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { hasBody } from '../bodies/request-body.ts'
import { failureOf, isFault, statusOf, type Failure } from '../failure.ts'
import { defaultAnswerIdleMs } from '../limits.ts'

/** How a request ended on the wire: with an answer, which has a code if it is a failure, or because the client left. */
export interface Ending { status: number, isAnswered: boolean, errorCode: Failure['code'] | undefined }

type Finisher = (ending: Ending) => void

/**
 * One request and its answer. What is held for a request is released through `onClose` or `onFinished`, which run once
 * however the connection ends. Fastify's onResponse does not: a client that leaves early never gets there.
 */
export interface RequestLifecycle {
  /**
   * Fires when nobody waits for the answer any more; its reason is CLIENT_CLOSED_REQUEST, or OVERLOADED after the time
   * limit.
   */
  readonly signal: AbortSignal
  /** Whether the signal has fired; costs less than to ask the signal, which most requests never make. */
  readonly isGone: boolean
  /** Whether the handler is at work, which it may be long after its client left or the time limit passed. */
  readonly isWorking: boolean
  /** What the handler gave; undefined until then, and where it failed or never began. */
  readonly result: unknown
  /** Runs when the answer is out or the connection is gone; at once where that is so already. */
  onClose: (finish: Finisher) => void
  /**
   * Runs when the request is answered or abandoned and its handler ended, or can begin no more; at once where that is
   * so already.
   */
  onFinished: (finish: Finisher) => void
  /**
   * Does the handler's work, for which the time limit begins again. After it the caller gets OVERLOADED; the work goes
   * on to its end, and the lifecycle with it.
   */
  run: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>
}

/** A request that is not answered to its end yet. */
export interface InFlightRequest {
  operation: string
  requestId: string
  tenantId: string | undefined
  milliseconds: number
}

declare module 'fastify' {
  interface FastifyRequest { lifecycle: RequestLifecycle }
  interface FastifyReply {
    /** The code of the failure that is answered; the error handler sets it. */
    errorCode: Failure['code'] | undefined
  }
  interface FastifyInstance {
    /** Every request that the server is at, without anything that its client wrote into it. */
    inFlightRequests: () => InFlightRequest[]
  }
  interface FastifyContextConfig {
    /** How long what comes before the handler may take, and the handler; 25 seconds by default. */
    timeoutMs?: number
  }
}

const defaultTimeoutMs = 25_000

interface LifecycleLimits { leastTimeoutMs?: number | undefined, answerIdleMs?: number | undefined }

/** Gives each request its lifecycle; before all other hooks, which hang on to it. */
export const requestLifecycles = fp<LifecycleLimits>(async (app, options) => {
  const { leastTimeoutMs = 0, answerIdleMs = defaultAnswerIdleMs } = options
  const open = new Map<FastifyRequest, FastifyReply>()
  app.countHeld('request', () => open.size)
  app.decorate('inFlightRequests', () => Array.from(open, ([{ routeOptions, id, actor }, { elapsedTime }]) => ({
    operation: routeOptions.config.operation ?? 'none', requestId: id, tenantId: actor?.tenantId,
    milliseconds: Math.round(elapsedTime)
  })))
  app.decorateRequest('lifecycle', undefined as unknown as RequestLifecycle)
  app.decorateReply('errorCode')

  app.addHook('onRequest', (request, reply, done) => {
    const lifecycle = createLifecycle({
      timeoutMs: Math.max(leastTimeoutMs, request.routeOptions.config.timeoutMs ?? defaultTimeoutMs),
      onTimeout: (isAnswerBegun) => { endLate(reply, isAnswerBegun) },
      onLateError: (error) => { noteLateError(request, error) }
    })
    open.set(request, reply)
    lifecycle.onFinished(() => { open.delete(request) })
    request.lifecycle = lifecycle
    watchConnection(request, reply, lifecycle)
    done()
  })

  // The connection took what was left of the body with it: to wait for it is to wait for ever.
  app.addHook('preParsing', ({ raw, lifecycle }, _reply, payload, done) => {
    done(lifecycle.isGone && isRead(raw) ? lifecycle.signal.reason as Error : null, payload)
  })

  app.addHook('onSend', (request, _reply, payload, done) => {
    (request.lifecycle as OwnLifecycle).answerBegins()
    // inject() has no connection.
    if (request.socket instanceof Socket) request.socket.setTimeout(answerIdleMs)
    done(null, payload)
  })
}, { name: 'requestLifecycles', dependencies: ['held-counts'] })

type OwnLifecycle = ReturnType<typeof createLifecycle>

interface ExchangeOptions {
  timeoutMs: number
  /** The time is over, and no handler at work that could be given up. */
  onTimeout: (isAnswerBegun: boolean) => void
  /** A handler failed that nobody waits for any more. */
  onLateError: (error: unknown) => void
}

function createLifecycle ({ timeoutMs, onTimeout, onLateError }: ExchangeOptions) {
  const gone = new AbortController()
  const atClose: Finisher[] = []
  const atOver: Finisher[] = []
  let ending: Ending | undefined
  let isGone = false
  let isWorking = false
  // No handler begins any more: it ended, or an answer was sent in its place, or the body can come no more.
  let isSettled = false
  let result: unknown
  let timeOut: (() => void) | undefined
  const timer = setTimeout(() => {
    if (timeOut) timeOut()
    else onTimeout(isSettled)
  }, timeoutMs).unref()

  function abandon (code: 'OVERLOADED' | 'CLIENT_CLOSED_REQUEST'): void {
    isGone = true
    gone.abort(new ServiceError(code))
  }

  const isOver = (): boolean => ending !== undefined && isSettled && !isWorking

  function finish (): void {
    if (ending && isOver()) for (const finisher of atOver.splice(0)) finisher(ending)
  }

  async function work<Result> (handler: () => Promise<Result>): Promise<Result> {
    isWorking = true
    try {
      const given = await handler()
      result = given
      return given
    } finally {
      isWorking = false
      isSettled = true
      finish()
    }
  }

  return {
    get signal () { return gone.signal },
    get isGone () { return isGone },
    get isWorking () { return isWorking },
    get result () { return result },
    onClose (finisher: Finisher) {
      if (ending) finisher(ending)
      else atClose.push(finisher)
    },
    onFinished (finisher: Finisher) {
      if (ending && isOver()) finisher(ending)
      else atOver.push(finisher)
    },

    async run<Result> (handler: () => Promise<Result>): Promise<Result | undefined> {
      if (isOver()) return undefined
      if (!ending) timer.refresh()
      const working = work(handler)
      const tooLate = new Promise<never>((_resolve, reject) => {
        timeOut = () => {
          abandon('OVERLOADED')
          working.catch((error: unknown) => { if (error !== gone.signal.reason) onLateError(error) })
          reject(gone.signal.reason as Error)
        }
      })
      try {
        return await Promise.race([working, tooLate])
      } catch (error) {
        // Nobody can be told: the client left, or already has its answer.
        if (!ending) throw error
        if (error !== gone.signal.reason) onLateError(error)
        return undefined
      } finally {
        timeOut = undefined
      }
    },

    /** An answer is on its way, of the handler or in its place. */
    answerBegins (): void {
      isSettled = true
      finish()
    },

    close (how: Ending, { bodyIsCutOff }: { bodyIsCutOff: boolean }): void {
      if (ending) return
      ending = how
      clearTimeout(timer)
      isSettled ||= bodyIsCutOff && !isWorking
      // An answer that comes before the handler's own is that of a time limit.
      if (!how.isAnswered || isWorking) {
        abandon(how.isAnswered ? 'OVERLOADED' : 'CLIENT_CLOSED_REQUEST')
      }
      for (const finisher of atClose.splice(0)) finisher(how)
      finish()
    }
  } satisfies RequestLifecycle & Record<string, unknown>
}

/** Answers in place of what takes too long before the handler; cuts off an answer that takes too long itself. */
function endLate (reply: FastifyReply, isAnswerBegun: boolean): void {
  if (!isAnswerBegun) reply.send(new ServiceError('OVERLOADED'))
  else if (reply.raw.headersSent && !reply.sent) reply.raw.destroy()
}

/** Logs what a handler throws when nobody waits for its answer any more. */
function noteLateError ({ log, id }: FastifyRequest, error: unknown): void {
  const failure = failureOf(error, { language: 'en', requestId: id })
  log[isFault(failure) ? 'error' : 'debug'](
    { err: error, errorCode: failure.code }, 'a handler failed after its client had left or timed out'
  )
}

// Answers waiting for their turn on a pipelined connection get no event when it ends, so one listener on the socket
// serves all of them.
const openOn = new WeakMap<Socket, Set<() => void>>()
const answeredOn = new WeakMap<Socket, Pick<Failure, 'status' | 'code'>>()

/**
 * Notes that what is under way on a connection was answered with a failure straight on its socket, which is closed
 * then.
 */
export function noteSocketAnswer (socket: Socket, failure: Pick<Failure, 'status' | 'code'>): void {
  answeredOn.set(socket, failure)
}

/** Whether a request of the connection has begun and has no answer yet. */
export function isUnderWay (socket: Socket): boolean {
  return (openOn.get(socket)?.size ?? 0) > 0
}

function watchConnection (
  { raw: request, socket }: FastifyRequest, reply: FastifyReply, lifecycle: OwnLifecycle
): void {
  const { raw: response } = reply
  const open = socket instanceof Socket ? closersOf(socket) : new Set<() => void>()
  const end = (ending: Ending): void => {
    open.delete(close)
    lifecycle.close(ending, { bodyIsCutOff: hasBody(request) && !request.readableEnded })
  }
  const close = (): void => { end(endingOf(reply, socket)) }
  open.add(close)
  response.once('finish', () => { end(answerOf(reply)) })
  response.once('close', close)
  if (socket.destroyed) close()
}

function closersOf (socket: Socket): Set<() => void> {
  const known = openOn.get(socket)
  if (known) return known
  const closers = new Set<() => void>()
  openOn.set(socket, closers)
  socket.once('close', () => { for (const close of closers) close() })
  return closers
}

function endingOf (reply: FastifyReply, socket: Socket): Ending {
  if (reply.raw.writableFinished) return answerOf(reply)
  const failure = answeredOn.get(socket)
  return failure
    ? { status: failure.status, isAnswered: true, errorCode: failure.code }
    : { status: statusOf.abandoned, isAnswered: false, errorCode: 'CLIENT_CLOSED_REQUEST' }
}

function answerOf ({ raw: { statusCode }, errorCode }: FastifyReply): Ending {
  return { status: statusCode, isAnswered: true, errorCode }
}

/** Whether Fastify reads a body, if only an empty one. */
function isRead (request: IncomingMessage): boolean {
  return hasBody(request) || request.headers['content-type'] !== undefined
}
