import fp from 'fastify-plugin'
import type { LRUCache } from 'lru-cache'
import { leastRecentlyUsed } from '../../shared/caches.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'

/**
 * How often one caller may use an operation: `burst` at once, refilled at `perMinute`. Operations with one name share a
 * bucket.
 */
export interface RateLimit { name: string, perMinute: number, burst: number }

/** For operations that an attacker would use to guess passwords and tokens: Login, Register, ForgotPassword. */
export const guessing: RateLimit = { name: 'guessing', perMinute: 30, burst: 30 }
/** For operations that draw on request: drawing costs processor time, and a tenant may have one drawing under way. */
export const drawing: RateLimit = { name: 'drawing', perMinute: 60, burst: 100 }
/** For the public pages of documents, which draw as well. */
export const publicPages: RateLimit = { name: 'public pages', perMinute: 60, burst: 60 }
/** For the validation of tenants' keys. */
export const guessingKeys: RateLimit = { name: 'guessing keys', perMinute: 30, burst: 30 }

declare module 'fastify' {
  interface FastifyContextConfig { rateLimit?: RateLimit }
  interface FastifyRequest {
    /** Gives back what the request took of its allowance: its secret was right, so nobody was guessing. */
    countNoGuess: () => void
  }
}

interface Bucket { tokens: number, filledAtMs: number }

const maxBuckets = 50_000

/**
 * Token buckets in memory, one for each address and limit; they bound what one instance takes and are no billing. The
 * headers are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
export const rateLimits = fp<{ clock: () => Date }>(async (app, { clock }) => {
  const buckets = leastRecentlyUsed<Bucket>(maxBuckets)
  app.decorateRequest('countNoGuess', () => {})

  app.addHook('onRequest', async (request, reply) => {
    const limit = request.routeOptions.config.rateLimit
    if (!limit) return
    const bucket = take(buckets, `${limit.name} ${callerNetwork(request.ip)}`, limit, clock().getTime())
    const waitSeconds = Math.ceil(60 / limit.perMinute * Math.max(0, 1 - bucket.tokens))
    reply.headers({
      'ratelimit-policy': `"${limit.name}";q=${limit.burst};w=${Math.ceil(60 * limit.burst / limit.perMinute)}`,
      ratelimit: `"${limit.name}";r=${Math.max(0, Math.floor(bucket.tokens))};t=${waitSeconds}`
    })
    if (bucket.tokens < 0) {
      bucket.tokens = Math.max(bucket.tokens, -1) + 1
      throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, waitSeconds) })
    }
    request.countNoGuess = () => { bucket.tokens = Math.min(limit.burst, bucket.tokens + 1) }
  })
}, { name: 'rate-limits' })

const refusedKeys: RateLimit = { name: 'refused keys', perMinute: 30, burst: 30 }
const trustedForMs = 10 * minuteMs

/**
 * Remembers the networks whose tenant keys were refused too often lately. Behind one proxy a client with wrong keys and
 * one with good keys share an address, so the network is let past for ten minutes after good keys came from there.
 */
export function createRefusedKeys (clock: () => Date) {
  const buckets = leastRecentlyUsed<Bucket>(maxBuckets)
  const trustedUntilMs = leastRecentlyUsed<number>(maxBuckets)

  return {
    noteRefused (network: string): void {
      const bucket = take(buckets, network, refusedKeys, clock().getTime())
      bucket.tokens = Math.max(bucket.tokens, 0)
    },

    noteGood (network: string): void { trustedUntilMs.set(network, clock().getTime() + trustedForMs) },

    /** Seconds until the network may try again; 0 when it may now. */
    waitSeconds (network: string): number {
      const bucket = buckets.get(network)
      const nowMs = clock().getTime()
      if (!bucket || nowMs < (trustedUntilMs.get(network) ?? 0)) return 0
      const tokens = refilled(bucket, refusedKeys, nowMs)
      return tokens >= 1 ? 0 : Math.ceil(60 / refusedKeys.perMinute * (1 - tokens))
    }
  }
}

/** Refills the bucket and takes one token; a negative rest means that there was none. */
function take (buckets: LRUCache<string, Bucket>, key: string, limit: RateLimit, nowMs: number): Bucket {
  const bucket = buckets.get(key) ?? { tokens: limit.burst, filledAtMs: nowMs }
  bucket.tokens = refilled(bucket, limit, nowMs) - 1
  bucket.filledAtMs = nowMs
  buckets.set(key, bucket)
  return bucket
}

function refilled ({ tokens, filledAtMs }: Bucket, { perMinute, burst }: RateLimit, nowMs: number): number {
  return Math.min(burst, tokens + Math.max(0, nowMs - filledAtMs) / minuteMs * perMinute)
}
