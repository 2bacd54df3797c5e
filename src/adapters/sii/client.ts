import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { ExchangeOperation } from '../../model/sii-exchanges.ts'
import type { SiiTarget } from '../../services/ports.ts'
import { type FinishedCall, noteExchange } from './exchange-note.ts'
import { baseAddress, type SiiEndpoint } from './endpoints.ts'
import { exchange, type HttpFailure, type HttpOutcome } from './http.ts'

type SiiOperation = ExchangeOperation

/** One finished call, for the metrics. It carries nothing secret. */
export interface SiiCall {
  operation: SiiOperation
  kind: EnvelopeKind
  authority: SiiTarget['authority']
  environment: SiiTarget['environment']
  result: 'answered' | HttpFailure
  httpStatus: number | undefined
  durationMs: number
  /** What the server's clock said at that moment. */
  serverTime: Date | undefined
  answeredAt: Date
}

/** Limits on one whole exchange, from the look-up of the name to the last byte of the answer. */
export interface SiiTimeouts {
  queryMs: number
  uploadMs: number
  /** The least time between the headers of an upload and its body (http.ts). */
  earlyAnswerMs?: number
}

export interface SiiRequest {
  operation: SiiOperation
  kind: EnvelopeKind
  endpoint: SiiEndpoint
  path: string
  headers: Record<string, string>
  token?: string | undefined
  /** A POST when present, a GET when not. */
  body?: Buffer | undefined
  /** What is noted of the body in place of the body itself. */
  summary?: string | undefined
}

// The substring PROG 1.0 makes the SII answer programs with XML instead of a page; the boletas' hosts refuse others
// [S8], [S13].
const userAgent = 'Mozilla/4.0 (compatible; PROG 1.0; Windows NT 5.0; YComp 5.0.2.4)'
const shortestPauseMs = 10

/** What an answer means, and whether it was understood. */
export interface Reading<Result> { result: Result, isUnderstood: boolean }

/**
 * Sends requests to a target's endpoint. Each finished call is reported to `onCall`, and to the target as
 * `onExchange` has it.
 */
export function createClient ({ simulatorUrl, timeouts, onCall }: {
  simulatorUrl: string | undefined
  timeouts: SiiTimeouts
  onCall: ((call: SiiCall) => void) | undefined
}) {
  async function call (target: SiiTarget, request: SiiRequest): Promise<FinishedCall> {
    const base = baseAddress(target, request.endpoint, simulatorUrl)
    if (base === undefined) return { request, address: '', outcome: noAddress, durationMs: 0 }
    const startedAt = performance.now()
    const method = request.body === undefined ? 'GET' : 'POST'
    const outcome = await exchange({
      method,
      url: base + request.path,
      headers: { ...request.headers, 'User-Agent': userAgent, ...cookie(request.token) },
      body: request.body,
      ...limitsOf(request, timeouts)
    })
    const durationMs = performance.now() - startedAt
    onCall?.(describeCall(target, request, outcome, durationMs))
    return { request, address: `${method} ${base}${request.path}`, outcome, durationMs }
  }

  return {
    async send (target: SiiTarget, request: SiiRequest): Promise<HttpOutcome> {
      const finished = await call(target, request)
      noteExchange(target, finished)
      return finished.outcome
    },

    /** Sends a request of which only an answer that is not understood is noted. */
    async ask<Result> (
      target: SiiTarget, request: SiiRequest, read: (outcome: HttpOutcome) => Reading<Result>
    ): Promise<Result> {
      const finished = await call(target, request)
      const { result, isUnderstood } = read(finished.outcome)
      if (finished.outcome.kind === 'answered' && !isUnderstood) noteExchange(target, finished)
      return result
    }
  }
}

export type SiiClient = ReturnType<typeof createClient>

const noAddress: HttpOutcome = {
  kind: 'failed', failure: 'network', detail: 'no address of the simulator is set up', bytesMayHaveLeft: false
}

function limitsOf (
  { operation }: SiiRequest, { queryMs, uploadMs, earlyAnswerMs = shortestPauseMs }: SiiTimeouts
): { timeoutMs: number, earlyAnswerMs?: number } {
  return operation === 'upload' ? { timeoutMs: uploadMs, earlyAnswerMs } : { timeoutMs: queryMs }
}

function cookie (token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Cookie: `TOKEN=${token}` }
}

function describeCall (
  { authority, environment }: SiiTarget, { operation, kind }: SiiRequest, outcome: HttpOutcome, durationMs: number
): SiiCall {
  const answered = outcome.kind === 'answered'
  return {
    operation,
    kind,
    authority,
    environment,
    result: answered ? 'answered' : outcome.failure,
    httpStatus: answered ? outcome.status : undefined,
    durationMs,
    serverTime: answered ? outcome.serverTime : undefined,
    answeredAt: new Date(Date.now())
  }
}
