import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { first, only } from '../../support/expecting.ts'
import { type MailProgram, publicUrl, startMailProgram, tokensIn } from '../../support/mail-program.ts'

let program: MailProgram
let token: string
let code: string
beforeAll(async () => {
  program = await startMailProgram()
  const tenant = await program.tenant({ certificate: false, folios: [] })
  token = tenant.token
  code = tenant.code
})
afterAll(() => program.close())

const invite = (email: string, headers = {}) =>
  program.call('POST', '/User/Create', { token, headers, body: { email, fullName: 'Benito Rojas', userType: 1 } })
const redeem = (body: object) =>
  program.call('PUT', '/Auth/ChangePasswordForUsingToken', { body, address: '127.7.0.1' })
const password = 'faro-nieve-cobre-87'

describe('an invited user', () => {
  it('sets the first password with the link in the mail, once, and signs in with the rights given', { tags: 'slow' }, async () => {
    const email = 'benito@invitados.example'
    expect(await invite(email)).toMatchObject({ status: 200, body: { result: { email } } })

    const mail = only(await program.mailsTo(email, 1))
    expect(mail.headers['subject']).toMatch(/^Su cuenta de Timbre en Comercial /)
    await program.until(
      'it is counted',
      async () => (await program.composition.app.metrics.metrics()).includes(
        'timbre_mails_total{kind="invitation",outcome="sent"} 1'
      )
    )
    const [sent] = tokensIn(first(mail.texts).text)
    expect(first(mail.texts).text).toContain(
      `${publicUrl}/console/reset-password#email=${encodeURIComponent(email)}&token=${sent}`
    )
    expect(await redeem({ email, token: sent, password })).toMatchObject({ status: 200, body: { result: true } })

    const login = await program.call('POST', '/Auth/Login', { body: { email, password }, address: '127.7.0.1' })
    expect((await program.call('GET', '/User/GetUsers', { token: login.body.result.accessToken })).status).toBe(200)
    expect(await redeem({ email, token: sent, password: 'otra-clave-de-papel-9' })).toMatchObject({
      body: { errorCode: 'RESET_TOKEN_INVALID' }
    })
    expect(await program.rows('select 1 from password_resets')).toEqual([])
    // It is no change of a password, and no session was closed.
    expect(await program.rows(`select 1 from mails where kind = 'passwordChanged' and recipient = '${email}'`)).toEqual([])
  })

  it('is written to in English on request', async () => {
    await invite('english@invitados.example', { 'accept-language': 'en' })

    const mail = only(await program.mailsTo('english@invitados.example', 1))
    expect(mail.headers['subject']).toMatch(/^Your Timbre account at Comercial /)
  })

  it('who is a user elsewhere is invited even if a password was posted, and accepts with their own', { tags: 'slow' }, async () => {
    const { code: other, token: theirs } = await program.tenant({ certificate: false, folios: [] })
    const email = `admin@${other}.example`
    const posted = { email, fullName: 'Benito Rojas', password }
    const [known, unknown] = [
      await program.call('POST', '/User/Create', { token, body: posted }),
      await program.call('POST', '/User/Create', { token, body: { ...posted, email: 'nuevo@invitados.example' } })
    ]
    const shapeOf = ({ status, body, headers }: typeof known) => {
      const { id: _, email: __, userName: ___, ...result } = body.result
      return { status, body: { ...body, result }, headers: Object.keys(headers) }
    }
    expect(shapeOf(known)).toEqual(shapeOf(unknown))

    const mail = only(await program.mailsTo(email, 1))
    const { text } = first(mail.texts)
    expect(text).toContain(`el código de empresa ${code}`)
    expect(text).toMatch(/console\/reset-password#email=\S+&token=[\w-]+&invitation=yes&company=Comercial\S+&tenant=[\w-]+/)
    const login = (secret: string, tenantCode?: string) =>
      program.call('POST', '/Auth/Login', { body: { email, password: secret, tenantCode }, address: '127.7.0.2' })
    expect((await login(password, code)).status).toBe(401)
    expect(
      await redeem({ email, token: tokensIn(text)[0], password: 'correo-tinta-lluvia' })
    ).toMatchObject({ status: 200 })

    expect((await program.call('GET', '/Tenant/GetTenant', { token: theirs })).status).toBe(200)
    expect((await login('correo-tinta-lluvia')).body.errors).toHaveLength(2)
    expect((await login('correo-tinta-lluvia', code)).body.result.user.fullName).toBe('Benito Rojas')
    expect(program.catcher.to('nuevo@invitados.example')).toEqual([])
  })

  it('cannot use the link once deleted', async () => {
    const email = 'deleted@invitados.example'
    const { body } = await invite(email)
    const mail = only(await program.mailsTo(email, 1))
    await program.call('DELETE', `/User/Delete?id=${body.result.id}`, { token })

    expect(await redeem({ email, token: tokensIn(first(mail.texts).text)[0], password })).toMatchObject({
      body: { errorCode: 'RESET_TOKEN_INVALID' }
    })
  })
})
