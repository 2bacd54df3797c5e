import { TimbreError, type Language } from './error.ts'

/** How large an answer in JSON may be, and the PDF or XML of a document. */
const maxAnswerBytes = 64 * 1024 * 1024
/** How large another file may be; `open` reads larger ones. */
const maxFileBytes = 1024 * 1024 * 1024

interface Reading { language?: Language | undefined, signal?: AbortSignal | undefined }

/**
 * An answer of Timbre that refuses nothing: a file, or JSON, or a stream of events where one is asked for. Throws
 * TimbreError, of the code NOT_TIMBRE where something else answered, such as a proxy.
 */
export async function accepted (response: Response, wanted: 'result' | 'stream', reading: Reading): Promise<Response> {
  const isWanted = wanted === 'stream' ? isOfType(response, 'text/event-stream') : isFile(response) || isJson(response)
  if (response.status === 200 && !response.redirected && isWanted) return response
  throw await refusalOf(response, reading)
}

/** The `result` in a response of `open`, or a File with the name that the server gives it. Throws TimbreError. */
export async function resultOf (response: Response, reading: Reading = {}): Promise<unknown> {
  if (isFile(response)) {
    const bytes = await bytesOf(response, reading, maxFileBytes)
    const type = response.headers.get('content-type') ?? ''
    return new File([bytes], nameIn(response.headers.get('content-disposition') ?? ''), { type })
  }
  const envelope = await jsonIn(response, reading)
  if (envelope?.['success'] !== true || !('result' in envelope)) throw notTimbre(response, reading.language)
  return envelope['result']
}

/** Reads a whole answer, for as long as the signal allows. Throws TimbreError for one that is too long. */
export async function bytesOf (
  response: Response, { language, signal }: Reading, maxBytes = maxAnswerBytes
): Promise<Uint8Array<ArrayBuffer>> {
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined = response.body?.getReader()
  // fetch itself forgets the signal of an answer that takes long, once the request is collected.
  const stop = (): void => { reader?.cancel().catch(() => {}) }
  signal?.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let size = 0; ;) {
      const part = await reader?.read()
      signal?.throwIfAborted()
      if (!part?.value) return joined(chunks, size)
      size += part.value.length
      if (size > maxBytes) throw notTimbre(response, language)
      chunks.push(part.value)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

function joined (chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** What something else than Timbre answered. The text of such an answer may repeat the request, and is not shown. */
export function notTimbre ({ status, headers }: Pick<Response, 'status' | 'headers'>, language: Language | undefined): TimbreError {
  return new TimbreError({
    status, code: 'NOT_TIMBRE', errors: [], requestId: headers.get('x-request-id'), retryAfterSeconds: retryAfterIn(headers)
  }, { language })
}

async function refusalOf (response: Response, reading: Reading): Promise<TimbreError> {
  const { status, headers } = response
  const envelope = status >= 400 && isJson(response) ? await jsonIn(response, reading) : undefined
  response.body?.cancel().catch(() => {})
  const { success, errorCode, errors } = envelope ?? {}
  if (success !== false || typeof errorCode !== 'string' || errorCode === '' || !isListOfTexts(errors)) {
    return notTimbre(response, reading.language)
  }
  return new TimbreError({
    status, code: errorCode, errors, requestId: headers.get('x-request-id'), retryAfterSeconds: retryAfterIn(headers),
    docUrl: docUrlIn(response)
  }, { language: reading.language })
}

/** What the header Link names as help (RFC 8288), as a whole address; null for anything else. */
function docUrlIn ({ headers, url }: Response): string | null {
  const [, target = ''] = /<([^<>]*)>; ?rel="help"/.exec(headers.get('link') ?? '') ?? []
  const address = target !== '' && URL.canParse(target, url || undefined) ? new URL(target, url || undefined) : undefined
  return address && /^https?:$/.test(address.protocol) ? address.href : null
}

function isListOfTexts (value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Undefined where it is no object. */
async function jsonIn (response: Response, reading: Reading): Promise<Record<string, unknown> | undefined> {
  const bytes = await bytesOf(response, reading)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3); null for anything else. */
function retryAfterIn (headers: Headers): number | null {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  if (!/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function isOfType ({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() === type
}

function isJson (response: Response): boolean {
  return isOfType(response, 'application/json')
}

/** Timbre names each file that it sends. */
function isFile ({ headers }: Response): boolean {
  return /^(inline|attachment);/.test(headers.get('content-disposition') ?? '')
}

/** RFC 6266: `filename*` before the ASCII name. */
function nameIn (disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  const [, plain = 'file'] = /filename="([^"]*)"/i.exec(disposition) ?? []
  return encoded === undefined ? plain : decoded(encoded) ?? plain
}

function decoded (text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
