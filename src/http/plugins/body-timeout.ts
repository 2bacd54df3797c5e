import { Socket } from 'node:net'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { answerClientError } from './error-handler.ts'
import { hasBody } from '../bodies/request-body.ts'

/** How fast a body has to come: within `graceSeconds`, and beyond that as fast as `bytesPerSecond`. */
export interface MinimumRate { graceSeconds: number, bytesPerSecond: number }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For operations that take large files; all others have five seconds for the whole body. */
    pace?: MinimumRate
  }
}

// A file of 64 MiB on a line of half a megabit takes some 17 minutes; a body that dribbles is cut off after ten
// seconds.
export const largeUpload: MinimumRate = { graceSeconds: 10, bytesPerSecond: 64 * 1024 }

const defaultSeconds = 5
const sweepMs = 1000

interface Watched {
  raw: IncomingMessage
  socket: Socket
  startedAt: number
  bytesAtStart: number
  pace: MinimumRate | undefined
  ownDelayMs: number
  isAnswered: boolean
}

/**
 * Cuts off bodies that dribble, each by the measure of its operation. Node has one limit for the whole server, which
 * can only be as long as the largest upload takes; headers keep Node's own (app.ts, headersTimeout).
 */
export const bodyTimeout = fp<{ publicUrl: string }>(async (app, options) => {
  const watched = new Set<Watched>()
  app.countHeld('body', () => watched.size)

  const sweeping = setInterval(() => {
    for (const one of watched) {
      if (one.raw.complete || one.socket.destroyed) watched.delete(one)
      // What has arrived and is not taken from the socket is our delay, not the client's.
      else if (one.raw.readableLength > 0) one.ownDelayMs += sweepMs
      else if (isTooSlow(one)) closeSlow(watched, one, options)
    }
  }, sweepMs).unref()

  app.addHook('onRequest', async ({ raw, routeOptions, lifecycle }) => {
    const { socket } = raw
    // inject() has no connection that could be slow.
    if (!hasBody(raw) || raw.complete || !(socket instanceof Socket)) return
    const one = {
      raw, socket, startedAt: performance.now(), bytesAtStart: socket.bytesRead, pace: routeOptions.config.pace,
      ownDelayMs: 0, isAnswered: false
    }
    watched.add(one)
    lifecycle.onClose(() => {
      if (raw.complete || socket.destroyed) {
        watched.delete(one)
        return
      }
      // A client may still be sending, and reads its refusal only then: the rest is discarded for a while.
      Object.assign(one, { isAnswered: true, pace: undefined, startedAt: performance.now(), ownDelayMs: 0 })
      raw.resume()
    })
  })

  app.addHook('onClose', async () => { clearInterval(sweeping) })
}, { name: 'bodyTimeout', dependencies: ['requestLifecycles'] })

function isTooSlow ({ startedAt, socket, bytesAtStart, pace, ownDelayMs }: Watched): boolean {
  const seconds = (performance.now() - startedAt - ownDelayMs) / 1000
  return seconds > (pace ? pace.graceSeconds + (socket.bytesRead - bytesAtStart) / pace.bytesPerSecond : defaultSeconds)
}

/** As Node does when its own limit is passed. */
function closeSlow (watched: Set<Watched>, one: Watched, options: { publicUrl: string }): void {
  watched.delete(one)
  if (one.isAnswered) {
    one.socket.destroy()
    return
  }
  answerClientError(
    Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), one.socket, options
  )
  one.socket.destroySoon()
}
