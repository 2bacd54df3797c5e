import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { ReadToken, SessionClaims } from '../../services/actor.ts'

/** A signing key: 32 random bytes at least, under an id of our own making. */
export interface SigningKey { id: string, secret: Buffer }

export interface AccessTokenOptions {
  /** Newest first: it signs; the others are accepted until their tokens have run out. */
  signingKeys: readonly [SigningKey, ...SigningKey[]]
  issuer: string
  audience: string
  lifetimeSeconds: number
  clock: () => Date
}

export interface AccessToken { accessToken: string, expiration: Date }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Signs an access token for a user who has proven who they are.
     *
     * @param signedInAt when the password was given, for the renewal of a token; now if omitted. No token outlives 12
     * hours after it
     */
    signAccessToken: (claims: SessionClaims, signedInAt?: Date) => AccessToken
    /** The claims of a token that this server signed and that has not expired; undefined for any other text. */
    readAccessToken: (token: string) => ReadToken | undefined
  }
}

// RFC 9068, 2.1: the type of an access token, so that no other kind of token passes for one.
const tokenType = 'at+jwt'
const header = z.strictObject({ alg: z.literal('HS256'), typ: z.literal(tokenType), kid: z.string() })
// OpenID Connect Core 1.0, 2: `auth_time` is when the password was given; tokens signed before it came in have none.
const payload = z.object({
  sub: z.string(), tid: z.string(), ver: z.int(), iat: z.int(), exp: z.int(), auth_time: z.int().optional(),
  // OpenID Connect Front-Channel Logout 1.0, 3: the sign-in that the token comes from.
  sid: z.string().optional()
})
// A working day; then the password is asked for again, however often the token was renewed.
const longestSessionSeconds = 12 * 60 * 60

/**
 * Access tokens: JWT with one pinned algorithm, HS256; RFC 8725 is obeyed by accepting exactly the header that we
 * write.
 */
export const accessTokens = fp<AccessTokenOptions>(
  async (app, { signingKeys, issuer, audience, lifetimeSeconds, clock }) => {
    const [newest] = signingKeys
    const secrets = new Map(signingKeys.map(({ id, secret }) => [id, secret]))
    if (signingKeys.some(({ secret }) => secret.length < 32)) {
      throw new Error('A key for access tokens has fewer than 32 bytes.')
    }
    await app.register(jwt, { secret: newest.secret, sign: { algorithm: 'HS256' }, verify: { algorithms: ['HS256'] } })

    app.decorate('signAccessToken', ({ userId, tenantId, tokenVersion, sessionId }, signedInAt = clock()) => {
      const issuedAt = secondsOf(clock())
      const authTime = secondsOf(signedInAt)
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, authTime + longestSessionSeconds)
      const claims = {
        sub: userId, tid: tenantId, ver: tokenVersion, jti: randomUUID(), iss: issuer, aud: audience, iat: issuedAt,
        exp: expiresAt, auth_time: authTime, ...sessionId !== undefined && { sid: sessionId }
      }
      const accessToken = app.jwt.sign(claims, {
        key: newest.secret, kid: newest.id, header: { alg: 'HS256', typ: tokenType }
      })
      return { accessToken, expiration: new Date(expiresAt * 1000) }
    })

    app.decorate('readAccessToken', (token) => {
      const secret = secrets.get(keyIdOf(token) ?? '')
      if (!secret) return undefined
      try {
        const verified: unknown = app.jwt.verify(token, {
          key: secret, algorithms: ['HS256'], allowedIss: issuer, allowedAud: audience, checkTyp: tokenType,
          requiredClaims: ['iss', 'aud'], clockTimestamp: clock().getTime()
        })
        const { data } = payload.safeParse(verified)
        return data && {
          userId: data.sub, tenantId: data.tid, tokenVersion: data.ver, sessionId: data.sid,
          expiration: new Date(data.exp * 1000),
          signedInAt: new Date((data.auth_time ?? data.iat) * 1000)
        }
      } catch {
        // Why a token is refused helps nobody but its forger.
        return undefined
      }
    })
  },
  { name: 'access-tokens' }
)

function secondsOf (date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

function keyIdOf (token: string): string | undefined {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return header.safeParse(decoded).data?.kid
  } catch {
    return undefined
  }
}
