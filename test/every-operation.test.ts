import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedApp } from '../src/cli/contract.ts'
import { defaultRoles, isPermission, permissions } from '../src/services/access/permissions.ts'
import { newId } from '../src/shared/ids.ts'
import {
  badRequestOf, catalogue, idsFrom, missingCodes, thingsIn, withIds, type Ids
} from './support/catalogue.ts'
import { contract, hasOptional, inputsOf, operationsOf, takesInput, withNulls } from './support/contract.ts'
import { factura } from './support/documents.ts'
import { defined } from './support/expecting.ts'
import { goodRequests, stageOf, type GoodRequest, type Stage } from './support/good-requests.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { servedRoutes } from './support/routes.ts'
import { tokenWith } from './support/webhook.ts'

const documented = new Map(
  operationsOf(contract).map(({ method, path, operation }) => [`${method} ${path}`, operation])
)
const documentedAs = (operation: string) => defined(documented.get(operation), operation)

/** The catalogue with a row of its own for each older name. */
const rows = Object.entries(catalogue).flatMap(([operation, row]) => {
  const { olderName } = row
  const named = { newerName: operation, ...row }
  return [
    { operation, ...named }, ...(olderName ? [{ operation: operation.replace(/\w+$/, olderName), ...named }] : [])
  ]
})

describe('the catalogue, the document and the router', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await describedApp()
  })
  afterAll(() => app.close())

  it('have the same operations', () => {
    const listed = rows.map(({ operation }) => operation).sort()
    const served = servedRoutes(app).filter((route) => route.includes('/api/') && !route.startsWith('HEAD '))

    expect([...documented.keys()].sort()).toEqual(listed)
    expect(served.sort()).toEqual(
      listed.map((operation) => operation.replace(/\/.*/, (path) => path.toLowerCase())).sort()
    )
  })

  it.each(rows)('$operation: its rule is the one of the document', ({ operation, rule }) => {
    const { security, 'x-permission': permission, 'x-authentication': authentication } = documentedAs(operation)
    const told = permission ?? (authentication ? 'tenantKeys' : security.length > 0 ? 'signedIn' : 'public')

    expect(told).toBe(rule)
  })

  it.each(rows)(
    '$operation: a request that it answers, and one that it rejects if anything can be sent to it',
    ({ operation, newerName, ...row }) => {
      expect(goodRequests).toHaveProperty([newerName])
      expect(badRequestOf(row) !== undefined).toBe(takesInput(documentedAs(operation)))
    }
  )

  it.each(rows)(
    "$operation: each id that it takes is tried with another tenant's",
    ({ operation, also = [], ...row }) => {
      const tried = [row, ...also].flatMap((
        { query, body }
      ) => [...new URLSearchParams(query).keys(), ...Object.keys(body ?? {})])
      // `after` is a place in a list, of whatever id; that of the audit log is tried in its own tests.
      const ids = inputsOf(documentedAs(operation)).filter(({ name, schema }) =>
        name !== 'after' && JSON.stringify(schema).includes('"format":"uuid"')
      ).map(({ name }) => name)

      expect(ids.filter((name) => !tried.includes(name))).toEqual([])
    }
  )

  it('have no unused sample request', () => {
    expect(Object.keys(goodRequests).sort()).toEqual(Object.keys(catalogue).sort())
  })

  it('accept keys in headers to read, send, undo and query documents, and for nothing else', () => {
    const withKeys = [...documented].filter(([, { security }]) => security.some((scheme) => 'accessKey' in scheme))

    expect(withKeys.map(([operation]) => operation).sort()).toEqual(
      [
        ...['GetPdf', 'GetWebhook', 'GetWebhooks', 'GetXml'].map((name) => `GET /api/Webhook/${name}`),
        'POST /api/Webhook/Annul', 'POST /api/Webhook/AskRegistry', 'POST /api/Webhook/Correct', 'POST /api/Webhook/Send'
      ]
    )
    for (const [, { security }] of withKeys) {
      expect(security).toEqual([{ bearer: [] }, { tenantCode: [], accessKey: [], secretKey: [] }])
    }
  })

  it('use every claim that can be granted', () => {
    const used = new Set<string>(Object.values(catalogue).map(({ rule }) => rule))

    expect(permissions.filter((permission) => !used.has(permission))).toEqual([])
  })
})

/** A file of what is not there has nothing but headings. */
const isFile = ({ body }: { body: unknown }): boolean => Buffer.isBuffer(body)

describe('the answer to each kind of caller', () => {
  let program: Program
  let andes: ProgramTenant
  let stage: Stage
  let theirs: Ids
  let nobodys: Ids
  let theirTenant: string
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    program = await startProgram({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    andes = await program.tenant({ folios: [33, 56, 61] })
    const boreal = await program.tenant({ folios: [33, 56, 61] })
    stage = stageOf(program, boreal)
    theirTenant = (await program.rows('select tenant_id from tenants where code = $1', [boreal.code]))[0].tenant_id
    const own = stageOf(program, andes)
    const owned = {
      ownDocument: (await own.document()).correlationId, ownRole: await own.role(), ownUser: await own.user()
    }
    nobodys = { ...idsFrom(newId), ...owned }
    theirs = {
      ...nobodys, folioBlock: await stage.block(), address: await stage.address(), template: await stage.template(),
      role: await stage.role(), user: await stage.user(), key: await stage.spareKeys(1),
      document: (await stage.document()).correlationId, submission: await stage.submission(),
      delivery: await stage.delivery(), session: (await stage.session()).id, customer: await stage.customer(),
      product: await stage.product(), received: await stage.received(),
      receivedClaim: await stage.receivedClaim(), answer: await stage.answer()
    }
    for (const role of defaultRoles) tokens[role.name] = await tokenWith(program, andes, [...role.permissions])
    tokens['stage'] = boreal.token
  })
  afterAll(() => program.close())

  const tokensWithout = new Map<string, Promise<string>>()
  /** Of a user of Andes who holds every claim but this one. */
  function tokenWithout (rule: string): Promise<string> {
    const known = tokensWithout.get(rule)
    const token = known ?? tokenWith(program, andes, permissions.filter((permission) => permission !== rule))
    tokensWithout.set(rule, token)
    return token
  }

  const goodReads = new Map<string, Promise<GoodRequest>>()
  /** A good request of its own for each test, but for those that read, which may read the same. */
  async function goodRequest (operation: string): Promise<GoodRequest> {
    if (!operation.startsWith('GET ')) return defined(goodRequests[operation])(stage)
    const known = goodReads.get(operation)
    const good = known ?? Promise.resolve(defined(goodRequests[operation])(stage))
    goodReads.set(operation, good)
    return good
  }

  let callers = 0
  const send = async (operation: string, probe: GoodRequest, token?: string) => {
    const [method, path] = operation.split(' ') as ['GET', string]
    const { query = '', form, headers } = probe
    const { body, ...described } = form ? await encoded(form) : { body: probe.body }
    // An address of its own for each, or the limits on guessing would answer.
    const address = `127.2.${Math.floor(++callers / 250)}.${callers % 250 + 1}`
    return program.call(method, path.slice('/api'.length) + query, {
      body, address, headers: { ...headers, ...described }, ...(token ? { token } : {})
    })
  }
  const enveloped = (status: number) => ({
    status,
    body: {
      success: status === 200, statusCode: status, errorCode: status === 200 ? '' : expect.stringMatching(/^[A-Z_]+$/),
      errors: expect.any(Array), result: status === 200 ? expect.anything() : null
    }
  })

  it.each(rows)('$operation without credentials', async ({ operation, rule, status, ...probe }) => {
    const answer = await send(operation, withIds(probe, nobodys))

    const isOpen = rule === 'public' || rule === 'tenantKeys'
    expect(answer).toMatchObject(enveloped(isOpen ? status : 401))
    if (isOpen) return
    expect(answer.body.errorCode).toBe('UNAUTHENTICATED')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  it.each(rows.filter(({ rule }) => isPermission(rule)))(
    '$operation for a caller who holds every claim but $rule',
    async ({ operation, rule, ...probe }) => {
      const answer = await send(operation, withIds(probe, nobodys), await tokenWithout(rule))

      expect(answer).toMatchObject(enveloped(403))
      expect(answer.body.errorCode).toBe('CLAIM_MISSING')
      expect(answer.body.errors).toEqual([`Your roles do not have the claim ${rule}, which this operation requires.`])
    }
  )

  for (const role of defaultRoles) {
    it.each(rows.filter(({ rule }) => rule !== 'public' && rule !== 'tenantKeys'))(
      `$operation for the role ${role.name}`,
      async ({ operation, rule, status, ...probe }) => {
        const mayCall = !isPermission(rule) || role.permissions.includes(rule)
        const answer = await send(operation, withIds(probe, nobodys), tokens[role.name])

        expect(answer).toMatchObject(mayCall && isFile(answer) ? { status } : enveloped(mayCall ? status : 403))
      }
    )
  }

  const inHeaders = ({ tenantCode, accessKey, secretKey }: ProgramTenant['keys']) => ({
    'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey
  })
  const takesKeys = (operation: string) => documentedAs(operation).security.some((scheme) => 'accessKey' in scheme)

  it.each(rows.filter(({ operation }) => takesKeys(operation)))(
    "$operation with the tenant's keys in headers, and with wrong ones",
    async ({ operation, ...row }) => {
      const good = await goodRequest(operation)
      const foreign = withIds(row, theirs)
      const keys = inHeaders(stage.keys)
      const { 'x-secret-key': _secret, ...incomplete } = keys

      expect(await send(operation, { ...good, headers: keys })).toMatchObject({ status: 200 })
      for (const wrong of [{ ...keys, 'x-secret-key': andes.keys.secretKey }, incomplete]) {
        const answer = await send(operation, { ...good, headers: wrong })
        expect(answer).toMatchObject(enveloped(401))
        expect(answer.body.errorCode).toBe('TENANT_KEYS_INVALID')
      }
      // A token that is shown as well is the one that counts.
      expect(await send(operation, { ...good, headers: keys }, 'none')).toMatchObject(enveloped(401))
      const another = await send(operation, { ...foreign, headers: inHeaders(andes.keys) })
      expect(another.status === 404 || another.body.result.data.length < 2, JSON.stringify(another.body)).toBe(true)
      expect(another.body).toEqual((await send(operation, foreign, tokens['Administrator'])).body)
    }
  )

  it.each(rows.filter(({ operation, rule }) => !takesKeys(operation) && rule !== 'public' && rule !== 'tenantKeys'))(
    '$operation with keys in headers, which it does not take',
    async ({ operation, ...probe }) => {
      const answer = await send(operation, { ...withIds(probe, nobodys), headers: inHeaders(andes.keys) })

      expect(answer).toMatchObject(enveloped(401))
      expect(answer.body.errorCode).toBe('UNAUTHENTICATED')
    }
  )

  it.each(rows.filter((row) => thingsIn(row).length > 0))(
    "$operation with another tenant's ids, which it leaves as they are",
    async ({ operation, ...probe }) => {
      const before = await thingsOfOthers()
      const unknown = await send(operation, withIds(probe, nobodys), tokens['Administrator'])
      const anothers = await send(operation, withIds(probe, theirs), tokens['Administrator'])

      expect(anothers).toMatchObject(enveloped(404))
      expect(thingsIn(probe).map((thing) => missingCodes[thing])).toContain(anothers.body.errorCode)
      expect(anothers.body).toEqual(unknown.body)
      expect(await thingsOfOthers()).toEqual(before)
    }
  )

  /** Everything that a tenant's ids stand for, as the database holds it. */
  async function thingsOfOthers (): Promise<unknown[]> {
    const tables = [
      'folio_blocks', 'allowed_networks', 'pdf_templates', 'customers', 'products', 'roles', 'role_claims', 'users', 'user_roles', 'tenant_keys',
      'invoices', 'bulk_invoices', 'bulk_rows', 'received_files', 'received_documents', 'received_claims'
    ]
    const all = tables.map((table) => `select '${table} ' || t::text as row from ${table} t where tenant_id = $1`)
    return program.rows(`${all.join(' union all ')} order by 1`, [theirTenant])
  }

  const others = rows.flatMap(({ operation, also = [] }) =>
    also.map((probe) => ({ operation, names: JSON.stringify(probe), probe }))
  )

  it.each(others)("$operation with another tenant's ids: $names", async ({ operation, probe }) => {
    const unknown = await send(operation, withIds(probe, nobodys), tokens['Administrator'])
    const anothers = await send(operation, withIds(probe, theirs), tokens['Administrator'])

    const isNothing = isFile(anothers) || anothers.status === 404 || anothers.body.result?.totalRecords === 0
    expect(isNothing, JSON.stringify(anothers.body)).toBe(true)
    expect(anothers.body).toEqual(unknown.body)
  })

  it.each(rows.filter((row) => badRequestOf(row)))(
    '$operation with what breaks its schema',
    async ({ operation, ...row }) => {
      const bad = defined(badRequestOf(row))
      const probe = row.rule === 'tenantKeys' ? { ...bad, body: { ...andes.keys, ...bad.body } } : bad
      const answer = await send(operation, probe, tokens['Administrator'])

      expect(answer).toMatchObject(enveloped(400))
      expect(answer.body.errors).not.toEqual([])
    }
  )

  it.each(rows)(
    '$operation answers a permitted caller, and refuses unknown names in the query',
    async ({ operation, newerName, rule }) => {
      const good = await goodRequest(newerName)
      const token = asTold(rule, good)
      const unknown = await send(operation, { ...good, query: `${good.query ?? '?'}&nada=1` }, token)
      const answer = await send(operation, good, token)

      expect(unknown.body).toMatchObject({
        statusCode: 400, errorCode: 'VALIDATION_FAILED', errors: ['nada: is an unknown parameter']
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(sizeOf(answer.body)).toBeGreaterThan(0)
    }
  )

  it.each(rows.filter(({ operation }) => operation.startsWith('GET ')))(
    '$operation answers HEAD with the same headers, and no body',
    async ({ operation, newerName, rule }) => {
      const good = await goodRequest(newerName)
      const token = asTold(rule, good)
      const [get, head] = [
        await send(operation, good, token), await send(operation.replace('GET', 'HEAD'), good, token)
      ]

      expect([head.status, head.headers['content-type']]).toEqual([get.status, get.headers['content-type']])
      expect(sizeOf(head.body)).toBe(0)
    }
  )

  const asTold = (rule: string, good: GoodRequest) =>
    rule === 'public' || rule === 'tenantKeys' ? undefined : good.token ?? tokens['stage']
  const bodyOf = (operation: string) => documentedAs(operation).requestBody?.content['application/json']?.schema

  const mayLackMembers = (operation: string): boolean => {
    const schema = bodyOf(operation)
    return schema !== undefined && hasOptional(schema)
  }

  it.each(Object.keys(goodRequests).filter(mayLackMembers).map((operation) => ({ operation })))(
    '$operation treats null in an optional member as omitted',
    async ({ operation }) => {
      const good = await goodRequest(operation)
      const body = withNulls(defined(bodyOf(operation)), good.body ?? {}) as object
      const answer = await send(operation, { ...good, body }, asTold(defined(catalogue[operation]).rule, good))

      expect(answer.status, JSON.stringify([answer.body, body])).toBe(200)
    }
  )

  const longNames: Readonly<Record<string, string>> = { Role: 'roleId', User: 'userId', Webhook: 'correlationId' }
  const longNameOf = (operation: string): string => longNames[defined(operation.split('/')[2])] ?? 'id'
  const saidIn = ({ query, body }: GoodRequest): Record<string, string> =>
    ({ ...Object.fromEntries(new URLSearchParams(query)), ...body })
  const usualNameOf = (operation: string, row: GoodRequest): string | undefined =>
    ['id', longNameOf(operation)].find((name) => name in saidIn(row))
  const takingIds = Object.entries(catalogue).filter(([operation, row]) => usualNameOf(operation, row))
  const placesOfIds = takingIds.flatMap(([operation, { rule }]) =>
    [...new Set(['id', longNameOf(operation)])].flatMap((name) =>
      (operation.startsWith('GET ') ? ['query'] : ['query', 'body']).map((place) => ({ operation, rule, name, place }))))

  it.each(placesOfIds)(
    '$operation accepts its id as $name in the $place, and refuses two different ids',
    async ({ operation, rule, name, place }) => {
      const good = await defined(goodRequests[operation])(stage)
      const { [defined(usualNameOf(operation, good))]: value, ...others } = saidIn(good)
      const id = { [name]: defined(value) }
      const isRead = operation.startsWith('GET ')
      const sent = {
        query: `?${new URLSearchParams({ ...isRead && others, ...place === 'query' && id })}`,
        ...!isRead && { body: { ...others, ...place === 'body' && id } }
      }
      const another = name === 'id' ? longNameOf(operation) : 'id'
      const token = asTold(rule, good)
      const twice = await send(operation, { ...sent, query: `${sent.query}&${another}=${newId()}` }, token)
      const answer = await send(operation, sent, token)

      expect(twice.body.statusCode).toBe(400)
      expect(twice.body.errors).toEqual([
        another === name && place === 'query' ? 'id: appears twice' : 'id: is sent twice with different values'
      ])
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  )

  /** For each update what Get or List answered, and the member to change. */
  const updates: Record<string, () => Promise<{ answered: object, change: object, beside?: object }>> = {
    'PUT /api/User/Update': async () => ({
      answered: await listed('/User/GetUsers', await stage.user()), change: { fullName: 'Otra Persona' }
    }),
    'PUT /api/Role/Update': async () => ({
      answered: await listed('/Role/List', await stage.role()), change: { name: `Otra ${newId()}` }
    }),
    'PUT /api/IpAddressWhiteList/Update': async () => ({
      answered: await listed('/IpAddressWhiteList/List', await stage.address()), change: { description: 'Bodega' }
    }),
    'PUT /api/PdfTemplate/Update': async () => ({
      answered: await stage.result('GET', `/PdfTemplate/Get?id=${await stage.template()}`),
      change: { name: `Otra ${newId()}` }
    }),
    'PUT /api/Customer/Update': async () => ({
      answered: await stage.result('GET', `/Customer/Get?id=${await stage.customer()}`), change: { city: 'Arica' }
    }),
    'PUT /api/Product/Update': async () => ({
      answered: await stage.result('GET', `/Product/Get?id=${await stage.product()}`), change: { unitPrice: 20 }
    }),
    'PUT /api/Tenant/Update': async () => ({
      answered: await stage.result('GET', '/Tenant/GetTenant'), change: { city: 'Arica' }
    }),
    'PUT /api/Notification/Update': async () => {
      await stage.notifications()
      return { answered: await stage.result('GET', '/Notification/GetSettings'), change: { events: ['document.accepted'] } }
    },
    'PUT /api/NotificationEndpoint/Update': async () => ({
      answered: await listed('/NotificationEndpoint/List', await stage.endpoint()), change: { events: ['document.accepted'] }
    }),
    'PUT /api/Mailbox/Set': async () => {
      await stage.result('PUT', '/Mailbox/Set', stage.mailbox())
      return { answered: await stage.result('GET', '/Mailbox/Get'), change: { folder: 'DTE' } }
    },
    'PUT /api/Folio/Activate': async () => ({
      answered: await listed('/Folio/List', await stage.block()), change: {}
    }),
    'PUT /api/BulkInvoice/UpdateRow': async () => {
      const id = await stage.submission()
      return {
        answered: await stage.result('GET', `/BulkInvoice/GetRow?id=${id}&position=1`), change: { payload: factura() },
        beside: { id }
      }
    }
  }
  const listed = async (path: string, id: string): Promise<object> =>
    (await stage.result('GET', path)).find((one: { id: string }) => one.id === id)

  it('have a sample update of each entity', () => {
    const named = Object.keys(catalogue).filter((operation) => /^PUT .*\/(Update\w*|Set|Activate)$/.test(operation))

    expect(Object.keys(updates).sort()).toEqual(named.sort())
  })

  it.each(Object.entries(updates))('%s accepts the object that was returned, unchanged and changed', async (operation, read) => {
    const { answered, change, beside } = await read()
    const token = tokens['stage']
    const changed = await send(operation, { body: { ...answered, ...beside, ...change } }, token)
    const asIs = operation.includes('Folio')
      ? changed
      : await send(operation, { body: { ...answered, ...beside } }, token)

    expect([changed.status, asIs.status], JSON.stringify([answered, changed.body, asIs.body])).toEqual([200, 200])
    if (typeof changed.body.result === 'object') expect(changed.body.result).toMatchObject(change)
  })

  const queryNamesOf = (operation: string): string[] =>
    (documentedAs(operation).parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name)

  it.each(rows.filter(({ operation }) => queryNamesOf(operation).length > 0))(
    '$operation treats an empty value in its query as omitted',
    async ({ operation, newerName, rule }) => {
      const good = await goodRequest(newerName)
      const said = new URLSearchParams(good.query)
      const names = queryNamesOf(operation).filter((name) => !said.has(name))
      const query = `${good.query ?? '?'}&${names.map((name) => `${name}=`).join('&')}`
      const answer = await send(operation, { ...good, query }, asTold(rule, good))

      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  )
})

/** A form as it goes over the wire. */
async function encoded (parts: Record<string, Buffer | string>): Promise<{ body: Buffer, 'content-type': string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    form.append(
      name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]),
      ...(typeof value === 'string' ? [] : ['file.bin'])
    )
  }
  const request = new Response(form)
  return { body: Buffer.from(await request.arrayBuffer()), 'content-type': defined(request.headers.get('content-type')) }
}

/** How much an answer holds: bytes, entries of a list or of a page, members; 1 for true. */
function sizeOf (body: Buffer | { result: boolean | object & { data?: object } }): number {
  if (Buffer.isBuffer(body)) return body.length
  const { result } = body
  if (typeof result === 'boolean') return Number(result)
  return Object.keys(result.data ?? result).length
}
