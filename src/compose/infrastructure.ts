import { join } from 'node:path'
import type { Logger } from 'pino'
import { createKeyStores } from '../adapters/key-stores/key-stores.ts'
import { createMailer } from '../adapters/mail/mailer.ts'
import { createPdfRenderer } from '../adapters/pdf/index.ts'
import { createSiiGateway } from '../adapters/sii/gateway.ts'
import type { Config } from '../config.ts'
import { stampBarcode } from '../dte/printing/barcode.ts'
import { signSeed } from '../dte/signing/seed.ts'
import type { HealthCheck } from '../http/readiness.ts'
import { createMetrics } from '../http/plugins/metrics.ts'
import { serviceMetrics } from '../metrics.ts'
import { createStore } from '../repositories/store.ts'
import type { Clock } from '../services/ports.ts'
import { createAllowances } from '../services/mail/allowances.ts'
import { createSealing } from '../services/secrets/sealing.ts'
import { createTaskList } from '../services/tasks/task-list.ts'

export interface Surroundings {
  config: Config
  databaseUrl: string
  /** Base address of the simulator of the SII, where there is one. */
  simulatorUrl: string | undefined
  clock: Clock
  logger: Logger
  version: string
  /** What readiness asks beside the database: migrations, disk. */
  checks: Record<string, () => Promise<HealthCheck>>
}

// What a document waits for on its way to the tax authority.
const deliveryTopics = ['issueWaiting', 'packEnvelope', 'uploadEnvelope', 'followEnvelope'] as const

/** What everything else stands on: the surroundings, the store, the adapters, and the bell that wakes the worker. */
export function layFoundation (surroundings: Surroundings) {
  const { config, databaseUrl, simulatorUrl, clock } = surroundings
  const store = createStore({ databaseUrl, pepper: config.KEY_PEPPER, poolSize: config.DATABASE_POOL })
  const taskList = createTaskList({ store, leaseSeconds: config.WORKER_LEASE_SECONDS })
  const registry = createMetrics()
  const backlogSeconds = (): Promise<number> => taskList.backlogSeconds(deliveryTopics)
  const measured = serviceMetrics(registry, { backlogSeconds })
  const gateway = createSiiGateway({
    clock,
    onCall: measured.siiCall,
    signSeed,
    simulatorUrl,
    timeouts: { uploadMs: config.SII_UPLOAD_TIMEOUT_SECONDS * 1000, queryMs: config.SII_TIMEOUT_SECONDS * 1000 }
  })
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL, from: config.MAIL_FROM,
    folder: config.production ? undefined : join(config.DATA_DIR, 'mail')
  })
  const bell = createBell()
  return {
    ...surroundings,
    store,
    taskList,
    registry,
    backlogSeconds,
    measured,
    gateway,
    keyStores: createKeyStores({ countHeld: measured.held }),
    renderer: createPdfRenderer({ stampBarcode, countHeld: measured.held }),
    mailer,
    allowances: createAllowances({ store, pepper: config.KEY_PEPPER, clock }),
    sealing: createSealing({
      masterKeys: config.MASTER_KEY,
      onUnreadable: (secret) => {
        surroundings.logger.error(
          secret,
          'a sealed secret does not open: bring its master key back to MASTER_KEY, or have the file uploaded again (docs/master-key.md)'
        )
        measured.secretUnreadable(secret.table)
      }
    }),
    bell,
    onWork: bell.ring
  }
}

export type Foundation = ReturnType<typeof layFoundation>

/** Services ring it after a commit that left work; the worker, which is made of them, answers it. */
function createBell () {
  let answer = (): void => {}
  return {
    ring: (): void => { answer() },
    answeredBy: (wake: () => void): void => { answer = wake }
  }
}
