import { describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()

const lifetimeSeconds = 900
const signIn = async () => (await app.api().post('Auth/Login', { email: 'admin@andes.example', password })).body.result
const withToken = (method: 'GET' | 'POST', url: string, token: string) =>
  app.call({ method, url, headers: { authorization: `Bearer ${token}` } })
const renew = (token: string) => withToken('POST', '/api/Auth/Renew', token)
const secondsFromNow = (time: string) => (new Date(time).getTime() - app.world.clock().getTime()) / 1000

describe('answers', () => {
  it('a token with the full lifetime and the time of sign-in; the older one stays valid', async () => {
    const first = await signIn()
    app.world.pass(600)
    const { accessToken, expiration } = (await renew(first.accessToken)).body.result

    expect(secondsFromNow(expiration)).toBe(lifetimeSeconds)
    const account = (await withToken('GET', '/api/Auth/Me', accessToken)).body.result
    expect([secondsFromNow(account.signedInAt), account.expiration]).toEqual([-600, expiration])
    expect((await withToken('GET', '/api/Auth/Me', first.accessToken)).status).toBe(200)
  })

  it('no token that outlives twelve hours after the password', { tags: 'slow' }, async () => {
    let { accessToken, expiration } = await signIn()
    const end = app.world.clock().getTime() + 12 * 60 * 60 * 1000
    while (new Date(expiration).getTime() < end) {
      app.world.pass(lifetimeSeconds - 60)
      const renewed = (await renew(accessToken)).body.result
      ;({ accessToken, expiration } = renewed)
    }

    expect(new Date(expiration).getTime()).toBe(end)
    expect((await renew(accessToken)).body.result.expiration).toBe(expiration)
    app.world.pass(lifetimeSeconds)
    expect(await renew(accessToken)).toMatchObject(failure(401, 'UNAUTHENTICATED'))
  })
})

describe('refuses', () => {
  it('a token whose sessions ended with a new password', async () => {
    const { accessToken } = await signIn()
    await app.world.rows("update users set token_version = token_version + 1 where email = 'admin@andes.example'")
    app.world.pass(4)

    expect(await renew(accessToken)).toMatchObject(failure(401, 'UNAUTHENTICATED'))
  })
})
