import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks 1.0.0, "Signature scheme": a symmetric secret has 24 to 64 random bytes, shown as whsec_ and
// base64.
const secretBytes = 32
const secretPrefix = 'whsec_'

export function newSecret (): Buffer {
  return randomBytes(secretBytes)
}

export function secretText (secret: Buffer): string {
  return secretPrefix + secret.toString('base64')
}

/** The secret that such a text shows, of any length that Standard Webhooks allows; undefined if it shows none. */
export function readSecret (text: string): Buffer | undefined {
  const secret = Buffer.from(text.slice(secretPrefix.length), 'base64')
  return text.startsWith(secretPrefix) && secret.length >= 24 && secret.length <= 64 ? secret : undefined
}

/**
 * The headers of a message after Standard Webhooks 1.0.0 (standardwebhooks.com): HMAC-SHA256 over id.timestamp.body,
 * one signature for each secret that is live, so that a receiver may change its secret at any moment of a rotation.
 */
export function signedHeaders (
  { id, body, at }: { id: string, body: string, at: Date }, secrets: readonly Buffer[]
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
