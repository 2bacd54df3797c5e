import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { isLastRequest } from '../connections/servers.ts'
import { idleAfterCloseMs } from '../limits.ts'

// A port that closes resets the connections that it has not accepted: so long, they are accepted and refused.
const refusalMs = 500
const quietMaxMs = 3000
const quietRounds = 20

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Before an orderly close. For `delayMs`, /health/ready answers 503, so that load balancers send no new work, and
     * everything is served. Then the port closes; each connection that is open has one more request served, whose
     * answer ends it. Resolves when all have ended, or when those that remain have been idle for long enough. Without
     * a delay, it waits for no idle connection.
     */
    drain: (delayMs: number) => Promise<void>
    isStopping: () => boolean
  }
  interface FastifyContextConfig {
    /** Answers even when the server is overloaded or refuses everything else: health. */
    alwaysOn?: boolean
  }
}

/**
 * Stops without refusing a request. A server that is closed without having been drained is in an unknown state: it
 * refuses what arrives until its port is closed.
 */
export const gracefulStop = fp(async (app) => {
  let stopping = false
  let refusing = false
  let drained = false
  let arrivals = 0
  app.server.on('connection', () => { arrivals += 1 })
  app.decorate('isStopping', () => stopping)

  app.addHook('onRequest', async ({ routeOptions }) => {
    arrivals += 1
    if (refusing && !routeOptions.config.alwaysOn) throw new ServiceError('SHUTTING_DOWN')
  })
  // Not before the port is closed: a proxy would need a new connection for each request, and one of them could wait to
  // be accepted at the moment when the port closes.
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (drained && isLastRequest(raw)) reply.header('connection', 'close')
    return payload
  })

  app.decorate('drain', async (delayMs: number) => {
    if (!app.server.listening) return
    stopping = true
    await setTimeout(delayMs, undefined, { ref: false })
    await untilQuiet(() => arrivals)
    drained = true
    const ended = once(app.server, 'close')
    // That of node:http also closes idle connections, on which a proxy may be sending a request.
    Server.prototype.close.call(app.server)
    if (delayMs > 0) await Promise.race([ended, setTimeout(idleAfterCloseMs, undefined, { ref: false })])
  })

  app.addHook('preClose', async () => {
    stopping = true
    if (!app.server.listening) return
    refusing = true
    await setTimeout(refusalMs)
    await untilQuiet(() => arrivals)
  })
}, { name: 'graceful-stop' })

/** Waits until no connection is waiting to be accepted: an iteration of the event loop accepts one. */
async function untilQuiet (arrivals: () => number): Promise<void> {
  const deadline = performance.now() + quietMaxMs
  for (let quiet = 0, seen = arrivals(); quiet < quietRounds && performance.now() < deadline;) {
    await setImmediate()
    quiet = arrivals() === seen ? quiet + 1 : 0
    seen = arrivals()
  }
}
