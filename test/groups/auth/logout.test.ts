import { beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { codeOf } from '../../support/authenticator.ts'
import { defined, only } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const app = sharedApp()
beforeEach(() => app.world.rows('delete from user_sessions'))

const signIn = async (email = 'admin@andes.example', userAgent = 'one'): Promise<string> => (await app.api().post('Auth/Login', { email, password }, { headers: { 'user-agent': userAgent } })).body.result.accessToken
const withToken = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string) =>
  app.call({ method, url: `/api/Auth/${url}`, headers: { authorization: `Bearer ${token}` } })
const isGood = async (token: string) => (await withToken('GET', 'Me', token)).status === 200
const sessionsOf = async (token: string): Promise<Result<'get', 'Auth/Sessions'>> =>
  (await withToken('GET', 'Sessions', token)).body.result
const currentOf = async (token: string) => only((await sessionsOf(token)).filter(({ isCurrent }) => isCurrent))

describe('signing out', () => {
  it('ends the token and those renewed from it, in both directions, at once; other sessions continue', async () => {
    const [first, other] = [await signIn(), await signIn()]
    const renewed = (await withToken('POST', 'Renew', first)).body.result.accessToken
    expect((await withToken('POST', 'Logout', renewed)).body.result).toBe(true)

    expect(await withToken('GET', 'Me', first)).toMatchObject(failure(401, 'UNAUTHENTICATED'))
    expect(await withToken('POST', 'Renew', renewed)).toMatchObject(failure(401, 'UNAUTHENTICATED'))
    expect(await isGood(other)).toBe(true)
  })

  it('takes effect on other instances within three seconds', async () => {
    const token = await signIn()
    const { id: sessionId } = await currentOf(token)
    await app.world.rows('update user_sessions set ended_at = now() where id = $1', [sessionId])
    app.world.pass(3)

    expect(await isGood(token)).toBe(false)
  })

  it('is in the audit log', async () => {
    const token = await signIn()
    await withToken('POST', 'Logout', token)

    expect(await app.world.rows('select action from audit_entries order by sequence desc limit 1')).toEqual([
      { action: 'auth.endSession' }
    ])
  })
})

describe('open sessions', () => {
  it("are the user's own, most recently used first, with the device of their last use", async () => {
    const [older, newer] = [await signIn(undefined, 'phone'), await signIn(undefined, 'x'.repeat(300))]
    app.world.pass(60)
    await withToken('POST', 'Renew', older)

    const sessions = await sessionsOf(newer)
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['lightMyRequest', false], ['x'.repeat(200), true]
    ])
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', usedAt: app.world.clock().toISOString() })
  })

  it('are ended one by one or all others together; ended sessions and those of others are not found', async () => {
    const [one, two, mine] = [await signIn(), await signIn(), await signIn()]
    const { id } = defined((await sessionsOf(mine))[2])
    expect((await withToken('DELETE', `EndSession?id=${id}`, mine)).status).toBe(200)
    expect([await isGood(one), await isGood(two)]).toEqual([false, true])
    expect(await withToken('DELETE', `EndSession?id=${id}`, mine)).toMatchObject(failure(404, 'SESSION_NOT_FOUND'))
    const another = await signIn('admin@boreal.example')
    const { id: anothers } = await currentOf(another)
    expect(await withToken('DELETE', `EndSession?id=${anothers}`, mine)).toMatchObject(failure(404, 'SESSION_NOT_FOUND'))

    expect((await withToken('POST', 'EndOtherSessions', mine)).body.result).toEqual({ ended: 1 })
    expect([await isGood(two), await isGood(mine), await isGood(another)]).toEqual([false, true, true])
  })

  it.each(['by EndOtherSessions', 'by a second factor that is set up'])('are all ended %s, including those beyond the list', async (how) => {
    const mine = await signIn()
    await app.world.rows(`insert into user_sessions (tenant_id, id, user_id, signed_in_at, used_at, expires_at, address, user_agent)
      select tenant_id, gen_random_uuid(), user_id, signed_in_at, used_at, expires_at, address, 'many'
      from user_sessions, generate_series(1, 130)`)
    expect(await sessionsOf(mine)).toHaveLength(100)

    if (how === 'by EndOtherSessions') {
      expect((await withToken('POST', 'EndOtherSessions', mine)).body.result).toEqual({ ended: 130 })
    } else {
      const post = (url: string, payload: object) =>
        app.call({ method: 'POST', url: `/api/Auth/${url}`, headers: { authorization: `Bearer ${mine}` }, payload })
      const { body } = await post('BeginSecondFactor', { password })
      const confirmed = await post('ConfirmSecondFactor', { code: codeOf(body.result.secret, app.world.clock()) })
      expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    }
    expect(await app.world.rows("select id from user_sessions where user_agent = 'many' and ended_at is null")).toEqual([])
    expect(await isGood(mine)).toBe(true)
    await app.world.rows('delete from second_factors')
  })

  it('are deleted once their tokens have expired', async () => {
    await signIn()
    app.world.pass(3600)
    await app.world.userSessions.deleteExpired()

    expect(await app.world.rows('select id from user_sessions')).toEqual([])
  })
})
