import { bytesOf, notTimbre } from './answer.ts'
import { type Client, createClient, type RequestOf, type ResultOf, TimbreError, type TenantKeys } from './client.ts'
import { repeated } from './repeated.ts'

/** A document to issue: docs/document-fields.md has its members. */
export type Payload = RequestOf<'/api/Webhook/Save', 'post'>['body']['payload']
/** What issuing answers. */
export type Receipt = ResultOf<'/api/Webhook/Save', 'post'>
/** A mail with a document, and how far it came. */
export type Delivery = ResultOf<'/api/Webhook/Send', 'post'>[number]
/** Everything that is known about a document. */
export type Detail = ResultOf<'/api/Webhook/GetWebhook', 'get'>
/** A document as lists have it. */
export type Listed = ResultOf<'/api/Webhook/GetWebhooks', 'get'>['data'][number]
/** What to list: the filters of GetWebhooks. */
export type Filters = Omit<QueryOf<'/api/Webhook/GetWebhooks'>, 'page' | 'counts'>
/** Texts to correct, or parts of lines to take off: docs/undoing.md. */
export type Correction = Omit<RequestOf<'/api/Webhook/Correct', 'post'>['body'], 'correlationId'>
export type PdfOptions = Omit<QueryOf<'/api/Webhook/GetPdf'>, 'correlationId'>
export type XmlOptions = Omit<QueryOf<'/api/Webhook/GetXml'>, 'correlationId'>

type QueryOf<P extends '/api/Webhook/GetWebhooks' | '/api/Webhook/GetPdf' | '/api/Webhook/GetXml'> =
  NonNullable<RequestOf<P, 'get'>['query']>

export interface TimbreOptions {
  /** `https://timbre.example`, or with the path at which a proxy serves it; without `/api`. */
  baseUrl: string
  /** They issue documents, read them, annul and correct them. */
  keys?: TenantKeys
  /** Signed in when something asks for a person: to retry a document, and for all without keys. */
  user?: { email: string, password: string, tenantCode?: string }
  /** The language of what people read; English if omitted. */
  language?: 'en' | 'es'
  /** How often a call is repeated while the server cannot be reached or is overloaded: 4 times if omitted. */
  retries?: number
  /** How long one attempt may take: a minute if omitted. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export interface IssueOptions {
  /**
   * Under the same key, nothing happens twice: 1 to 255 printable ASCII characters. If omitted, each call has a key of
   * its own for its repetitions.
   */
  idempotencyKey?: string
}

export interface SendOptions extends IssueOptions {
  /** Your own words. */
  message?: string
  /** To the user's email as well; with keys, to that of the company. */
  copyToMe?: boolean
}

export interface RetryOptions extends IssueOptions {
  /** The corrected document, of the same type. */
  payload?: Payload
  /** Take a new folio although the reasons of the rejection are not known. */
  evenSo?: boolean
}

export type Timbre = ReturnType<typeof createTimbre>

/** Below every id: a walk from here meets all documents. */
const nil = '00000000-0000-0000-0000-000000000000'

/**
 * `const timbre = createTimbre({ baseUrl, keys })`, then `await timbre.issue(payload)`. Each verb repeats its call
 * while the server cannot be reached or is overloaded, or something else answers in its place, and issues no second
 * document by that. Throws TimbreError; TypeError for options that cannot be used.
 */
export function createTimbre (
  { baseUrl, keys, user, language, retries = 4, timeoutMs = 60_000, fetch }: TimbreOptions
) {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError('baseUrl must begin with http:// or https://')
  const always = { baseUrl: new URL(baseUrl).href, ...(language && { language }), ...(fetch && { fetch }) }
  const machine = keys && createClient({ ...always, keys })
  let token: string | undefined
  const person = createClient({ ...always, token: () => token })

  const repeatedly = <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
    repeated(work, { retries, timeoutMs, ...(language && { language }) })

  /** A result of the shape that the call is for. Throws TimbreError. */
  async function shaped<Result> (
    answer: Promise<Result>, isRight: (result: Partial<Result>) => boolean
  ): Promise<Result> {
    const result = await answer
    if (typeof result === 'object' && result !== null && isRight(result)) return result
    throw notTimbre(new Response(), language)
  }

  async function signIn (): Promise<void> {
    if (!user) throw new TypeError('This needs a user: createTimbre({ baseUrl, user: { email, password } })')
    const anonymous = createClient(always)
    const body = user
    token = (await repeatedly((signal) => shaped(anonymous.post('/api/Auth/Login', { body, signal }), hasToken))).accessToken
  }

  /** Does what needs a person; a token that has expired is replaced once. */
  async function asPerson<Result> (work: (api: Client, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const inTime = () => repeatedly((signal) => work(person, signal))
    if (token === undefined) await signIn()
    try {
      return await inTime()
    } catch (error) {
      if (!(error instanceof TimbreError) || error.code !== 'UNAUTHENTICATED') throw error
      await signIn()
      return inTime()
    }
  }

  /** With the keys, or as a person. */
  const read = <Result>(work: (api: Client, signal: AbortSignal) => Promise<Result>): Promise<Result> =>
    machine ? repeatedly((signal) => work(machine, signal)) : asPerson(work)

  /** The bytes of a file that begins so. Throws TimbreError. */
  function file (
    path: '/api/Webhook/GetPdf' | '/api/Webhook/GetXml', query: { correlationId: string }, beginning: string
  ): Promise<Uint8Array> {
    return read(async (api, signal) => {
      const response = await api.open('get', path, { query, signal })
      const bytes = await bytesOf(response, { language, signal })
      if (new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning) return bytes
      throw notTimbre(response, language)
    })
  }

  function post (payload: Payload, headers: Record<string, string>): Promise<Receipt> {
    if (!keys) {
      const body = jsonOf({ payload })
      return asPerson((api, signal) => shaped(api.post('/api/Webhook/Issue', { body, headers, signal }), isDocument))
    }
    const body = jsonOf({ ...keys, payload })
    const api = createClient(always)
    return repeatedly((signal) => shaped(api.post('/api/Webhook/Save', { body, headers, signal }), isDocument))
  }

  function note (path: '/api/Webhook/Annul' | '/api/Webhook/Correct', content: object): Promise<Receipt> {
    const body = jsonOf(content)
    return read((api, signal) => shaped(api.post(path, { body, signal }), isDocument))
  }

  return {
    /**
     * Issues a document. Give each sale its `header.documentId.externalId`: then it is issued once, however often and
     * whenever you post it. Without one, store an `idempotencyKey` of your own before the first attempt.
     */
    issue: (payload: Payload, { idempotencyKey = crypto.randomUUID() }: IssueOptions = {}): Promise<Receipt> =>
      under(idempotencyKey, (headers) => post(payload, headers)),

    /** What issuing would do, and everything that would refuse the document: see `dryRun` of the answer. */
    dryRun: (payload: Payload): Promise<Receipt> => post(payload, { 'x-dry-run': 'true' }),

    get: (correlationId: string): Promise<Detail> =>
      read((api, signal) => shaped(api.get('/api/Webhook/GetWebhook', { query: { correlationId }, signal }), isDocument)),

    /**
     * Each document once, the oldest first, also while others are added. `after` begins behind the last that you know;
     * a new one joins some five seconds after its issue.
     */
    async * list (
      { after: start = nil, pageSize = 100, ...filters }: Filters = {}
    ): AsyncGenerator<Listed, void, undefined> {
      for (let [after, hasMore] = [start, true]; hasMore;) {
        const query = { ...filters, after, pageSize }
        const { data, walk } = await read((api, signal) =>
          shaped(api.get('/api/Webhook/GetWebhooks', { query, signal }), (page) => isPage(page, after)))
        yield * data
        after = walk?.after ?? after
        hasMore = walk?.hasMore ?? false
      }
    },

    /** The printed document. */
    pdf: async (correlationId: string, options: PdfOptions = {}): Promise<Uint8Array> =>
      file('/api/Webhook/GetPdf', { ...options, correlationId }, '%PDF-'),

    /** The signed document, byte for byte (ISO-8859-1). */
    xml: async (correlationId: string, options: XmlOptions = {}): Promise<Uint8Array> =>
      file('/api/Webhook/GetXml', { ...options, correlationId }, '<?xml'),

    /** Issues the note that annuls a document. A second call answers the first note. */
    annul: (correlationId: string, reason: string): Promise<Receipt> =>
      note('/api/Webhook/Annul', { correlationId, reason }),

    /** Issues a note that corrects texts or amounts. The same correction again answers the first note. */
    correct: (correlationId: string, correction: Correction): Promise<Receipt> =>
      note('/api/Webhook/Correct', { correlationId, ...correction }),

    /** Mails the PDF and the XML to each address; `deliveries` of `get` tells later what became of the mails. */
    send (
      correlationId: string, to: string[], { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {}
    ): Promise<Delivery[]> {
      const body = jsonOf({ ...options, correlationId, to })
      return under(idempotencyKey, (headers) =>
        read((api, signal) => shaped(api.post('/api/Webhook/Send', { body, headers, signal }), Array.isArray)))
    },

    /** Takes a Failed or Rejected document up again, once its cause is corrected. Needs `user`. */
    retry (
      correlationId: string,
      { idempotencyKey = crypto.randomUUID(), ...correction }: RetryOptions = {}
    ): Promise<Receipt> {
      const body = jsonOf({ correlationId, ...correction })
      return under(idempotencyKey, (headers) =>
        asPerson((api, signal) => shaped(api.put('/api/Webhook/Retry', { body, headers, signal }), isDocument)))
    }
  }
}

function isDocument ({ correlationId }: { correlationId?: unknown }): boolean {
  return typeof correlationId === 'string'
}

function hasToken ({ accessToken }: { accessToken?: unknown }): boolean {
  return typeof accessToken === 'string' && /^[\x21-\x7e]+$/.test(accessToken)
}

/** A page after which the walk goes on, or ends. */
function isPage (
  { data, walk }: { data?: unknown, walk?: { after: unknown, hasMore: unknown } }, after: string
): boolean {
  return Array.isArray(data) && data.every(isListed) && typeof walk?.after === 'string' &&
    (walk.hasMore === false || (walk.hasMore === true && walk.after !== after))
}

function isListed (one: unknown): boolean {
  return typeof one === 'object' && one !== null && isDocument(one)
}

/** Does what must not happen twice. A failure names the key, since the outcome may be unknown. */
async function under<Result> (
  idempotencyKey: string, work: (headers: Record<string, string>) => Promise<Result>
): Promise<Result> {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey must have 1 to 255 printable ASCII characters')
  }
  try {
    return await work({ 'idempotency-key': idempotencyKey })
  } catch (error) {
    if (error instanceof TimbreError) error.idempotencyKey = idempotencyKey
    throw error
  }
}

/** Written once: what cannot be written is a mistake of the caller, and no attempt of a call. */
function jsonOf (body: object): Blob {
  return new Blob([JSON.stringify(body)], { type: 'application/json' })
}
