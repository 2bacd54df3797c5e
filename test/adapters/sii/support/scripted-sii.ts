import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

/** What the server does with one request; the default keeps the SII's manners for seeds and tokens. */
export type Reply = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>

export interface ScriptedSii {
  url: string
  requests: ReceivedRequest[]
  /** Requests to paths that contain the text. */
  requestsTo: (path: string) => ReceivedRequest[]
  /** Answers requests to paths that contain the text with these replies, one after another; the last one stays. */
  on: (path: string, ...replies: Reply[]) => void
  /** Resets connections to that path when the first of their body has come. */
  resetBodiesOf: (path: string) => void
  /** Does this with requests to that path when their headers have come, before any body. */
  atHeadersOf: (path: string, does: (incoming: IncomingMessage, response: ServerResponse) => void) => void
  /** How many bytes of bodies came to the paths of `atHeadersOf`. */
  bodyBytes: () => number
  connections: () => number
  close: () => Promise<void>
}

/** A server that listens on loopback as the SII's hosts would and does, path by path, what a test scripts. */
export async function startScriptedSii (): Promise<ScriptedSii> {
  const scripts: { path: string, replies: Reply[] }[] = []
  const requests: ReceivedRequest[] = []
  const cutPaths = new Set<string>()
  const atHeaders = new Map<string, Parameters<ScriptedSii['atHeadersOf']>[1]>()
  let connections = 0
  let bodyBytes = 0
  const server = createServer((incoming, response) => {
    if (cutPaths.has(incoming.url ?? '')) {
      incoming.once('data', () => { incoming.socket.resetAndDestroy() })
      return
    }
    const early = atHeaders.get(incoming.url ?? '')
    if (early) {
      incoming.on('data', (chunk: Buffer) => { bodyBytes += chunk.length })
      early(incoming, response)
      return
    }
    readRequest(incoming).then(async (request) => {
      requests.push(request)
      const script = scripts.findLast(({ path }) => request.path.includes(path))
      const reply = script && script.replies.length > 1 ? script.replies.shift() : script?.replies[0]
      if (reply) await reply(request, response)
      else response.writeHead(404).end()
    }).catch(() => { response.destroy() })
  })
  server.on('connection', () => { connections += 1 })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const on: ScriptedSii['on'] = (path, ...replies) => { scripts.push({ path, replies }) }
  keepManners(on)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo: (path) => requests.filter((request) => request.path.includes(path)),
    on,
    resetBodiesOf: (path) => { cutPaths.add(path) },
    atHeadersOf: (path, does) => { atHeaders.set(path, does) },
    bodyBytes: () => bodyBytes,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

function keepManners (on: ScriptedSii['on']): void {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  on('/DTEWS/CrSeed.jws', (_, response) => {
    soap(seedAnswer(next()), 'getSeed')(_, response)
  })
  on('/DTEWS/GetTokenFromSeed.jws', (_, response) => {
    soap(tokenAnswer(`DTETOKEN${next()}`), 'getToken')(_, response)
  })
  on('/boleta.electronica.semilla', (_, response) => {
    xml(seedAnswer(next()))(_, response)
  })
  on('/boleta.electronica.token', (_, response) => {
    xml(tokenAnswer(`BOLTOKEN${next()}`))(_, response)
  })
}

async function readRequest (incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method = '', url: path = '', headers, rawHeaders } = incoming
  return { method, path, headers, rawHeaders, body: Buffer.concat(chunks) }
}

export function seedAnswer (seed: number | string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_BODY><SEMILLA>${
    String(seed).padStart(12, '0')
  }</SEMILLA></SII:RESP_BODY><SII:RESP_HDR><ESTADO>00</ESTADO></SII:RESP_HDR></SII:RESPUESTA>`
}

export function tokenAnswer (token: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema"><SII:RESP_HDR><ESTADO>00</ESTADO><GLOSA>Token Creado</GLOSA></SII:RESP_HDR><SII:RESP_BODY><TOKEN>${token}</TOKEN></SII:RESP_BODY></SII:RESPUESTA>`
}

export function escapeXml (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A SOAP answer as Axis writes it: the value escaped inside `<operation>Return`. */
export function soap (value: string, operation = 'get'): Reply {
  return xml(
    `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><ns1:${operation}Response soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="http://DefaultNamespace"><ns1:${operation}Return xsi:type="xsd:string">${
      escapeXml(value)
    }</ns1:${operation}Return></ns1:${operation}Response></soapenv:Body></soapenv:Envelope>`
  )
}

export function xml (text: string, status = 200): Reply {
  return bytes(Buffer.from(text), 'text/xml;charset=utf-8', status)
}

export function json (content: unknown, status = 200): Reply {
  return bytes(Buffer.from(JSON.stringify(content)), 'application/json', status)
}

export function plain (text: string, status: number): Reply {
  return bytes(Buffer.from(text), 'text/plain; charset=utf-8', status)
}

export function page (text: string, status = 200): Reply {
  return bytes(Buffer.from(`<html><head><title>SII</title></head><body>${text}</body></html>`), 'text/html', status)
}

export function bytes (content: Buffer, contentType: string, status = 200): Reply {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': content.length }).end(content)
  }
}

/** RECEPCIONDTE as DTEUpload answers it. */
export function receipt (status: number | string, more = ''): string {
  return `<?xml version="1.0"?>\n<RECEPCIONDTE>\n  <RUTSENDER>11111111-1</RUTSENDER>\n  <RUTCOMPANY>99999999-9</RUTCOMPANY>\n  <FILE>EnvioDTE.xml</FILE>\n  <TIMESTAMP>2026-11-20 10:15:00</TIMESTAMP>\n  <STATUS>${status}</STATUS>\n  ${more}\n</RECEPCIONDTE>`
}

export const resetsTheConnection: Reply = (_, response) => { response.socket?.resetAndDestroy() }

export const neverAnswers: Reply = () => { /* the test's time limit ends it */ }

/** Promises ten thousand bytes, sends the text, and resets. */
export function cutsOff (text: string): Reply {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': 10_000 })
    response.write(text, () => { response.socket?.destroy() })
  }
}

/** One byte at a time, for longer than anyone should wait. */
export const drips: Reply = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/xml' })
  const drip = setInterval(() => { response.write('<') }, 10)
  response.on('close', () => { clearInterval(drip) })
}

/** An answer without end, as fast as the client takes it. */
export const floods: Reply = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/xml' })
  const chunk = Buffer.alloc(64 * 1024, '<a>')
  const pour = () => { while (!response.destroyed && response.write(chunk)) { /* until the client stops reading */ } }
  response.on('drain', pour)
  pour()
}
