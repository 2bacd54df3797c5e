import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Idempotency, IdempotentRequest, StoredAnswer } from '../../services/idempotency.ts'
import { ServiceError } from '../../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `stored`: kept and replayed here; `late`: the same, but claimed by the handler, who reads the body; `own`: the
     * handler does it all; `none`: the answer holds a secret and is not kept.
     */
    idempotency?: 'stored' | 'late' | 'own' | 'none'
  }
  interface FastifyInstance {
    /**
     * For `late` operations, once request.bodyHash is there: claims the key, or gives the answer that is to be
     * repeated.
     */
    claimIdempotencyKey: (request: FastifyRequest, reply: FastifyReply) => Promise<StoredAnswer | undefined>
  }
  interface FastifyRequest {
    /** The claim of this request on its Idempotency-Key, while it is under way. */
    idempotencyClaim: IdempotentRequest | undefined
  }
}

/** Honours Idempotency-Key on every POST and PUT with an actor, but for those that do it themselves. */
export const idempotencyKeys = fp<{ idempotency: Idempotency }>(async (app, { idempotency }) => {
  app.decorateRequest('idempotencyClaim')
  const underWay = new Set<IdempotentRequest>()
  app.countHeld('idempotency_key', () => underWay.size)

  async function claim (request: FastifyRequest, reply: FastifyReply): Promise<StoredAnswer | undefined> {
    const { actor } = request
    const wanted = wantedClaim(request)
    if (!actor || !wanted) return undefined
    const known = await idempotency.begin(actor, wanted)
    if (known.outcome === 'otherContent') throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
    if (known.outcome === 'inProgress') throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
    if (known.outcome === 'replay') return known.answer
    request.idempotencyClaim = wanted
    underWay.add(wanted)
    // The answer settles it as a rule; this is for a handler that went on beyond its time limit, and for one that never
    // began.
    request.lifecycle.onFinished(() => { settle(request, lateAnswerOf(request, reply)).catch(() => {}) })
    return undefined
  }

  /** Keeps the answer under the request's claim, if it is not settled yet; without one gives the key back. */
  async function settle (request: FastifyRequest, body: string | undefined): Promise<void> {
    const { actor, idempotencyClaim } = request
    if (!actor || !idempotencyClaim) return
    request.idempotencyClaim = undefined
    try {
      if (body === undefined) await idempotency.forget(actor, idempotencyClaim)
      else await idempotency.finish(actor, idempotencyClaim, { status: 200, body })
    } catch (error) {
      // The work is done: tell the client so, even if a repetition cannot be answered from the record.
      request.log.error({ err: error }, 'could not store the answer of an Idempotency-Key')
    } finally {
      underWay.delete(idempotencyClaim)
    }
  }

  app.decorate('claimIdempotencyKey', claim)

  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.idempotency !== 'stored') return
    const kept = await claim(request, reply)
    return kept && replay(reply, kept)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const isAnswer = reply.statusCode === 200 && typeof payload === 'string'
    // The client got a timeout, but the work continues: a repetition must not do it a second time.
    const isGivenUp = reply.statusCode !== 200 && request.lifecycle.isWorking
    if (!isGivenUp) await settle(request, isAnswer ? payload : undefined)
    return payload
  })
}, { name: 'idempotency-keys', dependencies: ['authentication', 'requestLifecycles'] })

/** What the client would have been answered, had it waited; undefined where nothing was done. */
function lateAnswerOf ({ lifecycle: { result } }: FastifyRequest, reply: FastifyReply): string | undefined {
  const serialize = reply.getSerializationFunction('200', 'application/json') as
    | ((value: unknown) => string)
    | undefined
  return result === undefined || result === reply ? undefined : serialize?.(result)
}

/** A Buffer passes Fastify's serialiser untouched, so the first answer is repeated byte for byte. */
export function replay (reply: FastifyReply, { status, body }: StoredAnswer): FastifyReply {
  return reply.header('idempotent-replayed', 'true').status(status).type('application/json; charset=utf-8').send(
    Buffer.from(body)
  )
}

function wantedClaim (request: FastifyRequest): IdempotentRequest | undefined {
  const { operation } = request.routeOptions.config
  const key = idempotencyKeyOf(request)
  if (key === undefined || operation === undefined) return undefined
  const query = JSON.stringify(request.query)
  return { operation, key, requestHash: createHash('sha256').update(`${query}\n${request.bodyHash}`).digest() }
}

/** The Idempotency-Key of a POST or PUT; undefined without one. Throws IDEMPOTENCY_KEY_INVALID. */
export function idempotencyKeyOf ({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (method !== 'POST' && method !== 'PUT')) return undefined
  // Node joins repeated headers with ", "; a comma and a blank are printable, so a doubled header is only another key.
  if (typeof key !== 'string' || !/^[\x20-\x7E]{1,255}$/.test(key)) throw new ServiceError('IDEMPOTENCY_KEY_INVALID')
  return key
}
