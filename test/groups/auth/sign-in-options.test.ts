import { describe, expect, it } from 'vitest'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { signInOptions } from '../../../src/services/access/sign-in-options.ts'

const app = sharedApp({ registration: 'closed' })

describe('answers', () => {
  it('every caller alike, cached for a minute, with these facts only', async () => {
    const answer = await app.api().get('Auth/SignInOptions')

    expect(answer).toMatchObject(success({}))
    expect(answer.body.result).toEqual({
      version: '0.0.0-test', registrationOpen: false, emailProofRequired: true, mail: 'sent', passwordReset: true,
      taxAuthority: 2, taxAuthorityText: 'Simulator'
    })
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
  })

  it.each([
    [{ available: true, reachesPeople: true }, { mail: 'sent', passwordReset: true, emailProofRequired: true }],
    [{ available: true, reachesPeople: false }, { mail: 'kept', passwordReset: true, emailProofRequired: false }],
    [{ available: false, reachesPeople: false }, { mail: 'none', passwordReset: false, emailProofRequired: false }]
  ])('what follows from the mail: %j', (mailer, expected) => {
    const options = signInOptions({ version: '1.0.0', registration: 'open', mailer, taxAuthority: 1 })

    expect(options).toMatchObject({ ...expected, registrationOpen: true, taxAuthorityText: 'Sii' })
  })
})
