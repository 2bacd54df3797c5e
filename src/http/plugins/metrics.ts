import type { Server } from 'node:http'
import Fastify, { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { registerHealthDetails, type HealthOptions } from './health.ts'
import { connectionTimes, metricsConnections } from '../limits.ts'

/** A registry with the figures of Node and of the process under their usual names; services and jobs add theirs. */
export function createMetrics (): Registry {
  ofProcess ??= figuresOfProcess()
  return Registry.merge([ofProcess])
}

// Once for a process: their clocks and observers never end, and would hold every registry that they report to.
let ofProcess: Registry | undefined

// Node samples the event loop's delay with a timer. Every 10 ms, its default, is most of what a process at rest costs.
const eventLoopSampleMs = 100

function figuresOfProcess (): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs })
  return registry
}

/**
 * Measures every request by operation, method, status, which is 499 where the client left before the answer, and the
 * code of a failure. Unknown paths share one label, and all codes are of the contract, so that probing makes no series.
 */
export const requestMetrics = fp<{ registry: Registry }>(async (app, { registry }) => {
  const duration = new Histogram({
    name: 'timbre_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'method', 'status', 'errorCode'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry]
  })
  app.addHook('onRequest', async ({ lifecycle, method, routeOptions }, reply) => {
    const operation = routeOptions.config.operation ?? routeOptions.url ?? 'unknown'
    lifecycle.onClose(({ status, errorCode }) => {
      const labels = { operation, method, status: String(status), ...errorCode !== undefined && { errorCode } }
      duration.observe(labels, reply.elapsedTime / 1000)
    })
  })
}, { name: 'request-metrics', dependencies: ['requestLifecycles'] })

/** The server of /metrics and of the detailed /health, on a separate port that is not published to clients. */
export function buildMetricsServer (
  registry: Registry, { health, logger }: { health?: HealthOptions, logger?: Logger | undefined } = {}
): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    http: connectionTimes,
    // What asks here sends no bodies.
    requestTimeout: connectionTimes.headersTimeout,
    keepAliveTimeout: connectionTimes.keepAliveTimeout,
    logController: new LogController({ disableRequestLogging: true }),
    ...(logger ? { loggerInstance: logger } : {})
  }
  const app = Fastify(options)
  app.server.maxConnections = metricsConnections
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  if (health) registerHealthDetails(app, health)
  return app
}
