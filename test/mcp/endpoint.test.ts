import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import Fastify from 'fastify'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operationsFor } from '../../src/mcp/operations.ts'
import type { Result } from '../support/api.ts'
import { failure } from '../support/app.ts'
import { factura } from '../support/documents.ts'
import { defined, only } from '../support/expecting.ts'
import { startProgram } from '../support/program.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'
import { everythingStored, tokenWith } from '../support/webhook.ts'

let url: URL
let user: Record<string, string>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const program = sharedProgram({
  working: false,
  settings: {
    MCP_ENABLED: 'true', TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://timbre.example/path', CORS_ORIGINS: 'https://shop.example'
  }
})
const andes = sharedTenant(program, { folios: [33] })
const boreal = sharedTenant(program, { folios: [33] })

beforeAll(async () => {
  user = bearer(await tokenWith(program, andes, ['Webhook.Issue', 'Webhook.Read']))
  await program.app.listen({ host: '127.0.0.1', port: 0 })
  url = new URL(`http://127.0.0.1:${(program.app.server.address() as AddressInfo).port}/mcp`)
})
const clients: Client[] = []
afterEach(async () => { for (const client of clients.splice(0)) await client.close() })

async function connected (headers: Record<string, string> = user): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  // The SDK's types are not written for exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never)
  return client
}

/** What tests read of the answers of tools. */
interface ToolAnswer {
  correlationId: string, invoiceNumber: string, confirmation: object, totals: object, reason: object[], errors: string[]
  errorCode: string
}

/** What a tool answers; the text says the same. */
async function used<Answer = ToolAnswer> (
  name: string, input: object = {}, headers = user
): Promise<Answer & { isError: boolean }> {
  const { content, structuredContent, isError = false } = await (await connected(headers)).callTool({
    name, arguments: { ...input }
  }) as { content: { text: string }[], structuredContent: Answer, isError?: boolean }
  expect(JSON.parse(only(content).text)).toEqual(structuredContent)
  return { ...structuredContent, isError }
}

const posted = (body: unknown, headers: Record<string, string> = user) => fetch(url, {
  method: 'POST', body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
})
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** A document issued by the tool, with the input that issued it. */
async function issued (payload: object, headers = user) {
  const { confirmation } = await used('dry_run_document', { payload }, headers)
  const input = { payload, ...confirmation }
  return { input, receipt: await used('issue_document', input, headers) }
}

function named (externalId: string) {
  const { header, ...rest } = factura(6)
  return { ...rest, header: { ...header, documentId: { ...header.documentId, externalId } } }
}

describe('lists', () => {
  it('six tools, of which only issue_document changes data', async () => {
    const { tools } = await (await connected()).listTools()

    expect(tools.map(({ name }) => name)).toEqual([
      'find_documents', 'get_document', 'find_receivers', 'explain_rejection', 'dry_run_document', 'issue_document'
    ])
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual(['issue_document'])
    for (const { inputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(defined(description).length).toBeGreaterThan(50)
    }
  })

  it('their titles in the language of the client', async () => {
    const titles = async (headers: Record<string, string>) =>
      (await (await connected({ ...user, ...headers })).listTools()).tools.map(({ title }) => title)

    expect(await titles({})).toContain('Find documents')
    expect(await titles({ 'accept-language': 'es-CL' })).toContain('Buscar documentos')
  })
})

describe('reads', () => {
  it("the tenant's documents by customer, state, folio and externalId, at most twenty", async () => {
    const { receipt: mine } = await issued(named('PEDIDO-7'))
    const theirs = (await boreal.save(factura())).body.result
    const found = async (filters: object) =>
      (await used<Result<'get', 'Webhook/GetWebhooks'>>('find_documents', filters)).data.map(({ correlationId }) => correlationId)

    expect(await found({ externalId: 'PEDIDO-7' })).toEqual([mine.correlationId])
    expect(await found({ folio: Number(mine.invoiceNumber), status: ['Issued', 'Waiting'] })).toContain(mine.correlationId)
    expect(await found({ status: ['Rejected'] })).toEqual([])
    expect(await found({ customerTaxNumber: factura().header.receiver.taxNumber })).toContain(mine.correlationId)
    expect(await found({})).not.toContain(theirs.correlationId)
    expect(await used('get_document', { correlationId: theirs.correlationId })).toMatchObject({
      isError: true, errorCode: 'DOCUMENT_NOT_FOUND'
    })
    expect(await used('get_document', { correlationId: mine.correlationId })).toMatchObject({
      isError: false, statusText: 'Issued', totals: { totalAmount: 14_209 }
    })
  })

  it('earlier receivers, for the next document', async () => {
    await issued(factura(2))

    expect(await used('find_receivers', { search: 'ñandu' })).toMatchObject({
      receivers: [{ taxNumber: factura().header.receiver.taxNumber }]
    })
  })

  it('why a document was rejected, in words', async () => {
    const { receipt: { correlationId } } = await issued(factura(3))
    await program.rows(
      'update invoices set status = 7, reason = $2 where id = $1',
      [correlationId, JSON.stringify({ code: 'RCH', reasons: [{ code: 'HED-3-209', description: 'Monto Total' }] })]
    )
    const { reason, ...explained } = await used('explain_rejection', { correlationId })

    expect(explained).toMatchObject({ correlationId, statusText: 'Rejected' })
    expect(reason).toMatchObject([{ code: 'HED-3-209', explanation: { es: expect.stringMatching(/./) } }])
  })
})

describe('issues', () => {
  it('only with the total of the dry run, and once for repeated calls', async () => {
    const payload = factura(4)
    const before = await everythingStored(program)
    const { confirmation, ...checked } = await used('dry_run_document', { payload })
    expect(checked).toMatchObject({ valid: true, problems: [], totals: { netAmount: 7960, totalAmount: 9472 } })
    expect(confirmation).toEqual({ confirmTotal: 9472, idempotencyKey: expect.any(String) })

    const refused = await used('issue_document', { payload, ...confirmation, confirmTotal: 9471 })
    expect(refused).toMatchObject({ isError: true, errorCode: 'VALIDATION_FAILED' })
    expect(refused.errors.join()).toMatch(/^confirmTotal: is not the total/)
    expect(refused.errors.join()).not.toContain('9472')
    expect(await used('issue_document', { payload: factura(5), ...confirmation })).toMatchObject({ isError: true })
    expect(await everythingStored(program)).toEqual(before)

    const first = await used('issue_document', { payload, ...confirmation })
    expect(first).toMatchObject({ isError: false, statusText: 'Issued', totalAmount: 9472 })
    expect(await used('issue_document', { payload, ...confirmation })).toEqual(first)
    const entries = await program.rows(
      "select actor_name from audit_entries where action = 'invoice.issue' and entity_id = $1", [first.correlationId]
    )
    expect(entries).toEqual([{ actor_name: expect.stringMatching(/@/) }])
  })

  it('nothing without a key or an externalId', async () => {
    expect(await used('issue_document', { payload: factura(6), confirmTotal: 14_209 })).toMatchObject({
      isError: true, errors: [expect.stringMatching(/^idempotencyKey: /)]
    })
    const { input, receipt } = await issued(named('PEDIDO-8'))
    expect(Object.keys(input).sort()).toEqual(['confirmTotal', 'payload'])
    expect(await used('issue_document', input)).toEqual(receipt)
  })

  it('a payload sent as JSON text, by the rules of a body', async () => {
    const payload = factura(8)
    const { confirmation, totals } = await used('dry_run_document', { payload: JSON.stringify(payload) })
    expect(totals).toMatchObject({ totalAmount: 18_945 })
    const first = await used('issue_document', { payload: `\n${JSON.stringify(payload, null, 2)}`, ...confirmation })
    expect(first).toMatchObject({ isError: false, totalAmount: 18_945 })
    expect(await used('issue_document', { payload, ...confirmation })).toEqual(first)

    const before = await everythingStored(program)
    for (const [text, errorCode, error] of [
      ['{"header":{},"header":{}}', 'JSON_DUPLICATE_MEMBER', /^payload\.header: /],
      [
        JSON.stringify(payload).replace(/"quantity":[\d.]+/, '"quantity":12345678901234567.5'), 'JSON_NUMBER_INEXACT',
        /^payload\.details\[0\]\.quantity: /
      ],
      ['{"header":', 'JSON_MALFORMED', /^payload: /], ['', 'JSON_MALFORMED', /^payload: /],
      ['[1]', 'VALIDATION_FAILED', /^payload: /], ['"{}"', 'VALIDATION_FAILED', /^payload: /]
    ] as const) {
      for (const name of ['dry_run_document', 'issue_document']) {
        const refused = await used(name, { payload: text, ...name === 'issue_document' && confirmation })
        expect(refused, text).toMatchObject({ isError: true, errorCode, errors: [expect.stringMatching(error)] })
      }
    }
    expect(await everythingStored(program)).toEqual(before)
  })

  it('no document that breaks a rule, and names each problem', async () => {
    const { details: [line], ...rest } = factura()
    const payload = { ...rest, details: [{ ...line, lineNumber: 2 }] }

    expect(await used('dry_run_document', { payload })).toMatchObject({
      valid: false, confirmation: null, problems: [{ path: 'payload.details[0].lineNumber' }]
    })
    const refused = await used('issue_document', { payload, confirmTotal: 2368, idempotencyKey: 'k-1' })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.errors.join()).toContain('payload.details[0].lineNumber')
    expect(await used('dry_run_document', { payload: { header: 7 } })).toMatchObject({
      isError: true, errorCode: 'VALIDATION_FAILED'
    })
  })

  it('for keys in headers, too, which can read the documents that they issued', async () => {
    const { tenantCode, accessKey, secretKey } = andes.keys
    const keys = { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
    const { receipt } = await issued(factura(7), keys)

    expect(await used('get_document', { correlationId: receipt.correlationId }, keys)).toMatchObject({
      channelTypeText: 'Webhook', statusText: 'Issued'
    })
    expect(await posted(listing, { ...keys, 'x-secret-key': 'sk_wrong' })).toMatchObject({ status: 401 })
  })
})

describe('refuses', () => {
  it("callers without the claim, with the API's error", async () => {
    const reader = bearer(await tokenWith(program, andes, ['Webhook.Read']))
    const clerk = bearer(await tokenWith(program, andes, []))
    const inSpanish = { ...clerk, 'accept-language': 'es' }

    const payload = factura()
    for (const refused of [
      await used('dry_run_document', { payload }, reader),
      await used('issue_document', { payload, confirmTotal: 2368, idempotencyKey: 'k-2' }, reader)
    ]) expect(refused).toMatchObject({ isError: true, errorCode: 'CLAIM_MISSING' })
    expect(await used('find_documents', {}, reader)).toMatchObject({ isError: false })
    const [{ body }, { errorCode, errors }] = await Promise.all([
      program.call('GET', '/Webhook/GetWebhooks', { headers: inSpanish }), used('find_documents', {}, inSpanish)
    ])
    expect([errorCode, errors]).toEqual(['CLAIM_MISSING', body.errors])
  })

  it('requests without a valid token, and from addresses that the tenant does not allow', async () => {
    expect((await posted(listing, {})).status).toBe(401)
    expect(await (await posted(listing, bearer('x.y.z'))).json()).toMatchObject({ errorCode: 'UNAUTHENTICATED' })

    const carmen = await program.tenant({ certificate: false, folios: [] })
    const headers = bearer(await tokenWith(program, carmen, ['Webhook.Read']))
    expect((await posted(listing, headers)).status).toBe(200)
    const allowed = await program.call('POST', '/IpAddressWhiteList/Create', {
      token: carmen.token, body: { ipAddress: '203.0.113.7', description: 'office' }, address: '203.0.113.7'
    })
    expect(allowed.status).toBe(200)
    expect(await (await posted(listing, headers)).json()).toMatchObject({ errorCode: 'IP_NOT_ALLOWED' })
    expect(await used('find_documents', {}, { ...headers, 'x-forwarded-for': '203.0.113.7' }))
      .toMatchObject({ isError: false, data: [] })
  })

  it("pages of foreign origins first, and accepts the service's own and listed ones", async () => {
    const foreign = ['https://evil.example', 'null', 'http://localhost', 'https://timbre.example.evil.example']
    for (const origin of foreign) {
      for (const credentials of [user, {}]) {
        const answer = await posted(listing, { ...credentials, origin })
        expect(answer.status, origin).toBe(403)
        expect(await answer.json()).toEqual({
          jsonrpc: '2.0', id: null,
          error: { code: -32600, message: expect.stringContaining('CORS_ORIGINS'), data: { errorCode: 'ORIGIN_NOT_ALLOWED' } }
        })
      }
    }
    for (const origin of ['https://timbre.example', 'https://shop.example']) {
      expect((await posted(listing, { ...user, origin })).status).toBe(200)
      expect((await posted(listing, { origin })).status).toBe(401)
      expect(await used('find_documents', {}, { ...user, origin })).toMatchObject({ isError: false })
    }
    await expect(connected({ ...user, origin: 'https://evil.example' })).rejects.toThrow(/CORS_ORIGINS/)
  })

  it('an unknown tool and invalid arguments, by name', async () => {
    const client = await connected()
    await expect(client.callTool({ name: 'toString', arguments: {} })).rejects.toThrow(/Unknown tool: toString/)
    expect(await used('find_documents', { limit: 21, colour: 'red' })).toMatchObject({
      isError: true, errorCode: 'VALIDATION_FAILED',
      errors: [expect.stringMatching(/^limit: /), expect.stringMatching(/^colour: /)]
    })
  })

  it('lists of messages, other methods, and bodies larger than a document', async () => {
    expect((await posted([listing])).status).toBe(400)
    expect((await posted('')).status).toBe(400)
    expect((await posted({ ...listing, params: { _meta: 'x'.repeat(1_200_000) } })).status).toBe(413)
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method, headers: user })).status).toBe(405)
  })
})

it('asks for a retry while the server stops', async () => {
  const app = Fastify()
  await app.ready()
  await app.close()
  const request = { lifecycle: { signal: new AbortController().signal }, ip: '127.0.0.1', headers: {}, id: 'r' }

  await expect(operationsFor(app, request as never).read('GetWebhooks', {})).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
})

it('stores nothing', async () => {
  await expect.poll(async () => program.app.inFlightRequests()).toEqual([])
})

it('is not available unless enabled', async () => {
  const { database, simulatorUrl } = program
  const plain = await startProgram({ working: false, over: { database, simulatorUrl, leave: async () => {} } })
  const answer = await plain.app.inject({ method: 'POST', url: '/mcp', headers: user, payload: listing })
  await plain.close()

  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject(failure(404, 'ROUTE_NOT_FOUND'))
})
