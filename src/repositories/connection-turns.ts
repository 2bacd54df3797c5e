import { createGate, type Leave } from '../shared/gate.ts'

// What one tenant leaves of the pool for the others, if they are as many or none.
const leftForOthers = 2
const fewestEach = 2
// A tenant counts as busy for so long after its last request.
const busyMs = 1000
const platform = 'platform'

/**
 * Hands out the connections of the pool in turns by tenant: a pool alone serves in the order of arrival, so that the
 * hundred requests of one tenant stand before the one of another.
 *
 * A tenant that works alone may use nearly the whole pool. Where several are busy each has an equal share: every
 * connection brings its tenant's work into each round of the event loop, and all others wait for that round.
 */
export function createConnectionTurns (
  { poolSize, waitingMs, now = () => performance.now() }: { poolSize: number, waitingMs: number, now?: () => number }
) {
  const mostAlone = poolSize > 2 * leftForOthers ? poolSize - leftForOthers : poolSize
  const lastSeen = new Map<string, number>()
  let waiting = 0
  const gate = createGate({ atOnce: poolSize, atOnceEach: shareOf, waitingMax: Infinity })

  function shareOf (key: string): number {
    if (key === platform) return mostAlone
    const others = lastSeen.size - (lastSeen.has(key) ? 1 : 0)
    return others === 0 ? mostAlone : Math.min(mostAlone, Math.max(fewestEach, Math.floor(poolSize / (others + 2))))
  }

  function noteBusy (tenantId: string): void {
    const seenAt = now()
    // The map is in the order of the last requests.
    lastSeen.delete(tenantId)
    lastSeen.set(tenantId, seenAt)
    for (const [other, at] of lastSeen) {
      if (seenAt - at <= busyMs) break
      lastSeen.delete(other)
    }
  }

  async function inTurn<T> (key: string, work: () => Promise<T>): Promise<T> {
    const leave = gate.tryEnter(key) ?? await enterInTime(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  async function enterInTime (key: string): Promise<Leave> {
    waiting++
    const patience = new AbortController()
    const timer = setTimeout(() => { patience.abort(noConnectionInTime()) }, waitingMs)
    try {
      return await gate.enter(key, patience.signal)
    } finally {
      waiting--
      clearTimeout(timer)
    }
  }

  return {
    /** How many wait for their turn. */
    waiting: (): number => waiting,

    /** Does the work when it is the tenant's turn. Throws what Prisma would when none comes in time. */
    asTenant<T> (tenantId: string, work: () => Promise<T>): Promise<T> {
      noteBusy(tenantId)
      return inTurn(tenantId, work)
    },

    /** The same for work above tenants, which takes turns with them as one of them. */
    asPlatform: <T>(work: () => Promise<T>): Promise<T> => inTurn(platform, work)
  }
}

/** Known as an outage of the database by its code (shared/database-errors.ts). */
function noConnectionInTime (): Error {
  return Object.assign(new Error('no connection to the database was free in time'), { code: 'P2024' })
}
