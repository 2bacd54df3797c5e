import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, TimbreError, type Client } from '../../clients/typescript/client.ts'
import { minuteMs } from '../shared/durations.ts'
import { CommandError, type Language } from './command.ts'
import { sessionTexts, type SignIn } from './sign-in.ts'

export interface SessionOptions {
  url: URL
  signIn: SignIn
  language: Language
  /** Called once for each outage, with its cause. */
  onOutage: (cause: string) => void
  /** How long one outage may last. */
  timeoutMs: number
}

/** There is no server, or it was away for too long. */
class Unreachable extends CommandError {}

type Work<Result> = (timbre: Client) => Promise<Result>

const longestPauseMs = 5000

export type Session = ReturnType<typeof createSession>

/** Calls the API as a signed-in user, and repeats a call while the connection breaks or the server is away. */
export function createSession ({ url, signIn, language, onOutage, timeoutMs }: SessionOptions) {
  const texts = sessionTexts[language]
  let token = 'token' in signIn ? signIn.token : undefined
  const client = createClient({ baseUrl: url.href, token: () => token, language })

  async function renewToken (): Promise<void> {
    if (!('email' in signIn)) return
    token = undefined
    token = (await client.post('/api/Auth/Login', { body: signIn })).accessToken
  }

  /** Tokens expire, and submissions may take longer. */
  async function signedIn<Result> (work: Work<Result>): Promise<Result> {
    if (token === undefined) await renewToken()
    try {
      return await work(client)
    } catch (error) {
      if (!(error instanceof TimbreError) || error.status !== 401 || !('email' in signIn)) throw error
      await renewToken()
      return work(client)
    }
  }

  return {
    /** Checks that the server answers, without patience: the address may be mistyped. Throws Unreachable. */
    async greet (): Promise<void> {
      await fetch(`${url.href.replace(/\/+$/, '')}/health/live`).catch((error: unknown) => {
        throw new Unreachable(texts.unreachable(url.origin, causeOf(error)))
      })
    },

    /**
     * Does the work, again and again until there is an answer: what must not happen twice needs an Idempotency-Key.
     * Throws TimbreError, Unreachable.
     */
    async persist<Result> (work: Work<Result>, signal?: AbortSignal): Promise<Result> {
      const deadline = performance.now() + timeoutMs
      for (let tries = 0; ; tries++) {
        try {
          return await signedIn(work)
        } catch (error) {
          if (signal?.aborted === true || !isTemporary(error)) throw error
          if (performance.now() > deadline) {
            throw new Unreachable(texts.staysAway(url.origin, causeOf(error)))
          }
          if (tries === 0) onOutage(causeOf(error))
          await sleep(pauseMs(error, tries), undefined, signal ? { signal } : {})
        }
      }
    }
  }
}

/** fetch reports a broken connection as a TypeError, in the middle of a response too. */
function isTemporary (error: unknown): boolean {
  if (!(error instanceof TimbreError)) return error instanceof TypeError
  return error.isTemporary && error.code !== 'SIGN_IN_DELAYED'
}

function pauseMs (error: unknown, tries: number): number {
  const askedMs = error instanceof TimbreError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return askedMs > 0 ? Math.min(askedMs, minuteMs) : Math.min(longestPauseMs, 250 * 2 ** tries)
}

export function causeOf (error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
