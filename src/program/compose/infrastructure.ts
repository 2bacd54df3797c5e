import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { createActivityLog } from '../monitoring/activity-log.ts'
import { createKeyStores } from '../../adapters/key-stores/key-stores.ts'
import { createMailer } from '../../adapters/mail/mailer.ts'
import { createPdfRenderer } from '../../adapters/pdf/pdf-renderer.ts'
import { spreadsheets } from '../../adapters/spreadsheet/index.ts'
import type { Config } from '../config/config.ts'
import { createDatabaseWatch } from '../monitoring/database-watch.ts'
import { existingDatabase } from '../../database/embedded-place.ts'
import { stampBarcode } from '../../dte/printing/barcode.ts'
import type { HealthCheck } from '../../http/readiness.ts'
import { createMetrics } from '../../http/plugins/metrics.ts'
import { serviceMetrics } from '../monitoring/process-metrics.ts'
import type { ChangeListener } from '../../model/changes.ts'
import { operatingMetrics } from '../monitoring/operating-metrics.ts'
import { createStore } from '../../repositories/store.ts'
import type { Clock, KeyStores, PdfRenderer } from '../../services/ports.ts'
import type { PasswordCost } from '../../services/access/passwords.ts'
import { createAllowances } from '../../services/mail/allowances.ts'
import { createSealing } from '../../services/secrets/sealing.ts'
import { createOperatingFigures } from '../../services/reports/operating-figures.ts'
import { createSecretCheck } from '../../services/secrets/secret-check.ts'
import { createTableFiles } from '../../services/table-files.ts'
import { createTaskList } from '../../services/tasks/task-list.ts'
import { siiGatewayOf } from './sii-gateway.ts'

export interface Substitutes {
  passwordCost?: PasswordCost
  keyStores?: KeyStores
  renderer?: PdfRenderer
  /**
   * So late the event loop may be, and so long work may wait for a connection and for a server of a tenant that it
   * notifies; no request and no transaction has less time.
   */
  timeoutMs?: number
}

export interface ServerDependencies {
  config: Config
  databaseUrl: string
  /** The same database past a pooler, to hear of changes. */
  directUrl?: string | undefined
  /** It spreads tenants over machines (database/distributed.ts). */
  distributed?: boolean
  /** Base address of the simulator of the SII, where there is one. */
  simulatorUrl: string | undefined
  /** With which the leases of this process begin, and those of the one before if that ended by a fault of its own. */
  instance?: string | undefined
  failedInstance?: string | undefined
  clock: Clock
  logger: Logger
  version: string
  /** For tests, which must not depend on how fast the machine is. */
  substitutes?: Substitutes
  /** Readiness checks besides the database: migrations, disk. */
  checks: Record<string, () => Promise<HealthCheck>>
}

// The topics that bring a document to the tax authority.
const deliveryTopics = ['issueWaiting', 'packEnvelope', 'uploadEnvelope', 'followEnvelope'] as const

/** What everything else needs: the server's dependencies, the store, the adapters, and the signal to the worker. */
export function createInfrastructure (dependencies: ServerDependencies) {
  const { config, databaseUrl, distributed = false, simulatorUrl, clock } = dependencies
  const activity = createActivityLog({ logger: dependencies.logger })
  const changes: ChangeListener[] = [activity.changed]
  const store = createStore({
    databaseUrl, pepper: config.KEY_PEPPER, poolSize: config.DATABASE_POOL, distributed,
    giveUpAfterMs: dependencies.substitutes?.timeoutMs,
    onChange: (tenantId, change) => { for (const listener of changes) listener(tenantId, change) }
  })
  const databaseWatch = createDatabaseWatch({
    probe: store.probe, checkSpace: store.checkSpace, logger: dependencies.logger
  })
  const taskList = createTaskList({
    store, leaseSeconds: config.WORKER_LEASE_SECONDS, instance: dependencies.instance
  })
  const registry = createMetrics()
  const backlogSeconds = (): Promise<number> => taskList.backlogSeconds(deliveryTopics)
  const operating = operatingMetrics(registry, {
    figures: createOperatingFigures({ store, clock }), writeRefusal: databaseWatch.writeRefusal, pool: store.pool
  })
  changes.push(operating.changed)
  const measured = { ...serviceMetrics(registry, { backlogSeconds }), notification: operating.notification }
  const gateway = siiGatewayOf(config, { clock, simulatorUrl, onCall: measured.siiCall })
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL, from: config.MAIL_FROM,
    folder: config.production ? undefined : join(config.DATA_DIR, 'mail')
  })
  const workSignal = createWorkSignal()
  const sealing = createSealing({
    masterKeys: config.MASTER_KEY,
    onUnreadable: (secret) => {
      dependencies.logger.error(
        secret,
        'could not unseal a secret: restore its master key in MASTER_KEY, or upload the file again (docs/master-key.md)'
      )
      measured.secretUnreadable(secret.table)
    }
  })
  return {
    ...dependencies,
    store,
    activity,
    databaseWatch,
    taskList,
    registry,
    backlogSeconds,
    measured,
    gateway,
    keyStores: dependencies.substitutes?.keyStores ?? createKeyStores({ countHeld: measured.held }),
    renderer: dependencies.substitutes?.renderer ?? createPdfRenderer({
      stampBarcode, countHeld: measured.held,
      timeoutMs: config.PDF_SECONDS * 1000, designTimeoutMs: config.PDF_SECONDS * 800
    }),
    mailer,
    tableFiles: createTableFiles({ spreadsheets, clock }),
    allowances: createAllowances({ store, pepper: config.KEY_PEPPER, clock }),
    sealing,
    secretCheck: createSecretCheck({ store, sealing, ...secretsOf(config, databaseUrl) }),
    workSignal,
    onWork: workSignal.notify
  }
}

/** The secrets with the places where the operator finds them and the database. */
export function secretsOf (config: Config, databaseUrl: string) {
  const { host, pathname } = new URL(databaseUrl)
  const dataDir = resolve(config.DATA_DIR)
  return {
    secrets: { masterKeys: config.MASTER_KEY, jwtKeys: config.JWT_KEYS, pepper: config.KEY_PEPPER },
    masterKeyLost: config.MASTER_KEY_LOST,
    places: config.embedded
      ? { secrets: join(dataDir, 'secrets.json'), database: existingDatabase(dataDir) ?? dataDir }
      : { secrets: 'the settings', database: `${pathname.slice(1)} at ${host} (DATABASE_URL)` }
  }
}

export type Infrastructure = ReturnType<typeof createInfrastructure>

/** Services notify it after a commit that scheduled tasks; the worker, which is made after them, listens. */
function createWorkSignal () {
  let wakeWorker = (): void => {}
  return {
    notify: (): void => { wakeWorker() },
    listen: (wake: () => void): void => { wakeWorker = wake }
  }
}
