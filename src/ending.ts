import type { Logger } from 'pino'
import { exitCodes } from './exit-codes.ts'

export interface EndingOptions {
  logger: Logger
  /** Ends the work in order: requests and tasks in hand first, the database last. */
  close: () => Promise<void>
  /** Requests and tasks that the process is at, without bodies and secrets. */
  inHand: () => object
  /** How long the end may take. */
  patienceMs?: number
  exit?: (code: number) => void
}

/**
 * Ends this process in order, with exit code 0, when somebody asks for it, and with another one after an error that
 * nobody foresaw: what such an error left behind is not known, so the program does not go on with it.
 */
export function endInOrder ({ logger, close, inHand, patienceMs = 15_000, exit = process.exit }: EndingOptions): void {
  let ending = false

  function end (code: number): void {
    if (ending) return
    ending = true
    setTimeout(() => {
      logger.fatal({ inHand: inHand() }, 'the program did not end in time')
      exit(code === exitCodes.asked ? exitCodes.failed : code)
    }, patienceMs).unref()
    close().then(() => { exit(code) }, (err: unknown) => {
      logger.error({ err }, 'the program did not end in order')
      exit(code)
    })
  }

  // Rejections that nobody handles come here too: Node makes errors of them.
  process.on('uncaughtException', (err, origin) => {
    logger.fatal({ err, origin, inHand: inHand() }, 'an error that nobody foresaw ends the program')
    end(exitCodes.uncaught)
  })
  process.on('warning', (warning) => { logger.warn({ err: warning }, 'a warning of Node') })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => { end(exitCodes.asked) })
  // The supervisor is gone, so nobody would pass on a signal.
  process.on('disconnect', () => { end(exitCodes.asked) })
}
