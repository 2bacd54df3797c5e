import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { startMailProgram } from '../../support/mail-program.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const redeem = (payload: object) => app.api().put('Auth/ChangePasswordForUsingToken', payload)
const body = { email: 'admin@andes.example', token: 'x'.repeat(43), password: 'faro-nieve-cobre-87' }

describe('answers', () => {
  it('sets the new password with the token from the mail, once', { tags: 'slow' }, async () => {
    const program = await startMailProgram()
    const { code } = await program.tenant({ certificate: false, folios: [] })
    const email = `admin@${code}.example`
    const posted = { email, token: await program.resetToken(email, 0), password: body.password }
    const redeemed = [
      await program.api().put('Auth/ChangePasswordForUsingToken', posted),
      await program.api().put('Auth/ChangePasswordForUsingToken', posted)
    ]
    const signedIn = await program.api().post('Auth/Login', { email, password: body.password })
    await program.close()

    expect(redeemed[0]).toMatchObject(success(true))
    expect(redeemed[1]).toMatchObject(failure(401, 'RESET_TOKEN_INVALID'))
    expect(signedIn.status).toBe(200)
  })
})

describe('rejects input (400)', () => {
  it.each([
    [{}, ['email: ', 'token: ', 'password: ']],
    [{ ...body, token: ['x'] }, ['token: ']],
    [{ ...body, token: 'x'.repeat(201) }, ['token: ']],
    [{ ...body, userId: 'x' }, ['userId: ']]
  ])('%j', async (payload, paths) => {
    const answer = await redeem(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((text: string) => text.slice(0, text.indexOf(':') + 2))).toEqual(paths)
  })
})

describe('needs the token (401)', () => {
  it('answers alike for a wrong token and for an unknown address', async () => {
    const [wrong, unknown] = [await redeem(body), await redeem({ ...body, email: 'nobody@andes.example' })]

    expect(wrong).toMatchObject(failure(401, 'RESET_TOKEN_INVALID'))
    expect(unknown.body).toEqual(wrong.body)
  })
})
