import type { Server } from 'node:http'
import accepts from '@fastify/accepts'
import Fastify, {
  LogController, type FastifyInstance, type FastifyHttpOptions, type FastifyPluginCallback
} from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { AccessTokenOptions } from './plugins/access-tokens.ts'
import { admissionControl } from './plugins/admission.ts'
import { operationLimits } from './plugins/operation-limits.ts'
import { authentication, type AuthenticationOptions } from './plugins/authentication.ts'
import { authorization } from './plugins/authorization.ts'
import { createEarlyEnds } from './connections/early-ends.ts'
import { boundedServers } from './connections/servers.ts'
import { cors } from './plugins/cors.ts'
import { downloads } from './plugins/downloads.ts'
import {
  answerBadAddress, answerClientError, answerErrors, handleUpgradeAndConnect, type IsReported
} from './plugins/error-handler.ts'
import { requestLifecycles } from './plugins/request-lifecycle.ts'
import { framing } from './plugins/framing.ts'
import { gracefulStop } from './plugins/graceful-stop.ts'
import { defaultMaxConnections } from './limits.ts'
import { health, type HealthOptions } from './plugins/health.ts'
import { heldCounts } from './plugins/held.ts'
import { idempotencyKeys } from './plugins/idempotency.ts'
import { requestMetrics } from './plugins/metrics.ts'
import { multipartBodies } from './plugins/multipart.ts'
import { consolePages, redirectTo, type ConsoleOptions } from './pages/console-pages.ts'
import { documentationPages } from './pages/documentation-pages.ts'
import { publicPages } from './pages/public-pages.ts'
import { serveMailPages } from './pages/mail-pages.ts'
import { serveContract } from './openapi/index.ts'
import { registerGroup, type Group } from './operation.ts'
import { loadShedding } from './plugins/load-shedding.ts'
import { recordPaths, queries } from './plugins/paths.ts'
import { rateLimits } from './plugins/rate-limit.ts'
import { secondFactorCodes } from './plugins/second-factor.ts'
import { requestIdOf, requestLog } from './plugins/request-log.ts'
import { secureAnswers } from './plugins/secure-answers.ts'
import { serializerCompiler } from './openapi/serialization.ts'
import type { PublicDocuments } from '../services/publishing/public-documents.ts'
import type { Idempotency } from '../services/idempotency.ts'
import type { SecondFactors } from '../services/access/second-factors.ts'
import { bodyTimeout } from './plugins/body-timeout.ts'
import { strictBody } from './plugins/strict-body.ts'
import { textAnswers } from './plugins/text-answers.ts'
import { validatorCompiler } from './validation.ts'

export interface AppConfig extends Omit<AccessTokenOptions, 'clock'> {
  version: string
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** Of the service's public address: `https://timbre.example.cl`. */
  ownOrigin?: string
  /** Where people reach the service, if that is known: links to the documentation begin with it. */
  publicUrl?: string | undefined
  maxEventLoopDelayMs: number
  /** No request has less time, whatever its operation says. */
  leastTimeoutMs?: number | undefined
  /** How long a client may take nothing of its answer. */
  answerIdleMs?: number | undefined
  /** Open connections; further ones are closed at once. */
  maxConnections?: number | undefined
}

export interface AppOptions {
  config: AppConfig
  clock: () => Date
  logger?: Logger
  /** Whether an error is reported elsewhere, once for all requests that meet it. */
  isReported?: IsReported
  metrics: Registry
  /** What the wire itself asks of the services. */
  services: Pick<AuthenticationOptions, 'sessions' | 'tenantKeyring' | 'addressRules'> & {
    idempotency: Idempotency, secondFactors: Pick<SecondFactors, 'requireRecentCode'>, health: HealthOptions
  }
  /** The groups of the catalogue, each with its services, in the catalogue's order. */
  groups: readonly Group[]
  /** What the public pages of documents show; none if omitted. */
  publicDocuments?: PublicDocuments
  /** The web pages at /console; none if omitted. */
  console?: ConsoleOptions | undefined
  /** Loads the endpoint for assistants at /mcp; none if omitted. */
  mcp?: (() => Promise<FastifyPluginCallback<{ version: string }>>) | undefined
  /** Describes the operations for the contract, where that is what the server is built for. */
  description?: FastifyPluginCallback<{ version: string }>
}

/** Builds the server, ready to listen or to be tested with inject(). */
export async function buildApp (
  {
    config, clock, logger, isReported, metrics, services, groups, publicDocuments, console, mcp, description
  }: AppOptions
): Promise<FastifyInstance> {
  const publicUrl = config.publicUrl?.replace(/\/+$/, '') ?? ''
  const app = Fastify(serverOptions({ ...config, publicUrl }, { registry: metrics, logger }))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, recordPaths(app), { publicUrl, ...isReported && { isReported } })
  handleUpgradeAndConnect(app.server, { publicUrl })

  await app.register(accepts)
  await app.register(heldCounts, { registry: metrics })
  await app.register(requestLifecycles, config)
  await app.register(requestLog)
  await app.register(requestMetrics, { registry: metrics })
  await app.register(textAnswers)
  await app.register(secureAnswers)
  if (description) await app.register(description, { version: config.version })
  await app.register(admissionControl)
  await app.register(gracefulStop)
  await app.register(loadShedding, config)
  await app.register(cors, { ...config, origins: config.corsOrigins })
  await app.register(framing)
  await app.register(queries)
  await app.register(rateLimits, { clock })
  await app.register(bodyTimeout, { publicUrl })
  await app.register(strictBody)
  await app.register(authentication, { ...config, ...services, clock })
  await app.register(authorization, services)
  await app.register(operationLimits)
  await app.register(multipartBodies)
  await app.register(downloads)
  await app.register(secondFactorCodes, services)
  await app.register(idempotencyKeys, services)

  for (const group of groups) await registerGroup(app, group)
  if (mcp) await app.register(await mcp(), { version: config.version })
  await app.register(health, services.health)
  serveMailPages(app, { hasConsole: console !== undefined })
  if (publicDocuments) await app.register(publicPages, { documents: publicDocuments })
  if (console) await app.register(consolePages, console)
  else redirectTo(app, 'docs/')
  await app.register(documentationPages)
  await serveContract(app, config)
  return app
}

const kibibyte = 1024

function serverOptions (
  { trustedProxies, publicUrl, maxConnections = defaultMaxConnections }: AppConfig & { publicUrl: string },
  { registry, logger }: { registry: Registry, logger: Logger | undefined }
): FastifyHttpOptions<Server> {
  const earlyEnds = logger && createEarlyEnds({ logger })
  return {
    ...(logger ? { loggerInstance: logger } : {}),
    // A number of hops can be spoofed, and `true` believes everyone: only addresses are taken.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 1024 * kibibyte,
    serverFactory: boundedServers({ maxConnections, registry }),
    routerOptions: {
      caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, querystringParser: () => ({})
    },
    // graceful-stop.ts decides what a stopping server answers.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    clientErrorHandler (error, socket) {
      earlyEnds?.note(error, socket)
      answerClientError(error, socket, { publicUrl })
    },
    frameworkErrors (error, request, reply) { answerBadAddress(error, request, { reply, publicUrl }) }
  }
}
