import { ok } from '../../http/envelope.ts'
import { mailLanguageOf } from '../../http/language.ts'
import type { Operation } from '../../http/operation.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import type { AuthDependencies } from './dependencies.ts'
import * as schemas from './schemas.ts'

/** Passwords: forgotten ones, and changing one's own. */
export function passwordOperations (
  operation: Operation, { passwordResets, passwordChanges }: Pick<AuthDependencies, 'passwordResets' | 'passwordChanges'>
): void {
  operation({
    method: 'POST',
    path: '/ForgotPassword',
    rule: { access: 'public' },
    summary: 'Request a password-reset email',
    description:
      'The answer is the same whether or not the address has an account. A new request invalidates earlier tokens. At most five emails an hour go to one address. The email is in Spanish unless Accept-Language asks for English.',
    body: schemas.forgotPasswordBody,
    answer: schemas.envelopedBoolean,
    rateLimit: guessing,
    idempotency: 'none',
    handler: async ({ body, request }) => {
      await passwordResets.request(body.email, mailLanguageOf(request))
      return ok(true)
    }
  })

  operation({
    method: 'PUT',
    path: '/ChangePasswordForUsingToken',
    rule: { access: 'public' },
    summary: 'Set a new password with a token from an email',
    description:
      "Invalidates all reset tokens of the person and all sessions in every tenant; existing access tokens stop working within 5 seconds. The token of an invitation also accepts the invitation: a person who already has a password sends that one, and nothing else changes. If an administrator registered without confirming an email, the first reset also revokes the tenant's keys: create new ones with Tenant/CreateKey.",
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
    summary: 'Change your password',
    description:
      'Ends all your sessions in every tenant, including this one: sign in again with the new password. A wrong current password counts as a failed sign-in.',
    body: schemas.changePasswordBody,
    answer: schemas.envelopedBoolean,
    rateLimit: guessing,
    idempotency: 'none',
    handler: async ({ actor, body }) => {
      await passwordChanges.change(actor, body)
      return ok(true)
    }
  })
}
