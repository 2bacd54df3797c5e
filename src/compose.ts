import { join } from 'node:path'
import type { Logger } from 'pino'
import { createNotificationPost } from './adapters/notifications/index.ts'
import { createMailer } from './adapters/mail/mailer.ts'
import { createPdfRenderer } from './adapters/pdf/index.ts'
import { createSiiGateway } from './adapters/sii/gateway.ts'
import { createSimulatorKeys } from './adapters/sii/simulator-keys.ts'
import { readUploadResult } from './adapters/sii/upload-result.ts'
import { spreadsheets } from './adapters/spreadsheet/index.ts'
import type { AppOptions } from './app.ts'
import type { Config } from './config.ts'
import { parseDecimal } from './dte/amounts.ts'
import { stampBarcode } from './dte/barcode.ts'
import { signSeed } from './dte/seed.ts'
import { catalogue } from './groups/catalogue.ts'
import type { HealthCheck } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { serviceMetrics } from './metrics.ts'
import { createChores } from './jobs/chores.ts'
import { createWorker, inLanes, type TaskHandlers } from './jobs/worker.ts'
import { createChangeFeed } from './repositories/change-feed.ts'
import { createStore } from './repositories/store.ts'
import { createAuditLogs } from './services/audit-logs.ts'
import { createBulkInvoices } from './services/bulk/index.ts'
import { createBulkProcessing } from './services/bulk/processing.ts'
import { createCertificates } from './services/certificates.ts'
import { createFolios } from './services/folios.ts'
import { createIdempotency } from './services/idempotency.ts'
import { createFollowUp } from './services/invoicing/follow-up.ts'
import { createHoldings } from './services/invoicing/held-by-sii.ts'
import { createIssuer } from './services/invoicing/issue.ts'
import { createPacker } from './services/invoicing/pack.ts'
import { createRecords } from './services/invoicing/records.ts'
import { createRetry } from './services/invoicing/retry.ts'
import { createReception } from './services/invoicing/save.ts'
import { createDelivery } from './services/invoicing/send.ts'
import { createSigningDesk } from './services/invoicing/signing-desk.ts'
import { createUploadResults } from './services/invoicing/upload-results.ts'
import { createWaitingRoom } from './services/invoicing/waiting.ts'
import { createIpAllowList } from './services/ip-allow-list.ts'
import { createKeyRotation } from './services/key-rotation.ts'
import { createCertificateWarnings } from './services/mail/certificate-warnings.ts'
import { createContents } from './services/mail/contents.ts'
import { createDocumentMail } from './services/mail/document-mail.ts'
import { createMailRoom } from './services/mail/mail-room.ts'
import { createNotifier } from './services/notifications/deliver.ts'
import { createNotificationSettings } from './services/notifications/settings.ts'
import { createPasswordChanges } from './services/password-changes.ts'
import { createPasswordResets } from './services/password-resets.ts'
import { createPasswords } from './services/passwords.ts'
import { createPdfPreviews } from './services/pdf-previews.ts'
import { createPdfTemplates } from './services/pdf-templates.ts'
import { createPdfTrials } from './services/pdf-trials.ts'
import type { Clock } from './services/ports.ts'
import { createPrintables } from './services/printables.ts'
import { createPrinting } from './services/printing.ts'
import { createRegistration } from './services/registration.ts'
import { rememberedTogether } from './services/remembered.ts'
import { createReports } from './services/reports.ts'
import { createRoles } from './services/roles.ts'
import { createSealing } from './services/sealing.ts'
import { createSessions } from './services/sessions.ts'
import { createSignIn } from './services/sign-in.ts'
import { createSignInDelays } from './services/sign-in-delays.ts'
import { createTaskList } from './services/task-list.ts'
import { createTenantKeys } from './services/tenant-keys.ts'
import { createTenantTurns } from './services/tenant-turns.ts'
import { createTenants } from './services/tenants.ts'
import { createUsers } from './services/users.ts'

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

/** Makes everything and hands it over: the adapters, the store, the services, and what the server and the worker take of them. */
export function compose ({ config, databaseUrl, simulatorUrl, clock, logger, version, checks }: Surroundings) {
  let wakeWorker = (): void => {}
  const onWork = (): void => { wakeWorker() }

  const leaseSeconds = config.WORKER_LEASE_SECONDS
  const store = createStore({ databaseUrl, poolSize: config.DATABASE_POOL })
  const taskList = createTaskList({ store, leaseSeconds })
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
  const renderer = createPdfRenderer({ stampBarcode })

  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, folder: config.production ? undefined : join(config.DATA_DIR, 'mail') })

  const sealing = createSealing({ masterKeys: config.MASTER_KEY })
  const passwords = createPasswords()
  const tenantKeys = createTenantKeys({ store, pepper: config.KEY_PEPPER, clock })
  const tenants = createTenants({ store, clock, authorities: simulatorUrl === undefined ? [1] : [1, 2], canMail: mailer.available, onWork })
  const certificates = createCertificates({ store, sealing, clock, onWork })
  const folios = createFolios({ store, sealing, clock, trustedCafKeys: createSimulatorKeys(simulatorUrl), onWork })
  const registration = createRegistration({
    store,
    passwords,
    tenantKeys,
    registration: config.REGISTRATION,
    newTenants: { taxAuthority: simulatorUrl === undefined ? 1 : 2, environment: 'certification' },
    clock
  })
  const ipAllowList = createIpAllowList({ store, clock })
  const sessions = createSessions({ store, clock })
  const signInDelays = createSignInDelays({ store, pepper: config.KEY_PEPPER, clock })
  const signIn = createSignIn({ store, passwords, addressRules: ipAllowList, delays: signInDelays })
  const passwordDeps = { store, passwords, delays: signInDelays, sessions, clock, onWork }
  const passwordChanges = createPasswordChanges(passwordDeps)
  const passwordResets = createPasswordResets({ ...passwordDeps, sealing, canMail: mailer.available })
  const keyRotation = createKeyRotation({ store, tenantKeys, clock })
  const remembered = rememberedTogether([
    tenants, certificates, tenantKeys, ipAllowList, { forget: sessions.forgetTenant, forgetAll: sessions.forgetAll }
  ])
  const changeFeed = createChangeFeed({
    databaseUrl,
    onChange: remembered.forget,
    onGap: remembered.forgetAll,
    onError: (error) => { logger.warn({ err: error }, 'changes of other instances are not heard now') }
  })
  const roles = createRoles({ store, sessions, clock })
  const users = createUsers({ store, passwords, sealing, sessions, canMail: mailer.available, clock, onWork })

  const { certificateOf, credentialOf } = certificates
  const tenantOf = tenants.factsOf
  const desk = createSigningDesk({ credentialOf, openCaf: folios.openCaf })
  const issuer = createIssuer({ store, desk, factsOf: tenantOf, clock, onWork })
  const reception = createReception({ store, issuer, tenantOf, forgetTenant: tenants.forget, clock, ufValue: parseDecimal(config.UF_VALUE ?? '') })
  const records = createRecords({ store })
  const holdingOf = createHoldings({ store, gateway, certificateOf, clock })
  const uploadResults = createUploadResults({ store, readUploadResult, clock })
  const retry = createRetry({ store, desk, reception, holdingOf, factsOf: tenantOf, clock, onWork })
  const printables = createPrintables({ records, tenantOf })
  const turns = createTenantTurns()
  const pdfTemplates = createPdfTemplates({ store, trials: createPdfTrials({ renderer }), turns, clock })
  const pdfPreviews = createPdfPreviews({ renderer, printables, turns })
  const printing = createPrinting({
    records,
    printables,
    templates: pdfTemplates,
    renderer,
    clock,
    onTemplateFailure: (failure) => {
      logger.warn(failure, 'a PDF template failed; the built-in one was taken')
      measured.templateFailed()
    }
  })

  const waitingRoom = createWaitingRoom({ store, desk, factsOf: tenantOf, clock })
  const packer = createPacker({ store, certificateOf, tenantOf, clock, largestEnvelope: config.ENVELOPE_DOCUMENTS })
  const delivery = createDelivery({
    store,
    gateway,
    certificateOf,
    clock,
    timing: { firstPollSeconds: config.SII_FIRST_POLL_SECONDS, reconcileSeconds: config.SII_RECONCILE_SECONDS, leaseSeconds }
  })
  const followUp = createFollowUp({ store, gateway, certificateOf, clock, firstPollSeconds: config.SII_FIRST_POLL_SECONDS })

  const bulkInvoices = createBulkInvoices({ store, reception, spreadsheets, clock, onWork })
  const bulkProcessing = createBulkProcessing({
    store, issuer, reception, clock, onWork, onFailure: (error, rowId) => { logger.error({ err: error, rowId }, 'a row of a bulk submission could not be issued') }
  })

  const reports = createReports({ store, folios, clock })
  const auditLogs = createAuditLogs({ store })
  const allowPrivate = config.NOTIFICATIONS_ALLOW_PRIVATE
  const notifications = createNotificationSettings({ store, sealing, clock, allowPrivate, onWork })
  const notifier = createNotifier({ store, sealing, sender: createNotificationPost({ allowPrivate }), clock, version })

  const mailRoom = createMailRoom({
    store,
    mailer,
    contentOf: createContents({
      sealing, publicUrl: config.PUBLIC_URL, documentMail: createDocumentMail({ records, printing, tenantOf, certificateOf, clock })
    }),
    clock,
    leaseSeconds,
    onTrouble: (trouble) => { logger.warn(trouble, 'a mail did not go out') }
  })
  const certificateWarnings = createCertificateWarnings({ store, clock })
  const chores = createChores({
    plant: taskList.plant,
    putBack: taskList.putBack,
    chores: {
      warnOfCertificates: { everySeconds: 6 * hour, work: certificateWarnings.warnAll },
      forgetOldFailures: { everySeconds: hour, work: signInDelays.forgetOldFailures },
      forgetExpiredResets: { everySeconds: hour, work: passwordResets.forgetExpired },
      forgetOldMails: { everySeconds: 24 * hour, work: mailRoom.forgetOld }
    }
  })

  const laneOf = (handlers: TaskHandlers) => createWorker({
    lease: taskList.lease,
    keep: taskList.keep,
    setBack: taskList.setBack,
    handlers,
    concurrency: config.WORKER_CONCURRENCY,
    pollMs: config.WORKER_POLL_MS,
    keepMs: leaseSeconds * 1000 / 3,
    patienceMs: stopPatienceMs,
    onError: (error, task) => {
      logger.error({ err: error, task }, 'a task failed')
      measured.taskFailed(task?.topic ?? 'none')
    }
  })
  const documentHandlers = {
    issueWaiting: waitingRoom.issue,
    packEnvelope: packer.pack,
    uploadEnvelope: delivery.send,
    followEnvelope: followUp.follow
  }
  // Strangers' slow servers have a lane of their own, and say nothing of our health.
  const lanes = inLanes([
    laneOf(documentHandlers),
    // A lane of its own, so that thousands of rows leave the sending of what is issued its place.
    laneOf({ processBulk: bulkProcessing.process }),
    laneOf({ notify: notifier.deliver }),
    laneOf({ sendMail: mailRoom.send, preparePasswordReset: passwordResets.prepare, chore: chores.perform })
  ])
  wakeWorker = lanes.wake
  const worker = {
    ...lanes,
    start (): void {
      lanes.start()
      chores.plant().then(lanes.wake, (error: unknown) => { logger.error({ err: error }, 'the chores are not on the list') })
    }
  }

  const app: AppOptions = {
    config: {
      version,
      signingKeys: signingKeysOf(config),
      issuer: 'timbre',
      audience: 'timbre-api',
      lifetimeSeconds: config.TOKEN_MINUTES * 60,
      trustedProxies: config.TRUST_PROXY,
      corsOrigins: config.CORS_ORIGINS,
      maxEventLoopDelayMs: 1000
    },
    clock,
    logger,
    metrics: registry,
    services: {
      sessions,
      tenantKeyring: tenantKeys,
      addressRules: ipAllowList,
      idempotency: createIdempotency({ store, pepper: config.KEY_PEPPER, clock }),
      health: {
        checks: {
          database: async () => ({ ok: (await store.probe()).boundByRowSecurity || config.embedded }),
          queue: async () => queueHealth(await backlogSeconds()),
          ...checks
        },
        simulatorAddress: simulatorUrl
      }
    },
    groups: catalogue({ registration, signIn, passwordResets, passwordChanges, keyRotation, folios, tenants, tenantKeys, certificates, reception, records, retry, uploadResults, printing, pdfTemplates, pdfPreviews, addressRules: ipAllowList, ipAllowList, roles, users, reports, auditLogs, notifications, bulkInvoices })
  }

  return {
    app,
    worker,
    store,
    /** What other instances change is heard from `start` on; until then, and without it, it holds within 5 seconds. */
    changeFeed,
    async close (): Promise<void> {
      await changeFeed.stop()
      mailer.close()
      await renderer.close()
      await store.close()
    }
  }
}

function signingKeysOf ({ JWT_KEYS: [newest, ...older] }: Config): AppOptions['config']['signingKeys'] {
  return [{ id: newest.id, secret: newest.key }, ...older.map(({ id, key }) => ({ id, secret: key }))]
}

const hour = 3600

// What a document waits for on its way to the tax authority.
const deliveryTopics = ['issueWaiting', 'packEnvelope', 'uploadEnvelope', 'followEnvelope'] as const

// A stop shall end within ten seconds: the rest is for requests in hand and for the database.
const stopPatienceMs = 6000

// Tasks wait for their time, but one that is due and untouched for this long says that no worker is at work.
const longestBacklogSeconds = 600

function queueHealth (seconds: number): HealthCheck {
  return { ok: seconds < longestBacklogSeconds, detail: `oldest due task waits ${Math.round(seconds)} s` }
}
