import { TimbreError, type PathOf, type ResultOf } from '../../../clients/typescript/client.ts'
import { currentLanguage } from '../text/text.tsx'
import { apiUrl, uploader } from './session.ts'
import { withSecondFactor } from './step-up.ts'

export interface Sent { bytes: number, of: number }

interface Upload {
  /** The parts of the form; a part without a value is left out. */
  parts: Record<string, Blob | string | undefined>
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  onProgress: (sent: Sent) => void
  signal: AbortSignal
}

/**
 * Posts a form and tells how much of it has been sent, which fetch cannot. Throws TimbreError, and TypeError for a lost
 * connection, as the client does; AbortError when it was cancelled.
 */
export async function upload<P extends PathOf<'post'>> (path: P, request: Upload): Promise<ResultOf<P, 'post'>> {
  const { token, signal, nextToken } = uploader(request.signal)
  const answer = await post(path, { ...request, signal }, token)
  const another = answer.status === 401 ? await nextToken() : undefined
  const again = (headers: Record<string, string>) =>
    post(path, { ...request, headers: { ...request.headers, ...headers }, signal }, another ?? token)
  return resultOf<P>(await withSecondFactor(path, another === undefined ? answer : await again({}), signal, {
    read: (one) => ({ status: one.status, errorCode: async () => envelopeOf(one).errorCode }),
    repeat: (code) => again(code === undefined ? {} : { 'x-second-factor': code })
  }))
}

function post (
  path: string, { parts, query = {}, headers = {}, onProgress, signal }: Upload, token: string | undefined
): Promise<XMLHttpRequest> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) form.append(name, value)
  const address = new URL(`${apiUrl}${path}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries({ ...headers, 'accept-language': currentLanguage(), accept: 'application/json' })) {
      request.setRequestHeader(name, value)
    }
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => { onProgress({ bytes: loaded, of: total }) }
    request.onload = () => { resolve(request) }
    request.onerror = () => { reject(new TypeError('The connection was lost.')) }
    request.onabort = () => {
      const reason: unknown = signal.reason
      reject(reason instanceof Error ? reason : new DOMException('The upload was cancelled.', 'AbortError'))
    }
    signal.addEventListener('abort', () => { request.abort() }, { once: true })
    request.send(form)
  })
}

interface Envelope { success?: boolean, errorCode?: string, errors?: string[], result?: unknown }

function resultOf<P extends PathOf<'post'>> (answer: XMLHttpRequest): ResultOf<P, 'post'> {
  const envelope = envelopeOf(answer)
  if (answer.status === 200 && envelope.success === true) return envelope.result as ResultOf<P, 'post'>
  const seconds = Number(answer.getResponseHeader('retry-after') ?? NaN)
  throw new TimbreError({
    status: answer.status, code: envelope.errorCode ?? 'NOT_TIMBRE', errors: envelope.errors ?? [],
    requestId: answer.getResponseHeader('x-request-id'), retryAfterSeconds: Number.isFinite(seconds) ? seconds : null
  })
}

function envelopeOf ({ responseText }: XMLHttpRequest): Envelope {
  try {
    return (JSON.parse(responseText) as Envelope | null) ?? {}
  } catch {
    return {}
  }
}
