import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'

const tickMs = 50
// The average is of the last two hundred milliseconds or so.
const ticksAveraged = 4
const ticksUntilRest = 20

/** Load shedding: refuses requests, at once and cheaply, while the event loop lags. */
export const loadShedding = fp<{ maxEventLoopDelayMs: number }>(async (app, { maxEventLoopDelayMs }) => {
  let lagMs = 0

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

  app.addHook('onRequest', async ({ routeOptions }) => {
    measure()
    if (lagMs > maxEventLoopDelayMs && !routeOptions.config.alwaysOn) throw new ServiceError('OVERLOADED')
  })

  app.addHook('onClose', async () => { clearInterval(ticking) })
}, { name: 'load-shedding' })
