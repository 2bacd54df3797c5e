import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import { clientCloseMs, connectionTimes, maxPipelined } from '../limits.ts'

/**
 * Makes HTTP servers with Node's limits on connections and a bound for their number. All servers of one call share
 * their metrics (Fastify makes a second server for `localhost`).
 */
export function boundedServers (
  { maxConnections, registry }: { maxConnections: number, registry: Registry }
): (handler: RequestListener) => Server {
  const open = new Set<Socket>()
  const refused = connectionMetrics(registry, open)

  return (handler) => {
    const server = createServer({ ...connectionTimes, requireHostHeader: false }, (request, response) => {
      const { socket } = request
      // The parser reads on after our side of the connection has ended.
      if (socket.destroyed || socket.writableEnded) return
      if (!countPipelined(socket, response)) {
        socket.destroy()
        return
      }
      endOurSideAlone(request, response)
      handler(request, response)
    })
    server.maxConnections = maxConnections
    server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => { open.delete(socket) })
    })
    server.on('drop', () => {
      refused.inc()
      // Their clients can connect again for the next request.
      server.closeIdleConnections()
    })
    endSilentAtClose(server, open)
    return server
  }
}

const pipelined = new WeakMap<Socket, number>()

/**
 * Whether the connection may begin one more request before its earlier answers are out (RFC 9112, 9.3.2). Node begins
 * all of them: a thousand in one packet delay another tenant's Save by seconds.
 */
function countPipelined (socket: Socket, response: ServerResponse): boolean {
  const count = (pipelined.get(socket) ?? 0) + 1
  pipelined.set(socket, count)
  response.once('close', () => { pipelined.set(socket, (pipelined.get(socket) ?? 0) - 1) })
  return count <= maxPipelined
}

/** Whether no later request has begun on the connection, whose answer would be lost if this one ended it. */
export const isLastRequest = ({ socket }: IncomingMessage): boolean => (pipelined.get(socket) ?? 0) <= 1

/**
 * Lets Node end our side alone of a connection whose client still sends its body: closing it would reset it, and a
 * client that reads only after it has sent everything would lose the answer. Node discards what comes
 * (body-timeout.ts).
 */
function endOurSideAlone (request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // Between these two, Node's own listener calls destroySoon where the connection is to close.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    socket.destroySoon = () => {
      socket.end()
      socket.setTimeout(clientCloseMs, () => { socket.destroy() })
    }
  })
  response.once('finish', () => { Reflect.deleteProperty(socket, 'destroySoon') })
}

/**
 * A closed server waits for connections on which nothing was ever sent as if they had a request, and no longer watches
 * their time. Browsers keep such connections in reserve.
 */
function endSilentAtClose (server: Server, open: ReadonlySet<Socket>): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    return close(done)
  }
}

function connectionMetrics (registry: Registry, open: ReadonlySet<Socket>): Counter {
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
  return new Counter({
    name: 'timbre_http_connections_refused_total',
    help: 'Connections closed at once, because too many were open.',
    registers: [registry]
  })
}
