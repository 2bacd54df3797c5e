import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendEvents } from '../../http/event-stream.ts'
import type { Actor } from '../../services/actor.ts'
import type { BulkRecords } from '../../services/bulk/records.ts'
import { isOver } from '../../model/bulk-states.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'

const perTenant = 10
const inAll = 200
const everyMs = 1000
const heartbeatMs = 15_000
const maxMs = 10 * minuteMs

/**
 * Lets clients follow submissions as they are processed, by Server-Sent Events; so many at once as the server can bear.
 */
export function createFollowing (app: FastifyInstance, records: BulkRecords) {
  const followers = new Map<string, number>()
  const followersInAll = (): number => Array.from(followers.values()).reduce((sum, count) => sum + count, 0)
  app.countHeld('follower', followersInAll)
  const stopping = new AbortController()
  app.addHook('preClose', async () => { stopping.abort() })

  function enter (tenantId: string): void {
    const own = followers.get(tenantId) ?? 0
    if (own >= perTenant || followersInAll() >= inAll) {
      throw new ServiceError('BULK_FOLLOWERS_TOO_MANY', { retryAfterSeconds: 10 })
    }
    followers.set(tenantId, own + 1)
  }

  function leave (tenantId: string): void {
    const left = (followers.get(tenantId) ?? 1) - 1
    if (left === 0) followers.delete(tenantId)
    else followers.set(tenantId, left)
  }

  /**
   * Sends the summary of a submission whenever it changes, as `progress`, and when it is over, as `done`. Throws
   * BULK_NOT_FOUND.
   */
  return async function follow (
    actor: Actor, id: string, { request, reply }: { request: FastifyRequest, reply: FastifyReply }
  ): Promise<void> {
    await records.get(actor, id)
    enter(actor.tenantId)
    let told = ''
    try {
      await sendEvents(request, reply, {
        everyMs,
        heartbeatMs,
        maxMs,
        signal: stopping.signal,
        next: async () => {
          const data = await records.get(actor, id)
          const text = JSON.stringify(data)
          if (text === told) return undefined
          told = text
          return isOver(data.status)
            ? { event: 'done', data, isLast: true }
            : { event: 'progress', data, isLast: false }
        }
      })
    } finally {
      leave(actor.tenantId)
    }
  }
}
