import { setImmediate, setTimeout } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { createDelayMeasure } from '../loop-delay.ts'

const tickMs = 20
const samplePeriodMs = 500
// A closed server resets connections whose requests it has not read yet; so long it reads them, and says that it stops.
const farewellMs = 500
const farewellMaxMs = 3000
const quietTurns = 20

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers even when the server is overloaded or stopping: health. */
    alwaysOn?: boolean
  }
}

/**
 * Turns work away, at once and cheaply, while the event loop lags or the server is stopping. For the first half second
 * of a lag only those are refused who use more than their share (fair-turns.ts), as long as there is anybody else; then
 * everybody.
 */
export const overloadProtection = fp<{ maxEventLoopDelayMs: number }>(async (app, { maxEventLoopDelayMs }) => {
  let delays: ReturnType<typeof createDelayMeasure> | undefined
  let ticking: NodeJS.Timeout | undefined
  let isLate = false
  let lagging = false
  let stopping = false
  let arrivals = 0
  app.server.on('connection', () => { arrivals += 1 })
  const sampling = setInterval(() => {
    const wasLate = isLate
    isLate = delays?.takeSample() === true
    lagging = isLate && (wasLate || !app.turns.isShared)
    app.turns.age(isLate)
  }, samplePeriodMs).unref()

  /** With the first request: what holds the thread while the program starts delays nobody. */
  function beginToMeasure (): void {
    const measure = createDelayMeasure({
      mostMs: maxEventLoopDelayMs, everyMs: tickMs, now: () => performance.now()
    })
    delays = measure
    ticking = setInterval(measure.tick, tickMs).unref()
  }

  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    arrivals += 1
    if (!delays) beginToMeasure()
    if (routeOptions.config.alwaysOn) return
    if (stopping) {
      reply.header('connection', 'close')
      throw new ServiceError('SHUTTING_DOWN')
    }
    if (lagging) throw new ServiceError('OVERLOADED')
  })

  app.addHook('preClose', async () => {
    stopping = true
    if (!app.server.listening) return
    await setTimeout(farewellMs)
    await untilNothingComes(() => arrivals)
  })
  app.addHook('onClose', async () => {
    clearInterval(sampling)
    clearInterval(ticking)
  })
}, { name: 'overload-protection', dependencies: ['fair-turns'] })

/**
 * A turn of the event loop accepts one connection, and on a busy machine the others wait for theirs longer than the
 * farewell lasts.
 */
async function untilNothingComes (arrivals: () => number): Promise<void> {
  const deadline = performance.now() + farewellMaxMs
  for (let quiet = 0, seen = arrivals(); quiet < quietTurns && performance.now() < deadline;) {
    await setImmediate()
    quiet = arrivals() === seen ? quiet + 1 : 0
    seen = arrivals()
  }
}
