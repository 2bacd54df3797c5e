import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/**
 * Logs connections that ended before their request was complete, which no request line shows: one line for those of
 * five seconds, so that a flood does not fill the log.
 */
export function createEarlyEnds ({ logger, everyMs = 5000 }: { logger: Pick<Logger, 'info'>, everyMs?: number }) {
  let counts = new Map<string, number>()
  let address: string | undefined

  function flush (): void {
    logger.info({ connections: Object.fromEntries(counts), address }, 'connections ended before a request was complete')
    counts = new Map()
  }

  return {
    /** @param code as Node names the error: ECONNRESET, HPE_INVALID_METHOD … */
    note ({ code = 'UNKNOWN' }: { code?: string | undefined }, socket: Pick<Socket, 'remoteAddress'>): void {
      if (counts.size === 0) setTimeout(flush, everyMs).unref()
      counts.set(code, (counts.get(code) ?? 0) + 1)
      address = socket.remoteAddress
    }
  }
}
