import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What a client must make of an answer: the status and the code of its error, and whether it repeats the call. */
export interface WrongAnswer {
  send: string | Buffer | ((socket: Socket, elsewhere: string) => void)
  status: number
  code: 'NOT_TIMBRE' | 'UNREACHABLE'
  isRepeated: boolean
}

const json = 'content-type: application/json'
const html = 'content-type: text/html'
const page = '<!doctype html><title>Sign in to this network</title>'
const envelope = { success: true, statusCode: 200, errorCode: '', errors: [] }
const document = { correlationId: '00000000-0000-4000-8000-000000000001' }

/** The bytes of an answer. Without a pause before the repetition, unless the headers say when to repeat. */
export function answerOf (status: number, headers: string[], body: string | Buffer): Buffer {
  const all = [`content-length: ${Buffer.byteLength(body)}`, 'connection: close', ...headers]
  if (!headers.some((header) => header.startsWith('retry-after'))) all.push('retry-after: 0')
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Some\r\n${all.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

const foreign = (status: number, headers: string[], body: string | Buffer, isRepeated = true): WrongAnswer =>
  ({ send: answerOf(status, headers, body), status, code: 'NOT_TIMBRE', isRepeated })

const asJson = (value: unknown, status = 200): WrongAnswer => foreign(status, [json], JSON.stringify(value))

const broken = (send: WrongAnswer['send']): WrongAnswer => ({ send, status: 0, code: 'UNREACHABLE', isRepeated: true })

const redirect = (status: number): WrongAnswer => ({
  send: (socket, elsewhere) => { socket.end(answerOf(status, [html, `location: ${elsewhere}/stolen`], page)) },
  status, code: 'NOT_TIMBRE', isRepeated: false
})

/** What a verb may meet instead of an answer of Timbre. */
export const wrongAnswers: Readonly<Record<string, WrongAnswer>> = {
  'a redirect with 301': redirect(301),
  'a redirect with 302': redirect(302),
  'a redirect with 303': redirect(303),
  'a redirect with 307': redirect(307),
  'a redirect with 308': redirect(308),
  'a page with 200': foreign(200, [html], page),
  'a page with 200 that is said to be JSON': foreign(200, [json], page),
  'a page with 200 that is said to be a PDF': foreign(200, ['content-type: application/pdf', 'content-disposition: inline; filename="a.pdf"'], page),
  'an empty answer with 200': foreign(200, [], ''),
  'an empty JSON answer': foreign(200, [json], ''),
  '201 with an envelope': asJson({ ...envelope, result: document }, 201),
  '204 without content': foreign(204, [], ''),
  'a cut envelope': foreign(200, [json], JSON.stringify({ ...envelope, result: document }).slice(0, -9)),
  'an envelope of another type': foreign(200, [html], JSON.stringify({ ...envelope, result: document })),
  'an envelope of two types': foreign(200, [json, html], JSON.stringify({ ...envelope, result: document })),
  'an envelope that is not UTF-8': foreign(200, [json], Buffer.from(JSON.stringify({ ...envelope, result: { ...document, a: 'ñ' } }), 'latin1')),
  'an envelope without success': asJson({ result: document }),
  'an envelope whose success is a text': asJson({ ...envelope, success: 'true', result: document }),
  'an envelope without a result': asJson(envelope),
  'an envelope with a null result': asJson({ ...envelope, result: null }),
  'an envelope with a text as result': asJson({ ...envelope, result: 'OK' }),
  'an envelope with another result': asJson({ ...envelope, result: { data: [1], walk: {} } }),
  'a refusal with 200': asJson({ ...envelope, success: false, statusCode: 422, errorCode: 'CAF_EXHAUSTED', errors: ['No.'], result: null }),
  'null in JSON': asJson(null),
  'a list in JSON': asJson([]),
  'a text in JSON': asJson('OK'),
  'NaN as the result': foreign(200, [json], '{"success":true,"result":NaN}'),
  'JSON nested 100,000 deep': foreign(200, [json], '['.repeat(100_000) + ']'.repeat(100_000)),
  'a page with 404': foreign(404, [html], page, false),
  'JSON without an envelope with 403': foreign(403, [json], '{"message":"Forbidden"}', false),
  'a page with 429': foreign(429, [html], page),
  'a page with 500': foreign(500, [html], page),
  'JSON without an envelope with 502': asJson({ message: 'Bad Gateway' }, 502),
  'a text in JSON with 502': asJson('Bad Gateway', 502),
  'a refusal without sentences with 503': asJson({ success: false, errorCode: 'OVERLOADED', errors: 'Overloaded' }, 503),
  'an answer shorter than its length': broken(answerOf(200, [json], '{}').toString('latin1').replace('length: 2', 'length: 200')),
  'a closed connection': broken((socket) => { socket.destroy() }),
  'an answer of another protocol': broken('220 mail.example ESMTP ready\r\n')
}

/** A right answer of a call: for these tests, a document has nothing but its id. */
export const rightAnswer = answerOf(200, [json], JSON.stringify({ ...envelope, result: document }))

/** Sends a right answer so slowly that no attempt of a second sees its end, yet never silent for long. */
export const dripping = (slow: 'headers' | 'body') => (socket: Socket): void => {
  let at = slow === 'headers' ? 12 : rightAnswer.indexOf('\r\n\r\n') + 4
  socket.write(rightAnswer.subarray(0, at))
  const drip = setInterval(() => {
    if (at < rightAnswer.length) socket.write(rightAnswer.subarray(at, ++at))
    else socket.end()
  }, 200)
  socket.once('close', () => { clearInterval(drip) })
}

/** An answer without an end. */
export const endless = (...headers: string[]) => (socket: Socket): void => {
  socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${headers.join('\r\n')}\r\n\r\n`)
  const spaces = Buffer.alloc(64 * 1024, ' ')
  const fill = (): void => { while (!socket.destroyed && socket.write(spaces)); }
  socket.on('drain', fill)
  fill()
}

const signedIn = answerOf(200, [json], JSON.stringify({ ...envelope, result: { accessToken: 'token' } }))

/**
 * A server that answers as a proxy, a stranger or a broken server may. `elsewhere` is the address that it redirects to.
 */
export async function startHostileServer (elsewhere: string) {
  const state = { answers: [] as WrongAnswer['send'][], signsIn: true, calls: 0, lastSocket: undefined as Socket | undefined }
  const server = createServer((request) => {
    request.socket.on('error', () => {})
    request.resume().once('end', () => { answer(request) })
  })

  function answer ({ url, socket }: IncomingMessage): void {
    if (url === '/api/Auth/Login' && state.signsIn) {
      socket.end(signedIn)
      return
    }
    state.lastSocket = socket
    const send = state.answers[Math.min(state.calls++, state.answers.length - 1)] ?? rightAnswer
    if (typeof send === 'function') send(socket, elsewhere)
    else socket.end(send)
  }

  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From here on: the answers in their order, the last again and again. */
    answerWith (answers: WrongAnswer['send'][], signsIn = true): void {
      Object.assign(state, { answers, signsIn, calls: 0 })
    },
    /** Calls since then, beside sign-ins that were answered. */
    calls: () => state.calls,
    bytesOfLastAnswer: () => state.lastSocket?.bytesWritten ?? 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}
