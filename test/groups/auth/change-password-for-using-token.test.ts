import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, failure, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => { app = await createTestApp() })
afterAll(() => app.close())

const redeem = (payload: object) => app.call({ method: 'PUT', url: '/api/Auth/ChangePasswordForUsingToken', payload })
const body = { email: 'admin@andes.example', token: 'x'.repeat(43), password: 'faro-nieve-cobre-87' }

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
