import type { FastifyInstance } from 'fastify'
import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import type { Operation } from '../../http/operation.ts'
import type { AuthDependencies } from './dependencies.ts'
import { deviceOf } from './device.ts'
import * as schemas from './schemas.ts'

/** One's own account, and the sessions in which one is signed in. */
export function sessionOperations (
  operation: Operation, app: FastifyInstance,
  { account, userSessions }: Pick<AuthDependencies, 'account' | 'userSessions'>
): void {
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
}
