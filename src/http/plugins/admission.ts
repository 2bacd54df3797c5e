import fp from 'fastify-plugin'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of documents, which share transactions: more of them may be in progress. */
    batched?: true
    /** What anybody with a link may see. */
    isPublicPage?: true
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
  app.countHeld('admitted_request', () => tenants.held() + strangers.held() + pages.held())

  app.decorateRequest('releaseAdmission', () => {})

  app.addHook('preHandler', async (request) => {
    const { actor, lifecycle, ip, routeOptions } = request
    const { operation, alwaysOn, batched, isPublicPage } = routeOptions.config
    if ((operation === undefined && !isPublicPage) || alwaysOn) return
    const release = actor
      ? await tenants.acquire(`${actor.tenantId} ${batched ? 'batched' : 'usual'}`, lifecycle.signal)
      : await (isPublicPage ? pages : strangers).acquire(callerNetwork(ip), lifecycle.signal)
    request.releaseAdmission = release
    lifecycle.onOver(release)
  })
}, { name: 'admission-control', dependencies: ['requestLifecycles', 'held-counts'] })
