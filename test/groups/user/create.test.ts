import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()
// The limit on guesses refills with the clock.
beforeEach(() => {
  app.world.pass(60)
})

const url = '/api/User/Create'
const user = { email: 'benito@andes.example', password, fullName: 'Benito Rojas' }
const create = (payload: object, as = app.world.andes.admin, headers = {}) =>
  app.call({ method: 'POST', url, as, payload, headers })
const roleNamed = async (name: string) =>
  defined((await app.world.roles.list(app.world.andes.admin)).find((role) => role.name === name)).id
const login = (email: string) => app.api().post('Auth/Login', { email, password })

describe('answers', () => {
  it('returns the user without secrets, who can sign in with the rights of their roles', async () => {
    const answer = await create({
      ...user, userName: 'benito', companyTitle: 'Sucursal Ñuñoa', roleIds: [await roleNamed('Viewer')], userType: 2
    })

    expect(answer.body).toEqual(
      success({
        id: expect.any(String), userName: 'benito', fullName: 'Benito Rojas', email: 'benito@andes.example',
        companyTitle: 'Sucursal Ñuñoa'
      }).body
    )
    const { accessToken } = (await login(user.email)).body.result
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await app.api().get('Role/List', undefined, { headers })).status).toBe(200)
    expect((await app.api().post('Role/Create', { name: 'x' }, { headers })).status).toBe(
      403
    )
  })

  it('creates one user when sent twice with an Idempotency-Key, and stores nothing that reveals the password', async () => {
    const headers = { 'idempotency-key': 'user-1' }
    const payload = { ...user, email: 'dos@andes.example' }
    const [created, again] = [await create(payload, undefined, headers), await create(payload, undefined, headers)]

    expect(again).toMatchObject(success(created.body.result))
    expect(await app.world.rows("select 1 from users where email = 'dos@andes.example'")).toHaveLength(1)
    const kept = first(await app.world.rows<{ request_hash: Buffer, answer: string }>(
      "select request_hash, answer::text from idempotency_keys where key = 'user-1'"
    ))
    const bodyHash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
    expect(kept.answer).not.toContain(password)
    // Keyed by the server's pepper (test/support/app.ts): a plain hash of the body would let the password be guessed.
    expect(kept.request_hash).toEqual(
      createHmac('sha256', Buffer.alloc(32, 9)).update(createHash('sha256').update(`{}\n${bodyHash}`).digest()).digest()
    )
  })
})

describe('rejects input (400)', () => {
  it.each([
    [{}, ['email', 'fullName']],
    [{ ...user, email: 'benito' }, ['email']],
    [{ ...user, password: '' }, ['password']],
    [{ ...user, password: { $ne: 1 } }, ['password']],
    [{ ...user, fullName: ' ' }, ['fullName']],
    [{ ...user, fullName: 'Ana\r\nBcc: todos@andes.example', companyTitle: 'Andes\u2028SpA', userName: 'ana\tana' }, [
      'fullName', 'userName', 'companyTitle'
    ]],
    [{ ...user, userType: 9 }, ['userType']],
    [{ ...user, userType: 'one' }, ['userType']],
    [{ ...user, roleIds: ['Viewer'] }, ['roleIds[0]']],
    [{ ...user, roleIds: newId() }, ['roleIds']],
    [{ ...user, tenantId: newId(), isAdmin: true }, ['tenantId', 'isAdmin']]
  ])('names every problem of %j', async (payload, paths) => {
    const answer = await create(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((text: string) => text.slice(0, text.indexOf(':')))).toEqual(paths)
  })

  it('refuses a weak password and a type that the roles deny', async () => {
    expect(await create({ ...user, email: 'weak@andes.example', password: 'short' })).toMatchObject(
      failure(400, 'PASSWORD_TOO_WEAK')
    )
    expect(
      await create({ ...user, email: 'weak@andes.example', userType: 2, roleIds: [await roleNamed('Administrator')] })
    ).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses roles with claims that the caller does not have', async () => {
    const { world } = app
    const manager = await world.addUser(world.andes.tenantId, 'hr@andes.example', ['User.Manage'])

    expect(await create({ ...user, email: 'more@andes.example', userType: 1 }, manager)).toMatchObject(
      failure(403, 'RIGHTS_NOT_HELD')
    )
    expect((await login('more@andes.example')).status).toBe(401)
  })
})

describe('hides other tenants (404)', () => {
  it("answers another tenant's role like an unknown one", async () => {
    const answer = await create({ ...user, roleIds: [newId()] })

    expect(answer).toMatchObject(failure(404, 'ROLE_NOT_FOUND'))
    expect(answer.body.errors).toEqual(['roleIds[0]: there is no such role'])
  })
})

describe('conflicts (409)', () => {
  it('refuses an email or user name in use', async () => {
    expect(await create({ ...user, email: 'ADMIN@andes.example' })).toMatchObject(failure(409, 'EMAIL_TAKEN'))
    expect(await create({ ...user, email: 'otra@andes.example', userName: 'admin@andes.example' })).toMatchObject(
      failure(409, 'USER_NAME_TAKEN')
    )
    expect(await create({ ...user, email: 'ADMIN@andes.example', userName: 'other' })).toMatchObject(
      failure(409, 'EMAIL_TAKEN')
    )
  })
})

describe('limits (429)', () => {
  it('invites a mailbox at most five times a day, says when it can be repeated, and creates no user', async () => {
    const { store, allowances, boreal } = app.world
    const mailbox = { tenantId: boreal.tenantId, recipient: 'extrana@buzon.example' }
    for (let count = 0; count < 5; count += 1) {
      await store.asTenant(boreal.tenantId, (repositories) => allowances.takeInvitation(repositories, mailbox))
    }

    const answer = await create({ email: 'Extrana+1@buzon.example', fullName: 'Eva Soto' })

    expect(answer).toMatchObject(failure(429, 'RATE_LIMITED'))
    expect(answer.headers['retry-after']).toBe('86400')
    expect(answer.body.errors).toEqual(['email: was sent 5 invitations within a day'])
    expect(await app.world.rows("select 1 from users where email like 'extrana%'")).toEqual([])
  })
})
