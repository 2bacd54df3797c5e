import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { everythingStored, pathsOf, tokenWith } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant
let boreal: ProgramTenant
let token: string

beforeAll(async () => {
  program = await startProgram({ working: false })
  andes = await program.tenant({ folios: [33] })
  boreal = await program.tenant({ folios: [33] })
  token = await tokenWith(program, andes, ['Webhook.Issue'])
})
afterAll(() => program.close())

const issue = (body: object, headers: Record<string, string> = {}, as = token) =>
  program.call('POST', '/Webhook/Issue', { body, token: as, headers })

describe('answers', () => {
  it('issues what Save would, as of the console, and says in the audit log who issued it', async () => {
    const { status, body: { result } } = await issue({ payload: factura() })

    expect(status).toBe(200)
    expect(result).toMatchObject({ statusText: 'Issued', invoiceTypeCode: '33', totalAmount: 2368 })
    const { result: byKeys } = (await andes.save(factura())).body
    expect(Object.keys(result).sort()).toEqual(Object.keys(byKeys).sort())
    expect(Number(byKeys.invoiceNumber)).toBe(Number(result.invoiceNumber) + 1)
    expect(await andes.get(result.correlationId)).toMatchObject({ channelType: 3, channelTypeText: 'Console' })
    const [entry] = await program.rows(
      "select actor_name from audit_entries where action = 'invoice.issue' and entity_id = $1", [result.correlationId]
    )
    expect(entry).toEqual({ actor_name: expect.stringMatching(/@/) })
  })

  it('issues once, however often the same key comes', async () => {
    const key = { 'idempotency-key': 'borrador-1' }
    const answers = await Promise.all([1, 2, 3].map(() => issue({ payload: factura(7) }, key)))
    const repeated = await issue({ payload: factura(7) }, key)

    expect(new Set([...answers, repeated].map(({ body }) => body.result.correlationId)).size).toBe(1)
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(await issue({ payload: factura(8) }, key)).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
  })

  it('tells in a dry run what Save tells, and stores nothing', async () => {
    const before = await everythingStored(program)
    const dryRun = { 'x-dry-run': 'true' }
    const { body: { result } } = await issue({ payload: factura() }, dryRun)

    expect(result).toEqual((await andes.save(factura(), dryRun)).body.result)
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('refuses', () => {
  it('a document that breaks a rule, with its path, and takes no folio', async () => {
    const before = await everythingStored(program)
    const { details: [line], ...rest } = factura()
    const answer = await issue({ payload: { ...rest, details: [{ ...line, lineNumber: 2 }] } })

    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual(['payload.details[0].lineNumber'])
    expect(await everythingStored(program)).toEqual(before)
  })

  it('keys in the body, which only Save takes', async () => {
    const answer = await issue({ ...andes.keys, payload: factura() })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer).sort()).toEqual(['accessKey', 'secretKey', 'tenantCode'])
  })

  it('the keys of a tenant in headers, and users whose roles lack the claim', async () => {
    const { tenantCode, accessKey, secretKey } = andes.keys
    const headers = { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
    expect(await program.call('POST', '/Webhook/Issue', { body: { payload: factura() }, headers }))
      .toMatchObject(failure(401, 'UNAUTHENTICATED'))

    const reader = await tokenWith(program, andes, ['Webhook.Read', 'Webhook.Manage'])
    expect(await issue({ payload: factura() }, {}, reader)).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })

  it('a document of another company: the sender is the one of the token', async () => {
    const { header, ...rest } = factura()
    const answer = await issue({ payload: { ...rest, header: { ...header, sender: { taxNumber: boreal.taxNumber } } } })

    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual(['payload.header.sender.taxNumber'])
  })
})
