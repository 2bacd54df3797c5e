import fp from 'fastify-plugin'

/** One thing that the service needs: whether it is well, and a word on it that holds no secret. */
export interface HealthCheck { ok: boolean, detail?: string }

export interface HealthOptions {
  /** Database, migrations, age of the queue, disk …: name → check. */
  checks: Readonly<Record<string, () => Promise<HealthCheck>>>
  /** Where the simulator of the tax authority listens, when there is one. */
  simulatorAddress?: string | undefined
}

const checkTimeoutMs = 2000
const route = { schema: { hide: true } as object, exposeHeadRoute: true, config: { rule: { access: 'public' }, alwaysOn: true } } as const

/** /health/live: the process answers. /health/ready: it can do its work; 503 otherwise, so that no traffic is sent to it. */
export const health = fp<HealthOptions>(async (app, { checks, simulatorAddress }) => {
  let stopping = false
  app.addHook('preClose', async () => { stopping = true })

  app.get('/health/live', route, async () => ({ status: 'live' }))

  app.get('/health/ready', route, async (request, reply) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check, (error) => {
      request.log.warn({ err: error, check: name }, 'health check failed')
    })] as const))
    const ready = !stopping && results.every(([, { ok }]) => ok)
    const status = stopping ? 'stopping' : ready ? 'ready' : 'unavailable'
    return reply.status(ready ? 200 : 503).send({
      status, checks: Object.fromEntries(results), ...(simulatorAddress === undefined ? {} : { simulator: simulatorAddress })
    })
  })
}, { name: 'health' })

async function outcomeOf (check: () => Promise<HealthCheck>, note: (error: unknown) => void): Promise<HealthCheck> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<HealthCheck>((resolve) => {
    timer = setTimeout(() => { resolve({ ok: false, detail: 'no answer in time' }) }, checkTimeoutMs).unref()
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    note(error)
    return { ok: false, detail: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}
