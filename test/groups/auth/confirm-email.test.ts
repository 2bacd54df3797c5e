import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { type MailProgram, publicUrl, startMailProgram, tokensIn } from '../../support/mail-program.ts'
import { rut } from '../../support/world.ts'

let program: MailProgram
beforeAll(async () => { program = await startMailProgram() })
afterAll(() => program.close())

const password = 'correo-tinta-lluvia'
const otherPassword = 'faro-nieve-cobre-87'
let made = 0
const address = (): string => `127.7.${Math.floor(++made / 250)}.${made % 250 + 1}`
const fresh = (): string => `persona-${++made}@cumbre.example`

const company = (email: string) => ({
  email, password, fullName: 'Sofía Rojas', companyTitle: 'Cumbre Ltda.', taxNumber: rut(79_555_666)
})
const register = (email: string, change: object = {}, { from = address(), headers = {} } = {}) =>
  program.call('POST', '/Auth/Register', { body: { ...company(email), ...change }, address: from, headers })
const confirm = (body: object, from = address()) => program.call('POST', '/Auth/ConfirmEmail', { body, address: from })
const login = (email: string, secret = password, named = {}) =>
  program.call('POST', '/Auth/Login', { body: { email, password: secret, ...named }, address: address() })
const nothingIsDue = () => program.until(
  'mails sent',
  async () => (await program.rows(
    "select 1 from outbox_tasks where topic in ('prepareRegistration', 'preparePasswordReset', 'sendMail')"
  )).length === 0
)

/** Registers, and gives the token of the mail. */
async function registered (email: string, change: object = {}): Promise<string> {
  const earlier = program.catcher.to(email).length
  await register(email, change)
  return first(tokensIn(defined((await program.mailsTo(email, earlier + 1)).at(-1)?.texts?.[0]).text))
}

/** A registration as it was taken before mail was set up: at work, its email unproven. */
async function unprovenTenant () {
  const tenant = await program.tenant({ certificate: false, folios: [] })
  const email = `admin@${tenant.code}.example`
  await program.rows('update users set email_proven = false where email = $1', [email])
  return { ...tenant, email }
}

const save = (keys: object) =>
  program.call('POST', '/Webhook/Save', { body: { ...keys, payload: factura() }, address: address() })
const keysAreGood = async (keys: object) =>
  (await program.call('POST', '/Tenant/GetAccessKeyAndSecretKeyValidation', { body: keys, address: address() }))
    .status === 200

describe('answers', () => {
  it('a registration grants no access until its link is opened, and then shows the keys once', { tags: 'slow' }, async () => {
    const email = fresh()

    const answer = await register(email.toUpperCase(), { tenantCode: 'Cumbre' })
    expect(answer).toMatchObject(
      success({
        tenantCode: '', accessKey: '', secretKey: '', user: { id: expect.any(String), email }, emailProofRequired: true
      })
    )
    expect(await login(email)).toMatchObject(failure(403, 'EMAIL_NOT_PROVEN'))
    expect(await login(email, otherPassword)).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(await save({ tenantCode: 'cumbre', accessKey: '', secretKey: '' })).toMatchObject(
      failure(401, 'TENANT_KEYS_INVALID')
    )
    expect(await program.rows('select 1 from tenants')).toEqual([])
    expect(await program.rows('select 1 from tenant_keys')).toEqual([])

    const mail = first(await program.mailsTo(email, 1))
    const [token] = tokensIn(first(mail.texts).text)
    expect(first(mail.texts).text).toContain(
      `${publicUrl}/console/confirm-email#email=${encodeURIComponent(email)}&token=${token}`
    )
    const { status, body } = await confirm({ email, token, password })
    expect({ status, body }).toMatchObject(
      success({
        tenantCode: 'cumbre', accessKey: expect.stringMatching(/^ak_test_/), secretKey: expect.stringMatching(/^sk_/),
        user: { id: answer.body.result.user.id, email, userName: email }
      })
    )

    const { tenantCode, accessKey, secretKey } = body.result
    // The tenant has to be described before it can issue: what it answers now is about the document, not about the
    // keys.
    expect(await save({ tenantCode, accessKey, secretKey })).toMatchObject({ status: 422 })
    expect(await keysAreGood({ tenantCode, accessKey, secretKey })).toBe(true)
    expect((await login(email)).status).toBe(200)
    expect(await confirm({ email, token, password })).toMatchObject(failure(401, 'EMAIL_TOKEN_INVALID'))
  })

  it('returns the keys to one of four concurrent confirmations', { tags: 'slow' }, async () => {
    const email = fresh()
    const token = await registered(email)

    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm({ email, token, password })))

    const codes = answers.map(({ body }) => body.errorCode).sort()
    expect(codes).toEqual(['', ...Array(3).fill('EMAIL_TOKEN_INVALID')])
    expect(await program.rows('select 1 from tenant_keys k join users u using (tenant_id) where u.email = $1', [email]))
      .toHaveLength(1)
  })

  it('assigns another code when the requested one was taken meanwhile', { tags: 'slow' }, async () => {
    const [first, second] = [fresh(), fresh()]
    const tokens = [
      await registered(first, { tenantCode: 'nevado' }), await registered(second, { tenantCode: 'nevado' })
    ]

    await confirm({ email: first, token: tokens[0], password })

    expect((await confirm({ email: second, token: tokens[1], password })).body.result.tenantCode).toMatch(
      /^nevado-[0-9a-f]{8}$/
    )
    expect(await register(fresh(), { tenantCode: 'nevado' })).toMatchObject(failure(409, 'TENANT_CODE_TAKEN'))
  })

  it('writes an audit row with who registered from where, and from where it was confirmed', { tags: 'slow' }, async () => {
    const email = fresh()
    const token = await registered(email, { userName: 'Sofía' })

    expect((await confirm({ email, token, password }, '127.6.6.6')).body.result.user.userName).toBe('Sofía')

    const rows = await program.rows(
      'select a.action, a.actor_name, a.address, a.details from audit_entries a join users u using (tenant_id) where u.email = $1',
      [email]
    )
    expect(rows).toEqual([{
      action: 'auth.register',
      actor_name: 'Sofía',
      address: '127.6.6.6',
      details: {
        tenantCode: expect.any(String), accessKey: expect.any(String), registeredAt: expect.any(String),
        registeredFrom: expect.stringMatching(/^127\.7\./)
      }
    }])
  })
})

describe('rejects input (400)', () => {
  const body = { email: 'a@b.example', token: 'x'.repeat(43), password }

  it.each([
    [{}, ['email: ', 'token: ', 'password: ']],
    [{ ...body, token: ['x'] }, ['token: ']],
    [{ ...body, token: 'x'.repeat(201) }, ['token: ']],
    [{ ...body, tenantCode: 'x' }, ['tenantCode: ']]
  ])('%j', async (posted, paths) => {
    const answer = await confirm(posted)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((text) => text.slice(0, text.indexOf(':') + 2))).toEqual(paths)
  })
})

describe('a token', () => {
  it('expires after a day, and the registration is deleted', { tags: 'slow' }, async () => {
    const email = fresh()
    const token = await registered(email)
    const [{ hours }] = await program.rows(
      'select extract(epoch from expires_at - created_at)::int / 3600 as hours from registrations where email = $1',
      [email]
    )
    await program.rows("update registrations set expires_at = now() - interval '1 second' where email = $1", [email])

    expect(hours).toBe(24)
    expect(await confirm({ email, token, password })).toMatchObject(failure(401, 'EMAIL_TOKEN_INVALID'))
    expect(await login(email)).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    await program.rows(
      "update outbox_tasks set due_at = now() where topic = 'recurringJob' and subject = 'forgetExpiredRegistrations'"
    )
    await program.until(
      'expired registrations are gone',
      async () => (await program.rows('select 1 from registrations where email = $1', [email])).length === 0
    )
  })

  it('works for its email only, and errors never say what is wrong with it', { tags: 'slow' }, async () => {
    const [ana, eva] = [fresh(), fresh()]
    const token = await registered(ana)
    await registered(eva)

    const answers = await Promise.all(
      [{ email: eva, token }, { email: fresh(), token }, { email: ana, token: 'x'.repeat(43) }].map((body) =>
        confirm({ ...body, password })
      )
    )

    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 401, body: first(answers).body })
    expect((await confirm({ email: ana, token, password })).status).toBe(200)
  })

  it('cannot reset a password, and a reset token cannot confirm a registration', { tags: 'slow' }, async () => {
    const email = fresh()
    const token = await registered(email)
    expect(
      await program.call('PUT', '/Auth/ChangePasswordForUsingToken', {
        body: { email, token, password: otherPassword }, address: address()
      })
    ).toMatchObject(failure(401, 'RESET_TOKEN_INVALID'))
    const tenant = await program.tenant({ certificate: false, folios: [] })
    const reset = await program.resetToken(`admin@${tenant.code}.example`, 0)

    expect(await confirm({ email: `admin@${tenant.code}.example`, token: reset, password })).toMatchObject(
      failure(401, 'EMAIL_TOKEN_INVALID')
    )
  })

  it('is in no table or log, neither before nor after its mail is sent', async () => {
    const email = fresh()
    const token = await registered(email)
    await nothingIsDue()

    const rows = await program.rows<{ text: string }>(
      'select r::text as text from registrations r union all select m::text from mails m'
    )
    for (const text of [...rows.map((row) => row.text), program.logs.join('')]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    }
  })
})

describe('two registrations of one email', () => {
  it("coexist: a stranger's neither replaces the owner's nor accepts the owner's password", { tags: 'slow' }, async () => {
    const email = fresh()
    const owners = await registered(email, { companyTitle: 'La mía SpA' })
    const strangers = await registered(email, { password: otherPassword, companyTitle: 'La otra SpA' })

    expect(await confirm({ email, token: strangers, password })).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect((await confirm({ email, token: owners, password })).body.result.user.companyTitle).toBe('La mía SpA')
    expect(await confirm({ email, token: strangers, password: otherPassword })).toMatchObject(
      failure(401, 'EMAIL_TOKEN_INVALID')
    )
    expect(await login(email, otherPassword)).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(await program.rows('select 1 from registrations where email = $1', [email])).toEqual([])
  })

  it('do not reserve the email: an administrator can still create a user with it', { tags: 'slow' }, async () => {
    const email = fresh()
    const token = await registered(email)
    const tenant = await program.tenant({ certificate: false, folios: [] })

    expect(
      (await tenant.api.post('User/Create', { email, fullName: 'Luz Soto', password: otherPassword })).status
    ).toBe(200)
    const { body: { result } } = await confirm({ email, token, password })

    // The reader of the mailbox chose this password; an administrator knows the other one.
    expect(await login(email, otherPassword)).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    expect(await login(email)).toMatchObject(failure(409, 'TENANT_REQUIRED'))
    for (const tenantCode of [result.tenantCode, tenant.code]) {
      expect((await login(email, password, { tenantCode })).status).toBe(200)
    }
  })
})

describe('an email that has an account', () => {
  it("gets the same answer as any other in Register and Login, and a mail that asks for the account's password", { tags: 'slow' }, async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    const answers: string[] = []
    for (const email of [`admin@${tenant.code}.example`, fresh()]) {
      const { status, body, headers } = await register(email, { password: otherPassword })
      const { status: loginStatus, body: loginBody } = await login(email, otherPassword)
      const same = {
        status,
        body: { ...body, result: { ...body.result, user: { ...body.result.user, id: '', email: '', userName: '' } } },
        headers: Object.keys(headers), loginStatus, loginBody
      }
      answers.push(JSON.stringify(same))
    }

    expect(answers[0]).toBe(answers[1])
    expect(JSON.parse(first(answers))).toMatchObject({
      status: 200, loginStatus: 403, loginBody: { errorCode: 'EMAIL_NOT_PROVEN' }
    })
    const mail = first(await program.mailsTo(`admin@${tenant.code}.example`, 1))
    expect(mail.headers['subject']).toBe('Confirme su registro en Timbre')
    expect(first(mail.texts).text).toContain('la contraseña de su cuenta, que ya existe')
    expect((await login(`admin@${tenant.code}.example`)).status).toBe(200)
  })

  it("gets another tenant through its link and the account's password, which does not change", { tags: 'slow' }, async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    const email = `admin@${tenant.code}.example`
    const token = await registered(email, { password: otherPassword, companyTitle: 'La segunda SpA' })

    expect(await confirm({ email, token, password: otherPassword })).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
    const { body: { result } } = await confirm({ email, token, password })

    expect(result).toMatchObject({ accessKey: expect.stringMatching(/^ak_/), user: { companyTitle: 'La segunda SpA' } })
    expect((await tenant.api.get('Tenant/GetTenant')).status).toBe(200)
    expect((await login(email, password, { tenantCode: tenant.code })).status).toBe(200)
    expect((await login(email, password, { tenantCode: result.tenantCode })).body.result.user.id).toBe(result.user.id)
    expect(await login(email, otherPassword)).toMatchObject(failure(401, 'CREDENTIALS_INVALID'))
  })
})

describe('the mail', () => {
  it('is in Spanish, or in English if the browser prefers it, and quotes no free text of the registrant', async () => {
    const [spanish, english] = [fresh(), fresh()]
    const free = { fullName: 'Gane Premios', companyTitle: 'Premios en premios.example SpA' }
    await register(spanish, free)
    await register(english, free, { headers: { 'accept-language': 'en-GB,en;q=0.9' } })
    const mails = [first(await program.mailsTo(spanish, 1)), first(await program.mailsTo(english, 1))]

    expect(mails.map(({ headers }) => headers['subject'])).toEqual([
      'Confirme su registro en Timbre', 'Confirm your registration in Timbre'
    ])
    for (const { texts } of mails) {
      for (const { text } of texts) {
        expect(text).toContain(rut(79_555_666))
        expect(text).not.toMatch(/premios/i)
      }
    }
  })

  it('is sent at most five times an hour to one address', async () => {
    const email = fresh()
    await registered(email)
    await program.rows(
      'insert into mails (tenant_id, id, kind, about, recipient, language, facts, created_at, ends_at) select tenant_id, gen_random_uuid(), kind, n::text, recipient, language, facts, created_at, ends_at from mails, generate_series(1, 4) n where recipient = $1',
      [email]
    )

    expect((await register(email)).status).toBe(200)
    await nothingIsDue()
    expect(program.catcher.to(email)).toHaveLength(1)
  })

  it('goes to at most twenty unknown recipients an hour from one IP address', async () => {
    await program.rows(
      "insert into registrations select gen_random_uuid(), gen_random_uuid(), n || '@x.example', '', '', '', '', null, 'es', '127.6.7.8', null, now(), now() + interval '1 day' from generate_series(1, 20) n"
    )

    expect(await register(fresh(), {}, { from: '127.6.7.8' })).toMatchObject(failure(429, 'RATE_LIMITED'))
    expect((await register(fresh(), {}, { from: '127.6.7.9' })).status).toBe(200)
  })

  it('goes to at most a hundred unknown recipients a day from one network, such as an IPv6 /64', async () => {
    await program.rows(
      "insert into registrations select gen_random_uuid(), gen_random_uuid(), n || '@y.example', '', '', '', '', null, 'es', '2001:db8::/64', null, now() - interval '5 hours', now() + interval '1 day' from generate_series(1, 100) n"
    )

    expect(await register(fresh(), {}, { from: '2001:db8::7' })).toMatchObject(failure(429, 'RATE_LIMITED'))
    expect((await register(fresh(), {}, { from: '2001:db8:0:1::7' })).status).toBe(200)
  })
})

describe('a password reset of an unproven email', () => {
  it("revokes the keys of a squatter's registration, reports it, and lets the owner create new ones", { tags: 'slow' }, async () => {
    const { email, keys, token: squatters } = await unprovenTenant()
    expect(await keysAreGood(keys)).toBe(true)
    const token = await program.resetToken(email, 0)

    expect(
      (await program.call('PUT', '/Auth/ChangePasswordForUsingToken', {
        body: { email, token, password: otherPassword }, address: address()
      })).status
    ).toBe(200)

    expect(await keysAreGood(keys)).toBe(false)
    expect((await program.api({ token: squatters }).get('Tenant/GetTenant')).status).toBe(401)
    const { accessToken } = (await login(email, otherPassword)).body.result
    const created = await program.api({ token: accessToken }).post('Tenant/CreateKey')
    expect(
      await keysAreGood({
        tenantCode: keys.tenantCode, accessKey: created.body.result.accessKey, secretKey: created.body.result.secretKey
      })
    ).toBe(true)
    expect((await program.mailsTo(email, 3)).map(({ headers }) => headers['subject'])).toContain(
      'Se anularon las claves de su empresa en Timbre'
    )
    const [row] = await program.rows(
      "select a.details from audit_entries a join users u using (tenant_id) where u.email = $1 and a.action = 'auth.proveEmail'",
      [email]
    )
    expect(row).toEqual({ details: { revokedKeys: [keys.accessKey] } })
  })

  it('revokes them once: neither the next reset nor that of a proven email revokes keys', { tags: 'slow' }, async () => {
    const proven = await program.tenant({ certificate: false, folios: [] })
    const email = `admin@${proven.code}.example`
    const token = await program.resetToken(email, 0)

    await program.call('PUT', '/Auth/ChangePasswordForUsingToken', {
      body: { email, token, password: otherPassword }, address: address()
    })

    expect(await keysAreGood(proven.keys)).toBe(true)
  })
})
