import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createConcurrencyLimiter, type Release } from '../../shared/concurrency-limiter.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of documents, which share transactions: more of them may be in progress. */
    batched?: true
    /**
     * Counts the requests of a route that is no operation: apart where the route calls operations itself, which count
     * for themselves; as those of a page that anybody with a link may see.
     */
    admission?: 'apart' | 'publicPage'
  }

  interface FastifyRequest {
    /** For a stream, which stays open and has a limit of its own. */
    releaseAdmission: () => void
  }
}

// The database pool has ten connections. Documents have connections of their own, and the more of them come together
// the less each costs.
const inProgressEach = { usual: 16, batched: 64 }
const waitingEach = 500
const inProgress = 256
const waiting = 2000
// Sign-ins, registrations and the like, of all networks together: addresses cost nothing.
const ofStrangers = { inProgress: 8, waiting: 200, waitingEach: 60 }
// Those who open public pages do not stand in the way of those who sign in: a PDF may take seconds.
const ofPages = { inProgress: 8, inProgressEach: 4, waiting: 500, waitingEach: 60 }
// Requests that call operations: a limiter of their own, or they would wait for the places that they hold.
const apart = { inProgress: 64, inProgressEach: 4, waiting: 500, waitingEach: 200 }

/**
 * Admission control: how many requests of one tenant and in all are in progress, and how many wait in a short queue,
 * served by tenant in turn; the same for all requests of strangers and for public pages, by network. Beyond that a
 * request is refused with OVERLOADED. Without it, a tenant's 500 reports stand before the one request of another in the
 * queue for the database.
 *
 * A request counts until its client has its answer, so these limits also bound the answers in memory.
 */
export const admissionControl = fp(async (app) => {
  const tenants = createConcurrencyLimiter({
    limit: inProgress, limitPerKey: (key) => key.endsWith(' batched') ? inProgressEach.batched : inProgressEach.usual,
    queueLimit: waiting, queueLimitPerKey: waitingEach
  })
  const strangers = createConcurrencyLimiter({
    limit: ofStrangers.inProgress, queueLimit: ofStrangers.waiting, queueLimitPerKey: ofStrangers.waitingEach
  })
  const pages = createConcurrencyLimiter({
    limit: ofPages.inProgress, limitPerKey: ofPages.inProgressEach, queueLimit: ofPages.waiting,
    queueLimitPerKey: ofPages.waitingEach
  })
  const callers = createConcurrencyLimiter({
    limit: apart.inProgress, limitPerKey: apart.inProgressEach, queueLimit: apart.waiting,
    queueLimitPerKey: apart.waitingEach
  })
  app.countHeld('admitted_request', () => tenants.held() + strangers.held() + pages.held() + callers.held())

  function acquire ({ actor, lifecycle: { signal }, ip, routeOptions }: FastifyRequest): Promise<Release> {
    const { batched, admission } = routeOptions.config
    if (!actor) return (admission === 'publicPage' ? pages : strangers).acquire(callerNetwork(ip), signal)
    if (admission === 'apart') return callers.acquire(actor.tenantId, signal)
    return tenants.acquire(`${actor.tenantId} ${batched ? 'batched' : 'usual'}`, signal)
  }

  app.decorateRequest('releaseAdmission', () => {})

  app.addHook('preHandler', async (request) => {
    const { operation, alwaysOn, admission } = request.routeOptions.config
    if ((operation === undefined && admission === undefined) || alwaysOn) return
    const release = await acquire(request)
    request.releaseAdmission = release
    request.lifecycle.onFinished(release)
  })
}, { name: 'admission-control', dependencies: ['requestLifecycles', 'held-counts'] })
