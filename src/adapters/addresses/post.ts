import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { NotificationMessage, NotificationProblem } from '../../services/ports.ts'
import { timeoutSignal } from '../../shared/timeout-signal.ts'
import { limitHead } from '../../shared/limit-head.ts'
import type { OutgoingAddresses } from './outgoing.ts'

export interface PostOptions extends OutgoingAddresses {
  /** For everything from the name's look-up to the end of the answer. */
  timeoutMs: number
  /** Read of an answer; the rest is left unread. */
  maxAnswerBytes: number
  /** Certification authorities (PEM) to trust instead of Node's. */
  authorities?: string | undefined
  /** Ends it early. */
  signal?: AbortSignal | undefined
}

export type PostOutcome =
  | { kind: 'answered', httpStatus: number, bytes: Buffer }
  | { kind: 'failed', problem: NotificationProblem }

/**
 * Posts to an address that a tenant chose. The name is resolved once, every address it has must be allowed, and the
 * connection goes to that very address: a name that changes its mind after the check leads nowhere. Redirects are not
 * followed, and proxies are not asked. Never throws.
 */
export async function postTo (message: NotificationMessage, options: PostOptions): Promise<PostOutcome> {
  const deadline = AbortSignal.any([timeoutSignal(options.timeoutMs), ...options.signal ? [options.signal] : []])
  try {
    const addresses = await inTime(options.resolve(hostOf(message.url)), deadline)
    const [address] = addresses
    if (address === undefined) return { kind: 'failed', problem: 'NAME_NOT_FOUND' }
    if (!addresses.every(options.isAllowed)) return { kind: 'failed', problem: 'ADDRESS_NOT_ALLOWED' }
    return await exchange(message, { ...options, address, deadline })
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error, deadline) }
  }
}

interface Connection extends PostOptions { address: string, deadline: AbortSignal }

async function exchange (message: NotificationMessage, connection: Connection): Promise<PostOutcome> {
  const answer = await answerTo(begin(message, connection), message.body)
  return {
    kind: 'answered', httpStatus: answer.statusCode ?? 0, bytes: await firstBytes(answer, connection.maxAnswerBytes)
  }
}

function begin (
  { url, headers, body }: NotificationMessage, { address, deadline, authorities }: Connection
): ClientRequest {
  const options: RequestOptions = {
    method: 'POST',
    host: address,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers, host: url.host, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity',
      connection: 'close'
    },
    agent: false,
    signal: deadline
  }
  if (url.protocol === 'http:') return requestHttp(options)
  const name = hostOf(url)
  // The certificate must be the name's, not the address's. An address has no place in the server name (RFC 6066, 3).
  return requestHttps({
    ...options, ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(authorities === undefined ? {} : { ca: authorities })
  })
}

function answerTo (request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    limitHead(request)
    // Stays on: a connection that breaks after the answer must not end the process.
    request.on('error', reject)
    // Node closes a connection that leaves HTTP (101) without an error.
    request.once('close', () => { reject(new Error('closed without an answer')) })
    request.end(body)
  })
}

async function firstBytes (answer: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= most) break
  }
  answer.destroy()
  return Buffer.concat(chunks).subarray(0, most)
}

/** The host as an address or a name, IPv6 without its brackets. */
function hostOf ({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function inTime<T> (work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => { reject(new Error('out of time')) }, { once: true })
    work.then(resolve, reject)
  })
}

function problemOf (error: unknown, deadline: AbortSignal): NotificationProblem {
  if (deadline.aborted) return 'TIMEOUT'
  const { code = '' } = error as { code?: string }
  return /CERT|SELF_SIGNED|ERR_TLS|ISSUER/.test(code) ? 'CERTIFICATE_REFUSED' : 'CONNECTION_FAILED'
}
