/**
 * A server of Webhook/Save whose issuer answers at once: all that a document costs before it is issued, and nothing of
 * the database. With `bare` Fastify alone, which parses the body and answers. Tells its parent its port, and what it
 * spent between two questions.
 */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildApp, type AppConfig, type AppOptions } from '../../src/http/app.ts'
import type { WebhookDependencies } from '../../src/groups/webhook/dependencies.ts'
import { webhookGroup } from '../../src/groups/webhook/index.ts'
import { createMetrics } from '../../src/http/plugins/metrics.ts'
import { createLogger } from '../../src/http/plugins/request-log.ts'
import type { Store } from '../../src/repositories/store.ts'
import type { TenantRow } from '../../src/repositories/tenants/tenants.ts'
import { createTenantKeys } from '../../src/services/access/tenant-keys.ts'
import type { Issuer } from '../../src/services/invoicing/issue.ts'
import { createReception } from '../../src/services/invoicing/save.ts'
import { senderFacts } from '../../test/support/sender-facts.ts'
import { testConfig } from '../../test/support/http-app.ts'
import type { Keys } from '../save/load.ts'

const clock = () => new Date()
const pepper = Buffer.alloc(32, 3)
let answered = 0

process.once('message', (begin: { mode: string, keys: Keys }) => {
  serve(begin).catch((error: unknown) => { throw error })
})
process.once('disconnect', () => { process.exit(0) })

async function serve ({ mode, keys }: { mode: string, keys: Keys }): Promise<void> {
  const app = mode === 'bare' ? bareServer() : await saveServer(keys)
  await app.listen({ host: '127.0.0.1', port: 0 })
  let cpu = process.cpuUsage()
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpu)
    process.send?.({ answered, cpuMicroseconds: user + system })
    cpu = process.cpuUsage()
    answered = 0
  })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

function bareServer (): FastifyInstance {
  const app = Fastify()
  app.post('/api/Webhook/Save', async () => ({ success: true, statusCode: 200, errorCode: '', errors: [], result: await receipt() }))
  return app
}

async function saveServer (keys: Keys): Promise<FastifyInstance> {
  const issuer: Pick<Issuer, 'issue'> = { issue: async () => ({ receipt: await receipt(), replayed: false }) }
  const reception = createReception({
    store: keyStore(keys), issuer: issuer as Issuer, tenantOf: async () => tenant, invalidateTenant () {}, clock
  })
  const others = {} as Omit<WebhookDependencies, 'reception'>
  return buildApp({
    config: testConfig as AppConfig, clock, logger: createLogger({ level: 'info' }), metrics: createMetrics(),
    services: {
      tenantKeyring: createTenantKeys({ store: keyStore(keys), pepper, clock }),
      addressRules: { permits: async () => true },
      health: { checks: {} }
    } as unknown as AppOptions['services'],
    groups: [webhookGroup({ reception, ...others })]
  })
}

async function receipt () {
  await new Promise(setImmediate)
  return {
    correlationId: '01a203b5-6498-76d4-8e59-89ab5d107ef4', status: 2, statusText: 'Issued', documentType: '33',
    invoiceTypeCode: '33', invoiceNumber: String(++answered), currency: 'PESO CL', totalAmount: 130_733,
    issuedAt: clock().toISOString(), notices: []
  } as never
}

const tenant = { ...senderFacts, tenantId: 'tenant', strictFormat: false, environment: 'certification' } as TenantRow

/** Knows the one pair of keys. */
function keyStore ({ tenantCode, secretKey }: Keys): Store {
  const key = {
    id: 'key', tenantId: 'tenant', secretHash: createHmac('sha256', pepper).update(secretKey).digest(), lastUsedAt: clock()
  }
  return {
    asPlatform: async () => {},
    callers: { find: async () => ({ key, tenant: { code: tenantCode, email: '' } }) }
  } as unknown as Store
}
