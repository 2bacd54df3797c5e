import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import { mailLanguageOf } from '../../http/language.ts'
import type { PasswordChanges } from '../../services/access/password-changes.ts'
import type { PasswordResets } from '../../services/access/password-resets.ts'
import type { Registration } from '../../services/tenants/registration.ts'
import type { RegistrationProofs } from '../../services/tenants/registration-proofs.ts'
import type { SignIn } from '../../services/access/sign-in.ts'
import * as schemas from './schemas.ts'

export interface AuthGroupDeps {
  signIn: SignIn
  registration: Registration
  registrationProofs: RegistrationProofs
  passwordResets: PasswordResets
  passwordChanges: PasswordChanges
}

/** Accounts: how a tenant comes to be, and how its people sign in. */
export function authGroup (
  { signIn, registration, registrationProofs, passwordResets, passwordChanges }: AuthGroupDeps
) {
  return defineGroup('Auth', (operation, app) => {
    operation({
      method: 'POST',
      path: '/Login',
      rule: { access: 'public' },
      summary: 'Sign in with email and password',
      description:
        'From the fifth wrong password on, each further try from the same address waits: one second at first, fifteen minutes at most. So does the account, from the fifth address that guesses, but for addresses from which it signed in before. The answer tells neither whether the email is known nor whether the tenant lets the address in.',
      body: schemas.loginBody,
      answer: schemas.loggedIn,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address, signal }) => {
        const { user, claims } = await signIn.login({ ...body, address, signal })
        return ok({ ...app.signAccessToken(claims), user })
      }
    })

    operation({
      method: 'POST',
      path: '/Register',
      rule: { access: 'public' },
      summary: 'Open a tenant with its first administrator and keys',
      description:
        'The secret key is in this answer only. New tenants have the roles Administrator, Operator and Viewer. Where the server sends mail, the tenant is made once its email is proven: the answer has `emailProofRequired: true`, no code and no keys, and is the same for an email that has an account; the mail has a link that leads to ConfirmEmail. In Spanish, or in the language of Accept-Language.',
      body: schemas.registerBody,
      answer: schemas.registered,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address, requestId, headers, signal }) =>
        ok(
          await registration.register(body, { address, requestId, signal }, mailLanguageOf(headers['accept-language']))
        )
    })

    operation({
      method: 'POST',
      path: '/ConfirmEmail',
      rule: { access: 'public' },
      summary: 'Confirm a registration with the token from its mail',
      description:
        'Proves the email and makes the tenant with its first administrator and keys. The secret key is in this answer only. The password is the one of the registration: somebody else may have registered with the same email.',
      body: schemas.confirmBody,
      answer: schemas.confirmed,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address, requestId, signal }) =>
        ok(await registrationProofs.confirm(body, { address, requestId, signal }))
    })

    operation({
      method: 'POST',
      path: '/ForgotPassword',
      rule: { access: 'public' },
      summary: 'Have a token sent with which to set a new password',
      description:
        'The answer is the same whether the address has an account or not. Asking again ends earlier tokens; five mails an hour go to one address at most. In Spanish, or in the language of Accept-Language.',
      body: schemas.forgotPasswordBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, headers }) => {
        await passwordResets.request(body.email, mailLanguageOf(headers['accept-language']))
        return ok(true)
      }
    })

    operation({
      method: 'PUT',
      path: '/ChangePasswordForUsingToken',
      rule: { access: 'public' },
      summary: 'Set a new password with a token from a mail',
      description:
        "Ends the token, every other one of the user, and every session: older access tokens stop within 5 seconds. The first time for an administrator who registered where no mail was sent, it also ends the tenant's keys: create new ones with Tenant/CreateKey.",
      body: schemas.redeemBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address, requestId, signal }) => {
        await passwordResets.redeem(body, { address, requestId, signal })
        return ok(true)
      }
    })

    operation({
      method: 'PUT',
      path: '/ChangePassword',
      rule: { access: 'signedIn' },
      summary: 'Change the own password',
      description:
        'Ends every session of the user, the one that calls too: sign in again with the new password. Wrong current passwords count as failed sign-ins do.',
      body: schemas.changePasswordBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ actor, body }) => {
        await passwordChanges.change(actor, body)
        return ok(true)
      }
    })
  })
}
