import { exchangeLimits, type ExchangeOperation } from '../../model/sii-exchanges.ts'
import type { SiiTarget } from '../../services/ports.ts'
import type { HttpOutcome } from './http.ts'

export interface FinishedCall {
  request: {
    operation: ExchangeOperation, body?: Buffer | undefined, summary?: string | undefined, token?: string | undefined
  }
  address: string
  outcome: HttpOutcome
  durationMs: number
}

/** Reports a finished call to the target, without tokens. */
export function noteExchange (
  { onExchange }: SiiTarget,
  { request: { operation, body, summary, token }, address, outcome, durationMs }: FinishedCall
): void {
  if (!onExchange) return
  const request = summary ?? textOf(body)
  const cleaned = (text: string): string => withoutNewToken(withoutToken(text, token ?? tokenIn(request)))
  const answered = outcome.kind === 'answered'
  onExchange({
    operation,
    durationMs,
    httpStatus: answered ? outcome.status : null,
    failure: answered ? null : `${outcome.failure}: ${outcome.detail}`,
    text: {
      address,
      request: cleaned(request),
      answer: answered ? cleaned(outcome.text).slice(0, exchangeLimits.answerChars) : null
    }
  })
}

function textOf (body: Buffer | undefined): string {
  return body === undefined ? '' : body.toString('utf8', 0, exchangeLimits.requestChars)
}

/** SOAP calls carry the token in an element; the others in a cookie, which is not noted. */
function tokenIn (request: string): string | undefined {
  return /<Token\b[^<>]*>([^<]+)</.exec(request)?.[1]
}

/** A token that an answer gives, in XML or escaped in SOAP. */
function withoutNewToken (text: string): string {
  return text.replace(/(<|&lt;)TOKEN(>|&gt;)[^<&]*/g, '$1TOKEN$2[removed]')
}

function withoutToken (text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, '[removed]')
}
