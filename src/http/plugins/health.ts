import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { build, version } from '../../shared/version.ts'
import { createReadiness, type HealthCheck, type Readiness } from '../readiness.ts'

export interface HealthOptions {
  /** Database, migrations, age of the queue, disk …: name → check. */
  checks: Readonly<Record<string, () => Promise<HealthCheck>>>
  /** Where the embedded simulator of the tax authority listens, when there is one. */
  simulatorAddress?: string | undefined
  /** Whether the error of a check is reported elsewhere, once for all. */
  isReported?: (error: unknown) => boolean
}

const route = {
  schema: { hide: true } as object, exposeHeadRoute: true, config: { rule: { access: 'public' }, alwaysOn: true }
} as const

/**
 * /health/live: the process answers. /health/ready: it can do its work; 503 otherwise, so that no traffic is sent to
 * it. `?exclude=writes` lets that check fail, as /readyz of Kubernetes does: an instance whose database is read-only
 * still serves what is stored. Anybody may ask, so it names states only; details are on the metrics port.
 */
export const health = fp<HealthOptions>(async (app, { checks, simulatorAddress, isReported }) => {
  const readiness = createReadiness(checks, noteOn(app.log, isReported))

  app.get('/health/live', route, async () => ({ status: 'live' }))

  app.get('/health/ready', route, async ({ url }, reply) => {
    const { outcomes } = await readiness()
    const excluded = new URLSearchParams(url.split('?')[1]).getAll('exclude')
    const ready = Object.entries(outcomes).every(([name, { ok }]) => ok || excluded.includes(name))
    const status = app.isStopping() ? 'stopping' : ready ? 'ready' : 'unavailable'
    return reply.status(status === 'ready' ? 200 : 503).send({
      status, checks: statesOf(outcomes), ...(simulatorAddress === undefined ? {} : { simulator: simulatorAddress })
    })
  })
}, { name: 'health', dependencies: ['graceful-stop'] })

function statesOf (outcomes: Readiness['outcomes']): Record<string, 'ok' | 'failed'> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, { ok }]) => [name, ok ? 'ok' : 'failed'] as const))
}

/** GET /health for the operator: version and commit, and each check with its detail (free disk, waiting tasks …). */
export function registerHealthDetails (app: FastifyInstance, { checks, isReported }: HealthOptions): void {
  const readiness = createReadiness(checks, noteOn(app.log, isReported))

  app.get('/health', { exposeHeadRoute: true }, async (_request, reply) => {
    const { ready, outcomes } = await readiness()
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'unavailable', version, commit: build.commit ?? null, checks: outcomes
    })
  })
}

function noteOn (
  log: FastifyBaseLogger, isReported: (error: unknown) => boolean = () => false
): (check: string, error: unknown) => void {
  return (check, error) => { log[isReported(error) ? 'debug' : 'warn']({ err: error, check }, 'health check failed') }
}
