import { between, pick, type Random } from '../../random.ts'
import { fifty, type Attack, type Piece, type Stage } from '../attack.ts'
import { requestBytes } from '../wire.ts'

type Recipe = (stage: Stage, random: Random) => Piece[]

const path = '/api/Webhook/Save'
const head = (...lines: string[]): Buffer => Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${
      lines.map((line) => `${line}\r\n`).join('')
    }\r\n`,
    'latin1'
)
const chunk = (text: string, extension = ''): string =>
  `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked'
const text = (content: string): Buffer => Buffer.from(content, 'latin1')

/** Bodies and heads that are framed oddly. */
const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  [
    'many tiny chunks',
    (
      _stage, random
    ) => [
      head(chunked), text(chunk('{') + chunk(' ').repeat(between(random, 1000, 150_000)) + chunk('}') + '0\r\n\r\n')
    ]
  ],
  [
    'chunk extensions',
    (_stage, random) => [head(chunked), text(chunk('{}', `;${'x'.repeat(between(random, 1, 15_000))}`) + '0\r\n\r\n')]
  ],
  [
    'many chunk extensions',
    (
      _stage, random
    ) => [head(chunked), text(chunk(' ', `;a=${'"x"'.repeat(1000)}`).repeat(between(random, 10, 300)) + '0\r\n\r\n')]
  ],
  ['endless chunk extension', () => [head(chunked), text('1;'), text('x'.repeat(500_000))]],
  ['chunks without end', () => [head(chunked), text(chunk('x'.repeat(65_536)).repeat(40))]],
  ['a chunk of a size beyond numbers', () => [head(chunked), text(`${'f'.repeat(20)}\r\nx`)]],
  [
    'trailers',
    (
      _stage, random
    ) => [head(chunked), text(chunk('{}') + '0\r\n' + 'X-A: b\r\n'.repeat(between(random, 1, 5000)) + '\r\n')]
  ],
  ['Content-Length and chunks', () => [head(chunked, 'Content-Length: 5'), text(chunk('{}') + '0\r\n\r\n')]],
  ['gzip, chunked', () => [head('Transfer-Encoding: gzip, chunked'), text(chunk('{}') + '0\r\n\r\n')]],
  ['chunked twice', () => [head('Transfer-Encoding: chunked, chunked'), text(chunk('{}') + '0\r\n\r\n')]],
  ['two Transfer-Encodings', () => [head(chunked, 'Transfer-Encoding: identity'), text(chunk('{}') + '0\r\n\r\n')]],
  ['Transfer-Encoding in capitals', () => [head('TRANSFER-ENCODING: CHUNKED'), text(chunk('{}') + '0\r\n\r\n')]],
  ['Transfer-Encoding of a tab', () => [head('Transfer-Encoding:\tchunked'), text(chunk('{}') + '0\r\n\r\n')]],
  [
    'Transfer-Encoding unknown',
    (
      _stage, random
    ) => [
      head(`Transfer-Encoding: ${pick(random, ['x', 'gzip', 'deflate', 'identity', 'chunked;q=1', 'xchunked'])}`),
      text('{}')
    ]
  ],
  [
    'Content-Encoding',
    (
      _stage, random
    ) => [
      head(`Content-Encoding: ${pick(random, ['gzip', 'br', 'zstd', 'deflate', 'x'])}`, 'Content-Length: 2'), text('{}')
    ]
  ],
  [
    'charset',
    (
      _stage, random
    ) => [
      text(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json; charset=${
          pick(random, ['utf-16', 'latin1', '"utf-8', 'x'.repeat(8000)])
        }\r\nContent-Length: 2\r\n\r\n{}`
      )
    ]
  ],
  [
    'media type',
    (
      _stage, random
    ) => [
      text(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${
          pick(random, [
            'text/plain', 'a/b'.repeat(3000), ';'.repeat(9000), 'application/json;'.repeat(800),
            'multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(9000)}`
          ])
        }\r\nContent-Length: 2\r\n\r\n{}`
      )
    ]
  ],
  ['Content-Length negative', () => [head('Content-Length: -1'), text('{}')]],
  ['Content-Length enormous', () => [head('Content-Length: 99999999999999'), text('{}'), 300, text('{}')]],
  ['two Content-Lengths', () => [head('Content-Length: 2', 'Content-Length: 3'), text('{}x')]],
  [
    'many headers',
    (_stage, random) => [
      head(...Array.from({ length: between(random, 50, 4000) }, (_, index) => `X-${index}: 1`)), text('')
    ]
  ],
  ['a header of 16 kB', () => [head(`X-A: ${'x'.repeat(16_300)}`, 'Content-Length: 0')]],
  ['a header of 1 MB', () => [head(`X-A: ${'x'.repeat(1_000_000)}`, 'Content-Length: 0')]],
  ['header lines folded', () => [head('X-A: b\r\n c\r\n d', 'Content-Length: 0')]],
  [
    'a long path',
    (_stage, random) => [text(`GET /${'a/'.repeat(between(random, 10, 8000))} HTTP/1.1\r\nHost: a\r\n\r\n`)]
  ],
  [
    'a path of percents',
    (_stage, random) => [text(`GET /${'%41'.repeat(between(random, 10, 5000))}%zz HTTP/1.1\r\nHost: a\r\n\r\n`)]
  ],
  [
    'a long query',
    (
      _stage, random
    ) => [text(`GET /api/Webhook/GetWebhooks?${'a=1&'.repeat(between(random, 10, 3900))} HTTP/1.1\r\nHost: a\r\n\r\n`)]
  ],
  ['Expect: 100-continue', () => [head('Expect: 100-continue', 'Content-Length: 1000000'), 500, text('{}')]],
  ['Expect: something', () => [head('Expect: the-moon', 'Content-Length: 2'), text('{}')]],
  [
    'Upgrade',
    (
      _stage, random
    ) => [head('Connection: Upgrade', `Upgrade: ${pick(random, ['websocket', 'h2c', 'TLS/1.0'])}`, 'Content-Length: 0')]
  ],
  [
    'methods',
    (
      _stage, random
    ) => [
      text(
        `${
          pick(random, ['TRACE', 'CONNECT', 'PROPFIND', 'M-SEARCH', 'PRI', 'OPTIONS', 'x'.repeat(5000)])
        } / HTTP/1.1\r\nHost: a\r\n\r\n`
      )
    ]
  ],
  ['versions', (_stage, random) => [text(`GET / HTTP/${pick(random, ['0.9', '1.0', '2.0', '9.9', ''])}\r\n\r\n`)]],
  [
    'Host',
    (
      _stage, random
    ) => [text(`GET / HTTP/1.1\r\nHost: ${pick(random, ['', 'a'.repeat(15_000), 'a b', '[::1', 'a:99999'])}\r\n\r\n`)]
  ],
  [
    'Accept-Language',
    () => [text(`GET /api/x HTTP/1.1\r\nHost: a\r\nAccept-Language: ${'es;q=0.1,'.repeat(1600)}\r\n\r\n`)]
  ],
  ['X-Forwarded-For', () => [head(`X-Forwarded-For: ${'127.0.0.2, '.repeat(1300)}`, 'Content-Length: 2'), text('{}')]],
  [
    'Idempotency-Key',
    (
      { keys }
    ) => [
      requestBytes({
        path, headers: [`Idempotency-Key: ${'k'.repeat(10_000)}`],
        body: { type: 'application/json', bytes: text(JSON.stringify(keys)) }
      })
    ]
  ],
  [
    'a form of many parts',
    ({ token }, random) => form(
      token,
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(between(random, 10, 20_000)) + '--b--\r\n'
    )
  ],
  [
    'a form of many part headers',
    ({ token }, random) => form(
      token,
        `--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n${
          'X-A: b\r\n'.repeat(between(random, 10, 50_000))
        }\r\nx\r\n--b--\r\n`
    )
  ],
  [
    'a form with a long name',
    ({ token }, random) => form(
      token,
        `--b\r\nContent-Disposition: form-data; name="${
          'n'.repeat(between(random, 100, 500_000))
        }"\r\n\r\nx\r\n--b--\r\n`
    )
  ],
  [
    'a form of almost boundaries',
    ({ token }, random) => form(
      token,
        `--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n\r\n${
          '\r\n--'.repeat(between(random, 1000, 200_000))
        }`
    )
  ],
  [
    'a form never closed',
    ({ token }) => form(token, '--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n\r\nx')
  ],
  [
    'a form of files',
    ({ token }, random) => form(
      token,
      '--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n\r\nx\r\n'.repeat(
        between(random, 2, 5000)
      ) + '--b--\r\n'
    )
  ]
]

function form (token: string, content: string): Piece[] {
  return [
    requestBytes({
      path: '/api/BulkInvoice/Create', token, body: { type: 'multipart/form-data; boundary=b', bytes: text(content) }
    })
  ]
}

export const framing: Attack = {
  kind: 'bodies',
  name: 'odd framing, headers and forms',
  lanes: 4,
  prepare: (stage, random) => fifty((index) => {
    const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
    const pieces = recipe(stage, random)
    return { name, run: async (hand) => { await hand.send(...pieces) } }
  })
}
