import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { guessing } from '../../http/rate-limit.ts'
import type { Registration } from '../../services/registration.ts'
import type { SignIn } from '../../services/sign-in.ts'
import * as schemas from './schemas.ts'

/** Accounts: how a tenant comes to be, and how its people sign in. */
export function authGroup ({ signIn, registration }: { signIn: SignIn, registration: Registration }) {
  return defineGroup('Auth', (operation, app) => {
    operation({
      method: 'POST',
      path: '/Login',
      rule: { access: 'public' },
      summary: 'Sign in with email and password',
      description: 'From the fifth failure on, an account makes every further try wait: one second at first, fifteen minutes at most.',
      body: schemas.loginBody,
      answer: schemas.loggedIn,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address }) => {
        const { user, claims } = await signIn.login({ ...body, address })
        return ok({ ...app.signAccessToken(claims), user })
      }
    })

    operation({
      method: 'POST',
      path: '/Register',
      rule: { access: 'public' },
      summary: 'Open a tenant with its first administrator and keys',
      description: 'The secret key is in this answer only. New tenants have the roles Administrator, Operator and Viewer.',
      body: schemas.registerBody,
      answer: schemas.registered,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address, requestId }) => ok(await registration.register(body, { address, requestId }))
    })
  })
}
