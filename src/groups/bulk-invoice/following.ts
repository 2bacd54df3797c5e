import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendEvents } from '../../http/event-stream.ts'
import type { Actor } from '../../services/actor.ts'
import type { BulkRecords } from '../../services/bulk/records.ts'
import { isOver } from '../../model/bulk-states.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'

const everyMs = 1000
const heartbeatMs = 10_000
const maxMs = 10 * minuteMs

/** Streams the progress of submissions as Server-Sent Events. The number of open streams is limited. */
export function createFollowing (app: FastifyInstance, records: BulkRecords) {
  const streams = createConcurrencyLimiter({
    limit: bulkLimits.streams.inAll, limitPerKey: bulkLimits.streams.perTenant,
    refusal: () => new ServiceError('BULK_FOLLOWERS_TOO_MANY', { retryAfterSeconds: 10 })
  })
  app.countHeld('follower', streams.held)
  const stopping = new AbortController()
  app.addHook('preClose', async () => { stopping.abort() })

  /**
   * Sends the summary of a submission whenever it changes, as `progress`, and when it is over, as `done`. Throws
   * BULK_NOT_FOUND.
   */
  return async function follow (
    actor: Actor, id: string, { request, reply }: { request: FastifyRequest, reply: FastifyReply }
  ): Promise<void> {
    await records.get(actor, id)
    let sent = ''
    await streams.run(actor.tenantId, () => sendEvents(request, reply, {
      everyMs,
      heartbeatMs,
      maxMs,
      signal: stopping.signal,
      next: async () => {
        const data = await records.get(actor, id)
        const text = JSON.stringify(data)
        if (text === sent) return undefined
        sent = text
        return isOver(data.status)
          ? { event: 'done', data, isLast: true }
          : { event: 'progress', data, isLast: false }
      }
    }))
  }
}
