/** The program itself. supervisor.ts runs and restarts it; on its own it runs once. */
import { configOfProcess, wantsDetails } from './program/config/config.ts'
import { prepareDemoTenant } from './program/demo/first-start.ts'
import { shutDownGracefully } from './program/startup/shutdown.ts'
import { exitCodes } from './program/supervision/exit-codes.ts'
import { createLogOutput } from './http/log-output.ts'
import { createLogger } from './http/plugins/request-log.ts'
import { startFailure } from './program/startup/start-failure.ts'
import { startTimbre } from './program/startup/start.ts'
import { historyOfProcess } from './program/supervision/environment.ts'
import { sendHeartbeat } from './program/supervision/heartbeat.ts'
import { keepOutputFromBlocking } from './program/supervision/output.ts'

keepOutputFromBlocking()
sendHeartbeat()

try {
  const config = configOfProcess()
  const logOutput = createLogOutput(process.stdout)
  const logger = createLogger({ level: config.LOG_LEVEL, destination: logOutput })
  const history = historyOfProcess()
  const { close, inFlight, ...addresses } = await startTimbre(config, logger, {
    history, droppedLogLines: logOutput.dropped
  })
  const say = (sentence: string): void => {
    if (config.embedded) process.stdout.write(`${sentence}\n`)
    else logger.info(sentence)
  }
  shutDownGracefully({
    logger, close, inFlight, say, flush: () => logOutput.flush(1000), delayMs: config.SHUTDOWN_DELAY_SECONDS * 1000
  })
  // The supervisor may have ended meanwhile, which is no error: this program ends, too.
  process.send?.('ready', undefined, undefined, () => {})
  logger.info({ ...addresses, role: config.ROLE, pid: process.pid }, 'Timbre is ready')
  const isFirstStart = Object.values(history.endings).every((count) => count === 0)
  if (config.embedded && isFirstStart && addresses.url !== undefined && addresses.simulatorUrl !== undefined) {
    await prepareDemoTenant({
      url: addresses.url, simulatorUrl: addresses.simulatorUrl, dataDir: config.DATA_DIR, console: config.CONSOLE === 'on'
    })
  }
} catch (error) {
  process.stderr.write(startFailure(error, { withDetails: wantsDetails() }))
  process.exit(exitCodes.failed)
}
