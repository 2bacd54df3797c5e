import type { AppOptions } from './app.ts'
import { layFoundation, type Foundation, type Surroundings } from './compose/infrastructure.ts'
import { composeInvoicing } from './compose/invoicing.ts'
import { composeMessages } from './compose/messages.ts'
import { composePrinting } from './compose/printing.ts'
import { composeTenancy, type Tenancy } from './compose/tenancy.ts'
import { composeWorker } from './compose/worker.ts'
import type { Config } from './config.ts'
import { catalogue } from './groups/catalogue.ts'
import type { HealthCheck } from './http/readiness.ts'
import { createAuditLogs } from './services/audit/audit-logs.ts'
import { createIdempotency } from './services/idempotency.ts'
import { createReports } from './services/reports/reports.ts'

/**
 * Makes everything and hands it over: the foundation, the services, and what the server and the worker take of them.
 */
export function compose (surroundings: Surroundings) {
  const foundation = layFoundation(surroundings)
  const tenancy = composeTenancy(foundation)
  const invoicing = composeInvoicing(foundation, tenancy)
  const printing = composePrinting(foundation, tenancy, invoicing)
  const messages = composeMessages(foundation, tenancy, invoicing, printing)
  const { clock, store, mailer, renderer } = foundation
  const { changeFeed } = tenancy

  return {
    app: {
      ...wireOf(foundation, tenancy),
      groups: catalogue({
        ...tenancy,
        ...invoicing,
        ...printing,
        ...messages,
        addressRules: tenancy.ipAllowList,
        reports: createReports({ store, folios: tenancy.folios, clock }),
        auditLogs: createAuditLogs({ store })
      })
    } satisfies AppOptions,
    worker: composeWorker(foundation, tenancy, invoicing, messages),
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

/** What the wire itself asks for, whatever the groups are. */
function wireOf (
  { config, version, clock, logger, store, registry, backlogSeconds, checks, simulatorUrl }: Foundation,
  { sessions, tenantKeys, ipAllowList }: Tenancy
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
      limits: { connections: config.MAX_CONNECTIONS, connectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS },
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
        // Of one elsewhere, the address is the operator's to know.
        simulatorAddress: config.embedded ? simulatorUrl : undefined
      }
    }
  }
}

function signingKeysOf ({ JWT_KEYS: [newest, ...older] }: Config): AppOptions['config']['signingKeys'] {
  return [{ id: newest.id, secret: newest.key }, ...older.map(({ id, key }) => ({ id, secret: key }))]
}

// Tasks wait for their time, but one that is due and untouched for this long says that no worker is at work.
const longestBacklogSeconds = 600

function queueHealth (seconds: number): HealthCheck {
  return { ok: seconds < longestBacklogSeconds, detail: `oldest due task waits ${Math.round(seconds)} s` }
}
