import closeWithGrace from 'close-with-grace'
import { configOfProcess } from './config.ts'
import { prepareDemoTenant } from './demo/first-start.ts'
import { createLogger } from './http/request-log.ts'
import { startFailure } from './start-failure.ts'
import { startTimbre } from './start.ts'

try {
  const config = configOfProcess()
  const logger = createLogger({ level: config.LOG_LEVEL })
  const running = await startTimbre(config, logger)
  closeWithGrace({ delay: 15_000, logger }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    await running.close()
  })
  logger.info({ ...running, role: config.ROLE }, 'Timbre is ready')
  if (config.embedded && running.url !== undefined && running.simulatorUrl !== undefined) {
    await prepareDemoTenant({ url: running.url, simulatorUrl: running.simulatorUrl, dataDir: config.DATA_DIR })
  }
} catch (error) {
  process.stderr.write(startFailure(error))
  process.exit(1)
}
