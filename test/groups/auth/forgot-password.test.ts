import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const forget = (payload: object) => app.api().post('Auth/ForgotPassword', payload)

describe('answers', () => {
  it('answers true for every address, and queues one task', async () => {
    expect(await forget({ email: 'admin@andes.example' })).toMatchObject(success(true))
    expect(await forget({ email: 'Admin@Andes.example' })).toMatchObject(success(true))
    expect(await forget({ email: 'nobody@andes.example' })).toMatchObject(success(true))

    expect(
      await app.world.rows("select subject from outbox_tasks where topic = 'preparePasswordReset' order by subject")
    ).toEqual([
      { subject: 'es admin@andes.example' },
      { subject: 'es nobody@andes.example' }
    ])
  })

  it('limits the requests of one address', async () => {
    const { headers } = await forget({ email: 'admin@andes.example' })

    expect(headers['ratelimit-policy']).toContain('"guessing"')
  })
})

describe('rejects input (400)', () => {
  it.each([[{}], [{ email: 'x' }], [{ email: ['admin@andes.example'] }], [{
    email: 'a@b.example', host: 'evil.example'
  }], [{ email: `${'x'.repeat(250)}@b.example` }]])('%j', async (payload) => {
    expect(await forget(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
