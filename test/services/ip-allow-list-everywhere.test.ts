import { beforeAll, describe, expect, it } from 'vitest'
import { contract, operationsOf } from '../support/contract.ts'
import { factura } from '../support/documents.ts'
import { defined } from '../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const office = '198.51.100.7'
const stranger = '203.0.113.5'
const proxy = '10.1.2.3'
const password = 'correo-tinta-lluvia'

const program = sharedProgram({ working: false, settings: { TRUST_PROXY: '10.0.0.0/8' } })
const tenant = sharedTenant(program, { folios: [33] })

beforeAll(async () => {
  const { token } = tenant
  const added = await program.call('POST', '/IpAddressWhiteList/Create', {
    token, address: office, body: { ipAddress: '198.51.100.0/24', description: 'Oficina' }
  })
  expect(added.status).toBe(200)
})

const refusal = { status: 403, body: { success: false, errorCode: 'IP_NOT_ALLOWED', result: null } }
const save = (address: string, headers: Record<string, string> = {}) =>
  program.call('POST', '/Webhook/Save', { address, headers, body: { ...tenant.keys, payload: factura() } })
const read = (address: string, headers: Record<string, string> = {}) =>
  program.call('GET', '/Tenant/GetTenant', { token: tenant.token, address, headers })
const login = (address: string, withPassword = password) =>
  program.call('POST', '/Auth/Login', {
    address, body: { email: `admin@${tenant.code}.example`, password: withPassword }
  })

describe('from an address that is not on the list', () => {
  it('nothing is saved and no folio taken, even with the right keys; the answer contains no address', async () => {
    const answer = await save(stranger)

    expect(answer).toMatchObject(refusal)
    expect(JSON.stringify(answer.body)).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
    expect(await program.rows('select 1 from invoices')).toEqual([])
    expect(await program.rows('select next::int from folio_blocks')).toEqual([{ next: 1 }])
    expect(await save(office)).toMatchObject({ status: 200, body: { result: { invoiceNumber: '1' } } })
  })

  it('wrong keys get the usual answer', async () => {
    const body = { ...tenant.keys, secretKey: 'sk_wrong', payload: factura() }

    expect(await program.call('POST', '/Webhook/Save', { address: stranger, body })).toMatchObject({
      status: 401, body: { errorCode: 'TENANT_KEYS_INVALID' }
    })
  })

  it('the keys do not validate, in the body or in headers', async () => {
    const { tenantCode, accessKey, secretKey } = tenant.keys
    const headers = { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }

    expect(
      await program.call('POST', '/Tenant/GetAccessKeyAndSecretKeyValidation', { address: stranger, body: tenant.keys })
    ).toMatchObject(refusal)
    expect(await program.call('GET', '/Tenant/GetAccessKeyAndSecretKeyValidation', { address: stranger, headers }))
      .toMatchObject(refusal)
  })

  it('keys in headers read no document, even right ones', async () => {
    const { tenantCode, accessKey, secretKey } = tenant.keys
    const headers = { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
    const { correlationId } = (await save(office)).body.result
    const paths = [
      '/Webhook/GetWebhooks',
      ...['GetWebhook', 'GetXml', 'GetPdf'].map((name) => `/Webhook/${name}?correlationId=${correlationId}`)
    ]

    for (const path of paths) {
      expect(await program.call('GET', path, { address: stranger, headers }), path).toMatchObject(refusal)
    }
    expect(await program.call('GET', defined(paths[1]), { address: office, headers })).toMatchObject({
      status: 200, body: { result: { correlationId } }
    })
  })

  it('nobody can sign in, and guessing reveals nothing', async () => {
    const [wrong, right] = [await login(stranger, 'wrong-guess'), await login(stranger)]

    expect(wrong).toMatchObject({ status: 401, body: { errorCode: 'CREDENTIALS_INVALID' } })
    expect(right.body).toEqual(wrong.body)
    expect(await login(office)).toMatchObject({ status: 200 })
  })

  it('no operation accepts a token', async () => {
    const guarded = operationsOf(contract).filter(({ operation: { security } }) => security.length > 0)
    expect(guarded.length).toBeGreaterThan(25)

    for (const { method, path } of guarded) {
      const answer = await program.call(method as 'GET', path.replace(/^\/api/, ''), {
        token: tenant.token, address: stranger
      })
      expect(answer, `${method} ${path}`).toMatchObject(refusal)
    }
  })

  it('another tenant is not affected', async () => {
    const other = await program.tenant({ folios: [], certificate: false })

    expect(await program.call('GET', '/Tenant/GetTenant', { token: other.token, address: stranger })).toMatchObject({
      status: 200
    })
  })
})

describe("the caller's address", () => {
  it("is the peer's, whatever headers it sends", async () => {
    for (
      const headers of [{ 'x-forwarded-for': office }, { 'x-real-ip': office }, { forwarded: `for=${office}` }, {
        'x-client-ip': office
      }]
    ) {
      expect(await read(stranger, headers), JSON.stringify(headers)).toMatchObject(refusal)
      expect(await save(stranger, headers), JSON.stringify(headers)).toMatchObject(refusal)
    }
  })

  it("is the peer's, also as IPv4-mapped IPv6", async () => {
    expect(await read(`::ffff:${office}`)).toMatchObject({ status: 200 })
    expect(await read(`::ffff:${stranger}`)).toMatchObject(refusal)
  })

  it('is the last address that a trusted proxy saw, not earlier entries of the header', async () => {
    expect(await read(proxy, { 'x-forwarded-for': office })).toMatchObject({ status: 200 })
    expect(await read(proxy, { 'x-forwarded-for': `${stranger}, ${office}` })).toMatchObject({ status: 200 })
    expect(await read(proxy, { 'x-forwarded-for': `${office}, ${stranger}` })).toMatchObject(refusal)
    expect(await read(proxy, { 'x-forwarded-for': `${office}, ${stranger}, 10.9.9.9` })).toMatchObject(refusal)
    expect(await read(proxy)).toMatchObject(refusal)
  })

  it.each([`${office}:443`, `[::ffff:${office}]`, '[::1]:80', 'unknown', 'evil', `${office}x`, '', ','])(
    'is nobody on the list when a proxy hands on %j',
    async (forwarded) => {
      expect(await read(proxy, { 'x-forwarded-for': forwarded })).toMatchObject(refusal)
    }
  )
})
