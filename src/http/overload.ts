import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { ServiceError } from '../shared/errors.ts'

const resolutionMs = 20
const samplePeriodMs = 500
// A closed server resets connections whose requests it has not read yet; so long it reads them, and says that it stops.
const farewellMs = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers even when the server is overloaded or stopping: health. */
    alwaysOn?: boolean
  }
}

/** Turns work away, at once and cheaply, while the event loop lags or the server is stopping. */
export const overloadProtection = fp<{ maxEventLoopDelayMs: number }>(async (app, { maxEventLoopDelayMs }) => {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  let lagging = false
  let stopping = false
  delays.enable()
  const sampling = setInterval(() => {
    lagging = delays.mean / 1e6 - resolutionMs > maxEventLoopDelayMs
    delays.reset()
  }, samplePeriodMs).unref()

  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.config.alwaysOn) return
    if (stopping) {
      reply.header('connection', 'close')
      throw new ServiceError('SHUTTING_DOWN')
    }
    if (lagging) throw new ServiceError('OVERLOADED')
  })

  app.addHook('preClose', async () => {
    stopping = true
    if (app.server.listening) await setTimeout(farewellMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(sampling)
    delays.disable()
  })
}, { name: 'overload-protection' })
