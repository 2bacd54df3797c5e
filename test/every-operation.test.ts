import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedApp } from '../src/cli/contract.ts'
import { defaultRoles, isPermission, permissions } from '../src/services/permissions.ts'
import { newId } from '../src/shared/ids.ts'
import { catalogue, thingsIn, withIds, type Probe, type Thing } from './support/catalogue.ts'
import { contract, operationsOf } from './support/contract.ts'
import { factura } from './support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { servedRoutes } from './support/routes.ts'
import { provenTitles } from './support/test-files.ts'
import { tokenWith } from './support/webhook.ts'

const documented = new Map(operationsOf(contract).map(({ method, path, operation }) => [`${method} ${path}`, operation]))

// Groups of the catalogue that are on no router yet. This list may only shrink.
const notServedYet = ['BulkInvoice']

/** The catalogue with a row of its own for each older name. */
const rows = Object.entries(catalogue).filter(([operation]) => !notServedYet.some((group) => operation.includes(`/${group}/`))).flatMap(([operation, row]) => {
  const { olderName } = row
  const file = testFileOf(operation)
  return [{ operation, file, ...row }, ...(olderName ? [{ operation: operation.replace(/\w+$/, olderName), file, ...row }] : [])]
})

describe('the catalogue, the document and the router', () => {
  let app: FastifyInstance
  beforeAll(async () => { app = await describedApp() })
  afterAll(() => app.close())

  it('have the same operations', () => {
    const listed = rows.map(({ operation }) => operation).sort()
    const served = servedRoutes(app).filter((route) => route.includes('/api/'))

    expect([...documented.keys()].sort()).toEqual(listed)
    expect(served.sort()).toEqual(listed.map((operation) => operation.replace(/\/.*/, (path) => path.toLowerCase())).sort())
  })

  it.each(rows)('$operation: its rule is the one of the document', ({ operation, rule }) => {
    const { security, 'x-permission': permission, 'x-authentication': authentication } = documented.get(operation)!
    const told = permission ?? (authentication ? 'tenantKeys' : security.length > 0 ? 'signedIn' : 'public')

    expect(told).toBe(rule)
  })

  it('use every claim that can be given', () => {
    const used = new Set<string>(Object.values(catalogue).map(({ rule }) => rule))

    expect(permissions.filter((permission) => !used.has(permission))).toEqual([])
  })
})

describe('the tests of each operation', () => {
  /** Operations that are tested together: what holds for one of them holds for all by the same table. */
  const sharedFiles: Record<string, string> = {
    'common/get-reference-invoice-types': 'common/lookups',
    'common/invoice-types': 'common/lookups',
    'common/payment-medias': 'common/lookups',
    'common/payment-methods': 'common/lookups',
    'common/purchase-transaction-types': 'common/lookups',
    'common/sale-transaction-types': 'common/lookups',
    'notification/deliveries': 'notification/settings',
    'notification/get-settings': 'notification/settings',
    'notification/rotate-secret': 'notification/settings',
    'notification/test': 'notification/settings',
    'notification/update': 'notification/settings',
    'tenant/create-key': 'tenant/keys',
    'tenant/revoke-key': 'tenant/keys'
  }

  /** What is not there yet. This list may only shrink: what is there by now must be struck off. */
  const lacking: readonly string[] = []

  const needed = rows.filter(({ operation }) => !documented.get(operation)?.deprecated).map((row) => ({ ...row, titles: titlesFor(row) }))

  it.each(needed)('$operation', async ({ file, titles }) => {
    const text = await readFile(new URL(`groups/${sharedFiles[file] ?? file}.test.ts`, import.meta.url), 'utf8').catch(() => '')
    const proven = provenTitles(text)

    expect(titles.filter((title) => !proven.includes(title)).map((title) => `${file}: ${title}`)).toEqual(lacking.filter((entry) => entry.startsWith(`${file}: `)))
  })
})

describe('the reader of test files', () => {
  it.each([
    ['describe(\'answers\', () => { it(\'works\', () => { expect(1).toBe(1) }) })', ['answers']],
    ['describe(\'answers\', () => { it.each([1])(\'works\', () => { expect(1).toBe(1) }) })', ['answers']],
    ['describe(\'answers\', () => { it.skip(\'works\', () => { expect(1).toBe(1) }) })', []],
    ['describe.skip(\'answers\', () => { it(\'works\', () => { expect(1).toBe(1) }) })', []],
    ['describe(\'answers\', () => { it(\'works\', () => {}) })', []],
    ['describe(\'answers\', () => {})', []],
    ['// describe(\'answers\', () => { it(\'works\', () => { expect(1).toBe(1) }) })', []]
  ])('finds in %s: %j', (text, titles) => {
    expect(provenTitles(text)).toEqual(titles)
  })
})

describe('who gets which answer', () => {
  let program: Program
  let andes: ProgramTenant
  let theirs: Record<Thing, string>
  const tokens: Record<string, string> = {}
  const nobodys = Object.fromEntries(['folioBlock', 'address', 'template', 'role', 'user', 'key', 'document', 'submission'].map((thing) => [thing, newId()])) as Record<Thing, string>

  beforeAll(async () => {
    program = await startProgram({ working: false })
    andes = await program.tenant({ folios: [] })
    const boreal = await program.tenant({ folios: [33] })
    theirs = await thingsOf(program, boreal)
    for (const role of defaultRoles) tokens[role.name] = await tokenWith(program, andes, [...role.permissions])
  })
  afterAll(() => program.close())

  let callers = 0
  const send = (operation: string, probe: Probe, token?: string) => {
    const [method, path] = operation.split(' ') as ['GET', string]
    const { query = '', body } = probe
    // An address of its own for each, or the limits on guessing would answer.
    const address = `127.2.${Math.floor(++callers / 250)}.${callers % 250 + 1}`
    return program.call(method, path.slice('/api'.length) + query, { body, address, ...(token ? { token } : {}) })
  }
  const enveloped = (status: number) => ({
    status, body: { success: status === 200, statusCode: status, errorCode: status === 200 ? '' : expect.stringMatching(/^[A-Z_]+$/), errors: expect.any(Array), result: status === 200 ? expect.anything() : null }
  })

  it.each(rows)('$operation without credentials', async ({ operation, rule, status, ...probe }) => {
    const answer = await send(operation, withIds(probe, nobodys))

    expect(answer).toMatchObject(enveloped(rule === 'public' || rule === 'tenantKeys' ? status : 401))
  })

  it.each(rows.filter(({ rule }) => isPermission(rule)))('$operation for whoever holds every claim but $rule', async ({ operation, rule, ...probe }) => {
    const token = await tokenWith(program, andes, permissions.filter((permission) => permission !== rule))
    const answer = await send(operation, withIds(probe, nobodys), token)

    expect(answer).toMatchObject(enveloped(403))
    expect(answer.body.errorCode).toBe('CLAIM_MISSING')
  })

  for (const role of defaultRoles) {
    it.each(rows.filter(({ rule }) => rule !== 'public' && rule !== 'tenantKeys'))(`$operation for the role ${role.name}`, async ({ operation, rule, status, ...probe }) => {
      const mayCall = !isPermission(rule) || role.permissions.includes(rule)
      const answer = await send(operation, withIds(probe, nobodys), tokens[role.name])

      expect(answer).toMatchObject(enveloped(mayCall ? status : 403))
    })
  }

  it.each(rows.filter((row) => thingsIn(row).length > 0))('$operation with another tenant\'s ids', async ({ operation, ...probe }) => {
    const unknown = await send(operation, withIds(probe, nobodys), tokens['Administrator'])
    const anothers = await send(operation, withIds(probe, theirs), tokens['Administrator'])

    expect(anothers).toMatchObject(enveloped(404))
    expect(anothers.body).toEqual(unknown.body)
  })

  it.each(['user', 'role'] as const)('assigns another tenant\'s %s to nothing of this tenant\'s', async (thing) => {
    const own = { user: (await listOf('/User/GetUsers', andes))[0]!.id, role: (await listOf('/Role/List', andes))[0]!.id }
    const assign = (ids: Record<Thing, string>) => send('POST /api/Role/UserAssignmentToRole', { body: { userId: own.user, roleId: own.role, [`${thing}Id`]: ids[thing] } }, tokens['Administrator'])
    const [unknown, anothers] = [await assign(nobodys), await assign(theirs)]

    expect(anothers).toMatchObject(enveloped(404))
    expect(anothers.body).toEqual(unknown.body)
  })

  const listOf = async (path: string, { token }: ProgramTenant): Promise<{ id: string }[]> => (await program.call('GET', path, { token })).body.result

  async function thingsOf ({ call }: Program, tenant: ProgramTenant): Promise<Record<Thing, string>> {
    const { token } = tenant
    const made = async (path: string, body: object) => {
      const answer = await call('POST', path, { token, body })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.result.id as string
    }
    return {
      folioBlock: (await listOf('/Folio/List', tenant))[0]!.id,
      address: await made('/IpAddressWhiteList/Create', { ipAddress: '127.0.0.0/8' }),
      template: await made('/PdfTemplate/Create', { name: 'Propia', kind: 'settings' }),
      role: await made('/Role/Create', { name: 'Propia' }),
      user: await made('/User/Create', { email: 'alguien@boreal.example', fullName: 'Alguien', password: 'correo-tinta-lluvia' }),
      key: (await listOf('/Tenant/Keys', tenant))[0]!.id,
      document: (await tenant.save(factura())).body.result.correlationId,
      submission: newId()
    }
  }
})

/** `folio/get-folio-blocks` of `GET /api/Folio/GetFolioBlocks`. */
function testFileOf (operation: string): string {
  return operation.replace(/^\w+ \/api\//, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

function titlesFor ({ operation, rule, ...probe }: { operation: string, rule: string } & Probe): string[] {
  const { requestBody, parameters = [] } = documented.get(operation) ?? {}
  const takesInput = requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query')
  return [
    'answers',
    ...(takesInput ? ['rejects input (400)'] : []),
    ...(rule === 'tenantKeys' ? ['needs the tenant\'s keys (401)'] : rule === 'public' ? [] : ['needs sign-in (401)']),
    ...(isPermission(rule) ? ['needs claim (403)'] : []),
    ...(thingsIn(probe).length > 0 ? ['hides other tenants (404)'] : [])
  ]
}
