import { setImmediate, setTimeout } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'

const tickMs = 50
// The average is of the last two hundred milliseconds or so.
const ticksAveraged = 4
const ticksUntilRest = 20
// A closed server resets connections whose requests it has not read yet; so long it reads them, and says that it stops.
const drainMs = 500
const drainMaxMs = 3000
const quietRounds = 20

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers even when the server is overloaded or stopping: health. */
    alwaysOn?: boolean
  }
}

/** Load shedding: refuses requests, at once and cheaply, while the event loop lags or the server is stopping. */
export const loadShedding = fp<{ maxEventLoopDelayMs: number }>(async (app, { maxEventLoopDelayMs }) => {
  let lagMs = 0
  let stopping = false
  let arrivals = 0
  app.server.on('connection', () => { arrivals += 1 })

  // Node's histogram (monitorEventLoopDelay) does not see a delay that is longer than its sample.
  let tickedAt = 0
  let quietTicks = 0
  let ticking: NodeJS.Timeout | undefined

  /** Measured while requests come: a server at rest does nothing. */
  function measure (): void {
    quietTicks = 0
    if (ticking) return
    tickedAt = performance.now()
    ticking = setInterval(tick, tickMs).unref()
  }

  function tick (): void {
    const now = performance.now()
    lagMs += (now - tickedAt - tickMs - lagMs) / ticksAveraged
    tickedAt = now
    if (++quietTicks < ticksUntilRest) return
    clearInterval(ticking)
    ticking = undefined
  }

  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    arrivals += 1
    measure()
    if (routeOptions.config.alwaysOn) return
    if (stopping) {
      reply.header('connection', 'close')
      throw new ServiceError('SHUTTING_DOWN')
    }
    if (lagMs > maxEventLoopDelayMs) throw new ServiceError('OVERLOADED')
  })

  app.addHook('preClose', async () => {
    stopping = true
    if (!app.server.listening) return
    await setTimeout(drainMs)
    await untilQuiet(() => arrivals)
  })
  app.addHook('onClose', async () => { clearInterval(ticking) })
}, { name: 'load-shedding' })

/**
 * An iteration of the event loop accepts one connection, and on a busy machine the others wait for theirs longer than
 * `drainMs`.
 */
async function untilQuiet (arrivals: () => number): Promise<void> {
  const deadline = performance.now() + drainMaxMs
  for (let quiet = 0, seen = arrivals(); quiet < quietRounds && performance.now() < deadline;) {
    await setImmediate()
    quiet = arrivals() === seen ? quiet + 1 : 0
    seen = arrivals()
  }
}
