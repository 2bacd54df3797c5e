import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createAddressPlaces } from './address-places.ts'
import { connectionTimes, type WireLimits } from '../limits.ts'
import { callerAt, strangerAt } from '../callers.ts'
import { watchChunks } from './fine-chunks.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { limitsNow, noteUnread, reasonToEnd, watched, type Watched } from './slow-readers.ts'

export interface ConnectionOptions {
  limits: WireLimits
  trustedProxies: readonly string[]
  registry: Registry
  /** Answers a request that is refused by how it comes, straight on its socket. */
  answerError: (error: Error, socket: Socket) => void
  turns: {
    enter: (request: { caller: string, network: string, isNew: boolean }, handle: () => void) => void
    noteArrival: () => void
  }
}

/**
 * Makes HTTP servers with limits on connections: their number, in total and for each address, the requests that a
 * client may pipeline, and the time that it has to read an answer. All servers of one call share limits and figures
 * (Fastify makes a second server for `localhost`).
 */
export function boundedServers (
  { limits, trustedProxies, registry, answerError, turns }: ConnectionOptions
): (handler: RequestListener) => Server {
  const open = new Map<Socket, Watched>()
  const places = createAddressPlaces({ perAddress: limits.connectionsPerAddress, trustedProxies })
  const figures = connectionFigures(registry, open)

  /** Whether the connection may stay. */
  function admit (socket: Socket): boolean {
    const { remoteAddress } = socket
    turns.noteArrival()
    // The client reset the connection before it was accepted: there is nobody to answer, and no address to count it
    // for.
    if (remoteAddress === undefined) return false
    const giveBack = places.take(remoteAddress)
    if (!giveBack) {
      figures.refused.inc({ reason: 'address' })
      return false
    }
    open.set(socket, watched(socket))
    socket.once('close', () => {
      open.delete(socket)
      giveBack()
    })
    return true
  }

  // A reset also frees the bytes that the kernel holds for the client.
  function end (socket: Socket, reason: string): void {
    figures.ended.inc({ reason })
    socket.resetAndDestroy()
  }

  function sweep (): void {
    const now = limitsNow(limits, bytesWaiting(open))
    for (const [socket, one] of open) {
      const reason = reasonToEnd(one, now)
      if (reason !== undefined) end(socket, reason)
    }
  }

  /**
   * Callers take turns at beginning requests. A round of the event loop accepts one connection: rounds that answered
   * all clients that ask would keep a new client waiting for minutes behind a thousand others.
   */
  function inTurn (handler: RequestListener): RequestListener {
    const known = new WeakSet<Socket>()
    return (request, response) => {
      const { socket } = request
      const isNew = !known.has(socket)
      known.add(socket)
      const network = strangerAt(socket.remoteAddress ?? '')
      turns.enter({ caller: callerAt(socket), network, isNew }, () => {
        if (!socket.destroyed) handler(request, response)
      })
    }
  }

  function refuseFineChunks ({ socket }: IncomingMessage): void {
    figures.ended.inc({ reason: 'fineChunks' })
    answerError(new Error('The body came in too many tiny chunks'), socket)
    socket.destroySoon()
  }

  return (handler) => {
    const handle = oneAtATime(inTurn(handler), {
      requestsAhead: limits.requestsAhead,
      onTooMany: (socket) => { end(socket, 'tooManyRequestsAhead') },
      onOver: (request) => {
        const one = open.get(request.socket)
        if (one && !request.complete) noteUnread(one, request)
      }
    })
    const server = createServer({ ...connectionTimes, requireHostHeader: false }, (request, response) => {
      watchChunks(request, () => { refuseFineChunks(request) })
      endGently(request, response)
      handle(request, response)
    })
    server.maxConnections = limits.connections
    admitFirst(server, admit)
    server.on('drop', () => { figures.refused.inc({ reason: 'total' }) })
    everyUntilClosed(server, limits.sweepMs, () => {
      sweep()
      if (!server.listening) endSilent(open.keys())
    })
    makeRoom(server, limits.sweepMs)
    return server
  }
}

/**
 * Lets Node end our side of a connection alone. To close a socket that still receives resets it, and the client that
 * sends its whole body before it reads would lose the answer. Node discards what comes; the sweep ends it.
 */
function endGently (request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // Node's own listener, between these two, calls destroySoon where the connection is to close.
  response.prependOnceListener('finish', () => {
    if (!request.complete) socket.destroySoon = () => { socket.end() }
  })
  response.once('finish', () => { Reflect.deleteProperty(socket, 'destroySoon') })
}

/** What is not admitted costs a socket, and no parser of HTTP. */
function admitFirst (server: Server, admit: (socket: Socket) => boolean): void {
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) for (const listener of serve) listener.call(server, socket)
    else socket.destroy()
  })
}

/**
 * A closed server waits for connections that never sent anything, as if they had a request, until they time out after a
 * minute. The process could not end before. Browsers keep such connections in reserve.
 */
function endSilent (sockets: Iterable<Socket>): void {
  for (const socket of sockets) {
    if (socket.bytesRead === 0) socket.destroy()
  }
}

function everyUntilClosed (server: Server, ms: number, work: () => void): void {
  let timer: NodeJS.Timeout | undefined
  server.on('listening', () => { timer = setInterval(work, ms).unref() })
  server.on('close', () => { clearInterval(timer) })
}

/** When no place is left, idle connections are closed. Their clients can connect again for the next request. */
function makeRoom (server: Server, atMostEveryMs: number): void {
  let lastMs = -Infinity
  server.on('drop', () => {
    if (performance.now() - lastMs < atMostEveryMs) return
    lastMs = performance.now()
    server.closeIdleConnections()
  })
}

function bytesWaiting (open: ReadonlyMap<Socket, Watched>): number {
  let bytes = 0
  for (const socket of open.keys()) bytes += socket.writableLength
  return bytes
}

function connectionFigures (registry: Registry, open: ReadonlyMap<Socket, Watched>) {
  const registers = [registry]
  registry.registerMetric(
    new Gauge({
      name: 'timbre_http_connections',
      help: 'Open connections of clients.',
      registers: [],
      collect () {
        this.set(open.size)
      }
    })
  )
  registry.registerMetric(
    new Gauge({
      name: 'timbre_http_answer_bytes_waiting',
      help: 'Bytes of answers that clients have not taken yet.',
      registers: [],
      collect () {
        this.set(bytesWaiting(open))
      }
    })
  )
  return {
    refused: new Counter({
      name: 'timbre_http_connections_refused_total',
      help: 'Connections closed at once: too many in all, or from one address.',
      labelNames: ['reason'],
      registers
    }),
    ended: new Counter({
      name: 'timbre_http_connections_ended_total',
      help:
        'Connections ended because of their client: an answer not taken, a body sent on after the answer, too many requests ahead, too many tiny chunks.',
      labelNames: ['reason'],
      registers
    })
  }
}
