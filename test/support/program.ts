import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../../src/http/app.ts'
import { compose } from '../../src/program/compose/compose.ts'
import { type Config, readConfig } from '../../src/program/config/config.ts'
import { createLogger } from '../../src/http/plugins/request-log.ts'
import { type StatusName, statuses } from '../../src/model/document-states.ts'
import type { Store } from '../../src/repositories/store.ts'
import { createPasswords } from '../../src/services/access/passwords.ts'
import { createRegistration, type RegistrationRequest } from '../../src/services/tenants/registration.ts'
import type { Registered } from '../../src/services/tenants/tenant-creation.ts'
import { isDatabaseOutage } from '../../src/shared/database-errors.ts'
import type { TenantKeys } from '../../src/services/actor.ts'
import { createTenantKeys } from '../../src/services/access/tenant-keys.ts'
import type { PdfRenderer } from '../../src/services/ports.ts'
import { createSimulator, type Simulator } from '../../sii-simulator/index.ts'
import { createApi } from './api.ts'
import { passwordCost } from './cheap-passwords.ts'
import { heldToContract } from './contract.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { createFolioSource } from './folio-source.ts'
import { form } from './form.ts'
import { keptOr } from './kept.ts'
import { keyStoresAtHand } from './key-stores-at-hand.ts'
import { patience } from './patience.ts'
import { sharedRenderer } from './renderer.ts'
import { keySource } from './rsa-keys.ts'
import {
  type NewTenant, hasOtherTime, identityOf, knownBirth, rememberBirth, statementOfBirth
} from './tenant-copies.ts'
import { defined } from './expecting.ts'

export type Program = Awaited<ReturnType<typeof startProgram>>
export type ProgramTenant = Awaited<ReturnType<Program['tenant']>>

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: { success: boolean, statusCode: number, errorCode: string, errors: string[], result: any }
}

type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string,
  options?: { body?: unknown, token?: string, headers?: Record<string, string>, address?: string }
) => Promise<Answer>

// What is waited for needs the processor that asking takes.
const longestPauseMs = 100

const key = (): string => `k1:${randomBytes(32).toString('base64')}`

// Of all programs of a run, whose tenants are born once.
const secrets = JSON.parse(keptOr('secrets.json', () =>
  JSON.stringify({ MASTER_KEY: key(), JWT_KEYS: key(), KEY_PEPPER: randomBytes(32).toString('base64') })
)) as Record<'MASTER_KEY' | 'JWT_KEYS' | 'KEY_PEPPER', string>

/** Secrets and settings with which the whole program runs against a database. */
export function programSettings (databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    // A connection costs the database as much as twenty documents.
    DATABASE_POOL: '4',
    DATA_DIR: tmpdir(),
    ...secrets,
    REGISTRATION: 'open',
    LOG_LEVEL: 'silent',
    SII_FIRST_POLL_SECONDS: '0.05', ENVELOPE_LINGER_SECONDS: '0', BOLETA_LINGER_SECONDS: '0',
    SII_RECONCILE_SECONDS: '0.3',
    SII_TIMEOUT_SECONDS: '60',
    SII_UPLOAD_TIMEOUT_SECONDS: '60',
    WORKER_POLL_MS: '1000'
  }
}

interface Instance { clock?: () => Date, renderer?: PdfRenderer | undefined, failedInstance?: string }

/** What a program stands on; `leave` comes after its end. */
export interface Grounds { database: TestDatabase, simulatorUrl: string, leave: () => Promise<void> }

interface FreshGrounds extends Grounds { simulator: Simulator }

// Signing certificates takes longer than most tests: the tenants of a worker's programs share one person's. Its
// simulators have the same keys.
const ana = { holderName: 'Ana Rojas', holderTaxNumber: '12345678-5' }
const keyStores = keyStoresAtHand()
const certificateFiles = new Map<string, Promise<Buffer>>()

async function freshGrounds (): Promise<FreshGrounds> {
  const database = await freshDatabase()
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  const simulatorUrl = await simulator.listen()
  return {
    database,
    simulatorUrl,
    simulator,
    leave: async () => {
      await simulator.close()
      await database.drop()
    }
  }
}

// With what the programs on a database have made their tenants.
const tenantsIn = new Map<string, readonly object[]>()

/**
 * The whole program as `npm start` makes it: a database of its own, the simulator over HTTP, the services, the worker.
 * Only the listening socket is left out; requests go through inject().
 */
export async function startProgram (
  { settings = {}, working = true, over, renderer, distributed = isOnCluster() }: {
    settings?: Record<string, string>, working?: boolean, over?: Grounds, renderer?: PdfRenderer | undefined
    /** As on a database that spreads tenants over machines. */
    distributed?: boolean
  } = {}
) {
  const fresh = over ? undefined : await freshGrounds()
  const { database, simulatorUrl, leave } = over ?? defined(fresh)
  const config = readConfig({ ...programSettings(database.url), ...settings })
  const logs: string[] = []
  const logger = createLogger({
    level: config.LOG_LEVEL,
    destination: {
      write: (line: string) => {
        logs.push(line)
      }
    }
  })
  const compositionOf = ({
    clock = () => new Date(Date.now()), renderer = sharedRenderer(), failedInstance
  }: Instance) => compose({
    failedInstance,
    config,
    databaseUrl: database.url,
    directUrl: config.DATABASE_DIRECT_URL,
    distributed,
    simulatorUrl,
    clock,
    logger,
    version: 'test',
    checks: {},
    substitutes: { passwordCost, keyStores, renderer, timeoutMs: patience.timeout }
  })
  const composition = compositionOf({ renderer })
  await mustAnswer(composition.store)
  const assignFolios = createFolioSource(composition, config, simulatorUrl)
  const app = heldToContract(await buildApp(composition.app))
  const owner = new pg.Client(database.ownerUrl)
  // One that breaks fails the statement under way, or the next one.
  owner.on('error', () => {})
  await owner.connect()
  composition.changeFeed.start()
  if (working) composition.worker.start()
  const rows = async <Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query(sql, values)).rows as Row[]

  const call: Caller = (method, path, options) => callOn(app, method, path, options)
  const api = apiOver(call)

  /** Another instance of the program over the same database, which works off nothing. */
  async function anotherInstance (instance: Instance = {}): Promise<
    { call: Caller, api: typeof api, composition: ReturnType<typeof compose>, close: () => Promise<void> }
  > {
    const other = compositionOf(instance)
    const otherApp = heldToContract(await buildApp(other.app))
    other.changeFeed.start()
    const call: Caller = (method, path, options) => callOn(otherApp, method, path, options)
    return {
      call,
      api: apiOver(call),
      composition: other,
      close: async () => {
        await otherApp.close()
        await other.close()
      }
    }
  }

  async function callOn (
    app: FastifyInstance,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body, token, headers = {}, address = '127.0.0.1' }: {
      body?: unknown, token?: string, headers?: Record<string, string>, address?: string
    } = {}
  ): Promise<Answer> {
    const raw = Buffer.isBuffer(body) || typeof body === 'string'
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}), ...headers
      },
      ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) })
    })
    const isJson = answer.rawPayload.length > 0 && String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(answer.body) : answer.rawPayload
    }
  }

  async function control (path: string, body: unknown, method = 'POST'): Promise<Buffer> {
    const response = await fetch(`${simulatorUrl}/simulator${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return Buffer.from(await response.arrayBuffer())
  }

  /** A certificate of the simulator's authority, whose holder may send for nobody yet. */
  function certificateFile (password: string): Promise<Buffer> {
    // Valid as well on the day at which some tests set their clock.
    const validFrom = '2026-01-01T00:00:00.000Z'
    const order = { ...ana, taxNumber: ana.holderTaxNumber, password, authorise: false, validFrom }
    const file = certificateFiles.get(password) ?? control('/certificates', order)
    certificateFiles.set(password, file)
    return file
  }

  function upload (path: string, token: string, parts: Record<string, Buffer | string>): Promise<Answer> {
    const { payload, headers } = form(parts)
    return call('POST', path, { token, body: payload, headers })
  }

  /** Waits until the answer is yes; what never comes is reported with the state of all documents and tasks. */
  async function until (what: string, question: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + patience.timeout
    for (let pauseMs = patience.interval; !await question(); pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
      if (performance.now() > deadline) {
        throw new Error(
          `never: ${what}\n${
            JSON.stringify(await rows('select status, reason, count(*)::int from invoices group by 1, 2'))
          }\n${JSON.stringify(await rows('select topic, due_at, attempts, last_error from outbox_tasks'))}`
        )
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /**
   * Tenants are copied among programs that keep their secrets in the same way, on the same day, and made the same
   * tenants before: the ids of a program's tenants are in the order in which it makes them.
   */
  const kindOf = (made: readonly object[]): readonly unknown[] => {
    const { MASTER_KEY, KEY_PEPPER } = { ...secrets, ...settings }
    return [made, MASTER_KEY, KEY_PEPPER, config.SMTP_URL !== undefined, new Date().toISOString().slice(0, 10)]
  }

  /** Where mails reach people, Register waits for the proof of the email; there the operator makes the tenant. */
  async function register (body: RegistrationRequest, address: string): Promise<Registered> {
    if (config.SMTP_URL !== undefined) return operatorOf(composition.store, config).createTenant(body)
    const registered = await call('POST', '/Auth/Register', { body, address })
    if (registered.status !== 200) throw new Error(JSON.stringify(registered.body))
    return registered.body.result
  }

  /** A tenant that is registered, described, and has what it is asked to have. */
  async function tenant (
    { certificate = true, folios = [33, 34, 39, 41, 56, 61], from = 1, to = 1000, update = {} }: {
      certificate?: boolean, folios?: number[], from?: number, to?: number, update?: object
    } = {}
  ) {
    const made = [...tenantsIn.get(database.url) ?? [], { certificate, folios, from, to, update }]
    tenantsIn.set(database.url, made)
    const identity = identityOf(made.length)
    const { code, taxNumber, businessName } = identity
    const kind = kindOf(made)
    const described = {
      businessName, businessActivity: 'Ferretería', activityCodes: [475201],
      address: 'Calle Larga 100', municipality: 'Ñuñoa', city: 'Santiago', ...update
    }

    async function addCertificate (password = 'clave'): Promise<Answer> {
      const file = await certificateFile(password)
      await control('/companies', { taxNumber, senders: [ana.holderTaxNumber] })
      return upload('/Tenant/Certificate', token, { Password: password, File: file })
    }
    const cafOf = (documentType: number, range = { from, to }): Promise<Buffer> =>
      control('/cafs', { taxNumber, businessName, documentType, ...range })
    async function addFolios (documentType: number, range = { from, to }): Promise<Answer> {
      const file = await cafOf(documentType, range)
      const { body } = await upload('/Folio/Upload', token, { File: file })
      if (!body.success) throw new Error(JSON.stringify(body))
      return call('PUT', '/Folio/Activate', { token, body: { id: body.result.id } })
    }

    const canCopy = fresh !== undefined && !isOnCluster() && !hasOtherTime()
    const birth = canCopy ? knownBirth(kind) : undefined
    const { keys, token } = birth ? await copy(birth) : await bear()
    if (!birth) {
      if (certificate) {
        const { status, body } = await addCertificate()
        if (status !== 200) throw new Error(JSON.stringify(body))
      }
      await assignFolios(keys, await Promise.all(folios.map((documentType) => cafOf(documentType))))
      if (canCopy) {
        const claims = defined(app.readAccessToken(token))
        const statement = await statementOfBirth(owner, claims.tenantId)
        rememberBirth(kind, { keys, claims, statement } satisfies NewTenant)
      }
    }

    async function bear (): Promise<{ keys: TenantKeys, token: string }> {
      // An address of its own, or the limit on guessing would stop the twentieth.
      const address = `127.1.${Math.floor(identity.number / 250)}.${identity.number % 250 + 1}`
      const credentials = { email: `admin@${code}.example`, password: 'correo-tinta-lluvia' }
      const { accessKey, secretKey } = await register({
        ...credentials, fullName: 'Admin', companyTitle: businessName, taxNumber, tenantCode: code
      }, address)
      const token: string = (await call('POST', '/Auth/Login', { body: credentials, address })).body.result.accessToken
      const updated = await call('PUT', '/Tenant/Update', { token, body: described })
      if (updated.status !== 200) throw new Error(JSON.stringify(updated.body))
      return { keys: { tenantCode: code, accessKey, secretKey }, token }
    }

    /** Writes the rows, and tells the simulator what the orders would have told it. */
    async function copy ({ keys, claims, statement }: NewTenant): Promise<{ keys: TenantKeys, token: string }> {
      await owner.query(statement)
      const { remember } = defined(fresh).simulator
      if (certificate) await remember({ kind: 'sender', taxNumber, holder: ana.holderTaxNumber })
      const authorisedOn = new Date().toISOString().slice(0, 10)
      for (const documentType of folios) {
        await remember({ kind: 'caf', range: { taxNumber, businessName, documentType, from, to, authorisedOn } })
      }
      return { keys, token: app.signAccessToken(claims).accessToken }
    }

    return {
      code,
      taxNumber,
      keys,
      token,
      addCertificate,
      addFolios,
      /** Calls as the tenant's administrator. */
      api: api({ token }),
      /** As before its first resolution, which Tenant/Update replaces and never takes away. */
      loseResolution: async (): Promise<void> => {
        await rows(
          'update tenants set certification_resolution_number = null, certification_resolution_date = null where code = $1',
          [code]
        )
        // After an update, even of nothing, this instance reads the tenant again: it need not hear of the change first.
        await call('PUT', '/Tenant/Update', { token, body: described })
      },
      save: (payload: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
        call('POST', '/Webhook/Save', { body: { ...keys, payload }, headers }),
      get: async (correlationId: string): Promise<any> =>
        (await call('GET', `/Webhook/GetWebhook?correlationId=${correlationId}`, { token })).body.result
    }
  }

  return {
    app,
    composition,
    database,
    simulatorUrl,
    /** Sends any request, also one that the contract does not have. */
    call,
    api,
    anotherInstance,
    /** Every line of the log so far. */
    logs,
    control,
    upload,
    register,
    tenant,
    rows,
    /** Waits until a document stands so: asked in the database, which costs a tenth of a request. */
    comesTo: (statusText: StatusName, correlationId: string): Promise<void> =>
      until(`${correlationId} is ${statusText}`, async () =>
        (await rows('select from invoices where id = $1 and status = $2', [correlationId, statuses[statusText]])).length > 0),
    /** Everything that the tax authority saw. */
    ledger: async (): Promise<any> => JSON.parse((await (await fetch(`${simulatorUrl}/simulator/ledger`)).text())),
    until,
    close: async () => {
      await composition.worker.stop()
      await app.close()
      await composition.close()
      await owner.end()
      await leave()
    }
  }
}

/** The operations of the contract, called with a token, or with what else the caller sends each time. */
function apiOver (call: Caller) {
  return ({ token, headers: always, address = '127.0.0.1' }: {
    token?: string, headers?: Record<string, string>, address?: string
  } = {}) => createApi((method, path, { body, headers }) =>
    call(method, path.slice('/api'.length), {
      body, headers: { ...always, ...headers }, address, ...(token === undefined ? {} : { token })
    }))
}

function isOnCluster (): boolean {
  return inject('testServer').workerUrls.length > 0
}

/** The first transaction loads the query compiler, for which a busy machine may need longer than one may wait. */
async function mustAnswer (store: Store): Promise<void> {
  for (;;) {
    try {
      await store.asPlatform(({ auditedTenants }) => auditedTenants.list())
      return
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error
    }
  }
}

/** Makes tenants as the server's operator does. */
function operatorOf (store: Store, { KEY_PEPPER: pepper }: Config) {
  const clock = (): Date => new Date(Date.now())
  return createRegistration({
    store,
    passwords: createPasswords({ cost: passwordCost }),
    // The operator vouches for the email: no password is asked for.
    signIn: { recognise: async () => undefined },
    tenantKeys: createTenantKeys({ store, pepper, clock }),
    registration: 'closed',
    newTenants: { taxAuthority: 2, environment: 'certification' },
    proofs: undefined,
    clock
  })
}

/** Whether no document is under way: each waits for something, or has come to its end. */
export async function allSettled (program: Program): Promise<boolean> {
  const [row] = await program.rows('select count(*)::int as n from invoices where status in (2, 3, 4)')
  return row.n === 0
}
