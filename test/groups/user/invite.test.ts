import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const invite = (id: string, as = app.world.andes.admin, headers = {}) =>
  app.api(as).post('User/Invite', { id }, { headers })
const create = async (email: string, as = app.world.andes.admin): Promise<string> =>
  (await app.api(as).post('User/Create', { email, fullName: 'Benito Rojas' })).body
    .result.id
const mailsTo = (email: string) =>
  app.world.rows('select kind, language, failure, sealed_token is not null as link from mails where recipient = $1 order by id', [email])

describe('answers', () => {
  it('sends the mail again with a new link that replaces the old one, and writes an audit row', async () => {
    const email = 'benito@andes.example'
    const id = await create(email)

    const answer = await invite(id, undefined, { 'accept-language': 'en' })

    expect(answer).toMatchObject(success({ id, email, fullName: 'Benito Rojas' }))
    expect(await mailsTo(email)).toEqual([
      { kind: 'invitation', language: 'es', failure: 'WITHDRAWN', link: false },
      { kind: 'invitation', language: 'en', failure: null, link: true }
    ])
    expect(await app.world.rows('select 1 from password_resets where user_id = $1', [id])).toHaveLength(1)
    expect(await app.world.rows("select details from audit_entries where action = 'user.invite'")).toEqual([{
      details: { email }
    }])
  })
})

describe('conflicts (409)', () => {
  it('refuses for a user who accepted', async () => {
    expect(await invite(app.world.andes.clerk.userId)).toMatchObject(failure(409, 'INVITATION_ANSWERED'))
  })
})

describe('limits (429)', () => {
  it('sends a mailbox five a day, including the first, and a refusal keeps the current link valid', async () => {
    const id = await create('llena@andes.example')
    for (let sent = 2; sent <= 5; sent++) expect((await invite(id)).status).toBe(200)

    const refused = await invite(id)

    expect(refused).toMatchObject(failure(429, 'RATE_LIMITED'))
    expect(refused.body.errors).toEqual(['id: was sent 5 invitations within a day'])
    expect(refused.headers['retry-after']).toBe('86400')
    expect(await app.world.rows('select 1 from password_resets where user_id = $1', [id])).toHaveLength(1)
  })
})
