/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factura } from '../support/documents.ts'
import { defined } from '../support/expecting.ts'
import type { Program, ProgramTenant } from '../support/program.ts'
import { sharedProgram } from '../support/shared.ts'

let other: Awaited<ReturnType<Program['anotherInstance']>>
const program = sharedProgram()

beforeAll(async () => {
  // Its clock stands still, so that nothing that it remembers is ever over: what holds there, it was told.
  const started = new Date()
  other = await program.anotherInstance({ clock: () => started })
})
afterAll(async () => { await other.close() })

const newPassword = 'faro-nieve-cobre-87'
const seen = async (tenant: ProgramTenant, token = tenant.token): Promise<number> =>
  (await other.call('GET', '/Tenant/GetTenant', { token })).status
const isValid = async (keys: object): Promise<boolean> =>
  (await other.call('POST', '/Tenant/GetAccessKeyAndSecretKeyValidation', { body: keys, address: freshAddress() }))
    .status === 200

const holdsThere = (what: string, question: () => Promise<boolean>) => program.until(what, question)

let addresses = 0
const freshAddress = (): string => `127.7.${Math.floor(++addresses / 250)}.${addresses % 250 + 1}`

describe('changes of one instance apply on the other before its cache expires', () => {
  it('a password, a user, a role, a key, an address', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    const credentials = { email: `clerk@${tenant.code}.example`, password: 'correo-tinta-lluvia' }
    const roles = (await program.call('GET', '/Role/List', { token: tenant.token })).body.result as {
      id: string, name: string
    }[]
    const viewer = defined(roles.find(({ name }) => name === 'Viewer'))
    const { id: userId } =
      (await program.call('POST', '/User/Create', {
        token: tenant.token, body: { ...credentials, fullName: 'Clerk', roleIds: [viewer.id] }
      })).body.result
    const login = async (): Promise<string> =>
      (await program.call('POST', '/Auth/Login', { body: credentials, address: freshAddress() })).body.result
        .accessToken

    const reader = await login()
    expect(await seen(tenant, reader)).toBe(200)
    await program.call('PUT', '/Auth/ChangePassword', {
      token: reader, body: { currentPassword: credentials.password, newPassword }, address: freshAddress()
    })
    await holdsThere('the session ended', async () => await seen(tenant, reader) === 401)

    credentials.password = newPassword
    const again = await login()
    expect(await seen(tenant, again)).toBe(200)
    const { id: roleId } =
      (await program.call('POST', '/Role/Create', {
        token: tenant.token, body: { name: 'Bodega', claims: [{ type: 'permission', value: 'Folio.Read' }] }
      })).body.result
    expect(
      (await program.call('POST', '/Role/UserAssignmentToRole', {
        token: tenant.token, body: { roleId, userId, assigned: true }
      })).status
    ).toBe(200)
    const folios = async (): Promise<number> => (await other.call('GET', '/Folio/List', { token: again })).status
    const taken = (id: string) =>
      program.call('DELETE', `/Role/DeleteRoleClaim?roleId=${id}&value=Folio.Read`, { token: tenant.token })
    // As a viewer the user holds the claim anyway: the other role has to be the only one that gives it.
    const assignment = { roleId: viewer.id, userId, assigned: false }
    expect((await program.call('POST', '/Role/UserAssignmentToRole', { token: tenant.token, body: assignment })).status)
      .toBe(200)
    await holdsThere('the claims of the role are gone', async () => await seen(tenant, again) === 403)

    expect(await folios()).toBe(200)
    expect((await taken(roleId)).status).toBe(200)
    await holdsThere('the claim is revoked', async () => await folios() === 403)

    expect((await program.call('DELETE', `/User/Delete?id=${userId}`, { token: tenant.token })).status).toBe(200)
    await holdsThere('the user is gone', async () => await seen(tenant, again) === 401)

    expect(await isValid(tenant.keys)).toBe(true)
    const [{ id }] = (await program.call('GET', '/Tenant/Keys', { token: tenant.token })).body.result
    await program.call('POST', '/Tenant/CreateKey', { token: tenant.token })
    expect((await program.call('DELETE', `/Tenant/RevokeKey?id=${id}`, { token: tenant.token })).status).toBe(200)
    await holdsThere('the key is revoked', async () => !await isValid(tenant.keys))

    expect(await seen(tenant)).toBe(200)
    for (const ipAddress of ['127.0.0.1', '198.51.100.7']) {
      await program.call('POST', '/IpAddressWhiteList/Create', { token: tenant.token, body: { ipAddress } })
    }
    const fromAfar = async (): Promise<number> =>
      (await other.call('GET', '/Tenant/GetTenant', { token: tenant.token, address: '198.51.100.7' })).status
    await holdsThere('the address is let in', async () => await fromAfar() === 200)
    const entries = (await program.call('GET', '/IpAddressWhiteList/List', { token: tenant.token })).body.result as {
      id: string, ipAddress: string
    }[]
    await program.call(
      'DELETE', `/IpAddressWhiteList/Delete?id=${defined(entries.find(({ ipAddress }) => ipAddress === '198.51.100.7')).id}`,
      { token: tenant.token }
    )
    await holdsThere('the address is kept out', async () => await fromAfar() === 403)
  })

  it('a certificate and the settings, for the next document', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [33] })
    const save = () => other.api().post('Webhook/Save', { ...tenant.keys, payload: factura() })
    expect((await save()).body.result.statusText).toBe('Waiting')

    await tenant.addCertificate()
    await holdsThere('the certificate signs', async () => (await save()).body.result.statusText !== 'Waiting')
  })

  it('a cache refresh reloads everything of the tenant', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    expect(await isValid(tenant.keys)).toBe(true)
    // Behind the program's back, so that only the refresh can tell.
    await program.rows('update tenant_keys set revoked_at = now() where access_key = $1', [tenant.keys.accessKey])
    const stillValid = await isValid(tenant.keys)

    expect((await program.call('POST', '/Tenant/TenantCacheRefresh', { token: tenant.token })).status).toBe(200)

    await holdsThere('the keys are read anew', async () => !await isValid(tenant.keys))
    expect(stillValid).toBe(true)
  })

  it('also after the notification connection was cut, since then everything is dropped', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    expect(await isValid(tenant.keys)).toBe(true)
    const listeners =
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'timbre changes'"
    await program.rows(`select pg_terminate_backend(pid) from (${listeners}) as listening`)
    await program.rows('update tenant_keys set revoked_at = now() where access_key = $1', [tenant.keys.accessKey])

    await holdsThere('the listeners are back', async () => (await program.rows(listeners)).length === 4)
    await holdsThere('the key is read anew', async () => !await isValid(tenant.keys))
  })
})
