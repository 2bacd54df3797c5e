import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { buildApp, type AppOptions } from '../http/app.ts'
import { description } from '../http/openapi/description.ts'
import { catalogue, type CatalogueDependencies } from '../groups/catalogue.ts'
import { build } from '../shared/version.ts'

/** The OpenAPI document of this version, with its keys in a stable order. */
export async function contractText (): Promise<string> {
  const app = await describedApp()
  const contract = sorted(app.swagger())
  await app.close()
  return `${JSON.stringify(contract, null, 2)}\n`
}

/** The server without any services: it describes its operations and refuses unauthenticated requests. */
export async function describedApp (): Promise<FastifyInstance> {
  const app = await buildApp({ ...describedOnly, description, metrics: new Registry() })
  await app.ready()
  return app
}

/** Stands for every service, since operations are described here and never called. */
const uncalled: unknown = new Proxy(() => uncalled, { get: (_target, name) => name === 'then' ? undefined : uncalled })

const describedOnly: Omit<AppOptions, 'metrics'> = {
  config: {
    version: build.version,
    trustedProxies: [],
    corsOrigins: [],
    maxEventLoopDelayMs: 60_000,
    signingKeys: [{ id: 'none', secret: Buffer.alloc(32) }],
    issuer: 'timbre',
    audience: 'timbre',
    lifetimeSeconds: 1
  },
  clock: () => new Date(0),
  services: {
    sessions: uncalled, tenantKeyring: uncalled, addressRules: uncalled, idempotency: uncalled, secondFactors: uncalled,
    health: { checks: {} }
  } as AppOptions['services'],
  groups: catalogue(uncalled as CatalogueDependencies)
}

/** Sorts paths, methods and schemas by name; members of a schema stay in the order of their declaration. */
function sorted (contract: object): object {
  const { paths = {}, components = {}, ...head } = contract as {
    paths?: Record<string, object>, components?: Record<string, object>
  }
  const sortedPaths = Object.fromEntries(Object.entries(byName(paths)).map(([path, item]) => [path, byName(item)]))
  return {
    ...head, paths: sortedPaths,
    components: Object.fromEntries(Object.entries(byName(components)).map(([name, part]) => [name, byName(part)]))
  }
}

function byName<Value extends object> (record: Value): Value {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => one < other ? -1 : 1)) as Value
}
