import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { SiiTarget } from '../../services/ports.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { signerKey, type TokenAnswer, type Tokens } from './token.ts'

// About ten sessions of one holder at once are too many for the SII [S40].
const conversationsAtOnce = 8

export type NoToken = Extract<TokenAnswer, { kind: 'noToken' }>

export interface Attempt<Result> {
  result: Result
  /** The SII answered that it does not know the token, or no longer. */
  tokenRefused: boolean
}

/** Conversations which need a token: a refused token is replaced and the same words are said once more, no oftener. */
export function createSessions (tokens: Tokens) {
  const turns = createConcurrencyLimiter({ limitPerKey: conversationsAtOnce, queueLimit: Infinity })

  async function converse<Result> (
    target: SiiTarget, kind: EnvelopeKind, attempt: (token: string) => Promise<Attempt<Result>>
  ): Promise<Attempt<Result | NoToken>> {
    const answer = await tokens.get(target, kind)
    if (answer.kind === 'noToken') return { result: answer, tokenRefused: false }
    const outcome = await attempt(answer.token)
    if (outcome.tokenRefused) tokens.drop(target, kind, answer.token)
    return outcome
  }

  async function attemptWithToken<Result> (
    target: SiiTarget, kind: EnvelopeKind, attempt: (token: string) => Promise<Attempt<Result>>
  ): Promise<Attempt<Result | NoToken>> {
    return await turns.run(signerKey(target), async () => {
      const first = await converse(target, kind, attempt)
      return first.tokenRefused ? await converse(target, kind, attempt) : first
    })
  }

  return {
    /** The result, and whether a fresh token was refused too. */
    attemptWithToken,
    async withToken<Result> (
      target: SiiTarget, kind: EnvelopeKind, attempt: (token: string) => Promise<Attempt<Result>>
    ): Promise<Result | NoToken> {
      const { result } = await attemptWithToken(target, kind, attempt)
      return result
    }
  }
}

export type Sessions = ReturnType<typeof createSessions>
