import { type ClientOptions, TimbreError } from './client.ts'

export interface Patience extends Pick<ClientOptions, 'language'> {
  /** How often the work is repeated. */
  retries: number
  /** How long one attempt may take. */
  timeoutMs: number
}

const firstPauseMs = 250
const longestPauseMs = 60_000

/**
 * Does the work again while the server cannot be reached or is overloaded, or something else answers in its place:
 * after what Retry-After says, if that is a minute at most, or after ever longer pauses. What must not happen twice
 * needs an Idempotency-Key.
 */
export async function repeated<Result> (
  work: (signal: AbortSignal) => Promise<Result>, { retries, timeoutMs, language }: Patience
): Promise<Result> {
  for (let count = 0; ; count++) {
    try {
      return await work(AbortSignal.timeout(timeoutMs))
    } catch (error) {
      const failure = failureOf(error, language)
      const pauseMs = (failure.retryAfterSeconds ?? firstPauseMs / 1000 * 2 ** count) * 1000
      if (!failure.isTemporary || count >= retries || pauseMs > longestPauseMs) throw failure
      // Clients that failed together do not come back together.
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (1 + Math.random() / 4)))
    }
  }
}

/** What ended without a whole answer: fetch throws a TypeError when a connection breaks. */
function failureOf (cause: unknown, language: Patience['language']): TimbreError {
  if (cause instanceof TimbreError) return cause
  const message = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
  return new TimbreError(
    { status: 0, code: 'UNREACHABLE', errors: [message], requestId: null, retryAfterSeconds: null }, { cause, language }
  )
}
