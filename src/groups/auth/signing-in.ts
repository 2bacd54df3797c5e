import type { FastifyInstance } from 'fastify'
import { ok } from '../../http/envelope.ts'
import { mailLanguageOf } from '../../http/language.ts'
import type { Operation } from '../../http/operation.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { AuthDependencies } from './dependencies.ts'
import { deviceOf } from './device.ts'
import * as schemas from './schemas.ts'

type Dependencies = Pick<AuthDependencies, 'signIn' | 'signInOptions' | 'registration' | 'registrationProofs'>

const asksForMore: ReadonlySet<string> = new Set(['TENANT_REQUIRED', 'SECOND_FACTOR_REQUIRED'])

/** Signing in, and registering a company. */
export function signInOperations (
  operation: Operation, app: FastifyInstance, { signIn, signInOptions, registration, registrationProofs }: Dependencies
): void {
  operation({
    method: 'GET',
    path: '/SignInOptions',
    rule: { access: 'public' },
    summary: 'See what this server offers before you sign in',
    description:
      'For a sign-in page: whether companies can register, whether mail is sent, whether a forgotten password can be reset, and where the documents of new companies go. The answer is the same for everyone and may be cached for a minute.',
    answer: schemas.signInOptions,
    handler: async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=60')
      return ok(signInOptions)
    }
  })

  operation({
    method: 'POST',
    path: '/Login',
    rule: { access: 'public' },
    summary: 'Sign in with email and password',
    description:
      'One person can be a user of several tenants, with one password. `tenantCode` says which tenant you mean. If you leave it out and have several, the right password gets 409 `TENANT_REQUIRED`, whose errors list them: `tenantCode: andes (Comercial Andes SpA)`. Naming a tenant that invited you accepts the invitation. If you have a second factor there, the right password gets 403 `SECOND_FACTOR_REQUIRED` without a `code`, and 403 `SECOND_FACTOR_WRONG` with a wrong one; codes wait as passwords do. After five wrong passwords from one address, each further attempt must wait, from one second up to fifteen minutes. The account itself is delayed the same way once five addresses have guessed wrong; addresses that signed in before are exempt. The answer reveals neither whether the email exists, nor whether the tenant allows the address, nor how many tenants there are.',
    body: schemas.loginBody,
    answer: schemas.loggedIn,
    alsoFails: [409],
    rateLimit: guessing,
    idempotency: 'none',
    handler: async ({ body, address, requestId, request, signal }) => {
      const { user, claims } = await signIn.login({ ...body, ...deviceOf(request), address, requestId, signal })
        .catch((error: unknown) => {
          if (error instanceof ServiceError && asksForMore.has(error.code)) request.countNoGuess()
          throw error
        })
      request.countNoGuess()
      return ok({ ...app.signAccessToken(claims), user })
    }
  })

  operation({
    method: 'POST',
    path: '/Register',
    rule: { access: 'public' },
    summary: 'Register a tenant with its first administrator and keys',
    description:
      'The secret key is shown only in this answer. The new tenant has the roles Administrator, Operator and Viewer. If the server sends email, the tenant is created only after you confirm the address: the answer then has `emailProofRequired: true` and no code or keys, whether or not the email already has an account, and the email contains a link for ConfirmEmail. If the email already has an account, the tenant is added to that account: its own password confirms the registration; a server that sends no email asks for it here (401 CREDENTIALS_INVALID if it is another). The email is in Spanish unless Accept-Language asks for English.',
    body: schemas.registerBody,
    answer: schemas.registered,
    rateLimit: guessing,
    idempotency: 'none',
    handler: async ({ body, address, requestId, request, signal }) =>
      ok(await registration.register(body, { address, requestId, signal }, mailLanguageOf(request)))
  })

  operation({
    method: 'POST',
    path: '/ConfirmEmail',
    rule: { access: 'public' },
    summary: 'Confirm a registration with the token from the email',
    description:
      'Creates the tenant with its first administrator and keys. The secret key is shown only in this answer. Send the password chosen at registration: it proves that the link is used by the person who registered. If the email already has an account, send the password of that account; the tenant is added to it.',
    body: schemas.confirmBody,
    answer: schemas.confirmed,
    rateLimit: guessing,
    idempotency: 'none',
    handler: async ({ body, address, requestId, signal }) =>
      ok(await registrationProofs.confirm(body, { address, requestId, signal }))
  })
}
