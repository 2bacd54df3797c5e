import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../../shared/errors.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'
import { createFairQueue } from '../fair-queue.ts'

declare module 'fastify' {
  interface FastifyInstance { turns: FairTurns }
}

interface Waiting { caller: string, letIn: () => void }

// As long as ordinary requests take together that come in one round of the event loop.
const roundMs = 2
// A unit that takes longer holds everybody up; ordinary documents take a tenth of it.
const heavyMs = 5
// A tenant alone may have as many requests waiting as two addresses may have connections.
const maxWaiting = 500

/**
 * Shares the event loop's time between callers while it is scarce. Who has something costly to do awaits `next` first:
 * what then runs until it has to wait for something else, reading a body, say, is its unit of work, and charged to the
 * caller. Once the units of a round of the loop took two milliseconds, the others wait, and between the rounds sockets
 * and the database are heard. After a heavy unit, those whose units are heavy wait for as long as it took, if there is
 * anybody else: what a light request does between its own waits needs many rounds, and would otherwise have a heavy
 * unit before each.
 *
 * A unit cannot be interrupted; bodies are small for that (json-check.ts, `bodyLimit`). What runs after a wait of its
 * own, as signing and answering do, is not charged. Callers are told apart by tenant, or before that is known by
 * network: whoever has many of either has as many turns.
 */
export function createFairTurns ({ now = () => performance.now() }: { now?: () => number } = {}) {
  const queue = createFairQueue<Waiting>({ maxWaiting })
  let current: { caller: string, startedAt: number } | undefined
  let usedMs = 0
  let heavyWaitUntil = -Infinity
  let waking: NodeJS.Timeout | undefined
  let isResting = false
  let isHurried = false

  /** Ends the unit under way, if there is one. */
  function settle (): void {
    if (!current) return
    const ms = now() - current.startedAt
    queue.charge(current.caller, ms)
    usedMs += ms
    current = undefined
    if (ms > heavyMs && queue.callers > 1) heavyWaitUntil = now() + ms
  }

  function begin (caller: string): void {
    current = { caller, startedAt: now() }
    // Runs once nothing is left that could go on at once: no promise that is settled.
    queueMicrotask(() => { process.nextTick(goOn) })
  }

  function goOn (): void {
    settle()
    if (usedMs < roundMs) letNextIn()
    if (!current) rest()
  }

  function letNextIn (): void {
    const next = queue.shift(now() < heavyWaitUntil ? heavyMs : Infinity)
    if (next) {
      begin(next.caller)
      next.letIn()
    } else wakeLater()
  }

  /** When all who wait are heavy. */
  function wakeLater (): void {
    if (queue.size === 0 || waking) return
    waking = setTimeout(() => {
      waking = undefined
      rest()
    }, Math.max(1, heavyWaitUntil - now()))
  }

  function isFree (caller: string): boolean {
    return !current && queue.size === 0 && usedMs < roundMs &&
      (now() >= heavyWaitUntil || queue.lastMs(caller) <= heavyMs)
  }

  function rest (): void {
    if (isResting) return
    isResting = true
    setImmediate(() => {
      isResting = false
      usedMs = 0
      if (!current) letNextIn()
    })
  }

  async function wait (caller: string): Promise<void> {
    if (isFree(caller)) {
      queue.serve(caller)
      begin(caller)
      return
    }
    // Otherwise the end of the unit under way sees to those who wait.
    if (!current) rest()
    await new Promise<void>((resolve, reject) => {
      if (!queue.push(caller, { caller, letIn: resolve })) reject(new ServiceError('OVERLOADED'))
    })
  }

  return {
    /**
     * Resolves when it is the caller's turn. Throws ServiceError OVERLOADED when too much of the caller waits already,
     * or under overload.
     */
    async next (caller: string): Promise<void> {
      if (isHurried && queue.callers > 1 && queue.isAboveAverage(caller)) throw new ServiceError('OVERLOADED')
      await wait(caller)
    },

    /** The same for a work that is half done: overload makes it wait and does not end it. */
    wait,

    /** For a caller who turned out to be another one. */
    forget: (caller: string): void => { queue.forget(caller) },

    /** Called twice a second; while the loop lags, callers who spent more than the average are refused. */
    age (isLate: boolean): void {
      isHurried = isLate
      queue.age()
    },

    /** Whether several callers shared the time lately, so that refusing some of them helps the others. */
    get isShared (): boolean { return queue.callers > 1 }
  }
}

export type FairTurns = ReturnType<typeof createFairTurns>

/** Who is charged for a request. */
export function callerOf ({ actor, ip }: FastifyRequest): string {
  return actor?.tenantId ?? callerNetwork(ip)
}

/**
 * Reading a body is one unit of work (strict-body.ts), what the handler begins with another. Health checks wait for
 * nobody.
 */
export const fairTurns = fp(async (app) => {
  app.decorate('turns', createFairTurns())

  app.addHook('preHandler', async (request) => {
    if (!request.routeOptions.config.alwaysOn) await app.turns.next(callerOf(request))
  })
}, { name: 'fair-turns' })
