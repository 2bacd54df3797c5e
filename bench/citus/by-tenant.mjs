/** The built service over one PostgreSQL, on the path that it takes where tenants are spread over machines. */
import { configOfProcess } from '../../dist/src/program/config/config.js'
import { shutDownGracefully } from '../../dist/src/program/startup/shutdown.js'
import { createLogger } from '../../dist/src/http/plugins/request-log.js'
import { startTimbre } from '../../dist/src/program/startup/start.js'

const config = configOfProcess()
const logger = createLogger({ level: config.LOG_LEVEL })
const { close, inHand, ...addresses } = await startTimbre(config, logger, { looksDistributed: async () => true })
shutDownGracefully({ logger, close, inHand, say: (sentence) => { logger.info(sentence) } })
process.send?.('ready')
logger.info(addresses, 'ready')
