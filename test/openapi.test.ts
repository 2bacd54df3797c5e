import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractText, describedApp } from '../src/cli/contract.ts'
import { alternativeConstants } from '../src/http/openapi/json-schema.ts'
import { inOpenApi30 } from '../src/http/openapi/older-version.ts'
import type { Contract } from './support/contract.ts'
import { publicPages, type RateLimit } from '../src/http/plugins/rate-limit.ts'
import { allCaptured, defined } from './support/expecting.ts'
import { servedRoutes } from './support/routes.ts'

let text: string
let contract: Contract
let app: FastifyInstance
beforeAll(async () => {
  text = await contractText()
  contract = JSON.parse(text)
  app = await describedApp()
})
afterAll(() => app.close())

const operations = () => Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
)

interface SchemaNode {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  examples?: unknown[]
  readOnly?: boolean
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: SchemaNode[]
  oneOf?: SchemaNode[]
  allOf?: SchemaNode[]
  parameters?: { name: string, description?: string }[]
}

/** The policy of a limit that fills up in a minute. */
const policyOf = ({ name, burst }: RateLimit): string => `"${name}";q=${burst};w=60`

/** Every object of the document but for examples, with its path. */
function nodesIn (node: unknown, path = ''): (SchemaNode & { path: string })[] {
  if (typeof node !== 'object' || node === null) return []
  return [{ ...node, path }, ...Object.entries(node).flatMap(([name, child]) =>
    name === 'example' || name === 'examples' ? [] : nodesIn(child, `${path}/${name}`))]
}

/** The schema of the document that a reference means. */
const named = (reference = '') =>
  contract.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] as SchemaNode | undefined

it('equals the committed openapi/openapi.json', async () => {
  const committed = await readFile(new URL('../openapi/openapi.json', import.meta.url), 'utf8').catch(() => '')

  expect(committed === text, 'run npm run openapi and read the difference').toBe(true)
})

it('is generated reproducibly', async () => {
  expect(await contractText()).toBe(text)
})

it('is also written in OpenAPI 3.0, for tools that do not read 3.1', () => {
  const older = (schema: object) =>
    (inOpenApi30({ info: { license: { name: 'MIT', identifier: 'MIT' } }, webhooks: {}, schema }) as { schema: object }).schema

  expect(older({ type: ['string', 'null'], examples: ['a', 'b'] })).toEqual({ type: 'string', nullable: true, example: 'a' })
  expect(older({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toEqual({ type: 'integer', nullable: true })
  expect(older({ anyOf: [{ $ref: '#/x' }, { type: 'null' }] })).toEqual({
    anyOf: [{ $ref: '#/x' }, { type: 'object', nullable: true, enum: [null] }]
  })
  expect(older({ properties: { type: { const: 'x' } } })).toEqual({ properties: { type: { enum: ['x'] } } })
  expect(older({ type: ['integer', 'null'], enum: [1, 2] })).toEqual({ type: 'integer', nullable: true, enum: [1, 2, null] })
  expect(older({ type: 'number', exclusiveMinimum: 0 })).toEqual({ type: 'number', minimum: 0, exclusiveMinimum: true })
  expect(inOpenApi30(contract)).not.toHaveProperty('webhooks')
})

describe('the contract', () => {
  it('has the schema names of the specification, used or not', () => {
    expect(Object.keys(contract.components.schemas)).toEqual(expect.arrayContaining([
      'BooleanResponseWrapper', 'StringResponseWrapper', 'WebhookListPaginationResponseResponseWrapper'
    ]))
  })

  it('is OpenAPI 3.1.0 with the twelve groups in the order of the catalogue, and the added ones', () => {
    expect(contract.openapi).toBe('3.1.0')
    expect(contract.tags.map(({ name }) => name)).toEqual([
      'Auth',
      'BulkInvoice',
      'Common',
      'Folio',
      'IpAddressWhiteList',
      'PdfTemplate',
      'Reports',
      'Role',
      'Tenant',
      'User',
      'Webhook',
      'AuditLogs',
      'Notification', 'NotificationEndpoint',
      'Receiver', 'Certification',
      'Mailbox', 'Customer', 'Product', 'Received'
    ])
  })

  it('has all lists of Common, the older names deprecated', () => {
    const lists = operations().filter(({ path }) => path.startsWith('/api/Common/')).map(({ path, operation }) =>
      `${path.slice(12)}${operation.deprecated ? ' deprecated' : ''}`
    )

    expect(lists.sort()).toEqual([
      'AdditionalTaxes',
      'Codes',
      'GetInvoiceTypes deprecated',
      'GetMedioPagos deprecated',
      'GetReferenceInvoiceTypes',
      'GetSaleTransactionVentoTypes deprecated',
      'GetSpecialInfoPaymentMethods deprecated',
      'GetTransactionCompraTypes deprecated',
      'InvoiceTypes',
      'PaymentMedias',
      'PaymentMethods',
      'PurchaseTransactionTypes',
      'SaleTransactionTypes'
    ])
  })

  it("gives each operation a unique id, a summary and its group's tag", () => {
    const ids = operations().map(({ operation }) => operation.operationId)

    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations()) {
      expect(operation.summary, path).toMatch(/\w/)
      expect(operation.tags, path).toEqual([path.split('/')[2]])
      expect(contract.tags.map(({ name }) => name), path).toEqual(expect.arrayContaining(operation.tags))
    }
  })

  it('declares application/json first, then text/plain and text/json, of one schema named …ResponseWrapper', () => {
    for (const { path, operation } of operations()) {
      const content = operation.responses['200']?.content ?? {}
      if (!Object.hasOwn(content, 'application/json')) continue
      const schemas = Object.values(content).map(({ schema }) => (schema as SchemaNode).$ref)
      expect(Object.keys(content), path).toEqual(['application/json', 'text/plain', 'text/json'])
      expect(new Set(schemas).size, path).toBe(1)
      expect(schemas[0], path).toMatch(/^#\/components\/schemas\/\w+(?:|List|ListPaginationResponse)ResponseWrapper$/)
    }
  })

  it('has no missing references and no unused components', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) =>
        `${String(kind)}/${String(name)}`
      )
    )
    const { schemas, responses, headers } = contract.components
    const there = new Set([
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
      ...Object.keys(headers).map((name) => `headers/${name}`)
    ])

    expect([...references].filter((reference) => !there.has(reference))).toEqual([])
    // A name of the specification that has no use so far.
    references.add('schemas/StringResponseWrapper')
    expect([...there].filter((name) => !name.startsWith('responses/') && !references.has(name))).toEqual([])
    expect(text).not.toContain('PLACEHOLDER')
    expect(text).not.toContain('"x-operation"')
  })

  it('describes a choice of constants, such as document types, as one enumeration', () => {
    const choice = { type: 'number', enum: [33] }

    expect(alternativeConstants(contract)).toEqual([])
    expect(alternativeConstants({ a: [{ anyOf: [choice, { const: 34 }] }, { anyOf: [choice, { type: 'null' }] }] })).toEqual(
      ['#/a/0']
    )
  })

  it('describes every member and every parameter', () => {
    const bare: string[] = []
    const described = ({ $ref, anyOf = [] }: SchemaNode): boolean =>
      named($ref)?.description !== undefined || anyOf.some(described)
    for (const { path, properties = {}, parameters } of nodesIn(contract)) {
      for (const [name, member] of Object.entries(properties)) {
        if (!member.description && !described(member)) bare.push(`${path}.${name}`)
      }
      for (const { name, description } of Array.isArray(parameters) ? parameters : []) {
        if (!description) bare.push(`${path}?${name}`)
      }
    }

    expect(bare).toEqual([])
  })

  it('gives every date a format or, in requests, examples', () => {
    const dateName = /(?:Date|At|On|From|To|Until)$|^(?:date|until|at|notBefore|notAfter|expiration)$/
    const dateExample = /^\d{4}-\d{2}-\d{2}(?:T|$)/
    const found = { answers: new Set<string>(), requests: new Set<string>() }
    const vague: string[] = []
    const partsOf = (schema: SchemaNode): SchemaNode[] =>
      [schema, ...schema.anyOf ?? [], ...schema.oneOf ?? [], ...schema.allOf ?? []]

    const look = (schema: SchemaNode, where: keyof typeof found, seen: Set<unknown>): void => {
      const whole = schema.$ref ? named(schema.$ref) : schema
      if (whole === undefined || seen.has(whole)) return
      seen.add(whole)
      for (const part of partsOf(whole)) {
        if (part !== whole) look(part, where, seen)
        if (part.items) look(part.items, where, seen)
        for (const [name, member] of Object.entries(part.properties ?? {})) {
          judge(name, member, where)
          look(member, where, seen)
        }
      }
    }
    const judge = (name: string, member: SchemaNode, where: keyof typeof found): void => {
      const parts = partsOf(member)
      const { examples = [] } = member
      const isText = parts.some(({ type }) => [type].flat().includes('string'))
      const isDate = isText && (dateName.test(name) || examples.some((one) => dateExample.test(String(one))))
      if (!isDate) return
      found[where].add(name)
      const hasFormat = parts.some(({ format }) => format === 'date' || format === 'date-time')
      if (!hasFormat && (where === 'answers' || examples.length === 0)) vague.push(`${where}: ${name}`)
    }
    for (const { operation } of operations()) {
      const bodies = Object.values(operation.requestBody?.content ?? {})
      const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}))
      for (const { schema } of bodies) look(schema, 'requests', new Set())
      for (const { schema } of answers) look(schema, 'answers', new Set())
    }

    expect(vague).toEqual([])
    expect([...found.answers]).toEqual(expect.arrayContaining(['issuedAt', 'expiresOn', 'issueDate', 'notAfter', 'date']))
    expect([...found.requests]).toEqual(expect.arrayContaining(['issueDate', 'paidOn', 'eventAt', 'departureDate']))
  })

  it('declares ids of documents, submissions and people as UUIDs', () => {
    const plain: string[] = []
    for (const { path, properties = {} } of nodesIn(contract)) {
      for (const [name, member] of Object.entries(properties)) {
        const isId = /^(?:correlationId|replacesId|\w+ById)$/.test(name)
        if (isId && !member.readOnly && !JSON.stringify(member).includes('"format":"uuid"')) plain.push(`${path}.${name}`)
      }
    }

    // Empty in a dry run.
    expect(plain).toEqual(['/components/schemas/WebhookSaveResponseWrapper/properties/result.correlationId'])
  })

  it('names the numbers of every enumeration in its description', () => {
    for (const [name, { enum: values = [], 'x-enum-varnames': names = [], ...schema }] of Object.entries(
      contract.components.schemas
    )) {
      if (!name.startsWith('Enum')) continue
      for (const [index, value] of values.entries()) {
        expect((schema as { description?: string }).description, name).toContain(`${String(value)} ${defined(names[index])}`)
      }
    }
  })

  it('names the values of every enumeration', () => {
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      if (name.startsWith('Enum')) expect(schema['x-enum-varnames'], name).toHaveLength(schema.enum?.length ?? -1)
    }
  })
})

describe('every operation', () => {
  it('that is not public refuses a caller without credentials (401)', async () => {
    for (const { path, method, operation } of operations()) {
      const guarded = operation.security.length > 0 || 'x-authentication' in operation
      // A body without keys is told which members are missing.
      if (!guarded || path === '/api/Webhook/Save') continue
      const { statusCode, headers, body } = await app.inject({
        method: method.toUpperCase() as 'GET', url: path,
        ...(operation.requestBody && operation.security.length === 0 ? { payload: {} } : {})
      })
      expect(statusCode, `${method} ${path}`).toBe(401)
      expect(headers['www-authenticate'], path).toMatch(/^Bearer/)
      expect(JSON.parse(body), path).toMatchObject({ success: false, statusCode: 401, result: null })
    }
  })

  // This list should only ever shrink: each entry is a door without a lock.
  it('that is public is listed as such', () => {
    const open = operations().filter(({ operation }) =>
      operation.security.length === 0 && !('x-authentication' in operation)
    ).map(({ path, method }) => `${method} ${path}`)
    const known = [
      'get /api/Auth/SignInOptions',
      'post /api/Auth/Login',
      'post /api/Auth/Register',
      'post /api/Auth/ConfirmEmail',
      'post /api/Auth/ForgotPassword',
      'put /api/Auth/ChangePasswordForUsingToken',
      'get /api/Tenant/GetAccessKeyAndSecretKeyValidation',
      'post /api/Tenant/GetAccessKeyAndSecretKeyValidation'
    ]

    expect(open.filter((operation) => !known.includes(operation))).toEqual([])
  })

  it.each(['docs/limits.md', 'docs/es/limits.md'])('with a rate limit sends its policy, as %s says', async (page) => {
    const sent = new Set<string>([`${policyOf(publicPages)} /d/…`])
    for (const { path, method } of operations()) {
      const { headers } = await app.inject({ method: method.toUpperCase() as 'GET', url: path })
      if (headers['ratelimit']) sent.add(`${String(headers['ratelimit-policy'])} ${path.slice('/api/'.length)}`)
    }
    const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8')
    const told = [...text.matchAll(/^\| `("[^`]+;q=[^`]+)` \| (.+) \|$/gm)].flatMap(([, policy, names = '']) =>
      allCaptured(/`([^`]+)`/g, names).map((name) => `${policy} ${name}`))

    expect(told.sort()).toEqual([...sent].sort())
  })

  it('is in the contract, except health, the contract, the documentation and the pages that mails link to', () => {
    const hidden = [
      '/', '/health/live', '/health/ready', '/openapi.json', '/openapi-3.0.json', '/docs', '/docs/js/scalar.js', '/docs/:page',
      '/docs/es/:page', '/reset-password', '/confirm-email', '/forgot-password'
    ]
    const documented = operations().map(({ path, method }) => `${method.toUpperCase()} ${path.toLowerCase()}`)
    const served = servedRoutes(app).filter((route) => !route.startsWith('HEAD '))

    expect(served.filter((route) => !hidden.includes(route.split(' ')[1] ?? '')).sort()).toEqual(
      documented.sort()
    )
  })
})
