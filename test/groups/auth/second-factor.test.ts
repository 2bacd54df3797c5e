import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failure, form, success } from '../../support/app.ts'
import { codeOf } from '../../support/authenticator.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()
beforeEach(async () => {
  app.world.pass(3600)
  await app.world.rows('delete from second_factors')
  await app.world.rows('update tenants set require_second_factor = false')
})

const email = 'admin@andes.example'
const login = (payload: object = {}) =>
  app.api().post('Auth/Login', { email, password, ...payload })
const tokenOf = async (payload: object = {}): Promise<string> => (await login(payload)).body.result.accessToken
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string, payload?: object, code?: string) =>
  app.call({
    method, url: `/api/${url}`, ...payload && { payload },
    headers: { authorization: `Bearer ${token}`, ...code !== undefined && { 'x-second-factor': code } }
  })
const now = (secret: string, steps = 0) => codeOf(secret, app.world.clock(), steps)
const audited = () => app.world.rows(
  "select action, actor_name, details from audit_entries where action like '%econdFactor' or action like '%ecoveryCode%' order by sequence desc limit 1"
)

/** A user with a second factor, whose last code was used a while ago. */
async function enrolled (credentials: object = {}) {
  const token = await tokenOf(credentials)
  const { secret } = (await call('POST', 'Auth/BeginSecondFactor', token, { password })).body.result
  const { body } = await call('POST', 'Auth/ConfirmSecondFactor', token, { code: now(secret) })
  app.world.pass(60)
  return { token, secret: secret as string, recoveryCodes: body.result.recoveryCodes as string[] }
}

describe('setting up a second factor', () => {
  it('requires the password and a code of the app, returns ten recovery codes, and ends the other sessions', async () => {
    const [other, token] = [await tokenOf(), await tokenOf()]
    expect((await call('GET', 'Auth/SecondFactor', token)).body.result).toEqual({
      active: false, activeSince: null, recoveryCodesLeft: 0, required: false
    })

    const { secret, uri } = (await call('POST', 'Auth/BeginSecondFactor', token, { password })).body.result
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`otpauth://totp/Timbre%20andes:admin%40andes.example?secret=${secret}&`)
    expect((await login()).status).toBe(200)
    const at = app.world.clock().toISOString()
    const confirmed = await call('POST', 'Auth/ConfirmSecondFactor', token, { code: now(secret) })

    expect(new Set(confirmed.body.result.recoveryCodes).size).toBe(10)
    for (const code of confirmed.body.result.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await call('GET', 'Auth/SecondFactor', token)).body.result).toEqual({
      active: true, activeSince: at, recoveryCodesLeft: 10, required: false
    })
    expect(await call('GET', 'Auth/Me', other)).toMatchObject(failure(401, 'UNAUTHENTICATED'))
  })

  it('refuses a wrong password, a wrong code, and a confirmation without set-up', async () => {
    const token = await tokenOf()

    expect(await call('POST', 'Auth/ConfirmSecondFactor', token, { code: '123456' })).toMatchObject(
      failure(409, 'SECOND_FACTOR_NOT_BEGUN'))
    expect(await call('POST', 'Auth/BeginSecondFactor', token, { password: 'otra-clave-larga' })).toMatchObject(
      failure(422, 'CURRENT_PASSWORD_WRONG'))
    const { secret } = (await call('POST', 'Auth/BeginSecondFactor', token, { password })).body.result
    expect(await call('POST', 'Auth/ConfirmSecondFactor', token, { code: now(secret, 2) })).toMatchObject(
      failure(403, 'SECOND_FACTOR_WRONG'))
    expect((await call('GET', 'Auth/SecondFactor', token)).body.result.active).toBe(false)
  })

  it('is recorded in the audit log and mailed to the user', async () => {
    await enrolled()

    expect(await audited()).toEqual([{ action: 'auth.confirmSecondFactor', actor_name: email, details: {} }])
    const [mail] = await app.world.rows("select recipient, facts from mails where kind = 'secondFactorChanged' order by id desc limit 1")
    expect(mail).toMatchObject({ recipient: email, facts: { active: true } })
  })

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await enrolled()

    const [row = {}] = await app.world.rows('select * from second_factors')
    const stored = JSON.stringify(Object.values(row).map((value) => Buffer.isBuffer(value) ? value.toString('latin1') : value))
    expect((row['sealed_secret'] as Buffer).length).toBeGreaterThan(100)
    for (const text of [secret, ...recoveryCodes, first(recoveryCodes).replaceAll('-', '')]) expect(stored).not.toContain(text)
  })

  it('replaces the app only with a code of the previous one, which is valid until the new one is confirmed', async () => {
    const { token, secret: first } = await enrolled()
    expect(await call('POST', 'Auth/BeginSecondFactor', token, { password })).toMatchObject(
      failure(403, 'SECOND_FACTOR_REQUIRED'))
    const begun = await call('POST', 'Auth/BeginSecondFactor', token, { password, code: now(first) })
    const { secret: next } = begun.body.result
    app.world.pass(60)
    expect((await login({ code: now(first) })).status).toBe(200)
    expect((await call('POST', 'Auth/ConfirmSecondFactor', token, { code: now(next) })).status).toBe(200)
    app.world.pass(60)

    expect(await login({ code: now(first) })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect((await login({ code: now(next) })).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  it('asks for a code only if the password is right', async () => {
    const { secret } = await enrolled()

    expect(await login({ password: 'otra-clave-larga' })).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(await login({ password: 'otra-clave-larga', code: now(secret) })).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(await login()).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
    expect(await login({ code: '12345' })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect((await login({ code: ` ${now(secret).slice(0, 3)} ${now(secret).slice(3)}` })).status).toBe(200)
  })

  it('accepts each code once, also when it is used twice at the same moment', async () => {
    const { secret } = await enrolled()

    const answers = await Promise.all([1, 2].map(() => login({ code: now(secret) })))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await login({ code: now(secret) })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect(await login({ code: now(secret, -1) })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
  })

  it('accepts each recovery code once, however it is typed, and records it', async () => {
    const { recoveryCodes: [one = '', two = ''], token } = await enrolled()

    expect((await login({ code: one })).status).toBe(200)
    expect(await audited()).toEqual([{ action: 'auth.useRecoveryCode', actor_name: email, details: { left: 9 } }])
    expect(await login({ code: one })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect((await login({ code: two.replaceAll('-', ' ').toLowerCase() })).status).toBe(200)
    expect((await call('GET', 'Auth/SecondFactor', token)).body.result.recoveryCodesLeft).toBe(8)
  })

  it('slows down guessing of codes, and a right password does not shorten the wait', async () => {
    const { secret } = await enrolled()
    for (let guess = 0; guess < 5; guess++) {
      expect(await login()).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
      expect(await login({ code: 'XXXX' })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    }

    expect(await login({ code: now(secret) })).toMatchObject(failure(429, 'SIGN_IN_DELAYED'))
    app.world.pass(2)
    expect((await login({ code: now(secret) })).status).toBe(200)
  })

  it("applies to one company: the person's other companies neither ask for it nor can remove it", async () => {
    const { world } = app
    const contadora = { email: 'contadora@estudio.example', fullName: 'Rosa Soto', password }
    const create = async (as: typeof world.andes.admin): Promise<string> =>
      (await app.api(as).post('User/Create', contadora)).body.result.id
    const [, ofBoreal] = [await create(world.andes.admin), await create(world.boreal.admin)]
    await world.rows('update people set proven = true')
    const at = (tenantCode: string) => ({ email: contadora.email, tenantCode })
    await enrolled(at('andes'))

    expect((await login(at('boreal'))).status).toBe(200)
    await app.api(world.boreal.admin).post('User/ResetSecondFactor', { id: ofBoreal })
    expect(await login(at('andes'))).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
  })

  it('renews a token without a code', async () => {
    const { token } = await enrolled()

    expect((await call('POST', 'Auth/Renew', token)).status).toBe(200)
  })
})

describe('removing it', () => {
  it('requires the password and a code, and is reported by mail', async () => {
    const { token, secret } = await enrolled()
    const remove = (payload: object) => call('POST', 'Auth/RemoveSecondFactor', token, payload)

    expect(await remove({ password: 'otra-clave-larga', code: now(secret) })).toMatchObject(failure(422, 'CURRENT_PASSWORD_WRONG'))
    expect(await remove({ password, code: now(secret, 3) })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect(await remove({ password, code: now(secret) })).toMatchObject(success(true))
    expect(await audited()).toEqual([{ action: 'auth.removeSecondFactor', actor_name: email, details: {} }])
    expect(await app.world.rows("select facts->>'active' as active from mails where kind = 'secondFactorChanged' order by id desc limit 1"))
      .toEqual([{ active: 'false' }])
    expect((await login()).status).toBe(200)
    expect(await remove({ password, code: now(secret) })).toMatchObject(failure(409, 'SECOND_FACTOR_MISSING'))
  })

  it('is refused if the company requires one', async () => {
    const { token, secret } = await enrolled()
    await app.world.rows('update tenants set require_second_factor = true')

    expect(await call('POST', 'Auth/RemoveSecondFactor', token, { password, code: now(secret) })).toMatchObject(
      failure(409, 'SECOND_FACTOR_COMPULSORY'))
  })
})

describe('new recovery codes', () => {
  it('replace the earlier ones', async () => {
    const { token, secret, recoveryCodes: [earlier] } = await enrolled()

    const renewed = await call('POST', 'Auth/RenewRecoveryCodes', token, { password, code: now(secret) })

    expect(await login({ code: earlier })).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect((await login({ code: renewed.body.result.recoveryCodes[9] })).status).toBe(200)
  })
})

describe('a company that requires it', () => {
  it('lets users without one only set it up', async () => {
    const token = await tokenOf()
    expect((await call('PUT', 'Tenant/Update', token, { requireSecondFactor: true })).status).toBe(200)
    app.world.pass(5)

    expect(await call('GET', 'Tenant/GetTenant', token)).toMatchObject(failure(403, 'SECOND_FACTOR_SETUP_REQUIRED'))
    const limited = await tokenOf()
    for (const [method, url] of [['GET', 'Tenant/Keys'], ['POST', 'Tenant/CreateKey'], ['GET', 'User/GetUsers']] as const) {
      expect(await call(method, url, limited)).toMatchObject(failure(403, 'SECOND_FACTOR_SETUP_REQUIRED'))
    }
    expect((await call('GET', 'Auth/Me', limited)).body.result).toMatchObject({ claims: [], secondFactorSetupRequired: true })
    const { secret } = (await call('POST', 'Auth/BeginSecondFactor', limited, { password })).body.result
    await call('POST', 'Auth/ConfirmSecondFactor', limited, { code: now(secret) })

    expect((await call('GET', 'Tenant/GetTenant', limited)).body.result.requireSecondFactor).toBe(true)
    expect((await call('GET', 'Auth/Me', limited)).body.result.secondFactorSetupRequired).toBe(false)
  })

  it('does not affect its machines', async () => {
    const { andes } = app.world
    await app.world.rows('update tenants set require_second_factor = true')

    expect(await app.api().post('Tenant/GetAccessKeyAndSecretKeyValidation', andes.keys)).toMatchObject(success(true))
  })
})

describe('sensitive operations', () => {
  it("require a code ten minutes after the session's last one, sent in a header", async () => {
    const { secret } = await enrolled()
    const token = await tokenOf({ code: now(secret) })
    const role = (name: string, code?: string) => call('POST', 'Role/Create', token, { name }, code)

    app.world.pass(9 * 60)
    expect((await role('Bodega')).status).toBe(200)
    app.world.pass(2 * 60)
    expect(await role('Caja')).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
    expect(await role('Caja', now(secret, 3))).toMatchObject(failure(403, 'SECOND_FACTOR_WRONG'))
    expect(await role('', now(secret))).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect((await role('Caja', now(secret))).status).toBe(200)
    expect((await role('Reparto')).status).toBe(200)
  })

  it('are those that change keys, roles, users and the certificate, and the one that ends the requirement', async () => {
    await app.world.rows('update tenants set require_second_factor = true')
    const { token } = await enrolled()
    app.world.pass(10 * 60)
    const id = app.world.andes.clerk.userId
    const role = { roleId: (await call('GET', 'Role/List', token)).body.result[2].id }
    const requests: [method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object][] = [
      ['POST', 'Tenant/CreateKey'], ['DELETE', `Tenant/RevokeKey?id=${id}`], ['POST', 'Tenant/RehearsalCertificate'],
      ['POST', 'Role/Create', { name: 'Bodega' }], ['PUT', 'Role/Update', { ...role, claims: [] }],
      ['POST', 'Role/CreateRoleClaim', { ...role, value: 'Folio.Read' }],
      ['DELETE', 'Role/DeleteRoleClaim', { ...role, value: 'Folio.Read' }],
      ['POST', 'Role/UserAssignmentToRole', { ...role, userId: id }], ['DELETE', `Role/Delete?id=${role.roleId}`],
      ['POST', 'User/Create', { email: 'nuevo@andes.example', fullName: 'Nuevo', password }],
      ['DELETE', `User/Delete?id=${id}`], ['POST', 'User/ResetSecondFactor', { id }],
      ['PUT', 'Tenant/Update', { requireSecondFactor: false }]
    ]
    for (const [method, url, payload] of requests) {
      expect(await call(method, url, token, payload), url).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
    }
    const { payload, headers } = form({ File: Buffer.from('x'), Password: 'x' })
    expect(await app.api().post('Tenant/Certificate', defined(payload), { headers: { ...headers, authorization: `Bearer ${token}` } })).toMatchObject(failure(403, 'SECOND_FACTOR_REQUIRED'))
    expect((await call('PUT', 'Tenant/Update', token, { city: 'Santiago' })).status).toBe(200)
  })

  it('require no code of users without a second factor', async () => {
    const token = await tokenOf()
    app.world.pass(600)

    expect((await call('POST', 'Role/Create', token, { name: 'Despacho' })).status).toBe(200)
  })
})

describe('an administrator', () => {
  const admin = () => tokenOf()
  const colleague = { email: 'colega@andes.example' }
  let id: string
  beforeAll(async () => {
    const { body } = await app.api(app.world.andes.admin).post('User/Create', { ...colleague, fullName: 'Carla Soto', password })
    id = body.result.id
  })
  const reset = async (user = id, token?: string) => call('POST', 'User/ResetSecondFactor', token ?? await admin(), { id: user })
  const factorOf = async () => (await call('GET', 'User/GetUsers', await admin())).body.result
    .find((user: { id: string }) => user.id === id).secondFactor

  it('sees who has one, and removes that of a colleague who lost it, who is informed by mail', async () => {
    await enrolled(colleague)
    expect(await factorOf()).toBe(true)

    expect(await reset()).toMatchObject(success(true))

    expect(await factorOf()).toBe(false)
    expect((await login(colleague)).status).toBe(200)
    expect(await audited()).toEqual([{ action: 'user.resetSecondFactor', actor_name: email, details: {} }])
    expect(await app.world.rows('select recipient from mails order by id desc limit 1')).toEqual([{ recipient: colleague.email }])
    expect((await reset()).status).toBe(200)
  })

  it('cannot remove their own in this way, nor that of a user with more claims', async () => {
    const { world } = app
    expect(await reset(world.andes.admin.userId)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    const helper = await world.addUser(world.andes.tenantId, 'mesa@andes.example', ['User.Manage'])
    expect(await app.api(helper).post('User/ResetSecondFactor', { id: world.andes.admin.userId })).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
  })

  it('deletes it with the user', async () => {
    await enrolled(colleague)
    await call('DELETE', `User/Delete?id=${id}`, await admin())

    expect(await app.world.rows('select 1 from second_factors where user_id = $1', [id])).toEqual([])
  })
})
