import type { FastifyInstance } from 'fastify'
import { ok } from '../../http/envelope.ts'
import type { Operation } from '../../http/operation.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import type { AuthDependencies } from './dependencies.ts'
import * as schemas from './schemas.ts'

/** One's own second factor. */
export function secondFactorOperations (
  operation: Operation, app: FastifyInstance,
  { secondFactors, userSessions }: Pick<AuthDependencies, 'secondFactors' | 'userSessions'>
): void {
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
}
