import { fastify, type FastifyError } from 'fastify'
import { ZodError } from 'zod'
import { type AnswerSettings, createAnswerForms } from './answer-forms.ts'
import { createAuthority } from './authority.ts'
import { createCertificationService } from './certification/certification-service.ts'
import { createExchange } from './certification/exchange.ts'
import { createCompanies } from './companies.ts'
import { createFaults } from './faults.ts'
import { createFindings } from './findings.ts'
import { XmlRefused } from './judge/xml.ts'
import type { MakeKey } from './keys.ts'
import { createLedger } from './ledger.ts'
import { createMailServers } from './mail/mail-servers.ts'
import { createMemory } from './memory.ts'
import { createSimulatedClock } from './progress.ts'
import { createReception } from './reception.ts'
import { createRegistry } from './registry.ts'
import { registerBoletaStatusRoutes } from './routes/boleta-status.ts'
import { registerCertificationFileRoutes } from './routes/certification-files.ts'
import { registerCertificationRoutes } from './routes/certification.ts'
import type { Context } from './routes/context.ts'
import { registerControlRoutes } from './routes/control.ts'
import { registerDteStatusRoutes } from './routes/dte-status.ts'
import { registerLedgerRoutes } from './routes/ledger.ts'
import { registerMailRoutes } from './routes/mail.ts'
import { registerRegistryRoutes } from './routes/registry.ts'
import { registerResultMailRoutes } from './routes/result-mails.ts'
import { registerSessionRoutes } from './routes/sessions.ts'
import { registerSupplierRoutes } from './routes/suppliers.ts'
import { refuseChunked, registerUploadRoutes, rejectBeforeBody } from './routes/uploads.ts'
import { createSessions } from './sessions.ts'
import { soapFault } from './soap.ts'
import { createFileStore, createMemoryStore } from './store.ts'
import { createSuppliers } from './suppliers/suppliers.ts'
import { type Clock, localDate } from './time.ts'

const largestBody = 64 * 1024 * 1024

// A few clients, all of them the operator's own; still, none of them holds a connection for ever. The largest body has
// two minutes.
const connectionTimes = {
  headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024
}
const mostConnections = 512

export interface SimulatorSettings extends AnswerSettings {
  clock?: Clock
  /** Where keys, uploads and the journal are kept; without it they end with the process. */
  dataDir?: string
  /** Where keys come from; each is a fresh one by default. */
  makeKey?: MakeKey
  /** How long each state of an envelope lasts; five of them lead to the end. */
  secondsPerState?: number
  /** Called with internal errors of the simulator. */
  onError?: (error: Error) => void
}

/** A tax authority for tests: the SII's protocols and checks at one base address, and a ledger of what it received. */
export async function createSimulator ({
  clock = () => new Date(), dataDir, makeKey, secondsPerState = 0.2, onError = report, answers, seed
}: SimulatorSettings = {}) {
  const store = dataDir === undefined ? createMemoryStore() : await createFileStore(dataDir)
  const answerForms = createAnswerForms({ answers, seed })
  const simClock = createSimulatedClock({ clock, secondsPerState, answerForms })
  const companies = createCompanies()
  const ledger = createLedger()
  const authority = await createAuthority({ store, clock: simClock.now, makeKey })
  const memory = createMemory({ store, authority, companies, ledger, simClock })
  await memory.recall()
  const reception = createReception({ answerForms, store, ledger, companies, authority, simClock, onError })
  reception.resume()
  const findings = createFindings({ answerForms, ledger, companies, memory, simClock })
  const mail = createMailServers({ answerForms, store, authority, ledger, simClock, onError })
  const context: Context = {
    answerForms,
    authority,
    certification: createCertificationService({
      answerForms, now: simClock.now, today: () => localDate(simClock.now())
    }),
    companies,
    exchange: createExchange({ authority, companies, now: simClock.now }),
    faults: createFaults(),
    findings,
    ledger,
    mail,
    memory,
    simClock,
    reception,
    registry: createRegistry({ findings, ledger, memory, simClock }),
    sessions: createSessions({ clock: simClock.now }),
    store,
    suppliers: createSuppliers({ authority, memory, reception, mails: mail.store, now: simClock.now })
  }
  const app = createApp(context, onError)

  return {
    /** How it answers; may be changed while it runs. */
    answers: answerForms.settings,
    /** Records a fact as if it had been ordered over HTTP. */
    remember: memory.remember,
    /** Starts to listen and gives the base address. */
    listen: (port = 0, host = '127.0.0.1'): Promise<string> => app.listen({ port, host }),
    /** Breaks off what is under way, also answers that a fault holds back. */
    async close (): Promise<void> {
      await app.close()
      await mail.close()
      await reception.settled()
      await store.close()
    },
  }
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>

function createApp (context: Context, onError: (error: Error) => void) {
  const { requestTimeout, keepAliveTimeout, ...http } = connectionTimes
  const app = fastify({ bodyLimit: largestBody, forceCloseConnections: true, requestTimeout, keepAliveTimeout, http })
  app.server.maxConnections = mostConnections
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => { done(null, body) })
  app.addHook('onRequest', refuseChunked)
  app.addHook('onRequest', (request, reply) => rejectBeforeBody(context, request, reply))
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof ZodError) {
      return reply.code(400).send({ error: 'The request is not well formed.', problems: problemsOf(error) })
    }
    if (error instanceof XmlRefused) {
      return reply.code(500).type('text/xml; charset=utf-8').send(soapFault(error.message))
    }
    const status = error.statusCode ?? 500
    if (status >= 500) onError(error)
    return reply.code(status).send({ error: error.message })
  })
  for (const path of ['/', '/simulator/health']) app.get(path, async () => ({ status: 'ok', name: 'SII simulator' }))
  registerSessionRoutes(app, context)
  registerUploadRoutes(app, context)
  registerDteStatusRoutes(app, context)
  registerResultMailRoutes(app, context)
  registerBoletaStatusRoutes(app, context)
  registerControlRoutes(app, context)
  registerLedgerRoutes(app, context)
  registerCertificationRoutes(app, context)
  registerCertificationFileRoutes(app, context)
  registerMailRoutes(app, context)
  registerRegistryRoutes(app, context)
  registerSupplierRoutes(app, context)
  return app
}

function problemsOf (error: ZodError) {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

function report (error: Error): void {
  process.stderr.write(`${error.stack ?? error.message}\n`)
}
