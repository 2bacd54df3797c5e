import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { first } from '../../support/expecting.ts'
import { readMail } from '../../support/mail-catcher.ts'
import { tokensIn } from '../../support/mail-program.ts'
import { startProgram } from '../../support/program.ts'

let dataDir: string
beforeAll(async () => { dataDir = await mkdtemp(join(tmpdir(), 'timbre-data-')) })
afterAll(() => rm(dataDir, { recursive: true }))

it('in a trial, mails are written as files, and their tokens work', { tags: 'slow' }, async () => {
  const program = await startProgram({ settings: { DATA_DIR: dataDir } })
  const tenant = await program.tenant({ certificate: false, folios: [] })
  const email = `admin@${tenant.code}.example`
  await program.call('POST', '/Auth/ForgotPassword', { body: { email } })
  const mails = async () =>
    (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml'))
  await program.until('the mail is kept', async () => (await mails()).length === 1)

  const mail = readMail(await readFile(join(dataDir, 'mail', first(await mails())), 'latin1'))
  const [token] = tokensIn(first(mail.texts).text)

  expect(mail.headers['to']).toBe(email)
  expect(first(mail.texts).text).toContain('http://localhost:3000/console/reset-password#')
  expect(
    (await program.call('PUT', '/Auth/ChangePasswordForUsingToken', {
      body: { email, token, password: 'faro-nieve-cobre-87' }
    })).status
  ).toBe(200)
  await program.close()
})

it('production without a mail server reports so for every address alike, and offers nothing that needs mail', { tags: 'slow' }, async () => {
  const program = await startProgram({ settings: { NODE_ENV: 'production', DATA_DIR: dataDir } })
  const tenant = await program.tenant({ certificate: false, folios: [] })
  const forget = (email: string) => program.call('POST', '/Auth/ForgotPassword', { body: { email } })

  const [known, unknown] = [await forget(`admin@${tenant.code}.example`), await forget('nobody@tenant.example')]

  expect(known).toMatchObject({ status: 503, body: { errorCode: 'MAIL_UNAVAILABLE' } })
  expect(unknown.body).toEqual(known.body)
  expect(await program.call('PUT', '/Tenant/Update', { token: tenant.token, body: { mailReceivers: true } }))
    .toMatchObject({ status: 503, body: { errorCode: 'MAIL_UNAVAILABLE' } })
  expect((await program.call('PUT', '/Tenant/Update', { token: tenant.token, body: { mailReceivers: false } })).status)
    .toBe(200)
  await program.close()
})

it('with mail turned off, mails end at once, without a warning', { tags: 'slow' }, async () => {
  const program = await startProgram({ settings: { SMTP_URL: 'none', DATA_DIR: dataDir } })
  const tenant = await program.tenant({ certificate: false, folios: [] })
  expect((await program.call('PUT', '/Auth/ChangePassword', {
    token: tenant.token, body: { currentPassword: 'correo-tinta-lluvia', newPassword: 'faro-nieve-cobre-88' }
  })).status).toBe(200)

  await program.until('the mail has ended', async () =>
    (await program.rows('select from mails where failure = $1', ['MAIL_OFF'])).length === 1)
  expect(program.logs.filter((line) => line.includes('could not be sent'))).toEqual([])
  await program.close()
})
