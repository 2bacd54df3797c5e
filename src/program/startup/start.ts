import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { buildApp } from '../../http/app.ts'
import { compose } from '../compose/compose.ts'
import { simulatorOf } from '../compose/sii-gateway.ts'
import type { Config } from '../config/config.ts'
import { usableFolder } from '../config/data-folder.ts'
import { isDistributed } from '../../database/distributed.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { prepareDatabase } from '../../database/prepare.ts'
import { needlessRights } from '../../database/roles.ts'
import type { InFlightRequest } from '../../http/plugins/request-lifecycle.ts'
import type { HealthCheck } from '../../http/readiness.ts'
import { buildMetricsServer } from '../../http/plugins/metrics.ts'
import type { RunningTask, StopOptions } from '../jobs/worker.ts'
import { listening } from './listening.ts'
import { withoutFixesSince } from './node-support.ts'
import { processMetrics } from '../monitoring/process-metrics.ts'
import { proveThatSigningWorks } from '../../services/invoicing/issuing/signing-self-test.ts'
import { historyOfProcess, type ProcessHistory } from '../supervision/environment.ts'
import { version } from '../../shared/version.ts'

export interface Running {
  /** Address of the API; undefined for a worker. */
  url: string | undefined
  simulatorUrl: string | undefined
  metricsUrl: string
  /** Requests and tasks in progress. */
  inFlight: () => { requests: InFlightRequest[], tasks: RunningTask[] }
  close: (options?: StopOptions) => Promise<void>
}

export interface StartOptions {
  history?: ProcessHistory
  /** Lines of the log that were lost. */
  droppedLogLines?: () => number
  /** Whether a database spreads tenants over machines. */
  looksDistributed?: (url: string) => Promise<boolean>
}

type Closer = (options: StopOptions) => Promise<void>

/**
 * Starts what the configuration asks for, in order. `close` finishes work in progress and shuts down in reverse order.
 */
export async function startTimbre (
  config: Config, logger: Logger, {
    history = historyOfProcess(), droppedLogLines = () => 0, looksDistributed = isDistributed
  }: StartOptions = {}
): Promise<Running> {
  const closers: Closer[] = []
  const close = async (options: StopOptions = {}): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer(options)
  }
  try {
    return { ...await start({ config, logger, history, droppedLogLines, looksDistributed, closers }), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Start extends Required<StartOptions> { config: Config, logger: Logger, closers: Closer[] }

async function start (
  { config, logger, history, droppedLogLines, looksDistributed, closers }: Start
): Promise<Omit<Running, 'close'>> {
  await proveThatSigningWorks()
  const dataDir = usableFolder(resolve(config.DATA_DIR))
  const { databaseUrl, directUrl } = await startDatabase(config, logger, closers)
  const simulatorUrl = await startSimulator(config, closers)

  const composition = compose({
    config,
    databaseUrl,
    directUrl,
    distributed: await looksDistributed(directUrl),
    simulatorUrl,
    instance: history.instance,
    failedInstance: history.failedInstance,
    clock: () => new Date(Date.now()),
    logger,
    version,
    checks: { migrations: migrationHealth(databaseUrl), disk: () => diskHealth(dataDir) }
  })
  closers.push(composition.close)
  for (const sentence of await composition.secretCheck.verify()) logger.warn(sentence)
  composition.changeFeed.start()
  warnOfNode(config, logger)
  warnOfMail(config, logger)
  await warnOfRights(databaseUrl, config, logger)

  processMetrics(composition.app.metrics, { endings: history.endings, droppedLogLines })
  const metricsUrl = await startMetrics(config, composition.app, closers)
  const app = config.ROLE === 'worker' ? undefined : await buildApp(composition.app)
  // Together: while the worker finishes its tasks, no new requests must arrive.
  closers.push(async (options) => {
    // After an unexpected error the state is unknown: nothing more is served.
    if (!options.keepLeases) await app?.drain(config.SHUTDOWN_DELAY_SECONDS * 1000)
    await Promise.all([app?.close(), composition.worker.stop(options)])
  })
  const { HOST: host, PORT: port } = config
  const url = app && await listening({ setting: 'PORT', host, port }, () => app.listen({ host, port }))
  if (config.ROLE !== 'api') composition.worker.start()
  // A failure is reported by the first document that cannot be drawn.
  if (url && config.production) composition.preparePrinting().catch(() => {})
  return {
    url, simulatorUrl, metricsUrl,
    inFlight: () => ({ requests: app?.inFlightRequests() ?? [], tasks: composition.worker.running() })
  }
}

function warnOfNode ({ production }: Config, logger: Logger): void {
  const node = process.versions.node
  const since = withoutFixesSince(node, new Date(Date.now()))
  if (production && since !== undefined) logger.warn({ node, since }, 'this Node.js gets no more security fixes; use Node.js 24')
}

function warnOfMail ({ production, SMTP_URL: url }: Config, logger: Logger): void {
  if (!production || url !== undefined) return
  logger.warn('SMTP_URL is not set: no mail is sent. Set it to your mail server, or to none if that is what you want')
}

/**
 * One role that owns the tables is enough; with two, an attacker inside the program can do less.
 */
async function warnOfRights (databaseUrl: string, { production }: Config, logger: Logger): Promise<void> {
  const rights = await needlessRights(databaseUrl)
  const isUnbound = rights.some((right) => right.startsWith('is '))
  if (isUnbound) {
    logger.warn(
      { rights },
      'row-level security does not apply to the database role; give Timbre its own role without SUPERUSER and BYPASSRLS'
    )
  } else if (production && rights.length > 0) {
    logger.warn(
      { rights }, 'the database role has more rights than the service needs; set up two roles (docs/security.md)'
    )
  }
}

async function startDatabase (
  config: Config, logger: Logger, closers: Closer[]
): Promise<{ databaseUrl: string, directUrl: string }> {
  const { url, directUrl, moved, close } = await openDatabase({
    databaseUrl: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL, dataDir: config.DATA_DIR
  })
  closers.push(close)
  if (moved) logger.warn(moved, 'the database is in another folder: its account has no access to the wanted one')
  const applied = await prepareDatabase({
    databaseUrl: url, directUrl, ownerUrl: config.DATABASE_OWNER_URL, pepper: config.KEY_PEPPER,
    onWait: (sentence) => { logger.warn(sentence) }
  })
  if (applied.length > 0) logger.info({ applied }, 'migrations applied')
  return { databaseUrl: url, directUrl }
}

async function startSimulator (config: Config, closers: Closer[]): Promise<string | undefined> {
  const { SII_SIMULATOR_PORT: port } = config
  const { url, close } = await simulatorOf(config, (simulator) =>
    listening({ setting: 'SII_SIMULATOR_PORT', host: '127.0.0.1', port }, () => simulator.listen(port)))
  closers.push(close)
  return url
}

async function startMetrics (
  config: Config, { metrics, services: { health }, logger }: ReturnType<typeof compose>['app'], closers: Closer[]
): Promise<string> {
  const server = buildMetricsServer(metrics, { health, logger })
  closers.push(() => server.close())
  const { HOST: host, METRICS_PORT: port } = config
  return listening({ setting: 'METRICS_PORT', host, port }, () => server.listen({ host, port }))
}

/** Checked until none is pending: no others can appear, as this process carries them all. */
function migrationHealth (databaseUrl: string): () => Promise<HealthCheck> {
  let pending: string[] | undefined
  return async () => {
    if (pending?.length !== 0) pending = await pendingMigrations(databaseUrl)
    return { ok: pending.length === 0, detail: `${pending.length} pending` }
  }
}

// Below this, writing files and logs soon fails; PostgreSQL needs its own space.
const leastFreeBytes = 100 * 1024 * 1024

async function diskHealth (dataDir: string): Promise<HealthCheck> {
  const { bavail, bsize } = await statfs(dataDir)
  return { ok: bavail * bsize >= leastFreeBytes, detail: `${Math.round(bavail * bsize / 1024 / 1024)} MiB free` }
}
