import type { Logger } from 'pino'
import { exitCodes } from '../supervision/exit-codes.ts'

/** How long the shutdown itself may take. */
const timeoutMs = 15_000

export interface ShutdownOptions {
  logger: Logger
  /** Ends the work in order: current requests and tasks first, the database last. */
  close: (options: { keepLeases: boolean }) => Promise<void>
  /** Requests and tasks in progress, without bodies and secrets. */
  inFlight: () => object
  /** Prints when the program stops and when it has stopped. */
  say: (sentence: string) => void
  /** Writes what the log still has. */
  flush?: () => Promise<void>
  /** How long everything is still served after a request to stop, before the shutdown itself begins. */
  delayMs?: number
  exit?: (code: number) => void
}

/**
 * Shuts this process down in order: with exit code 0 on request, with another one after an unexpected error. The state
 * after such an error is unknown, so the program does not continue.
 */
export function shutDownGracefully (
  {
    logger, close, inFlight, say, flush = async () => {}, delayMs = 0, exit = process.exit
  }: ShutdownOptions
): void {
  let ending = false

  function end (code: number): void {
    if (ending) return
    ending = true
    setTimeout(() => {
      logger.fatal({ inFlight: inFlight() }, 'shutdown timed out')
      exit(code === exitCodes.asked ? exitCodes.failed : code)
    }, delayMs + timeoutMs).unref()
    close({ keepLeases: code !== exitCodes.asked })
      .then(() => { say('Timbre has stopped.') }, (err: unknown) => { logger.error({ err }, 'shutdown failed') })
      .then(flush)
      .then(() => { exit(code) }, () => { exit(code) })
  }

  // Unhandled rejections arrive here too: Node turns them into errors.
  process.on('uncaughtException', (err, origin) => {
    logger.fatal({ err, origin, inFlight: inFlight() }, 'unexpected error: shutting down')
    end(exitCodes.uncaught)
  })
  // Node's own listener writes to standard error and waits until it is read.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => { logger.warn({ err: warning }, 'Node.js warning') })
  const stop = (why: string): void => {
    if (!ending) say(`Timbre is stopping (${why}): requests and tasks that are running are finished first.`)
    end(exitCodes.asked)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => { stop(signal) })
  // Without the supervisor, signals are not passed on.
  process.on('disconnect', () => { stop('its supervisor is gone') })
  if (process.send !== undefined && !process.connected) stop('its supervisor is gone')
}
