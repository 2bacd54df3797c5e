import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32
const form = /^[\w-]{43}$/

/** A new token, for a mailbox, and what of it is stored. */
export function newMailToken (): { token: string, tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, tokenHash: hashOfMailToken(token) }
}

/** Whether a text has the form of a token: to look one up takes a transaction, and anybody may send anything. */
export function mayBeMailToken (text: string): boolean {
  return form.test(text)
}

/** The token has 256 random bits, so that a fast hash is enough (OWASP ASVS 5.0.0, 6.5.2). */
export function hashOfMailToken (token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
