import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defined, exactly, first, last, only } from '../../support/expecting.ts'
import { type MailProgram, publicUrl, startMailProgram, tokensIn } from '../../support/mail-program.ts'
import { startProgram } from '../../support/program.ts'
import { everythingStored as rowCounts } from '../../support/webhook.ts'

let program: MailProgram
beforeAll(async () => { program = await startMailProgram() })
afterAll(() => program.close())

const oldPassword = 'correo-tinta-lluvia'
const newPassword = 'faro-nieve-cobre-87'
let addresses = 0
const address = (): string => `127.8.${Math.floor(++addresses / 250)}.${addresses % 250 + 1}`
const bare = { certificate: false, folios: [] }
const emailOf = ({ code }: { code: string }): string => `admin@${code}.example`

const forget = (email: string, headers = {}) =>
  program.call('POST', '/Auth/ForgotPassword', { body: { email }, headers, address: address() })
const redeem = (body: object) => program.call('PUT', '/Auth/ChangePasswordForUsingToken', { body, address: address() })
const login = (email: string, password: string) =>
  program.call('POST', '/Auth/Login', { body: { email, password }, address: address() })
const growth = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - defined(before[name])]))
const nothingIsDue = () => program.until(
  'resets prepared',
  async () =>
    (await program.rows("select 1 from outbox_tasks where topic in ('preparePasswordReset', 'sendMail')")).length ===
        0
)

describe('a forgotten password', () => {
  it('is changed with the token from the mailbox, which ends every session', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const token = await program.resetToken(email, 0)

    expect(await redeem({ email: email.toUpperCase(), token, password: newPassword })).toMatchObject({
      status: 200, body: { success: true, result: true }
    })

    expect((await login(email, oldPassword)).body.errorCode).toBe('CREDENTIALS_INVALID')
    expect((await login(email, newPassword)).status).toBe(200)
    expect((await program.call('GET', '/Tenant/GetTenant', { token: tenant.token })).status).toBe(401)
    const notice = last(await program.mailsTo(email, 2))
    expect(notice.headers['subject']).toBe('Su contraseña de Timbre cambió')
  })

  it('is mailed in Spanish, or in English if the browser prefers it, with a link to the public address only', async () => {
    const tenant = await program.tenant(bare)
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await forget(emailOf(tenant), headers)
    const spanish = only(await program.mailsTo(emailOf(tenant), 1))
    await forget(emailOf(tenant), { ...headers, 'accept-language': 'en-GB,en;q=0.9' })
    const english = last(await program.mailsTo(emailOf(tenant), 2))

    expect(spanish.headers['subject']).toBe('Cambie su contraseña de Timbre')
    expect(english.headers['subject']).toBe('Change your Timbre password')
    for (const { texts } of [spanish, english]) {
      expect(texts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
      for (const { text } of texts) {
        expect(text).toContain(`${publicUrl}/console/reset-password#email=${encodeURIComponent(emailOf(tenant))}`)
        expect(text).not.toContain('evil.example')
      }
    }
  })

  it('answers alike for known and unknown addresses, and mails only known ones', async () => {
    const tenant = await program.tenant(bare)
    await forget('warm@up.example')
    const answers = new Set<string>()
    for (let turn = 0; turn < 10; turn++) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? emailOf(tenant) : `nobody${String(turn).padStart(3, '0')}@tenant.example`
        const { status, body, headers } = await forget(email)
        const { date, 'x-request-id': _, ...others } = headers
        answers.add(JSON.stringify({ status, body, others }))
      }
    }
    await nothingIsDue()

    expect(answers.size).toBe(1)
    expect(program.catcher.mails.filter(({ to }) => to.some((one) => one.startsWith('nobody')))).toEqual([])
  })

  it('costs as much for an unknown address as for a known one: a task, before the answer', async () => {
    const idle = await startProgram({ working: false, settings: { SMTP_URL: program.catcher.url } })
    const tenant = await idle.tenant(bare)
    const stored = [await rowCounts(idle)]
    for (const email of [emailOf(tenant), 'nobody@tenant.example']) {
      await idle.call('POST', '/Auth/ForgotPassword', { body: { email }, address: address() })
      stored.push(await rowCounts(idle))
    }
    await idle.close()
    const [before, afterKnown, afterUnknown] = exactly(3, stored)

    expect(growth(before, afterKnown)).toMatchObject({ outbox_tasks: 1 })
    expect(growth(afterKnown, afterUnknown)).toEqual(growth(before, afterKnown))
  })

  it('is mailed at most five times an hour', { tags: 'slow' }, async () => {
    const tenant = await program.tenant(bare)
    for (let turn = 0; turn < 8; turn++) {
      await forget(emailOf(tenant))
      await nothingIsDue()
    }

    expect(program.catcher.to(emailOf(tenant))).toHaveLength(5)
  })
})

describe('a token', () => {
  it('is valid once, even when used twenty times at the same moment', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const token = await program.resetToken(email, 0)

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem({ email, token, password: `faro-nieve-cobre-${index + 10}` }))
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) {
      expect([body.errorCode, status]).toEqual(status === 200 ? ['', 200] : ['RESET_TOKEN_INVALID', 401])
    }
    expect((await redeem({ email, token, password: newPassword })).body.errorCode).toBe('RESET_TOKEN_INVALID')
  })

  it('expires when another is requested, or the password is changed otherwise', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const first = await program.resetToken(email, 0)
    const second = await program.resetToken(email, 1)

    expect((await redeem({ email, token: first, password: newPassword })).body.errorCode).toBe('RESET_TOKEN_INVALID')
    expect(
      (await program.call('PUT', '/Auth/ChangePassword', {
        token: tenant.token, body: { currentPassword: oldPassword, newPassword }, address: address()
      })).status
    ).toBe(200)
    expect((await redeem({ email, token: second, password: newPassword })).body.errorCode).toBe('RESET_TOKEN_INVALID')
  })

  it('expires after thirty minutes', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const token = await program.resetToken(email, 0)
    const [{ minutes }] = await program.rows(
      'select extract(epoch from r.expires_at - r.created_at)::int / 60 as minutes from password_resets r join memberships m on m.person = r.user_id join users u on u.id = m.subject where u.email = $1',
      [email]
    )
    await program.rows("update password_resets set expires_at = now() - interval '1 second'")

    expect(minutes).toBe(30)
    expect((await redeem({ email, token, password: newPassword })).body.errorCode).toBe('RESET_TOKEN_INVALID')
  })

  it('works for its email only, and errors never say what is wrong with it', async () => {
    const [ana, eva] = [await program.tenant(bare), await program.tenant(bare)]
    const token = await program.resetToken(emailOf(ana), 0)
    const wrong = [
      { email: emailOf(eva), token },
      { email: 'nobody@tenant.example', token },
      { email: emailOf(ana), token: `${token.slice(0, -1)}!` },
      { email: emailOf(ana), token: 'x' }
    ]

    const answers = await Promise.all(wrong.map((body) => redeem({ ...body, password: newPassword })))

    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 401, body: first(answers).body })
    expect(first(answers).body.errorCode).toBe('RESET_TOKEN_INVALID')
    expect((await redeem({ email: emailOf(ana), token, password: newPassword })).status).toBe(200)
  })

  it('stays valid when the new password is too weak', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const token = await program.resetToken(email, 0)

    expect((await redeem({ email, token, password: 'corta' })).body.errorCode).toBe('PASSWORD_TOO_WEAK')
    expect((await redeem({ email, token, password: `${email.split('@')[0]}${email}` })).body.errorCode).toBe(
      'PASSWORD_TOO_WEAK'
    )
    expect((await redeem({ email, token, password: newPassword })).status).toBe(200)
  })

  it('is no access token', async () => {
    const tenant = await program.tenant(bare)
    const token = await program.resetToken(emailOf(tenant), 0)

    expect((await program.call('GET', '/Tenant/GetTenant', { token })).status).toBe(401)
  })

  it("ends the delay caused by others' guesses", async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    for (let guess = 0; guess < 7; guess++) await login(email, 'guess')
    // Seven guesses bring a wait of seconds, which a slow machine would pass.
    await program.rows("update sign_in_attempts set blocked_until = now() + interval '1 hour'")
    expect((await login(email, oldPassword)).status).toBe(429)

    const token = await program.resetToken(email, 0)
    await redeem({ email, token, password: newPassword })

    expect((await login(email, newPassword)).status).toBe(200)
  })

  it('is in no log, table or audit row, neither before nor after its mail is sent', { tags: 'slow' }, async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    program.catcher.refuseNext({ step: 'DATA', answer: '451 4.3.0 Later' })
    await forget(email)
    await program.until(
      'first attempt',
      async () =>
        (await program.rows("select 1 from outbox_tasks where topic = 'sendMail' and attempts > 0")).length === 1
    )
    const whileWaiting = await everythingStored()
    await program.rows("update outbox_tasks set due_at = now() where topic = 'sendMail'")
    const mail = only(await program.mailsTo(email, 1))
    const token = only(tokensIn(first(mail.texts).text))
    await nothingIsDue()
    const afterwards = await everythingStored()
    await redeem({ email, token, password: newPassword })

    expect(token).toMatch(/^[\w-]{43}$/)
    const traces = [
      token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex'), newPassword
    ]
    for (const trace of traces) {
      expect(whileWaiting).not.toContain(trace)
      expect(afterwards).not.toContain(trace)
      expect(await everythingStored()).not.toContain(trace)
      expect(program.logs.join('')).not.toContain(trace)
    }
    expect(program.logs.join('')).toContain('a mail could not be sent')
  })

  it('writes an audit row for the request and one for the change', async () => {
    const tenant = await program.tenant(bare)
    const email = emailOf(tenant)
    const token = await program.resetToken(email, 0)
    await redeem({ email, token, password: newPassword })

    const rows = await program.rows(
      "select action, actor_name, address, details from audit_entries a join users u on u.tenant_id = a.tenant_id where u.email = $1 and action in ('auth.forgotPassword', 'auth.resetPassword') order by sequence",
      [email]
    )
    expect(rows).toMatchObject([
      { action: 'auth.forgotPassword', actor_name: 'timbre', details: {} },
      { action: 'auth.resetPassword', actor_name: email, address: expect.stringMatching(/^127\.8\./), details: {} }
    ])
  })
})

/** Every row of every table, as a dump would show it. */
async function everythingStored (): Promise<string> {
  const tables = await program.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
  )
  const texts: string[] = []
  for (const { name } of tables) {
    texts.push(
      ...(await program.rows<{ text: string }>(`select t::text as text from "${name}" t`)).map(({ text }) => text)
    )
  }
  return texts.join('\n')
}
