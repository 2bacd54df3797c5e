import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { httpApp, people, tokenFor } from '../support/http-app.ts'
import { sampleGroup } from './sample-group.ts'

let world: Awaited<ReturnType<typeof httpApp>>
let port: number
let token: string
beforeAll(async () => {
  world = await httpApp({ groups: [sampleGroup({ fail: () => new Error('unset'), calls: 0 })] })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  port = (world.app.server.address() as AddressInfo).port
  token = tokenFor(world.app, people.andesAdmin)
})
afterAll(() => world.app.close())

interface Answer { status: number, headers: string, body: string }

/** Sends bytes as they are and reads until the server closes the connection; `drip` then sends one more each 200 ms. */
async function raw (bytes: string | Buffer, { drip }: { drip?: string } = {}): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port })
    const dripping = drip === undefined ? undefined : setInterval(() => { socket.write(drip) }, 200)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearInterval(dripping)
      const [headers = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]), headers: headers.toLowerCase(), body
      })
    })
    socket.write(bytes)
  })
}

function request (body: string | Buffer, headers: readonly string[] = []): Buffer {
  const head = [
    'POST /api/Sample/Echo HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers
  ].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body as string)])
}

function enveloped ({ headers, body }: Answer): { statusCode: number, errorCode: string } {
  const answer = JSON.parse(body)
  expect(headers).toContain(`x-timbre-version: ${version}`)
  expect(Object.keys(answer).sort()).toEqual(['errorCode', 'errors', 'result', 'statusCode', 'success'])
  return answer
}

describe('answers in the envelope', () => {
  it.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    [
      'two Content-Lengths',
      'POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400,
      'REQUEST_MALFORMED'
    ],
    [
      'Content-Length and chunks',
      'POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400, 'REQUEST_MALFORMED'
    ],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    [
      'two Hosts', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400,
      'REQUEST_MALFORMED'
    ],
    [
      'CONNECT', 'CONNECT intranet.example:443 HTTP/1.1\r\nHost: intranet.example:443\r\n\r\n', 400, 'REQUEST_MALFORMED'
    ],
    [
      'an expectation that nobody knows',
      'GET /api/Nowhere HTTP/1.1\r\nHost: a\r\nExpect: the-moon\r\nConnection: close\r\n\r\n', 404, 'ROUTE_NOT_FOUND'
    ],
    [
      'a Transfer-Encoding that is none',
      'POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n', 400,
      'REQUEST_MALFORMED'
    ],
    ...[
      'gzip',
      'identity',
      'chunked, chunked',
      'gzip, chunked',
      ',chunked',
      'chunked;q=1',
      'gzip\r\nTransfer-Encoding: chunked',
      'identity\r\nTransfer-Encoding: chunked',
      'chunked\r\nTransfer-Encoding: chunked',
      'identity\r\nContent-Length: 2'
    ].map((encoding): [string, string, number, string] => [
      `Transfer-Encoding: ${encoding.replace('\r\n', ' and ')}`,
      `POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${encoding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      400,
      'REQUEST_MALFORMED'
    ]),
    [
      'chunks in HTTP/1.0',
      'POST /api/Sample/Echo HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      400, 'REQUEST_MALFORMED'
    ],
    [
      'a header before its colon',
      'POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n', 400,
      'REQUEST_MALFORMED'
    ],
    [
      'a header over two lines', 'GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n', 400,
      'REQUEST_MALFORMED'
    ],
    ['a header without a colon', 'GET /health/live HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    [
      '20 kB of headers', `GET /health/live HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431,
      'HEADERS_TOO_LARGE'
    ]
  ])('%s', async (_name, bytes, status, errorCode) => {
    const answer = await raw(bytes)

    expect(answer.status).toBe(status)
    expect(enveloped(answer)).toMatchObject({ statusCode: status, errorCode })
    expect(answer.headers).toContain('connection: close')
  })

  it.each([
    ['5,000 nested arrays', '['.repeat(5000) + ']'.repeat(5000), [], 400, 'JSON_TOO_DEEP'],
    ['Latin-1', Buffer.from('{"payload":{"details":[],"note":"ñ"}}', 'latin1'), [], 400, 'BODY_NOT_UTF8'],
    ['2 MiB', `"${'x'.repeat(2 * 1024 * 1024)}"`, [], 413, 'BODY_TOO_LARGE'],
    ['two Authorization headers', '{}', ['Authorization: Bearer other'], 401, 'UNAUTHENTICATED']
  ])('%s', async (_name, body, headers, status, errorCode) => {
    const answer = await raw(request(body, headers))

    expect(enveloped(answer)).toMatchObject({ statusCode: status, errorCode })
  })

  it('an endless body, sent in chunks, with 413', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await raw(
      `POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${
        chunk.repeat(20)
      }`
    )

    expect(enveloped(answer)).toMatchObject({ statusCode: 413, errorCode: 'BODY_TOO_LARGE' })
  })

  it.each(['chunked', 'Chunked', '\tchunked '])('a body in chunks, named "%s"', async (encoding) => {
    const body = JSON.stringify({ payload: { details: [{ quantity: 1 }] } })
    const head = [
      'POST /api/Sample/Echo HTTP/1.1', 'Host: a', `Authorization: Bearer ${token}`, 'Connection: close',
      'Content-Type: application/json', `Transfer-Encoding: ${encoding}`
    ].join('\r\n')
    const answer = await raw(`${head}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)

    expect(answer.status).toBe(200)
  })

  it('a valid request, over the same connection', async () => {
    const answer = await raw(request(JSON.stringify({ payload: { details: [{ quantity: 1 }] } })))

    expect(answer.status).toBe(200)
    expect(answer.headers).toContain('content-type: application/json; charset=utf-8')
  })
})

describe.concurrent('closes as too slow', { tags: 'slow' }, () => {
  it('a connection without data', async () => {
    const answer = await raw('')

    expect(enveloped(answer)).toMatchObject({ statusCode: 408, errorCode: 'REQUEST_TOO_SLOW' })
  })

  it('headers that arrive one byte at a time', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: ', { drip: 'x' })

    expect(enveloped(answer)).toMatchObject({ statusCode: 408, errorCode: 'REQUEST_TOO_SLOW' })
  })

  it('a body that arrives one byte at a time', async () => {
    const answer = await raw(
      `POST /api/Sample/Echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      { drip: ' ' }
    )

    expect(enveloped(answer)).toMatchObject({ statusCode: 408, errorCode: 'REQUEST_TOO_SLOW' })
  })
})
