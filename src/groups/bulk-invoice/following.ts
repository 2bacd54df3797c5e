import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendEvents } from '../../http/event-stream.ts'
import type { Actor } from '../../services/actor.ts'
import type { BulkRecords } from '../../services/bulk/records.ts'
import { isOver } from '../../model/bulk-states.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createGate } from '../../shared/gate.ts'

const perTenant = 10
const inAll = 200
const everyMs = 1000
const heartbeatMs = 15_000
const maxMs = 10 * minuteMs

/**
 * Lets clients follow submissions as they are processed, by Server-Sent Events; so many at once as the server can bear.
 */
export function createFollowing (app: FastifyInstance, records: BulkRecords) {
  const streams = createGate({
    atOnce: inAll, atOnceEach: perTenant,
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
