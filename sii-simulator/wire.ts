import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, FaultKind, Faults, FaultMatch } from './faults.ts'

export interface Answer { status: number, type: string, body: string }

export interface Service {
  /** Does the work. The fault is given for what it changes beyond the conversation. */
  work: (fault: Fault | undefined) => Promise<Answer>
  /** How this operation says a status of the SII's. */
  sayStatus: (value: string) => Answer
}

const hugeBytes = 64 * 1024 * 1024
const htmlError =
  '<html><head><title>SII</title></head><body><h1>HA OCURRIDO UN ERROR EN EL UPLOAD</h1>Error 500</body></html>'

// These answer without having done anything, unless the order says otherwise.
const idleByDefault: readonly FaultKind[] = ['status', 'http', 'resetBeforeStoring', 'timeoutBeforeStoring']

/** Serves one request of the SII's, and does wrong to it what the next fitting fault says. */
export async function serve (
  faults: Faults, match: FaultMatch, request: FastifyRequest, reply: FastifyReply, service: Service
): Promise<FastifyReply> {
  const fault = faults.take(match)
  if (!fault) return send(reply, await service.work(undefined))
  if (fault.fault === 'delay') await wait(fault.ms ?? 1000, undefined, { ref: false })
  const worksFirst = fault.stored ?? !idleByDefault.includes(fault.fault)
  const answer = worksFirst ? await service.work(fault) : service.sayStatus('0')
  return fault.fault === 'status'
    ? send(reply, service.sayStatus(fault.value ?? '-1'))
    : misbehave(request, reply, answer, fault)
}

function misbehave (request: FastifyRequest, reply: FastifyReply, answer: Answer, fault: Fault): FastifyReply {
  if (fault.fault.startsWith('timeout')) return reply.hijack()
  if (fault.fault.startsWith('reset')) {
    request.raw.socket.resetAndDestroy()
    return reply.hijack()
  }
  const spoil = spoilers[fault.fault] ?? send
  return spoil(reply, answer, fault)
}

export function send (
  reply: FastifyReply, { status, type, body }: Pick<Answer, 'status' | 'type'> & { body: string | Buffer | Readable }
): FastifyReply {
  return reply.code(status).type(type).send(body)
}

const spoilers: Partial<Record<FaultKind, (reply: FastifyReply, answer: Answer, fault: Fault) => FastifyReply>> = {
  http: (reply, _answer, fault) => serveHttpError(reply, fault),
  html: (reply) => send(reply, { status: 200, type: 'text/html; charset=ISO-8859-1', body: htmlError }),
  empty: (reply, { type }) => send(reply, { status: 200, type, body: '' }),
  truncated: (reply, answer) => send(reply, { ...answer, body: answer.body.slice(0, answer.body.length / 2) }),
  doubled: (reply, answer) => send(reply, { ...answer, body: answer.body + answer.body }),
  badCharset: (reply, answer) => send(reply, { ...answer, body: Buffer.from(answer.body, 'utf16le') }),
  cutAnswer,
  huge: (reply, answer) => send(reply, { ...answer, body: Readable.from(afterBlanks(answer.body)) }),
  slowDrip: (reply, answer, { ms }) => send(reply, { ...answer, body: Readable.from(drip(answer.body, ms ?? 1000)) }),
  cdata: (reply, answer) => send(reply, { ...answer, body: asCdata(answer.body) }),
  swapped: (reply, answer) => send(reply, { ...answer, body: swapHeaderAndBody(answer.body) }),
  wrongTrackIdType: (reply, answer, { value }) =>
    send(reply, { ...answer, body: withTrackId(answer.body, value ?? 'ABC-123') })
}

export function serveHttpError (reply: FastifyReply, { value }: Fault): FastifyReply {
  const status = Number(value ?? 500)
  return send(reply, { status, type: 'text/html', body: `<html><body>Error ${status}</body></html>` })
}

/** Promises the whole answer and breaks off in its middle. */
function cutAnswer (reply: FastifyReply, { status, type, body }: Answer): FastifyReply {
  reply.hijack()
  const bytes = Buffer.from(body)
  reply.raw.writeHead(status, { 'content-type': type, 'content-length': bytes.length })
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.socket?.destroy())
  return reply
}

function * afterBlanks (body: string): Generator<string> {
  const blanks = ' '.repeat(65_536)
  for (let sent = 0; sent < hugeBytes; sent += blanks.length) yield blanks
  yield body
}

async function * drip (body: string, ms: number): AsyncGenerator<string> {
  for (const character of body) {
    await wait(ms, undefined, { ref: false })
    yield character
  }
}

function asCdata (soap: string): string {
  return soap.replace(
    /(<[\w:]+Return[^>]*>)([\s\S]*?)(<\/[\w:]+Return>)/,
    (_whole, start: string, text: string, end: string) => `${start}<![CDATA[${unescapeText(text)}]]>${end}`
  )
}

function unescapeText (text: string): string {
  return text.replaceAll('&#xd;', '\r').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The manuals and the servers disagree on which of the two comes first. */
function swapHeaderAndBody (text: string): string {
  const part = (name: string) => `(?:<|&lt;)SII:${name}(?:>|&gt;)[\\s\\S]*?(?:<|&lt;)/SII:${name}(?:>|&gt;)`
  const [header, body] = [part('RESP_HDR'), part('RESP_BODY')]
  return text.replace(new RegExp(`(${header}|${body})((?:\\s|&#xd;)*)(${header}|${body})`), '$3$2$1')
}

function withTrackId (text: string, value: string): string {
  return text.replace(/<TRACKID>\d+<\/TRACKID>/, `<TRACKID>${value}</TRACKID>`).replace(
    /"trackid":\d+/, `"trackid":${JSON.stringify(value)}`
  )
}
