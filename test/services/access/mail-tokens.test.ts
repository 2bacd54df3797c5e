import { describe, expect, it } from 'vitest'
import { mayBeMailToken, newMailToken } from '../../../src/services/access/mail-tokens.ts'
import { createPasswordResets } from '../../../src/services/access/password-resets.ts'
import { createRegistrationProofs } from '../../../src/services/tenants/registration-proofs.ts'

const origin = { address: '192.0.2.1', requestId: 'r' }
const posted = { email: 'ana@andes.example', password: 'faro-nieve-cobre-87' }
/** Dependencies of which only the store is used, and that refuses. */
const withoutStore = { store: { asPlatform: async () => { throw new Error('the database was asked') } } } as never

describe('a text without the form of a mailed token', () => {
  it.each(['x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `${'x'.repeat(43)}\n`])(
    '%j is refused before the database is asked', async (token) => {
      await expect(createPasswordResets(withoutStore).redeem({ ...posted, token }, origin))
        .rejects.toMatchObject({ code: 'RESET_TOKEN_INVALID' })
      await expect(createRegistrationProofs(withoutStore).confirm({ ...posted, token }, origin))
        .rejects.toMatchObject({ code: 'EMAIL_TOKEN_INVALID' })
    }
  )

  it('is never mailed', () => {
    expect(Array.from({ length: 1000 }, () => newMailToken().token).every(mayBeMailToken)).toBe(true)
  })
})
