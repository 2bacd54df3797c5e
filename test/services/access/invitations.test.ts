import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailProgram, publicUrl, startMailProgram, tokensIn } from '../../support/mail-program.ts'

let program: MailProgram
let token: string
beforeAll(async () => {
  program = await startMailProgram()
  token = (await program.tenant({ certificate: false, folios: [] })).token
})
afterAll(() => program.close())

const invite = (email: string, headers = {}) =>
  program.call('POST', '/User/Create', { token, headers, body: { email, fullName: 'Benito Rojas', userType: 1 } })
const redeem = (body: object) =>
  program.call('PUT', '/Auth/ChangePasswordForUsingToken', { body, address: '127.7.0.1' })
const password = 'faro-nieve-cobre-87'

describe('an invited user', () => {
  it('sets the first password with the link in the mail, once, and signs in with the rights given', async () => {
    const email = 'benito@invitados.example'
    expect(await invite(email)).toMatchObject({ status: 200, body: { result: { email } } })

    const [mail] = await program.mailsTo(email, 1)
    expect(mail!.headers['subject']).toMatch(/^Su cuenta de Timbre en Comercial /)
    await program.until(
      'it is counted',
      async () => (await program.composition.app.metrics.metrics()).includes(
        'timbre_mails_total{kind="invitation",outcome="sent"} 1'
      )
    )
    const [sent] = tokensIn(mail!.texts[0]!.text)
    expect(mail!.texts[0]!.text).toContain(
      `${publicUrl}/reset-password#email=${encodeURIComponent(email)}&token=${sent}`
    )
    expect(await redeem({ email, token: sent, password })).toMatchObject({ status: 200, body: { result: true } })

    const login = await program.call('POST', '/Auth/Login', { body: { email, password }, address: '127.7.0.1' })
    expect((await program.call('GET', '/User/GetUsers', { token: login.body.result.accessToken })).status).toBe(200)
    expect(await redeem({ email, token: sent, password: 'otra-clave-de-papel-9' })).toMatchObject({
      body: { errorCode: 'RESET_TOKEN_INVALID' }
    })
    expect(await program.rows('select 1 from password_resets')).toEqual([])
  })

  it('is written to in English where that is asked for', async () => {
    await invite('english@invitados.example', { 'accept-language': 'en' })

    const [mail] = await program.mailsTo('english@invitados.example', 1)
    expect(mail!.headers['subject']).toMatch(/^Your Timbre account at Comercial /)
  })

  it('gets nothing by the link once deleted', async () => {
    const email = 'deleted@invitados.example'
    const { body } = await invite(email)
    const [mail] = await program.mailsTo(email, 1)
    await program.call('DELETE', `/User/Delete?id=${body.result.id}`, { token })

    expect(await redeem({ email, token: tokensIn(mail!.texts[0]!.text)[0], password })).toMatchObject({
      body: { errorCode: 'RESET_TOKEN_INVALID' }
    })
  })
})
