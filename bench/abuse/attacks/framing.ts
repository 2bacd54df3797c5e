import { between, pick, type Random } from '../../random.ts'
import { fifty, type Attack, type Piece, type Stage } from '../attack.ts'
import { requestBytes } from '../wire.ts'

type Recipe = (stage: Stage, random: Random) => Piece[]

const path = '/api/Webhook/Save'
const text = (content: string): Buffer => Buffer.from(content, 'latin1')
const head = (...lines: string[]): Buffer =>
  text([`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...lines, '', ''].join('\r\n'))
const chunk = (content: string, extension = ''): string =>
  `${Buffer.byteLength(content).toString(16)}${extension}\r\n${content}\r\n`
const chunks = (content: string): Piece[] => [head('Transfer-Encoding: chunked'), text(content)]
const last = '0\r\n\r\n'
const plain = (line: string, ...more: string[]): Piece[] => [text([line, 'Host: a', ...more, '', ''].join('\r\n'))]
const form = (token: string, content: string): Piece[] => [requestBytes({
  path: '/api/BulkInvoice/Create', token, body: { type: 'multipart/form-data; boundary=b', bytes: text(content) }
})]
const part = '--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n'

/** Bodies, heads, forms and tokens that are framed oddly, and other protocols. */
const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['tiny chunks', (_stage, random) => chunks(chunk('{') + chunk(' ').repeat(between(random, 1000, 150_000)) + chunk('}') + last)],
  ['chunk extensions', (_stage, random) => chunks(chunk(' ', `;a=${'"x"'.repeat(1000)}`).repeat(between(random, 1, 300)) + last)],
  ['endless chunk extension', () => [...chunks('1;'), text('x'.repeat(500_000))]],
  ['chunks without end', () => chunks(chunk('x'.repeat(65_536)).repeat(40))],
  ['a chunk of a size beyond numbers', () => chunks(`${'f'.repeat(20)}\r\nx`)],
  ['trailers', (_stage, random) => chunks(`${chunk('{}')}0\r\n${'X-A: b\r\n'.repeat(between(random, 1, 5000))}\r\n`)],
  ['Content-Length and chunks', () => [head('Transfer-Encoding: chunked', 'Content-Length: 5'), text(chunk('{}') + last)]],
  ['Transfer-Encoding', (_stage, random) => [head(`Transfer-Encoding: ${
    pick(random, ['x', 'gzip', 'identity', 'chunked;q=1', 'gzip, chunked', 'chunked, chunked', '\tCHUNKED'])
  }`), text(chunk('{}') + last)]],
  ['Content-Encoding', (_stage, random) =>
    [head(`Content-Encoding: ${pick(random, ['gzip', 'br', 'zstd', 'x'])}`, 'Content-Length: 2'), text('{}')]],
  ['media type', (_stage, random) => [...plain(`POST ${path} HTTP/1.1`, `Content-Type: ${pick(random, [
    'text/plain', 'a/b'.repeat(3000), ';'.repeat(9000), 'application/json;'.repeat(800),
    'application/json; charset=utf-16', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(9000)}`
  ])}`, 'Content-Length: 2'), text('{}')]],
  ['Content-Length', (_stage, random) =>
    [head(`Content-Length: ${pick(random, ['-1', '99999999999999', '2\r\nContent-Length: 3'])}`), text('{}'), 300, text('{}')]],
  ['many headers', (_stage, random) => [head(...Array.from({ length: between(random, 50, 4000) }, (_, at) => `X-${at}: 1`))]],
  ['a long header', (_stage, random) => [head(`X-A: ${'x'.repeat(pick(random, [16_300, 1_000_000]))}`, 'Content-Length: 0')]],
  ['a long path', (_stage, random) => plain(
    `GET /${pick(random, ['a/'.repeat(8000), `${'%41'.repeat(5000)}%zz`, `api/Webhook/GetWebhooks?${'a=1&'.repeat(3900)}`])} HTTP/1.1`)],
  ['Expect', (_stage, random) =>
    [head(`Expect: ${pick(random, ['100-continue', 'the-moon'])}`, 'Content-Length: 1000000'), 500, text('{}')]],
  ['Upgrade', (_stage, random) =>
    [head('Connection: Upgrade', `Upgrade: ${pick(random, ['websocket', 'h2c', 'TLS/1.0'])}`, 'Content-Length: 0')]],
  ['methods and versions', (_stage, random) => plain(pick(random, [
    'TRACE / HTTP/1.1', 'CONNECT / HTTP/1.1', 'PROPFIND / HTTP/1.1', `${'x'.repeat(5000)} / HTTP/1.1`, 'GET / HTTP/0.9', 'GET / HTTP/9.9'
  ]))],
  ['Host', (_stage, random) =>
    [text(`GET / HTTP/1.1\r\nHost: ${pick(random, ['', 'a'.repeat(15_000), 'a b', '[::1', 'a:99999'])}\r\n\r\n`)]],
  ['lists in headers', (_stage, random) => plain('GET /api/x HTTP/1.1', pick(random, [
    `Accept-Language: ${'es;q=0.1,'.repeat(1600)}`, `X-Forwarded-For: ${'127.0.0.2, '.repeat(1300)}`, `Idempotency-Key: ${'k'.repeat(10_000)}`
  ]))],
  ['forged tokens', ({ token }, random) => {
    const [begin = '', claims = '', signature = ''] = token.split('.')
    return [requestBytes({
      method: 'GET', path: '/api/Tenant/GetTenant',
      token: pick(random, [
        `${begin}.${claims}.`, `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`, '.'.repeat(15_000),
        `${begin}.${claims}.${signature.slice(1)}x`, `${begin}.${Buffer.from(`{"a":${'['.repeat(8000)}`).toString('base64url')}.${signature}`
      ])
    })]
  }],
  ['a form of many parts', ({ token }, random) => form(token, `${part}\r\nx\r\n`.repeat(between(random, 10, 20_000)) + '--b--\r\n')],
  ['a form of many part headers', ({ token }, random) =>
    form(token, `${part}${'X-A: b\r\n'.repeat(between(random, 10, 50_000))}\r\nx\r\n--b--\r\n`)],
  ['a form with a long name', ({ token }, random) =>
    form(token, `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(between(random, 100, 500_000))}"\r\n\r\nx\r\n--b--\r\n`)],
  ['a form of almost boundaries', ({ token }, random) => form(token, `${part}\r\n${'\r\n--'.repeat(between(random, 1000, 200_000))}`)],
  ['a form never closed', ({ token }) => form(token, `${part}\r\nx`)],
  ['other protocols', (_stage, random) => {
    const bytes = pick(random, [
      Buffer.concat([Buffer.from('160303ffff', 'hex'), Buffer.alloc(65_535)]), text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      text('SSH-2.0-OpenSSH_9\r\n'), text('PROXY TCP4 127.0.0.2 127.0.0.2 1 2\r\n'), Buffer.alloc(100_000),
      Buffer.alloc(100_000, 0xff), text('\n'.repeat(50_000)), text('GET'.repeat(50_000))
    ])
    return [bytes, 200, bytes]
  }]
]

export const framing: Attack = {
  kind: 'bodies',
  name: 'odd framing, headers, forms, tokens',
  lanes: 4,
  prepare: (stage, random) => fifty((index) => {
    const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
    const pieces = recipe(stage, random)
    return { name, run: async (hand) => { await hand.send(...pieces) } }
  })
}
