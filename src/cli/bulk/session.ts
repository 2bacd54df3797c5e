import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '../../shared/durations.ts'

export type SignIn = { token: string } | { email: string, password: string }

export interface ServerOptions {
  url: URL
  signIn: SignIn
  language: string
  /** Told, once for each trouble, that the server does not answer. */
  onTrouble: (why: string) => void
  /** How long it may be away in one piece. */
  patienceMs: number
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  body?: Buffer | FormData | object
  signal?: AbortSignal
}

/** The server understood and said no. */
export class Refused extends Error {
  readonly code: string
  readonly status: number

  constructor (status: number, code: string, errors: readonly string[]) {
    super(errors.length > 0 ? errors.join('\n') : `the server answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** There is no server, or it stayed away for too long. */
export class Unreachable extends Error {}

interface Envelope { errorCode: string, errors: string[], result: unknown }

// Another try may help: nobody is there for the moment, too much is going on, or the first try is still at work.
const passing = new Set([429, 502, 503, 504])
const longestPauseMs = 5000

export type Server = ReturnType<typeof createServer>

/**
 * Calls the API as somebody who signed in, again and again while the connection breaks or the server is away: whoever
 * calls gives each POST and PUT that must not happen twice an Idempotency-Key.
 */
export function createServer ({ url, signIn, language, onTrouble, patienceMs }: ServerOptions) {
  let token = 'token' in signIn ? signIn.token : undefined

  /** Sends once. Throws what fetch throws, and Refused. */
  async function send (path: string, { method = 'GET', query, headers, body, signal }: Call): Promise<Response> {
    const { body: content, type } = contentOf(body)
    const response = await fetch(addressOf(url, path, query), {
      method,
      headers: {
        'accept-language': language, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...type,
        ...headers
      },
      body: content,
      signal: signal ?? null
    })
    if (!response.ok) throw await refusalOf(response)
    return response
  }

  async function begin (): Promise<void> {
    if (!('email' in signIn)) return
    token = undefined
    const response = await send('/Auth/Login', { method: 'POST', body: signIn })
    token = ((await response.json()) as { result: { accessToken: string } }).result.accessToken
  }

  /** Tokens end after a while, submissions may take longer. */
  async function sendSignedIn (path: string, call: Call): Promise<Response> {
    if (token === undefined) await begin()
    try {
      return await send(path, call)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401 || !('email' in signIn)) throw error
      await begin()
      return send(path, call)
    }
  }

  /** Sends and reads, until there is an answer. */
  async function persist<Result> (
    path: string, call: Call, read: (response: Response) => Promise<Result>
  ): Promise<Result> {
    const deadline = performance.now() + patienceMs
    for (let tries = 0; ; tries++) {
      try {
        return await read(await sendSignedIn(path, call))
      } catch (error) {
        if (call.signal?.aborted === true || !isPassing(error)) throw error
        if (performance.now() > deadline) {
          throw new Unreachable(`The server at ${url.origin} stays away: ${reasonOf(error)}`)
        }
        if (tries === 0) onTrouble(reasonOf(error))
        await sleep(pauseMs(error, tries))
      }
    }
  }

  return {
    /** Whether anybody is there: without patience, since an address may be mistyped. Throws Unreachable. */
    async greet (): Promise<void> {
      await fetch(new URL('health/live', withSlash(url))).catch((error: unknown) => {
        throw new Unreachable(`Nobody answers at ${url.origin}: ${reasonOf(error)}`)
      })
    },

    /** The result of an operation. Throws Refused, Unreachable. */
    ask: async <Result>(path: string, call: Call = {}): Promise<Result> =>
      persist(path, call, async (response) => ((await response.json()) as Envelope).result as Result),

    /** The answer itself, to be read as it comes. Throws Refused, Unreachable. */
    open: (path: string, call: Call = {}): Promise<Response> => persist(path, call, async (response) => response),

    /** What `read` makes of the whole answer; a download that breaks off begins anew. Throws Refused, Unreachable. */
    read: persist
  }
}

function addressOf (url: URL, path: string, query: Call['query'] = {}): URL {
  const address = new URL(`api${path}`, withSlash(url))
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value)
  }
  return address
}

/** A form names its type itself, with its boundary. */
function contentOf (
  body: Call['body']
): { body: FormData | Uint8Array<ArrayBuffer> | string | null, type: Record<string, string> } {
  if (body === undefined) return { body: null, type: {} }
  if (body instanceof FormData) return { body, type: {} }
  return {
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    type: { 'content-type': 'application/json' }
  }
}

function withSlash (url: URL): URL {
  return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`)
}

async function refusalOf (response: Response): Promise<Refused> {
  const text = await response.text()
  const { errorCode, errors }: Partial<Envelope> = response.headers.get('content-type')?.includes('json') === true
    ? JSON.parse(text) as Envelope
    : {}
  const refusal = new Refused(response.status, errorCode ?? 'NOT_TIMBRE', errors ?? [])
  retryAfter.set(refusal, Number(response.headers.get('retry-after') ?? NaN) * 1000)
  return refusal
}

const retryAfter = new WeakMap<object, number>()

/** fetch tells a broken connection as a TypeError, and one that breaks in the middle of the answer as well. */
function isPassing (error: unknown): boolean {
  if (error instanceof Refused) {
    return (passing.has(error.status) && error.code !== 'SIGN_IN_DELAYED') || error.code === 'IDEMPOTENCY_IN_PROGRESS'
  }
  return error instanceof TypeError
}

function pauseMs (error: unknown, tries: number): number {
  const asked = typeof error === 'object' && error !== null ? retryAfter.get(error) : undefined
  return asked !== undefined && asked > 0 ? Math.min(asked, minuteMs) : Math.min(longestPauseMs, 250 * 2 ** tries)
}

export function reasonOf (error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
