import type { Socket } from 'node:net'
import { between, pick, type Random } from '../../random.ts'
import { fifty, type Attack, type Hand, type Stage, type Variation } from '../attack.ts'
import { formOf } from '../http.ts'
import { createAnswerReader, json, jsonText, requestBytes } from '../wire.ts'

const text = (content: string): Buffer => Buffer.from(content, 'latin1')

type Make = (stage: Stage, random: Random, index: number) => Variation

function connections (name: string, make: Make, { lanes = 50, addresses = 1 } = {}): Attack {
  return {
    kind: 'connections', name, lanes, addresses,
    prepare: (stage, random) => fifty((index) => make(stage, random, index))
  }
}

/** Opens so many connections, does something with each, and keeps them until the attack closes. */
function crowd (name: string, count: number, use: (socket: Socket, hand: Hand) => unknown): Variation {
  return {
    name,
    async run (hand) {
      await Promise.all(Array.from({ length: count }, async () => {
        const socket = await hand.connect()
        if (!socket) return
        socket.once('close', () => {
          hand.count(hand.closing.aborted ? 'kept' : 'ended by the service')
        })
        await use(socket, hand)
      }))
      await hand.rest()
    }
  }
}

/** Counts the answers that come; without it a socket reads nothing. */
function listen (socket: Socket, hand: Hand): void {
  socket.on(
    'data',
    createAnswerReader((status) => {
      hand.count(String(status))
    }).feed
  )
}

async function drip (
  socket: Socket, hand: Hand, { first, bytes, everyMs }: { first: Buffer, bytes: Buffer, everyMs: number }
): Promise<void> {
  listen(socket, hand)
  socket.write(first)
  for (let at = 0; !socket.destroyed && !hand.closing.aborted; at = (at + 1) % bytes.length) {
    await hand.rest(everyMs)
    if (!socket.destroyed) socket.write(bytes.subarray(at, at + 1))
  }
}

const save = '/api/Webhook/Save'
const create = '/api/BulkInvoice/Create'
const open = (path: string, length: number, more = ''): Buffer =>
  text(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`)
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`
const beginnings = [
  '', 'G', 'GET ', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: a\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: ', '\r\n',
  '\r\n\r\n\r\n', 'POST /api/Webhook/Save HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n'
] as const

const idle = connections('idle', (_stage, random) => {
  const beginning = pick(random, beginnings)
  return crowd(`20 × "${beginning.slice(0, 20)}"`, 20, (socket, hand) => {
    listen(socket, hand)
    if (beginning !== '') socket.write(beginning)
  })
})

const slowHeaders = connections('slow headers', (_stage, random) => {
  const everyMs = between(random, 50, 900)
  return crowd(
    `a byte each ${everyMs} ms`,
    between(random, 1, 12),
    (socket, hand) => drip(socket, hand, {
      first: text('GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: '),
      bytes: text(pick(random, ['x', 'x\r\nX: y', 'ñ'])),
      everyMs
    })
  )
})

const slowBodies = connections('slow bodies', ({ token }, random) => {
  const everyMs = between(random, 20, 900)
  const first = pick(random, [
    open(save, 1_000_000),
    open(create, 60_000_000, bearer(token)),
    open('/api/Auth/Login', 1000),
    text(`POST ${save} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`),
    text(
      `POST ${create} HTTP/1.1\r\nHost: a\r\n${
        bearer(token)
      }Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 16000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n\r\n`
    )
  ])
  return crowd(
    `a byte each ${everyMs} ms`, between(random, 1, 8),
    (socket, hand) => drip(socket, hand, { first, bytes: text('1\r\nx\r\n'), everyMs })
  )
})

/** Sends a part of a request, waits, and goes: with a FIN or an RST. */
async function cut (
  hand: Hand, request: Buffer, { share, waitMs, resets }: { share: number, waitMs: number, resets: boolean }
): Promise<void> {
  const socket = await hand.connect()
  if (!socket) return
  listen(socket, hand)
  socket.write(request.subarray(0, Math.ceil(request.length * share)))
  await hand.rest(waitMs)
  hand.count(resets ? 'reset' : 'cut')
  if (resets) {
    socket.resetAndDestroy()
  } else {
    socket.destroy()
  }
}

const cutting = (name: string, makeRequest: (stage: Stage, random: Random, index: number) => Buffer): Attack =>
  connections(name, (stage, random, index) => {
    const request = makeRequest(stage, random, index)
    const how = {
      share: pick(random, [1, random(), random(), 0.999]), waitMs: between(random, 0, 120), resets: random() < 0.5
    }
    return { name: `${Math.round(how.share * 100)} % sent, ${how.waitMs} ms`, run: (hand) => cut(hand, request, how) }
  }, { lanes: 4 })

const cutForms = cutting('uploads cut off, forms', ({ token, files }, random) => {
  const [path, file, texts] = pick(
    random,
    [
      [create, files.workbook, {}], [create, files.workbook, {}],
      [create, Buffer.from('Documento;Tipo\n'.repeat(100_000)).toString('base64'), {}],
      ['/api/Folio/Upload', files.caf, {}], ['/api/Tenant/Certificate', files.certificate, { Password: 'clave' }],
      ['/api/Webhook/UploadResult', files.caf, {}]
    ] as const
  )
  return requestBytes({ path, token, body: formOf(Buffer.from(file, 'base64'), texts) })
})

const invoice =
  '{"header":{"documentId":{"documentType":"39","paymentMedia":2}},"details":[{"itemName":"x","quantity":1,"unitPrice":1}]}'
const cutStreams = cutting(
  'uploads cut off, streamed JSON',
  ({ token }, random) => requestBytes({
    path: create,
    token,
    body: jsonText(`{"name":"x","invoices":[${
        Array.from({ length: between(random, 1, 3000) }, () => invoice).join(',')
      }]}`)
  })
)

const cutRequests = cutting(
  'requests cut off, every kind',
  ({ token, keys, correlationId, bulkId }, random) => pick(random, [
    requestBytes({ path: save, body: json({ ...keys, payload: JSON.parse(invoice) }) }),
    requestBytes({
      path: save, headers: [`Idempotency-Key: c${random()}`], body: json({ ...keys, payload: JSON.parse(invoice) })
    }),
    requestBytes({ method: 'GET', path: `/api/Webhook/GetPdf?correlationId=${correlationId}`, token }),
    requestBytes({ method: 'GET', path: `/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`, token }),
    requestBytes({ method: 'GET', path: '/api/BulkInvoice/GetTemplate?documentType=33&format=xlsx', token }),
    requestBytes({ path: '/api/PdfTemplate/Preview', token, body: json({ kind: 'settings', sample: 'long' }) }),
    requestBytes({ method: 'GET', path: '/api/Webhook/GetWebhooks?search=a', token }),
    requestBytes({ method: 'GET', path: '/api/Reports/OverviewDataReport', token }),
    requestBytes({ method: 'GET', path: '/openapi.json' }),
    requestBytes({
      path: '/api/Auth/Login', body: json({ email: 'nadie@example.com', password: 'correo-tinta-lluvia' })
    })
  ])
)

async function trickle (socket: Socket, hand: Hand): Promise<void> {
  while (!socket.destroyed && !hand.closing.aborted) {
    await hand.rest(200)
    socket.read(512)
  }
}

/** Asks, and never reads the answer, or a few bytes at a time. */
function deaf (name: string, pathsOf: (stage: Stage) => [string, ...string[]], count: number): Attack {
  return connections(name, (stage, random) => {
    const path = pick(random, pathsOf(stage))
    const pipelined = pick(random, [1, 1, 3, 20])
    const request = requestBytes({ method: 'GET', path, token: stage.token, keepAlive: pipelined > 1 })
    const trickles = random() < 0.3
    return crowd(`${pipelined} × ${path.slice(0, 40)}`, count, async (socket, hand) => {
      socket.pause()
      socket.write(Buffer.concat(Array.from({ length: pipelined }, () => request)))
      if (trickles) await trickle(socket, hand)
    })
  })
}

const events = connections('event streams, opened, cut, unread', ({ token, bulkId }, random) => {
  const request = requestBytes({
    method: 'GET', path: `/api/BulkInvoice/Get?id=${bulkId}`, token, headers: ['Accept: text/event-stream']
  })
  const reads = random() < 0.5
  const staysMs = pick(random, [0, 20, 300, 60_000])
  return {
    name: `${reads ? 'read' : 'unread'}, ${staysMs} ms`,
    async run (hand) {
      const socket = await hand.connect()
      if (!socket) return
      if (reads) listen(socket, hand)
      socket.write(request)
      await hand.rest(staysMs)
      hand.count('left')
      socket.destroy()
    }
  }
}, { lanes: 15 })

const pipelined = connections('pipelined, unread', ({ keys, token }, random) => {
  const request = pick(random, [
    requestBytes({ method: 'GET', path: '/health/live', keepAlive: true }),
    requestBytes({ method: 'GET', path: '/nowhere', keepAlive: true }),
    requestBytes({ method: 'GET', path: '/api/Common/InvoiceTypes', token, keepAlive: true }),
    requestBytes({
      path: save, headers: ['X-Dry-Run: true'], body: json({ ...keys, payload: JSON.parse(invoice) }), keepAlive: true
    })
  ])
  const count = between(random, 10, 1000)
  const reads = random() < 0.5
  return crowd(`${count} requests at once`, 1, (socket, hand) => {
    if (reads) {
      listen(socket, hand)
    } else {
      socket.pause()
    }
    socket.write(Buffer.concat(Array.from({ length: count }, () => request)))
  })
}, { lanes: 10 })

const halfOpen = connections('half-open', ({ token, bulkId }, random) => {
  const request = pick(random, [
    text('GET / HTTP/1.1\r\n'),
    open(save, 1000),
    requestBytes({ method: 'GET', path: '/openapi.json' }),
    requestBytes({
      method: 'GET', path: `/api/BulkInvoice/Get?id=${bulkId}`, token, headers: ['Accept: text/event-stream']
    })
  ])
  return crowd(`${request.length} bytes and a FIN`, 5, (socket) => {
    socket.pause()
    socket.end(request)
  })
})

const foreign: readonly [Buffer, ...Buffer[]] = [
  Buffer.from('16030100c8010000c40303', 'hex'), Buffer.concat([Buffer.from('160303ffff', 'hex'), Buffer.alloc(65_535)]),
  text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.concat([text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(5000)]), text('SSH-2.0-OpenSSH_9\r\n'),
  text('EHLO a\r\n'), text('*1\r\n$4\r\nPING\r\n'), Buffer.from('0000000804d2162f', 'hex'),
  text('PROXY TCP4 127.0.0.2 127.0.0.2 1 2\r\n'), Buffer.alloc(100_000), Buffer.alloc(100_000, 0xff),
  text('\n'.repeat(50_000)), text('GET'.repeat(50_000))
]
const strangers = connections('other protocols', (_stage, random) => {
  const bytes = Buffer.concat([
    pick(random, foreign), Buffer.from(Array.from({ length: between(random, 0, 200) }, () => between(random, 0, 255)))
  ])
  return {
    name: bytes.subarray(0, 8).toString('hex'),
    run: async (hand) => {
      await hand.send(bytes, 200, bytes)
    }
  }
}, { lanes: 10 })

const doors = connections('opened and closed', (_stage, random) => {
  const resets = random() < 0.5
  const says = pick(random, ['', '', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'G'])
  return {
    name: `${resets ? 'RST' : 'FIN'} after "${says.slice(0, 5)}"`,
    async run (hand) {
      const socket = await hand.connect()
      if (!socket) return
      if (says !== '') socket.write(says)
      hand.count('opened')
      if (resets) {
        socket.resetAndDestroy()
      } else {
        socket.destroy()
      }
    }
  }
}, { lanes: 20 })

const thousand = (name: string, addresses: number): Attack => connections(name, ({ token }, random) => {
  const request = pick(random, [
    requestBytes({ method: 'GET', path: '/api/Tenant/GetTenant', token, keepAlive: true }),
    requestBytes({ method: 'GET', path: '/health/live', keepAlive: true }),
    requestBytes({ method: 'GET', path: '/openapi.json', keepAlive: true })
  ])
  return crowd('20 connections, a request each half second', 20, async (socket, hand) => {
    listen(socket, hand)
    while (!socket.destroyed && !hand.closing.aborted) {
      socket.write(request)
      await hand.rest(500)
    }
  })
}, { addresses })

export const connectionAttacks: readonly Attack[] = [
  idle,
  slowHeaders,
  slowBodies,
  cutForms,
  cutStreams,
  cutRequests,
  deaf('unread: script of /docs', ({ script }) => [script], 2),
  deaf(
    'unread: contract, PDF, XML, results',
    (
      { correlationId, bulkId }
    ) => [
      '/openapi.json', `/api/Webhook/GetPdf?correlationId=${correlationId}`,
      `/api/Webhook/GetXml?correlationId=${correlationId}`, `/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`,
      '/api/BulkInvoice/GetTemplate?documentType=33&format=xlsx'
    ],
    4
  ),
  events,
  pipelined,
  halfOpen,
  strangers,
  doors,
  thousand('1,000 at once, one address', 1),
  thousand('1,000 at once, 50 addresses', 50)
]
