import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { limitHead } from '../../shared/limit-head.ts'
import { decodeAnswer } from './answer-text.ts'

export type HttpFailure = 'dns' | 'refused' | 'reset' | 'timeout' | 'tls' | 'tooLarge' | 'network'

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: Buffer | undefined
  timeoutMs: number
  /**
   * Sends the headers first, and the body only after a pause: as long as the connection took, at least this long. A
   * front that refuses the request answers within it, and nothing of the body was sent.
   */
  earlyAnswerMs?: number | undefined
}

/**
 * The outcome of one exchange. `bytesMayHaveLeft` is false only when the connection was never ready to carry the
 * request, or failed before the body; `bodyWithheld`: the answer came before the body, which was not sent;
 * `serverTime`: the Date header.
 */
export type HttpOutcome =
  | { kind: 'answered', status: number, text: string, serverTime: Date | undefined, bodyWithheld?: true }
  | { kind: 'failed', failure: HttpFailure, detail: string, bytesMayHaveLeft: boolean }

export const tlsOptions = { minVersion: 'TLSv1.2' } as const

type Phase = 'connecting' | 'handshaking' | 'headers' | 'open'

// The longest genuine answer, the status of a boleta envelope with 500 documents refused, stays well under this.
const largestAnswerBytes = 1024 * 1024
const longestPauseMs = 1000

const failureOfCode: Record<string, HttpFailure> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  ANSWER_TOO_LARGE: 'tooLarge'
}

/**
 * Sends one request and reads the answer, within one time limit. Keep-alive is off: if a reused connection failed, it
 * would be unknown whether the request had been sent. Redirects are not followed.
 */
export async function exchange (request: HttpRequest): Promise<HttpOutcome> {
  const outcome = await exchangeOnce(request)
  // The SII's TLS handshake fails now and then, and an immediate retry works [S40]. No byte was sent before it.
  return failedHandshake(outcome) ? await exchangeOnce(request) : outcome
}

function failedHandshake (outcome: HttpOutcome): boolean {
  return outcome.kind === 'failed' && outcome.failure === 'tls'
}

async function exchangeOnce (request: HttpRequest): Promise<HttpOutcome> {
  return await new Promise((resolve) => {
    const outgoing = open(request)
    const phase = sendInPhases(outgoing, request)
    const settle = (outcome: HttpOutcome): void => {
      clearTimeout(limit)
      resolve(outcome)
    }
    const fail = (error: unknown): void => { settle(failed(error, phase())) }
    const limit = setTimeout(() => {
      fail(withCode('ETIMEDOUT', `no complete answer within ${request.timeoutMs} ms`))
      outgoing.destroy()
    }, request.timeoutMs)
    limitHead(outgoing)
    outgoing.on('error', fail)
    let isAnswered = false
    // Node closes a connection that leaves HTTP (101) without an error.
    outgoing.on('close', () => { if (!isAnswered) fail(withCode('ECONNRESET', 'closed without an answer')) })
    outgoing.on('response', (response) => {
      isAnswered = true
      readAnswer(response).then((answer) => {
        settle(phase() === 'headers' ? { ...answer, bodyWithheld: true } : answer)
        outgoing.destroy()
      }, fail)
    })
  })
}

function open ({ method, url, headers, body }: HttpRequest): ClientRequest {
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) }
  const options = { method, headers: { ...headers, ...length }, agent: false }
  return isSecure(url) ? secureRequest(url, { ...options, ...tlsOptions }) : plainRequest(url, options)
}

/** Sends the request; gives how far it has come. */
function sendInPhases (outgoing: ClientRequest, { url, body, earlyAnswerMs }: HttpRequest): () => Phase {
  let phase: Phase = 'connecting'
  const startedAt = performance.now()
  const opened = (): void => {
    phase = earlyAnswerMs === undefined ? 'open' : 'headers'
    if (earlyAnswerMs === undefined) return
    const tookMs = performance.now() - startedAt
    const pause = setTimeout(() => {
      phase = 'open'
      outgoing.end(body)
    }, Math.max(earlyAnswerMs, Math.min(tookMs, longestPauseMs)))
    for (const event of ['response', 'error', 'close']) outgoing.once(event, () => { clearTimeout(pause) })
  }
  outgoing.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      if (isSecure(url)) phase = 'handshaking'
      else opened()
    })
    socket.once('secureConnect', opened)
  })
  if (earlyAnswerMs === undefined) outgoing.end(body)
  else outgoing.flushHeaders()
  return () => phase
}

function isSecure (url: string): boolean {
  return url.startsWith('https:')
}

async function readAnswer (response: IncomingMessage): Promise<Extract<HttpOutcome, { kind: 'answered' }>> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > largestAnswerBytes) {
      throw withCode('ANSWER_TOO_LARGE', `the answer passes ${largestAnswerBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const text = decodeAnswer(Buffer.concat(chunks), response.headers['content-type'])
  return { kind: 'answered', status: response.statusCode ?? 0, text, serverTime: readTime(response.headers.date) }
}

function readTime (header: string | undefined): Date | undefined {
  const time = new Date(header ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time
}

function failed (error: unknown, phase: Phase): HttpOutcome {
  const { code = '', message } = error as NodeJS.ErrnoException
  const failure = failureOfCode[code] ?? 'network'
  return {
    kind: 'failed',
    failure: phase === 'handshaking' && failure !== 'timeout' ? 'tls' : failure,
    detail: message === '' ? code : message,
    bytesMayHaveLeft: phase === 'open'
  }
}

function withCode (code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
