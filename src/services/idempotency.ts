import { createHmac } from 'node:crypto'
import type { Store } from '../repositories/store.ts'
import { hourMs, minuteMs } from '../shared/durations.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './ports.ts'

/** A request as its Idempotency-Key names it. */
export interface KeyedRequest { operation: string, key: string, requestHash: Buffer }

export interface KeptAnswer { status: number, body: string }

export type KeyOutcome =
  | { outcome: 'new' }
  | { outcome: 'replay', answer: KeptAnswer }
  | { outcome: 'inProgress' }
  | { outcome: 'otherContent' }

const keptHours = 24
// A first request that has not finished by then died; its key may be taken over.
const abandonedMs = 2 * minuteMs

/**
 * Keys and answers of the operations that change something, kept a day. Webhook/Save keeps its own, as long as the
 * document. Requests are known by a keyed hash (`pepper`): some hold a password, which a plain hash would let be
 * guessed.
 */
export function createIdempotency ({ store, pepper, clock }: { store: Store, pepper: Buffer, clock: Clock }) {
  const keyed = (requestHash: Buffer): Buffer => createHmac('sha256', pepper).update(requestHash).digest()

  return {
    begin: (actor: Actor, { operation, key, requestHash }: KeyedRequest): Promise<KeyOutcome> =>
      store.asTenant(actor.tenantId, async ({ idempotencyKeys }): Promise<KeyOutcome> => {
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
          : { outcome: 'replay', answer: known.answer as KeptAnswer }
      }),

    finish: (actor: Actor, { operation, key }: KeyedRequest, answer: KeptAnswer): Promise<void> =>
      store.asTenant(actor.tenantId, ({ idempotencyKeys }) => idempotencyKeys.finish(operation, key, answer)),

    forget: (actor: Actor, { operation, key }: KeyedRequest): Promise<void> =>
      store.asTenant(actor.tenantId, ({ idempotencyKeys }) => idempotencyKeys.forget(operation, key))
  }
}
