import { createHmac } from 'node:crypto'
import type { Store } from '../repositories/store.ts'
import { hourMs, minuteMs } from '../shared/durations.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './ports.ts'

/** A request with its Idempotency-Key. The hash covers query and body, so that other content is noticed. */
export interface IdempotentRequest { operation: string, key: string, requestHash: Buffer }

/** An answer stored for repetitions: its status and the text of its body. */
export interface StoredAnswer { status: number, body: string }

export type IdempotencyOutcome =
  | { outcome: 'new' }
  | { outcome: 'replay', answer: StoredAnswer }
  | { outcome: 'inProgress' }
  | { outcome: 'otherContent' }

/** Stores keys and answers, one row for each tenant, operation and key. */
export interface Idempotency {
  /** Claims the key in one atomic step, or returns what is known of it. */
  begin: (actor: Actor, request: IdempotentRequest) => Promise<IdempotencyOutcome>
  /** Stores the answer of a claimed key. */
  finish: (actor: Actor, request: IdempotentRequest, answer: StoredAnswer) => Promise<void>
  /** Releases a claimed key: the request changed nothing, so it may be tried again. */
  forget: (actor: Actor, request: IdempotentRequest) => Promise<void>
}

const keptHours = 24
// A first request that is still unfinished after this time has died; its key is released.
const abandonedMs = 2 * minuteMs

/**
 * Keys and answers of the operations that change something, kept a day. Webhook/Save keeps its own, as long as the
 * document. Requests are known by a keyed hash (`pepper`): some hold a password, which a plain hash would let be
 * guessed.
 */
export function createIdempotency (
  { store, pepper, clock }: { store: Store, pepper: Buffer, clock: Clock }
): Idempotency {
  const keyed = (requestHash: Buffer): Buffer => createHmac('sha256', pepper).update(requestHash).digest()

  return {
    begin: (actor: Actor, { operation, key, requestHash }: IdempotentRequest): Promise<IdempotencyOutcome> =>
      store.asTenant(actor.tenantId, async ({ idempotencyKeys }): Promise<IdempotencyOutcome> => {
        const at = clock()
        const keyedHash = keyed(requestHash)
        const expiresAt = new Date(at.getTime() + keptHours * hourMs)
        await idempotencyKeys.forgetStale(operation, key, {
          at, unansweredSince: new Date(at.getTime() - abandonedMs)
        })
        if (await idempotencyKeys.begin(operation, key, keyedHash, at, expiresAt)) return { outcome: 'new' }
        const [known] = await idempotencyKeys.find(operation, [key])
        if (!known) return { outcome: 'inProgress' }
        if (!known.requestHash.equals(keyedHash)) return { outcome: 'otherContent' }
        return known.answer === null
          ? { outcome: 'inProgress' }
          : { outcome: 'replay', answer: known.answer as StoredAnswer }
      }),

    finish: (actor: Actor, { operation, key }: IdempotentRequest, answer: StoredAnswer): Promise<void> =>
      store.asTenant(actor.tenantId, ({ idempotencyKeys }) => idempotencyKeys.finish(operation, key, answer)),

    forget: (actor: Actor, { operation, key }: IdempotentRequest): Promise<void> =>
      store.asTenant(actor.tenantId, ({ idempotencyKeys }) => idempotencyKeys.forget(operation, key))
  }
}
