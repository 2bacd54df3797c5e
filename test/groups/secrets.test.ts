import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factura } from '../support/documents.ts'
import { captured, defined } from '../support/expecting.ts'
import { startMailProgram, type MailProgram } from '../support/mail-program.ts'
import { programSettings } from '../support/program.ts'

/** Secrets by what they are: each must be nowhere but in the one answer, or the one mail, that hands it over. */
const secrets = new Map<string, string>()
const answers: { what: string, text: string }[] = []

let program: MailProgram
beforeAll(async () => {
  const settings = programSettings('')
  const { MASTER_KEY = '', JWT_KEYS = '', KEY_PEPPER = '' } = settings
  program = await startMailProgram({ MASTER_KEY, JWT_KEYS, KEY_PEPPER })
  for (const [name, text] of Object.entries({ MASTER_KEY, JWT_KEYS, KEY_PEPPER })) {
    secrets.set(name, text.replace(/^\w+:/, ''))
  }
  await live()
})
afterAll(() => program.close())

/** Calls, and keeps the answer among those that must hold no secret. */
const call: MailProgram['call'] = async (method, path, options) => {
  const answer = await program.call(method, path, options)
  answers.push({ what: `${method} ${path}`, text: JSON.stringify(answer.body) + JSON.stringify(answer.headers) })
  return answer
}

let addresses = 0
const freshAddress = (): string => `127.8.0.${++addresses}`

/** A tenant's life in which every kind of secret is made, shown, sent, mistyped and put where it does not belong. */
async function live (): Promise<void> {
  const tenant = await program.tenant({ certificate: false, folios: [] })
  const { code, token, taxNumber, keys } = tenant
  const email = `admin@${code}.example`
  const body = { payload: factura() }
  note('first password', 'correo-tinta-lluvia').set('secret key', keys.secretKey).set('access token', token)

  const created =
    (await program.call('POST', '/Tenant/CreateKey', { token, headers: { 'idempotency-key': 'create-key' } })).body
      .result
  note('second secret key', created.secretKey)
  await saves(tenant.keys, { ...keys, secretKey: created.secretKey, accessKey: created.accessKey })

  const pkcs12Password = 'clave-del-archivo-ñandú-77'
  note('certificate password', pkcs12Password)
  const file = await program.control('/certificates', {
    taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: pkcs12Password
  })
  note('certificate file', file.toString('base64').slice(100, 160))
  await upload('/Tenant/Certificate', token, { Password: `${pkcs12Password}x`, File: file })
  await upload('/Tenant/Certificate', token, { Password: pkcs12Password, File: file.subarray(0, 500) })
  await upload('/Tenant/Certificate', token, { Password: pkcs12Password, File: file })

  const caf =
    (await program.control('/cafs', {
      taxNumber, businessName: `Comercial ${code} SpA`, documentType: 33, from: 1, to: 50
    })).toString('latin1')
  const pem = captured(/<RSASK>([^<]+)<\/RSASK>/, caf)
  note('CAF key', defined(pem.split('\n')[3])).set('CAF exponent', exponentOf(pem))
  await upload('/Folio/Upload', token, { File: Buffer.from(caf.replace('-----END', 'AAAA-----END'), 'latin1') })
  const { body: uploaded } = await upload('/Folio/Upload', token, { File: Buffer.from(caf, 'latin1') })
  await call('PUT', '/Folio/Activate', { token, body: { id: uploaded.result.id } })
  await saves(keys)

  const notified = await program.api({ token }).put('Notification/Update', { url: 'https://receiver.example/hook', enabled: true })
  note('notification secret', defined(notified.body.result.secret))
  note(
    'next notification secret', (await program.api({ token }).post('Notification/RotateSecret')).body.result.secret
  )

  const clerk = { email: `clerk@${code}.example`, password: 'clave-del-empleado-42' }
  note('user password', clerk.password)
  await call('POST', '/User/Create', {
    token, body: { ...clerk, fullName: 'Clerk', roleIds: [] }, headers: { 'idempotency-key': 'create-user' }
  })
  await call('POST', '/User/Create', { token, body: { ...clerk, fullName: 'Clerk', roleIds: ['not-an-id'] } })

  for (const wrong of ['clave-equivocada-31', clerk.password.toUpperCase()]) {
    note(`wrong password ${wrong.length}`, wrong)
    await call('POST', '/Auth/Login', { body: { email, password: wrong }, address: freshAddress() })
  }
  await call('GET', `/Tenant/GetTenant?token=${token}`, { token })
  await call('POST', `/Webhook/Save?secretKey=${keys.secretKey}`, { body: { ...keys, ...body } })
  await call('POST', '/Webhook/Save', {
    body: `{"secretKey":"${keys.secretKey}","secretKey":"${keys.secretKey}"}`,
    headers: { 'content-type': 'application/json' }
  })
  await call('POST', '/Webhook/Save', { body: { ...keys, secretKey: [keys.secretKey], ...body } })
  await call('POST', '/Auth/Login', { body: { email, password: { value: clerk.password } }, address: freshAddress() })
  await call('GET', '/Tenant/GetTenant', { headers: { authorization: `Basic ${token}` } })

  const resetToken = await program.resetToken(email, 0)
  note('reset token', resetToken)
  const [newPassword, lastPassword] = ['faro-nieve-cobre-87', 'mar-roble-tiza-19-luna']
  note('new password', newPassword).set('last password', lastPassword)
  await call('PUT', '/Auth/ChangePasswordForUsingToken', {
    body: { email, token: `${resetToken}x`, password: newPassword }, address: freshAddress()
  })
  await call('PUT', '/Auth/ChangePasswordForUsingToken', {
    body: { email, token: resetToken, password: newPassword }, address: freshAddress()
  })
  const again =
    (await program.call('POST', '/Auth/Login', { body: { email, password: newPassword }, address: freshAddress() }))
      .body.result.accessToken
  note('second access token', again)
  await call('PUT', '/Auth/ChangePassword', {
    token: again, body: { currentPassword: newPassword, newPassword: lastPassword }, address: freshAddress()
  })
}

function note (what: string, text: string): Map<string, string> {
  return secrets.set(what, text)
}

async function saves (...pairs: object[]): Promise<void> {
  for (const keys of pairs) {
    const address = freshAddress()
    await call('POST', '/Webhook/Save', {
      body: { ...keys, payload: factura() }, headers: { 'idempotency-key': address }
    })
    await call('POST', '/Webhook/Save', { body: { ...keys, payload: { ...factura(), unknown: 1 } } })
    await call('POST', '/Tenant/GetAccessKeyAndSecretKeyValidation', {
      body: keys, address, headers: { 'idempotency-key': 'validation' }
    })
  }
}

async function upload (
  path: string, token: string, parts: Record<string, Buffer | string>
): ReturnType<MailProgram['upload']> {
  const answer = await program.upload(path, token, parts)
  answers.push({ what: `POST ${path}`, text: JSON.stringify(answer.body) })
  return answer
}

/** Some bytes of a key's private exponent. */
function exponentOf (pem: string): string {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  return Buffer.from(d, 'base64url').subarray(5, 45).toString('base64')
}

/** The ways in which a text may be written down: itself, in base64 at any offset, in hexadecimal, in JSON. */
function writingsOf (secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + secret).toString('base64').slice(offset === 0 ? 0 : 4).replace(/.{0,2}=*$/, '')
  )
  const raw = /^[A-Za-z0-9+/]+={0,2}$/.test(secret) ? [Buffer.from(secret, 'base64').toString('hex')] : []
  return [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('hex'), ...base64, ...raw].filter((
    writing
  ) => writing.length >= 12)
}

function secretsIn (text: string): string[] {
  return Array.from(secrets).filter(([, secret]) => writingsOf(secret).some((writing) => text.includes(writing))).map((
    [what]
  ) => what)
}

describe('no secret of a tenant or of the service', () => {
  it('is left out of this test', () => {
    expect(secrets.size).toBe(20)
    expect(Array.from(secrets.values()).filter((secret) => secret === undefined || secret.length < 12)).toEqual([])
    expect(secretsIn(`x ${secrets.get('secret key')} y`)).toContain('secret key')
  })

  it('is in any table, as text or as bytes', async () => {
    const tables = await program.rows<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'"
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const rows = await program.rows<{ text: string }>(`select t::text as text from "${name}" t`)
      const inTable = secretsIn(rows.map(({ text }) => text).join('\n'))
      if (inTable.length > 0) found[name] = inTable
    }

    expect(tables.length).toBeGreaterThan(20)
    expect(found).toEqual({})
  })

  it('is in the log, at its most verbose level', () => {
    expect(program.logs.length).toBeGreaterThan(50)
    expect(secretsIn(program.logs.join('\n'))).toEqual([])
  })

  it('is in an answer that should not contain it', () => {
    expect(answers.length).toBeGreaterThan(20)
    expect(
      answers.map(({ what, text }) => ({ what, secrets: secretsIn(text) })).filter(({ secrets }) => secrets.length > 0)
    ).toEqual([])
  })

  it('is in the metrics', async () => {
    expect(secretsIn(await program.composition.app.metrics.metrics())).toEqual([])
  })
})
