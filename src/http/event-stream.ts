import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultAnswerIdleMs } from './limits.ts'
import { commonHeaders } from './common-headers.ts'

export interface ServerEvent { event: string, data: unknown }

export interface EventStreamOptions {
  /**
   * Polled for the next event; undefined without one. The stream ends after an event for which `isLast` is true.
   */
  next: () => Promise<(ServerEvent & { isLast: boolean }) | undefined>
  everyMs: number
  heartbeatMs: number
  /** The client must reconnect after this time; browsers do so automatically. */
  maxMs: number
  /** Ends the stream: the server stops. */
  signal: AbortSignal
}

/** Whether the client prefers Server-Sent Events to JSON. */
export function wantsEvents (request: FastifyRequest): boolean {
  return request.method !== 'HEAD' && request.type(['application/json', 'text/event-stream']) === 'text/event-stream'
}

/**
 * Answers with Server-Sent Events (WHATWG HTML, 9.2) until the last one, the time limit, the client's leaving or the
 * server's stop. A caller who lost the right to ask gets nothing more.
 */
export async function sendEvents (
  request: FastifyRequest, reply: FastifyReply, options: EventStreamOptions
): Promise<void> {
  reply.hijack()
  request.releaseAdmission()
  const { raw } = reply
  raw.setTimeout(defaultAnswerIdleMs)
  const { over, release } = firstOf([options.signal, request.lifecycle.signal], options.maxMs)
  begin(reply)
  try {
    await tell(request, { write, over }, options)
  } catch (error) {
    // The status has been sent already: the client reconnects and then receives the error.
    request.log.warn({ err: error }, 'an event stream ended early')
  } finally {
    release()
    raw.end()
  }

  async function write (text: string): Promise<void> {
    if (!over.aborted && !raw.write(text)) await once(raw, 'drain', { signal: over }).catch(() => {})
  }
}

/**
 * Fires with the first of the signals, or after a time. `release` removes the listeners: signals that
 * outlive the stream would otherwise hold on to it, as those of AbortSignal.any do on Node 20, with 3 KB for each.
 */
function firstOf (signals: readonly AbortSignal[], maxMs: number): { over: AbortSignal, release: () => void } {
  const first = new AbortController()
  const fire = (): void => { first.abort() }
  const timer = setTimeout(fire, maxMs).unref()
  for (const signal of signals) signal.addEventListener('abort', fire)
  if (signals.some(({ aborted }) => aborted)) fire()
  const release = (): void => {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', fire)
  }
  return { over: first.signal, release }
}

function begin (reply: FastifyReply): void {
  const { raw } = reply
  const headers = {
    ...commonHeaders, ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', connection: 'close',
    'x-accel-buffering': 'no'
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200)
}

async function tell (
  request: FastifyRequest, { write, over }: { write: (text: string) => Promise<void>, over: AbortSignal },
  { next, everyMs, heartbeatMs }: EventStreamOptions
): Promise<void> {
  let quietMs = 0
  await write('retry: 3000\n\n')
  while (!over.aborted && await request.server.isStillAllowed(request)) {
    const found = await next()
    if (found) await write(`event: ${found.event}\ndata: ${JSON.stringify(found.data)}\n\n`)
    if (found?.isLast) return
    quietMs = found ? 0 : quietMs + everyMs
    if (quietMs >= heartbeatMs) {
      await write(': still there\n\n')
      quietMs = 0
    }
    await sleep(everyMs, undefined, { signal: over }).catch(() => {})
  }
}
