import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()
beforeEach(() => { app.world.pass(3600) })

const newPassword = 'faro-nieve-cobre-87'
const tokenOf = async (email: string, secret: string): Promise<string> =>
  (await app.api().post('Auth/Login', { email, password: secret })).body.result
    .accessToken
const change = (payload: object, token?: string) =>
  app.call({
    method: 'PUT', url: '/api/Auth/ChangePassword', payload, headers: token ? { authorization: `Bearer ${token}` } : {}
  })

describe('answers', () => {
  it('changes the password, ends every session, and leaves an audit row without a secret', async () => {
    const email = 'admin@boreal.example'
    const [token, other] = [await tokenOf(email, password), await tokenOf(email, password)]

    expect(await change({ currentPassword: password, newPassword }, token)).toMatchObject(success(true))

    for (const ended of [token, other]) {
      expect(
        await app.api().get('Tenant/GetTenant', undefined, { headers: { authorization: `Bearer ${ended}` } })
      ).toMatchObject(failure(401, 'UNAUTHENTICATED'))
    }
    expect(await tokenOf(email, newPassword)).toEqual(expect.any(String))
    expect(await app.api().post('Auth/Login', { email, password })).toMatchObject(
      failure(401, 'CREDENTIALS_INVALID')
    )
    const [row] = await app.world.rows(
      "select actor_name, address, details from audit_entries where action = 'auth.changePassword'"
    )
    expect(row).toMatchObject({ actor_name: email, address: '127.0.0.1', details: {} })
  })
})

describe('rejects input (400)', () => {
  it('names what is missing, unknown or too long', async () => {
    const token = await tokenOf('admin@andes.example', password)

    expect(await change({}, token)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await change({ currentPassword: password, newPassword, userId: app.world.boreal.admin.userId }, token))
      .toMatchObject(failure(400, 'VALIDATION_FAILED'))
    const tooLong = await change({ currentPassword: password, newPassword: 'ñandú '.repeat(25) }, token)
    expect(tooLong).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(tooLong.body.errors).toEqual([expect.stringMatching(/^newPassword: /)])
  })

  it.each(['corta', 'contraseña2026!!', 'admin@andes.example'])(
    'refuses %s, which a guesser tries first',
    async (weak) => {
      const token = await tokenOf('admin@andes.example', password)

      expect(await change({ currentPassword: password, newPassword: weak }, token)).toMatchObject(
        failure(400, 'PASSWORD_TOO_WEAK')
      )
    }
  )
})

describe('needs the current password (422)', () => {
  it('slows down guessing, also at sign-in', async () => {
    const token = await tokenOf('admin@andes.example', password)

    for (let guess = 0; guess < 5; guess++) {
      expect(await change({ currentPassword: `guess ${guess}`, newPassword }, token)).toMatchObject(
        failure(422, 'CURRENT_PASSWORD_WRONG')
      )
    }

    expect(await change({ currentPassword: password, newPassword }, token)).toMatchObject(
      failure(429, 'SIGN_IN_DELAYED')
    )
    expect(
      await app.api().post('Auth/Login', { email: 'admin@andes.example', password })
    ).toMatchObject(failure(429, 'SIGN_IN_DELAYED'))
  })
})
