import fp from 'fastify-plugin'
import type { SecondFactors } from '../../services/access/second-factors.ts'

/** Where a code of the second factor travels, with its description for the contract. */
export const codeHeader = {
  name: 'X-Second-Factor',
  description:
    'A code of your authenticator app, or a recovery code. Needed if you have a second factor, and gave no code in this session in the last ten minutes (403 `SECOND_FACTOR_REQUIRED`).'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether users with a second factor must have given a code lately; true or a question to the body. */
    secondFactor?: true | ((body: never) => boolean)
  }
}

/**
 * Asks users with a second factor for a code where much is at stake, once the request is known to be valid: a code is
 * used up. A tenant's keys reach none of these operations.
 */
export const secondFactorCodes = fp<{ secondFactors: Pick<SecondFactors, 'requireRecentCode'> }>(
  async (app, { secondFactors }) => {
    app.addHook('preHandler', async (request) => {
      const { actor, headers, routeOptions: { config: { secondFactor } } } = request
      if (secondFactor === undefined || !actor) return
      if (secondFactor !== true && !secondFactor(request.body as never)) return
      const code = headers[codeHeader.name.toLowerCase()]
      const { sessionId } = app.readToken(request)
      await secondFactors.requireRecentCode(actor, sessionId, typeof code === 'string' ? code.slice(0, 100) : undefined)
    })
  },
  { name: 'second-factor-codes', dependencies: ['authentication', 'authorization'] }
)
