import { expect } from 'vitest'
import type { InjectOptions } from 'fastify'
import { Registry } from 'prom-client'
import { buildApp } from '../../src/http/app.ts'
import { auditLogsGroup } from '../../src/groups/audit-logs/index.ts'
import { authGroup } from '../../src/groups/auth/index.ts'
import { certificationGroup } from '../../src/certification/operations/index.ts'
import { folioGroup } from '../../src/groups/folio/index.ts'
import { ipAddressWhiteListGroup } from '../../src/groups/ip-address-white-list/index.ts'
import { notificationEndpointGroup } from '../../src/groups/notification/endpoints.ts'
import { notificationGroup } from '../../src/groups/notification/index.ts'
import { reportsGroup } from '../../src/groups/reports/index.ts'
import { pdfTemplateGroup } from '../../src/groups/pdf-template/index.ts'
import { roleGroup } from '../../src/groups/role/index.ts'
import { tenantGroup } from '../../src/groups/tenant/index.ts'
import { userGroup } from '../../src/groups/user/index.ts'
import type { Actor } from '../../src/services/actor.ts'
import { archives } from '../../src/adapters/archives/zip.ts'
import { readExchangeEnvelope } from '../../src/adapters/sii/exchange-envelope.ts'
import { createExchangeAnswers } from '../../src/certification/workflow/exchange-answers.ts'
import { createGoLive } from '../../src/certification/workflow/go-live.ts'
import { createSamples } from '../../src/certification/workflow/samples.ts'
import { type Certification, createCertification } from '../../src/certification/workflow/index.ts'
import { createIdempotency } from '../../src/services/idempotency.ts'
import { createApi } from './api.ts'
import { heldToContract } from './contract.ts'
import { receiverGroup } from '../../src/groups/receiver/index.ts'
import { createDirectory } from '../../src/services/directory/directory.ts'
import { createReceiverLookup } from '../../src/services/invoicing/issuing/receiver-lookup.ts'
import { patience } from './patience.ts'
import { createWorld } from './world.ts'

export { form } from './form.ts'

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The server over the real services of a world, spoken to without a socket. */
export async function createTestApp (options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options)
  const app = heldToContract(
    await buildApp({
      config: {
        version: '0.0.0-test', trustedProxies: ['127.0.0.1'], corsOrigins: [],
        maxEventLoopDelayMs: patience.timeout, leastTimeoutMs: patience.timeout,
        signingKeys: [{ id: 'test', secret: Buffer.alloc(32, 7) }], issuer: 'timbre', audience: 'timbre-api',
        lifetimeSeconds: 900
      },
      clock: world.clock,
      metrics: new Registry(),
      services: {
        sessions: world.sessions, secondFactors: world.secondFactors, tenantKeyring: world.tenantKeys,
        addressRules: world.addressRules,
        idempotency: createIdempotency({ store: world.store, pepper: Buffer.alloc(32, 9), clock: world.clock }),
        health: { checks: {} }
      },
      groups: [
        authGroup(world), folioGroup(world), tenantGroup(world), roleGroup(world), userGroup(world),
        ipAddressWhiteListGroup(world), pdfTemplateGroup(world), reportsGroup(world), auditLogsGroup(world),
        notificationGroup(world),
        notificationEndpointGroup(world),
        receiverGroup({
          receiverLookup: createReceiverLookup({
            store: world.store, directory: createDirectory(world), tenantOf: world.tenants.factsOf
          })
        }),
        certificationGroup({
          certification: certificationOf(world),
          certificationFiles: {
            exchangeAnswers: createExchangeAnswers({
              ...world, readExchangeEnvelope, credentialOf: world.certificates.credentialOf, archives
            }),
            samples: createSamples({ ...world, archives }),
            goLive: createGoLive({ ...world, templates: world.pdfTemplates, allowList: world.ipAllowList })
          }
        })
      ]
    })
  )
  await app.ready()
  return {
    world,
    /** The operations of the contract, called as someone, or as nobody. */
    api: (as?: Actor) => createApi((method, url, { body, headers }) =>
      answerTo(app, { method, url, ...(as ? { as } : {}), ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }), headers })),
    /** Sends any request as someone, or as nobody; gives the status, the headers and the envelope. */
    call: async (request: InjectOptions & { as?: Actor }) => answerTo(app, request),
    close: async () => {
      await app.close()
      await world.close()
    }
  }
}

/** Sets are issued in tests of the whole program: here is no signer. */
function certificationOf (world: Awaited<ReturnType<typeof createWorld>>): Certification {
  const never = (): never => { throw new Error('This app issues nothing') }
  return createCertification({
    store: world.store, clock: world.clock, onWork: () => {}, certificateOf: never, prepareFor: never,
    built: { keep: never }, signer: { signUnder: never, takeFolios: never }
  })
}

async function answerTo (
  app: Awaited<ReturnType<typeof buildApp>>, { as, ...request }: InjectOptions & { as?: Actor }
) {
  const token = as && app.signAccessToken({ userId: as.userId, tenantId: as.tenantId, tokenVersion: 0 }).accessToken
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...request.headers }
  const { statusCode, headers: sent, body, rawPayload } = await app.inject({ ...request, headers })
  const isJson = String(sent['content-type']).includes('json')
  return { status: statusCode, headers: sent, body: isJson ? JSON.parse(body) : rawPayload }
}

/** What every failure looks like. */
export function failure (statusCode: number, errorCode: string) {
  return {
    status: statusCode,
    body: { success: false, statusCode, errorCode, result: null, errors: expect.any(Array) as string[] }
  }
}

export function success (result: unknown) {
  return { status: 200, body: { success: true, statusCode: 200, errorCode: '', errors: [], result } }
}
