import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { password, refusedAddress, rut } from '../../support/world.ts'

const app = sharedApp()

/** A further one of andes' administrator. */
async function secondTenant () {
  if ((await app.world.rows("select 1 from tenants where code = 'pampa'")).length > 0) return
  await app.world.registration.createTenant({
    email: 'admin@andes.example', password, fullName: 'Admin andes', companyTitle: 'Pampa SpA', taxNumber: rut(79_400_500),
    tenantCode: 'pampa'
  })
}

const login = (payload: object, headers = {}) => app.api().post('Auth/Login', payload, { headers })

describe('answers', () => {
  it('returns a token for the other operations, its expiry, and the user', async () => {
    const answer = await login({ email: 'admin@andes.example', password })

    expect(answer).toMatchObject(success({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiration: '2026-11-20T15:15:00.000Z',
      user: {
        id: app.world.andes.admin.userId, userName: 'admin@andes.example', fullName: 'Admin andes',
        email: 'admin@andes.example', companyTitle: 'Comercial andes SpA'
      }
    }))
    expect(Object.keys(answer.body.result).sort()).toEqual(['accessToken', 'expiration', 'user'])
    const { status } = await app.api().get('Tenant/GetTenant', undefined, { headers: { authorization: `Bearer ${answer.body.result.accessToken}` } })
    expect(status).toBe(200)
  })

  it('signs in to the chosen tenant of several', async () => {
    await secondTenant()

    const { body } = await login({ email: 'admin@andes.example', password, tenantCode: 'Pampa' })

    expect(body).toMatchObject(success({ user: { companyTitle: 'Pampa SpA' } }).body)
    const headers = { authorization: `Bearer ${body.result.accessToken}` }
    expect((await app.api().get('Tenant/GetTenant', {}, { headers })).body.result.tenantCode).toBe('pampa')
    expect((await login({ email: 'admin@andes.example', password, tenantCode: 'andes' })).body.result.user.id).toBe(
      app.world.andes.admin.userId
    )
  })
})

describe('rejects input (400)', () => {
  it.each([
    [{}, ['email: ', 'password: ']],
    [{ email: 'admin@andes.example', password: { $ne: 1 } }, ['password: ']],
    [{ email: ['admin@andes.example'], password }, ['email: ']],
    [{ email: 'admin@andes.example', password, tenantId: 'x' }, ['tenantId: ']],
    [{ email: 'admin@andes.example', password, tenantCode: ['andes'] }, ['tenantCode: ']],
    [{ email: 'admin@andes.example', password: 'x'.repeat(257) }, ['password: ']]
  ])('names every problem of %j', async (payload, paths) => {
    const answer = await login(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((text: string) => text.slice(0, text.indexOf(':') + 2))).toEqual(paths)
  })
})

describe('needs sign-in (401)', () => {
  it('answers an unknown email and a wrong password alike, byte for byte', async () => {
    const [known, unknown] = [
      await login({ email: 'clerk@boreal.example', password: 'wrong' }),
      await login({ email: 'nobody@boreal.example', password: 'wrong' })
    ]

    expect(known).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(unknown.body).toEqual(known.body)
    expect(headerNames(unknown)).toEqual(headerNames(known))
  })

  it('answers an IP address that is not allowed alike, whether the password is right or wrong, byte for byte', async () => {
    const from = (email: string, secret: string) =>
      login({ email, password: secret }, { 'x-forwarded-for': refusedAddress })
    const [right, wrong, nobody] = [
      await from('admin@andes.example', password), await from('admin@andes.example', 'wrong'),
      await from('nobody@andes.example', 'wrong')
    ]

    expect(right).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect([wrong.body, nobody.body]).toEqual([right.body, right.body])
    expect([headerNames(wrong), headerNames(nobody)]).toEqual([headerNames(right), headerNames(right)])
  })

  it('answers 429 after too many failures', async () => {
    for (let count = 0; count < 5; count += 1) await login({ email: 'admin@boreal.example', password: 'wrong' })

    const answer = await login({ email: 'admin@boreal.example', password })

    expect(answer).toMatchObject(failure(429, 'SIGN_IN_DELAYED'))
    expect(answer.headers['retry-after']).toBe('1')
  })
})

describe('conflicts (409)', () => {
  it('asks a user of several tenants to choose one, without revealing their codes to others', async () => {
    await secondTenant()
    app.world.pass(60)
    const [right, wrong] = [
      await login({ email: 'admin@andes.example', password }), await login({ email: 'admin@andes.example', password: 'wrong' })
    ]

    expect(right).toMatchObject(failure(409, 'TENANT_REQUIRED'))
    expect(right.body.errors).toEqual(['tenantCode: andes (Comercial andes SpA)', 'tenantCode: pampa (Pampa SpA)'])
    expect(wrong).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(JSON.stringify(wrong.body)).not.toMatch(/andes|pampa/)
  })

  it('stores no answer for an Idempotency-Key, since it contains a token', async () => {
    await login({ email: 'admin@andes.example', password }, { 'idempotency-key': 'login-1' })

    expect(await app.world.rows('select 1 from idempotency_keys')).toEqual([])
  })
})

function headerNames ({ headers }: { headers: object }): string[] {
  return Object.keys(headers).sort()
}
