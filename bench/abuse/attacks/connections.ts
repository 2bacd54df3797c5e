import type { Socket } from 'node:net'
import { between, pick, type Random } from '../../random.ts'
import { fifty, type Attack, type Hand, type Stage, type Variation } from '../attack.ts'
import { formOf } from '../http.ts'
import { createAnswerReader, json, jsonText, requestBytes } from '../wire.ts'

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
        socket.once('close', () => { hand.count(hand.closing.aborted ? 'kept' : 'ended by the service') })
        await use(socket, hand)
      }))
      await hand.rest()
    }
  }
}

/** Counts the answers that come; without it a socket reads nothing. */
function listen (socket: Socket, hand: Hand): void {
  socket.on('data', createAnswerReader((status) => { hand.count(String(status)) }).feed)
}

const text = (content: string): Buffer => Buffer.from(content, 'latin1')
const save = '/api/Webhook/Save'
const create = '/api/BulkInvoice/Create'
const get = (path: string, token?: string, headers: string[] = []): Buffer =>
  requestBytes({ method: 'GET', path, token, headers })
const events = ['Accept: text/event-stream']
const invoice =
  '{"header":{"documentId":{"documentType":"39","paymentMedia":2}},"details":[{"itemName":"x","quantity":1,"unitPrice":1}]}'

/** A request that is never complete, or whose answer nobody reads, on an open connection or one closed on this side. */
const idle = connections('idle and half-open', ({ token, bulkId }, random, index) => {
  const beginning = pick(random, [
    text(''), text('G'), text('GET / HTTP/1.1\r\nHost: a\r\nX-A: '), text('\r\n\r\n\r\n'),
    text(`POST ${save} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n`), get('/openapi.json'),
    get(`/api/BulkInvoice/Get?id=${bulkId}`, token, events)
  ])
  return crowd(`20 × ${beginning.length} bytes`, 20, (socket, hand) => {
    if (index % 4 === 0) socket.pause().end(beginning)
    else {
      listen(socket, hand)
      socket.write(beginning)
    }
  })
})

/** A byte now and then: in a header, or in a body of JSON, of chunks or of a form. */
const slow = connections('slow headers and bodies', ({ token }, random) => {
  const head = (path: string, ...lines: string[]): Buffer =>
    text([`POST ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n'))
  const isJson = 'Content-Type: application/json'
  const bearer = `Authorization: Bearer ${token}`
  const first = pick(random, [
    text('GET /health/live HTTP/1.1\r\nHost: a\r\nX-Slow: '), head(save, isJson, 'Content-Length: 1000000'),
    head('/api/Auth/Login', isJson, 'Content-Length: 1000'), head(save, isJson, 'Transfer-Encoding: chunked'),
    head(create, isJson, bearer, 'Content-Length: 60000000'),
    Buffer.concat([
      head(create, bearer, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 16000000'),
      text('--b\r\nContent-Disposition: form-data; name="File"; filename="x"\r\n\r\n')
    ])
  ])
  const everyMs = between(random, 20, 900)
  return crowd(`a byte each ${everyMs} ms`, between(random, 1, 12), async (socket, hand) => {
    listen(socket, hand)
    socket.write(first)
    for (let at = 0; !socket.destroyed && !hand.closing.aborted; at = (at + 1) % 6) {
      await hand.rest(everyMs)
      if (!socket.destroyed) socket.write('1\r\nx\r\n'.charAt(at))
    }
  })
})

function uploadOf ({ token, files }: Stage, random: Random): Buffer {
  const [path, file, texts] = pick(random, [
    [create, files.workbook, {}], [create, Buffer.from('Documento;Tipo\n'.repeat(100_000)).toString('base64'), {}],
    ['/api/Folio/Upload', files.caf, {}], ['/api/Tenant/Certificate', files.certificate, { Password: 'clave' }],
    ['/api/Webhook/UploadResult', files.caf, {}]
  ] as const)
  return requestBytes({ path, token, body: formOf(Buffer.from(file, 'base64'), texts) })
}

function requestOf ({ token, keys, correlationId, bulkId }: Stage, random: Random): Buffer {
  const invoices = Array.from({ length: between(random, 1, 3000) }, () => invoice).join(',')
  const body = json({ ...keys, payload: JSON.parse(invoice) })
  return pick(random, [
    requestBytes({ path: create, token, body: jsonText(`{"name":"x","invoices":[${invoices}]}`) }),
    requestBytes({ path: save, body }), requestBytes({ path: save, headers: [`Idempotency-Key: c${random()}`], body }),
    get(`/api/Webhook/GetPdf?correlationId=${correlationId}`, token),
    get(`/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`, token), get('/api/Reports/OverviewDataReport', token),
    requestBytes({ path: '/api/PdfTemplate/Preview', token, body: json({ kind: 'settings', sample: 'long' }) }),
    requestBytes({ path: '/api/Auth/Login', body: json({ email: 'nadie@example.com', password: 'correo-tinta-lluvia' }) })
  ])
}

/** Sends a part of a request, or opens a stream of events, waits, and goes: with a FIN or an RST. */
const cut = connections('requests, uploads and event streams cut off', (stage, random, index) => {
  const request = [uploadOf, requestOf, ({ token, bulkId }: Stage) => get(`/api/BulkInvoice/Get?id=${bulkId}`, token, events)][
    index % 3]?.(stage, random) ?? Buffer.alloc(0)
  const share = pick(random, [1, random(), 0.999])
  const waitMs = pick(random, [0, between(random, 0, 120), 300])
  const [reads, resets] = [random() < 0.7, random() < 0.5]
  return {
    name: `${Math.round(share * 100)} % sent, ${waitMs} ms`,
    async run (hand) {
      const socket = await hand.connect()
      if (!socket) return
      if (reads) listen(socket, hand)
      socket.write(request.subarray(0, Math.ceil(request.length * share)))
      await hand.rest(waitMs)
      hand.count(resets ? 'reset' : 'cut')
      if (resets) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
}, { lanes: 10 })

/** Asks, once or some times at once, and never reads the answer, or a few bytes at a time. */
const unread = connections('large answers, unread', ({ token, script, correlationId, bulkId }, random) => {
  const path = pick(random, [
    script, '/openapi.json', `/api/Webhook/GetPdf?correlationId=${correlationId}`,
    `/api/Webhook/GetXml?correlationId=${correlationId}`, `/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`,
    '/api/BulkInvoice/GetTemplate?documentType=33&format=xlsx'
  ])
  const count = pick(random, [1, 1, 3, 20])
  const request = requestBytes({ method: 'GET', path, token, keepAlive: count > 1 })
  const trickles = random() < 0.3
  return crowd(`${count} × ${path.slice(0, 40)}`, 4, async (socket, hand) => {
    socket.pause()
    socket.write(Buffer.concat(Array.from({ length: count }, () => request)))
    if (!trickles) return
    while (!socket.destroyed && !hand.closing.aborted) {
      await hand.rest(200)
      socket.read(512)
    }
  })
})

const pipelined = connections('pipelined, unread', ({ keys, token }, random) => {
  const request = requestBytes({
    keepAlive: true,
    ...pick(random, [
      { method: 'GET', path: '/health/live' }, { method: 'GET', path: '/nowhere' },
      { method: 'GET', path: '/api/Common/InvoiceTypes', token },
      { path: save, headers: ['X-Dry-Run: true'], body: json({ ...keys, payload: JSON.parse(invoice) }) }
    ])
  })
  const count = between(random, 10, 1000)
  const reads = random() < 0.5
  return crowd(`${count} requests at once`, 1, (socket, hand) => {
    if (reads) listen(socket, hand)
    else socket.pause()
    socket.write(Buffer.concat(Array.from({ length: count }, () => request)))
  })
}, { lanes: 10 })

const doors = connections('opened and closed', (_stage, random) => {
  const resets = random() < 0.5
  const says = pick(random, ['', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'G'])
  return {
    name: `${resets ? 'RST' : 'FIN'} after "${says.slice(0, 5)}"`,
    async run (hand) {
      const socket = await hand.connect()
      if (!socket) return
      if (says !== '') socket.write(says)
      hand.count('opened')
      if (resets) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
}, { lanes: 20 })

const thousand = connections('1,000 at once, 50 addresses', ({ token }, random) => {
  const request = requestBytes({
    method: 'GET', path: pick(random, ['/api/Tenant/GetTenant', '/health/live', '/openapi.json']), token, keepAlive: true
  })
  return crowd('20 connections, a request each half second', 20, async (socket, hand) => {
    listen(socket, hand)
    while (!socket.destroyed && !hand.closing.aborted) {
      socket.write(request)
      await hand.rest(500)
    }
  })
}, { addresses: 50 })

export const connectionAttacks: readonly Attack[] = [idle, slow, cut, unread, pipelined, doors, thousand]
