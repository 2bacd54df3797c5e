import type { AppOptions } from '../../http/app.ts'
import { createInfrastructure, type Infrastructure, type ServerDependencies } from './infrastructure.ts'
import { composeCertification } from './certification.ts'
import { composeInvoicing } from './invoicing.ts'
import { composeMessages } from './messages.ts'
import { composePrinting } from './printing.ts'
import { composeTenancy, type Tenancy } from './tenancy.ts'
import { composeWorker } from './worker.ts'
import type { Config } from '../config/config.ts'
import { catalogue } from '../../groups/catalogue.ts'
import type { HealthCheck } from '../../http/readiness.ts'
import { createAuditLogs } from '../../services/audit/audit-logs.ts'
import { createIdempotency } from '../../services/idempotency.ts'
import { createReports } from '../../services/reports/reports.ts'
import { type WriteRefusal, writeRefusals } from '../../shared/write-refusals.ts'

/** Makes the infrastructure, the services, and what the server and the worker need of them. */
export function compose (dependencies: ServerDependencies) {
  const infrastructure = createInfrastructure(dependencies)
  const tenancy = composeTenancy(infrastructure)
  const invoicing = composeInvoicing(infrastructure, tenancy)
  const printing = composePrinting(infrastructure, tenancy, invoicing)
  const messages = composeMessages(infrastructure, tenancy, invoicing, printing)
  const { clock, store, mailer, renderer, tableFiles } = infrastructure
  const { changeFeed } = tenancy

  return {
    app: {
      ...wireOf(infrastructure, tenancy),
      publicDocuments: printing.publicDocuments,
      groups: catalogue({
        ...tenancy,
        ...invoicing,
        ...printing,
        ...messages,
        addressRules: tenancy.ipAllowList,
        clock,
        reports: createReports({ store, folios: tenancy.folios, clock }),
        auditLogs: createAuditLogs({ store, tableFiles }),
        ...composeCertification(infrastructure, tenancy, invoicing, printing)
      })
    } satisfies AppOptions,
    worker: composeWorker(infrastructure, tenancy, invoicing, messages),
    store,
    /** From `start` on, changes of other instances apply at once; before, and without it, within 5 seconds. */
    changeFeed,
    secretCheck: infrastructure.secretCheck,
    preparePrinting: printing.printing.prepare,
    async close (): Promise<void> {
      infrastructure.activity.flush()
      infrastructure.databaseWatch.close()
      await changeFeed.stop()
      mailer.close()
      await renderer.close()
      await store.close()
    }
  }
}

/** What the HTTP layer needs, whatever the groups are. */
function wireOf (
  {
    config, version, clock, logger, store, registry, backlogSeconds, checks, simulatorUrl, substitutes,
    databaseWatch
  }: Infrastructure,
  { sessions, secondFactors, tenantKeys, ipAllowList }: Tenancy
): Omit<AppOptions, 'groups'> {
  return {
    config: {
      version,
      signingKeys: signingKeysOf(config),
      issuer: 'timbre',
      audience: 'timbre-api',
      lifetimeSeconds: config.TOKEN_MINUTES * 60,
      trustedProxies: config.TRUST_PROXY,
      corsOrigins: config.CORS_ORIGINS,
      ownOrigin: new URL(config.PUBLIC_URL).origin,
      publicUrl: config.publicUrlIsSet ? config.PUBLIC_URL : undefined,
      maxConnections: config.MAX_CONNECTIONS,
      maxEventLoopDelayMs: substitutes?.timeoutMs ?? 1000,
      leastTimeoutMs: substitutes?.timeoutMs
    },
    clock,
    logger,
    isReported: databaseWatch.report,
    metrics: registry,
    console: consoleOf(config, version),
    // Loaded only where it is wanted: the SDK takes some 25 MB.
    ...config.MCP_ENABLED && { mcp: async () => (await import('../../mcp/endpoint.ts')).mcpEndpoint },
    services: {
      sessions,
      secondFactors,
      tenantKeyring: tenantKeys,
      addressRules: ipAllowList,
      idempotency: createIdempotency({ store, pepper: config.KEY_PEPPER, clock }),
      health: {
        checks: {
          database: async () => ({ ok: (await store.probe()).boundByRowSecurity || config.embedded }),
          writes: async () => writesHealth(await databaseWatch.writeRefusal()),
          queue: async () => queueHealth(await backlogSeconds()),
          ...checks
        },
        isReported: databaseWatch.report,
        // The address of an external simulator is the operator's business.
        simulatorAddress: config.embedded ? simulatorUrl : undefined
      }
    }
  }
}

function consoleOf (
  { CONSOLE: setting, REGISTRATION: registration, SMTP_URL: mail, PUBLIC_URL: publicUrl, ...config }: Config,
  version: string
): AppOptions['console'] {
  if (setting === 'off') return undefined
  const facts = {
    version, registration, mail: mail !== undefined && mail !== 'none',
    privateAddresses: config.NOTIFICATIONS_ALLOW_PRIVATE
  }
  return { facts, publicPath: new URL(publicUrl).pathname.replace(/\/$/, '') }
}

function signingKeysOf ({ JWT_KEYS: [newest, ...older] }: Config): AppOptions['config']['signingKeys'] {
  return [{ id: newest.id, secret: newest.key }, ...older.map(({ id, key }) => ({ id, secret: key }))]
}

function writesHealth (refusal: WriteRefusal | undefined): HealthCheck {
  return refusal === undefined ? { ok: true } : { ok: false, detail: writeRefusals[refusal] }
}

// A task that has been due this long says that no worker runs.
const longestBacklogSeconds = 600

function queueHealth (seconds: number): HealthCheck {
  return { ok: seconds < longestBacklogSeconds, detail: `the oldest due task has waited ${Math.round(seconds)} s` }
}
