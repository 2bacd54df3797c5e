import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'
import { password, rut } from '../../support/world.ts'

let app: TestApp
let closed: TestApp
beforeAll(async () => {
  app = await createTestApp()
  closed = await createTestApp({ registration: 'closed' })
})
afterAll(async () => {
  await app.close()
  await closed.close()
})

const company = {
  email: 'Sofia@Cumbre.example', password, fullName: 'Sofía Rojas', companyTitle: 'Cumbre Ltda.',
  taxNumber: rut(79555666), tenantCode: 'Cumbre'
}
const register = (change: object = {}, to = app) =>
  to.call({ method: 'POST', url: '/api/Auth/Register', payload: { ...company, ...change } })

describe('answers', () => {
  it("shows the tenant's keys once", async () => {
    const answer = await register()

    expect(answer).toMatchObject(success({
      tenantCode: 'cumbre',
      accessKey: expect.stringMatching(/^ak_test_/),
      secretKey: expect.stringMatching(/^sk_/),
      user: {
        id: expect.any(String), userName: 'sofia@cumbre.example', fullName: 'Sofía Rojas',
        email: 'sofia@cumbre.example', companyTitle: 'Cumbre Ltda.'
      }
    }))
    const { tenantCode, accessKey, secretKey } = answer.body.result
    expect(
      await app.api().post('Tenant/GetAccessKeyAndSecretKeyValidation', { tenantCode, accessKey, secretKey })
    ).toMatchObject(success(true))
    expect(await app.api().post('Auth/Login', { email: company.email, password }))
      .toMatchObject({ status: 200 })
  })
})

describe('userName', () => {
  it('is the name of the administrator, as in User/Create', async () => {
    app.world.pass(10)

    const { result } = (await register({ email: 'vera@cumbre.example', tenantCode: 'vera', userName: ' Vera ' })).body

    expect(result.user).toMatchObject({ userName: 'Vera', email: 'vera@cumbre.example' })
    expect(await app.world.rows('select user_name, folded_name from users where id = $1', [result.user.id])).toEqual([
      { user_name: 'Vera', folded_name: 'vera' }
    ])
    expect(await app.world.rows("select actor_name from audit_entries where details->>'tenantCode' = 'vera'")).toEqual([
      { actor_name: 'Vera' }
    ])
  })
})

describe('where no mail is sent', () => {
  it('the tenant can be used at once, and its email is unproven', async () => {
    app.world.pass(10)

    const answer = await register({ email: 'nueva@cumbre.example', tenantCode: 'nueva' })

    expect(answer.body.result.emailProofRequired).toBe(false)
    expect(
      await app.world.rows('select email, email_proven from users where email in ($1, $2) order by email', [
        'nueva@cumbre.example', 'admin@andes.example'
      ])
    )
      .toEqual([{ email: 'admin@andes.example', email_proven: true }, {
        email: 'nueva@cumbre.example', email_proven: false
      }])
  })
})

describe('an email that has an account', () => {
  it("gets another tenant with the account's password, and none with another password", async () => {
    app.world.pass(10)
    const [wrong, right] = [
      await register({ email: 'ADMIN@boreal.example', tenantCode: 'austral', password: 'faro-nieve-cobre-87' }),
      await register({ email: 'ADMIN@boreal.example', tenantCode: 'austral' })
    ]

    expect(wrong).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(right.body.result).toMatchObject({ tenantCode: 'austral', user: { email: 'admin@boreal.example' } })
    const login = { method: 'POST', url: '/api/Auth/Login' } as const
    const credentials = { email: 'admin@boreal.example', password }
    expect(await app.call({ ...login, payload: credentials })).toMatchObject(failure(409, 'TENANT_REQUIRED'))
    expect((await app.call({ ...login, payload: { ...credentials, tenantCode: 'austral' } })).status).toBe(200)
  })
})

describe('the audit log', () => {
  it('records who registered from where', async () => {
    const [row] = await app.world.rows(
      "select actor_name, address, details->>'tenantCode' as code from audit_entries where action = 'auth.register' and address is not null"
    )

    expect(row).toEqual({ actor_name: 'sofia@cumbre.example', address: '127.0.0.1', code: 'cumbre' })
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['no email', { email: 'sofia' }, 'email'],
    [
      'a RUT with a wrong check digit', { taxNumber: rut(79555666).endsWith('0') ? '79555666-1' : '79555666-0' },
      'taxNumber'
    ],
    ['an empty user name', { userName: ' ' }, 'userName'],
    ['an empty name', { fullName: ' ' }, 'fullName'],
    ['a name of two lines', { fullName: 'Sofía\nBcc: todos@cumbre.example' }, 'fullName'],
    ['a code with blanks', { tenantCode: 'la cumbre' }, 'tenantCode'],
    ['a code that is a path', { tenantCode: '../etc' }, 'tenantCode'],
    ['a company that no document can name', { companyTitle: '頂上' }, 'companyTitle'],
    ['members of no concern', { userType: 9 }, 'userType'],
    ['another tenant\'s id', { tenantId: 'x' }, 'tenantId']
  ])('refuses %s', async (_, change, path) => {
    const answer = await register({ email: 'otra@cumbre.example', tenantCode: 'otra', ...change })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]).toMatch(new RegExp(`^${path}: `))
  })

  it.each([
    ['beside those of its shape', { fullName: undefined, tenantCode: '-' }, ['fullName', 'tenantCode']],
    ['beside none', {}, []]
  ])('reports every mistake at once, %s', async (_, change, others) => {
    const answer = await app.api().post('Auth/Register', { ...company, password: 'corta', companyTitle: '頂上', taxNumber: '1-1', ...change }, { headers: { 'accept-language': 'es' } })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((sentence: string) => sentence.split(':')[0]).sort()).toEqual(
      ['companyTitle', 'password', 'taxNumber', ...others].sort()
    )
    expect(answer.body.errors.join()).toContain('tiene caracteres que un documento tributario no admite: ')
  })

  it.each(['short', 'Contraseña2026!', 'sofia@cumbre.example'])('refuses the weak password %s', async (weak) => {
    app.world.pass(10)

    expect(await register({ password: weak, tenantCode: 'otra' })).toMatchObject(failure(400, 'PASSWORD_TOO_WEAK'))
  })
})

describe('needs claim (403)', () => {
  it('is refused when the operator closed registration', async () => {
    expect(await register({}, closed)).toMatchObject(failure(403, 'REGISTRATION_CLOSED'))
  })
})

describe('conflicts (409)', () => {
  it('never assigns a code twice', async () => {
    app.world.pass(10)

    expect(await register({ email: 'otra@cumbre.example', tenantCode: 'ANDES' })).toMatchObject(
      failure(409, 'TENANT_CODE_TAKEN')
    )
  })
})
