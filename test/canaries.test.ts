import { createPrivateKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factura } from './support/documents.ts'
import { captured, defined, resultOf } from './support/expecting.ts'
import { readMail, startMailCatcher } from './support/mail-catcher.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { filesIn } from './support/workbooks.ts'

let program: Program
let andes: ProgramTenant
let catcher: Awaited<ReturnType<typeof startMailCatcher>>
/** What was answered to requests that failed. */
const failures: string[] = []
/** Each secret that was planted, by what it is. */
const secrets = new Map<string, string>()

const planted = {
  password: 'canario-clave-7431', wrongPassword: 'canario-errada-9182', keyStorePassword: 'canario-almacen-5512',
  smtpPassword: 'canario-correo-3307', mailboxPassword: 'canario-casilla-6624', notedSecret: 'sk_canario0123456789012345678901234567890123'
}

beforeAll(async () => {
  catcher = await startMailCatcher()
  const { host } = new URL(catcher.url)
  program = await startProgram({
    settings: {
      LOG_LEVEL: 'trace', SMTP_URL: `smtp://timbre:${planted.smtpPassword}@${host}`,
      MASTER_KEY: `k1:${serverKey('master key')}`, JWT_KEYS: `k1:${serverKey('key of tokens')}`, KEY_PEPPER: serverKey('pepper')
    }
  })
  andes = await program.tenant({ certificate: false, folios: [] })
  for (const [name, value] of Object.entries(planted)) secrets.set(name, value)
  secrets.set('secret key of the tenant', andes.keys.secretKey)
  secrets.set('access token', andes.token)
  await useEverySecret()
  await failWithSecrets()
  await program.until('it is accepted', async () => (await program.rows('select from invoices where status = 5')).length > 0)
})
afterAll(async () => {
  await program.close()
  await catcher.close()
})

/** A key of the server, in base64; the search looks for its bytes, too. */
function serverKey (name: string): string {
  const bytes = randomBytes(32)
  secrets.set(name, bytes.toString('latin1'))
  return bytes.toString('base64')
}

async function useEverySecret (): Promise<void> {
  const person = { email: 'canario@andes.example', fullName: 'Canario', password: planted.password }
  expect((await andes.api.post('User/Create', person)).body).toMatchObject({ success: true })
  await program.api().post('Auth/ForgotPassword', { email: person.email })
  await plantKeyStore()
  await plantCaf()
  const notified = await andes.api.put('Notification/Update', { url: 'https://erp.andes.example/timbre', enabled: true })
  const rotated = await andes.api.post('Notification/RotateSecret')
  for (const secret of [resultOf(notified).secret, resultOf(rotated).secret]) {
    if (secret !== null) secrets.set(`notification secret ${secret.slice(-4)}`, secret)
  }
  const mailbox = await andes.api.put('Mailbox/Set', {
    host: 'mail.invalid.example', userName: 'dte@andes.example', enabled: false,
    secret: { kind: 'password', password: planted.mailboxPassword }
  })
  expect(mailbox.body).toMatchObject({ success: true })
  failures.push(JSON.stringify((await andes.api.post('Mailbox/Test')).body))
  await andes.api.put('Tenant/Update', { mailReceivers: true })
  const invoice = factura()
  await andes.save({ ...invoice, header: { ...invoice.header, receiver: { ...invoice.header.receiver, email: 'compras@nandu.example' } } })
}

async function plantKeyStore (): Promise<void> {
  const answer = await andes.addCertificate(planted.keyStorePassword)
  expect(answer.status).toBe(200)
}

/** The private key of a CAF is the text between RSASK. */
async function plantCaf (): Promise<void> {
  const order = { taxNumber: andes.taxNumber, businessName: 'Comercial', documentType: 33, from: 1, to: 50 }
  const file = await program.control('/cafs', order)
  const { id } = resultOf(await andes.api.upload('Folio/Upload', { File: file }))
  await andes.api.put('Folio/Activate', { id })
  const pem = captured(/<RSASK>([\s\S]*)<\/RSASK>/, file.toString('latin1'))
  secrets.set('private key of the CAF', defined(pem.split('\n').filter((line) => !line.includes('-----'))[1]))
  const { d } = createPrivateKey(pem.trim()).export({ format: 'jwk' })
  secrets.set('private exponent of the CAF', Buffer.from(defined(d), 'base64url').toString('latin1'))
}

/** Secrets in requests that are refused at each place where a message could repeat them. */
async function failWithSecrets (): Promise<void> {
  const { wrongPassword, notedSecret } = planted
  const requests: Parameters<Program['call']>[] = [
    ['POST', '/Auth/Login', { body: { email: 'canario@andes.example', password: wrongPassword } }],
    ['POST', '/Auth/Login', { body: `{ "password": "${wrongPassword}", `, headers: { 'content-type': 'application/json' } }],
    ['POST', '/Auth/Login', { body: { email: 1, password: [wrongPassword] } }],
    ['POST', '/Webhook/Save', { body: { ...andes.keys, secretKey: notedSecret, payload: factura() } }],
    ['POST', '/Webhook/Save', { body: { ...andes.keys, payload: { secretKey: notedSecret } } }],
    ['GET', `/Webhook/GetWebhooks?secretKey=${notedSecret}`, {}],
    ['GET', '/Auth/Me', { token: `${andes.token}x` }],
    ['GET', '/Webhook/GetWebhooks', { headers: { 'x-tenant-code': andes.code, 'x-access-key': 'x', 'x-secret-key': notedSecret } }]
  ]
  for (const request of requests) {
    const { status, body } = await program.call(...request)
    expect(status).toBeGreaterThanOrEqual(400)
    failures.push(JSON.stringify(body))
  }
  const refused = await program.upload('/Tenant/Certificate', andes.token, { File: Buffer.from('no'), Password: wrongPassword })
  failures.push(JSON.stringify(refused.body))
}

/** Every row of every table, as text; bytes as hexadecimal. */
async function dump (): Promise<string> {
  const tables = await program.rows<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'"
  )
  const texts: string[] = []
  for (const { name } of tables) {
    texts.push(...(await program.rows<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`)).map(({ text }) => text))
  }
  return texts.join('\n')
}

/** The names of the secrets that a text contains, as they are, in base64 or in hexadecimal. */
function found (text: string): string[] {
  return [...secrets].filter(([, secret]) => {
    const bytes = Buffer.from(secret, 'latin1')
    return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')].some((form) => text.includes(form))
  }).map(([name]) => name)
}

describe('no planted secret', () => {
  it('is overlooked by the search', () => {
    expect(secrets.size).toBeGreaterThanOrEqual(13)
    expect(found([...secrets.values()].join(' '))).toEqual([...secrets.keys()])
    expect(found(Buffer.from(planted.password).toString('hex'))).toEqual(['password'])
  })

  it('is in the log, at its most verbose level', () => {
    expect(program.logs.length).toBeGreaterThan(20)
    expect(found(program.logs.join('\n'))).toEqual([])
  })

  it('is in the answer to a failed request', () => {
    expect(failures.length).toBeGreaterThan(8)
    expect(found(failures.join('\n'))).toEqual([])
  })

  it('is in the metrics', async () => {
    expect(found(await program.composition.app.metrics.metrics())).toEqual([])
  })

  it('is in the audit log, or in any other row of the database', async () => {
    const text = await dump()

    expect(text.includes('user.create')).toBe(true)
    expect(found(text)).toEqual([])
  })

  it('is in the evidence of a document', { tags: 'slow' }, async () => {
    const [{ id }] = await program.rows('select id from invoices where status = 5')
    const files = await filesIn((await andes.api.file('Webhook/GetEvidence', { correlationId: id })).body)

    expect(Object.keys(files)).toContain('audit.json')
    expect(found(Object.values(files).map((bytes) => bytes.toString('latin1')).join('\n'))).toEqual([])
  })

  it('is in a mail', async () => {
    await program.until('the document was mailed', async () => catcher.to('compras@nandu.example').length > 0)
    const texts = catcher.mails.flatMap(({ source }) => {
      const { texts: bodies, attachments } = readMail(source)
      return [source, ...bodies.map(({ text }) => text), ...attachments.map(({ bytes }) => bytes.toString('latin1'))]
    })

    expect(catcher.mails.length).toBeGreaterThan(1)
    expect(found(texts.join('\n'))).toEqual([])
  })
})
