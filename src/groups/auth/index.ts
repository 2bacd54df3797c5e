import type { FastifyRequest } from 'fastify'
import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { idToDelete } from '../../http/ids.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import { ServiceError } from '../../shared/errors.ts'
import { mailLanguageOf } from '../../http/language.ts'
import type { Account } from '../../services/access/account.ts'
import type { PasswordChanges } from '../../services/access/password-changes.ts'
import type { PasswordResets } from '../../services/access/password-resets.ts'
import type { Registration } from '../../services/tenants/registration.ts'
import type { RegistrationProofs } from '../../services/tenants/registration-proofs.ts'
import type { SecondFactors } from '../../services/access/second-factors.ts'
import type { SignIn } from '../../services/access/sign-in.ts'
import type { Device, UserSessions } from '../../services/access/user-sessions.ts'
import type { SignInOptions } from '../../services/access/sign-in-options.ts'
import * as schemas from './schemas.ts'

export interface AuthGroupDependencies {
  signIn: SignIn
  signInOptions: SignInOptions
  registration: Registration
  registrationProofs: RegistrationProofs
  passwordResets: PasswordResets
  passwordChanges: PasswordChanges
  account: Account
  userSessions: UserSessions
  secondFactors: SecondFactors
}

/** Accounts: registration of tenants, and sign-in of people. */
export function authGroup (
  {
    signIn, signInOptions, registration, registrationProofs, passwordResets, passwordChanges, account, userSessions,
    secondFactors
  }: AuthGroupDependencies
) {
  return defineGroup('Auth', (operation, app) => {
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

    operation({
      method: 'GET',
      path: '/Me',
      rule: { access: 'signedIn' },
      summary: 'Get your account',
      description:
        'Who you are, your roles and claims, your company, and when your token ends. `claims` are the rights that the server checks; ask again after a 403 `CLAIM_MISSING`. `address` is the IP address from which your request came, as the allow list sees it. `tenants` lists every company into which you can sign in from there.',
      answer: schemas.me,
      handler: async ({ actor, request }) => {
        const { signedInAt, expiration } = app.readToken(request)
        return ok({ ...await account.describe(actor), signedInAt, expiration })
      }
    })

    operation({
      method: 'POST',
      path: '/Renew',
      rule: { access: 'signedIn' },
      summary: 'Get a new access token before yours ends',
      description:
        'You can renew a token as often as you like, until 12 hours after you gave your password: no token is valid for longer. Then sign in again. The token that you send stays valid until it ends. Both belong to the session of the sign-in, and end with it.',
      answer: schemas.renewed,
      idempotency: 'none',
      handler: async ({ request }) => {
        const token = app.readToken(request)
        await userSessions.renew(token, deviceOf(request))
        return ok(app.signAccessToken(token, token.signedInAt))
      }
    })

    operation({
      method: 'POST',
      path: '/Logout',
      rule: { access: 'signedIn' },
      summary: 'Sign out',
      description:
        'Ends the session of your token: this token, and every other one that was renewed since the same sign-in, gets 401 `UNAUTHENTICATED` from now on, on other instances within 5 seconds.',
      answer: schemas.envelopedBoolean,
      idempotency: 'none',
      handler: async ({ actor, request }) => {
        await userSessions.signOut(actor, app.readToken(request))
        return ok(true)
      }
    })

    operation({
      method: 'GET',
      path: '/Sessions',
      rule: { access: 'signedIn' },
      summary: 'List your open sessions',
      description:
        'Your sign-ins to this company whose tokens are still valid, the latest used first, at most 100. `isCurrent` marks the session of the token that you send.',
      answer: schemas.sessions,
      handler: async ({ actor, request }) => ok(await userSessions.list(actor, app.readToken(request)))
    })

    operation({
      method: 'DELETE',
      path: '/EndSession',
      rule: { access: 'signedIn' },
      summary: 'End one of your sessions',
      description: 'Its tokens get 401 `UNAUTHENTICATED` from now on, on other instances within 5 seconds.',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      idempotency: 'none',
      handler: async (call) => {
        await userSessions.end(call.actor, idToDelete(call))
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/EndOtherSessions',
      rule: { access: 'signedIn' },
      summary: 'End all your other sessions',
      description: 'Ends your sessions in this company, but for the one of the token that you send; `ended` says how many.',
      answer: schemas.endedSessions,
      idempotency: 'none',
      handler: async ({ actor, request }) => ok({ ended: await userSessions.endOthers(actor, app.readToken(request)) })
    })

    operation({
      method: 'GET',
      path: '/SecondFactor',
      rule: { access: 'signedIn' },
      summary: 'See whether you have a second factor',
      description: 'Yours as a user of this company: each company asks for a second factor of its own.',
      answer: schemas.secondFactor,
      handler: async ({ actor }) => ok(await secondFactors.describe(actor))
    })

    operation({
      method: 'POST',
      path: '/BeginSecondFactor',
      rule: { access: 'signedIn' },
      summary: 'Set up an authenticator app as your second factor',
      description:
        'Answers a secret for the app (TOTP, RFC 6238). Nothing changes until ConfirmSecondFactor gets a code of it. If you have a second factor already, send a `code` of it; the new app takes its place.',
      body: schemas.beginBody,
      answer: schemas.begun,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok(await secondFactors.begin(actor, body))
    })

    operation({
      method: 'POST',
      path: '/ConfirmSecondFactor',
      rule: { access: 'signedIn' },
      summary: 'Activate the second factor with a code of the app',
      description:
        'From now on, codes are asked for when you sign in to this company, and before keys, roles and the certificate change. Answers ten recovery codes, which are shown only once. Your other sessions in this company end.',
      body: schemas.confirmSecondFactorBody,
      answer: schemas.recoveryCodes,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ actor, body, request }) => {
        const token = app.readToken(request)
        const recoveryCodes = await secondFactors.confirm(actor, body.code, token.sessionId)
        await userSessions.endOthers(actor, token)
        return ok({ recoveryCodes })
      }
    })

    operation({
      method: 'POST',
      path: '/RemoveSecondFactor',
      rule: { access: 'signedIn' },
      summary: 'Remove your second factor',
      description: 'Not where your company requires one (409 `SECOND_FACTOR_COMPULSORY`).',
      body: schemas.proofBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ actor, body }) => {
        await secondFactors.remove(actor, body)
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/RenewRecoveryCodes',
      rule: { access: 'signedIn' },
      summary: 'Get new recovery codes',
      description: 'Answers ten, which are shown only once. The earlier ones end.',
      body: schemas.proofBody,
      answer: schemas.recoveryCodes,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ actor, body }) => ok({ recoveryCodes: await secondFactors.renewRecoveryCodes(actor, body) })
    })
  })
}

// Answers to the right password.
const asksForMore: ReadonlySet<string> = new Set(['TENANT_REQUIRED', 'SECOND_FACTOR_REQUIRED'])

function deviceOf ({ ip, headers }: FastifyRequest): Device {
  return { address: ip, userAgent: headers['user-agent'] }
}
