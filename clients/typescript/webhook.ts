/** A notification: docs/notifications.md has its types and their data. */
export interface WebhookEvent {
  /** The same each time that the notification is sent: ignore one that you have handled. */
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** The message is not one of Timbre's, or is too old: answer 400. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

type HeadersOfMessage = Headers | Record<string, string | string[] | undefined>

const toleranceSeconds = 300
/** Timbre's have 32 (Standard Webhooks 1.0.0: 24 to 64). */
const minKeyBytes = 16

/**
 * The notification in a message, if its signature is right and its time within five minutes of ours. `body` is the body
 * as it arrived, not parsed and written again. Throws WebhookRefused; TypeError for a secret of fewer than 16 bytes.
 */
export async function verifyWebhook (
  body: string | Uint8Array, headers: HeadersOfMessage, secret: string, now = new Date()
): Promise<WebhookEvent> {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures) throw new WebhookRefused('A webhook- header is missing')
  if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookRefused('webhook-timestamp is more than five minutes off')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(prefix.length + bytes.length)
  content.set(prefix)
  content.set(bytes, prefix.length)
  // Two while the secret is being replaced.
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    const given = bytesOf(encoded)
    if (version === 'v1' && given && await crypto.subtle.verify('HMAC', key, given, content)) return eventOf(id, bytes)
  }
  throw new WebhookRefused('No signature in webhook-signature is right')
}

function headerOf (headers: HeadersOfMessage, name: string): string | undefined {
  const value = headers instanceof Headers
    ? headers.get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** A key that is short, or empty because a setting is missing, would let anybody sign. */
function keyOf (secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.trim().replace(/^whsec_/, ''))
  if (!key || key.length < minKeyBytes) {
    throw new TypeError(`The secret must be whsec_ and at least ${minKeyBytes} bytes in Base64: RotateSecret issues one`)
  }
  return key
}

/** Undefined for what is not Base64. */
function bytesOf (base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function eventOf (id: string, body: Uint8Array): WebhookEvent {
  const event = objectIn(new TextDecoder().decode(body))
  const { type, timestamp, data } = event ?? {}
  if (typeof type !== 'string' || typeof timestamp !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookRefused('The body is not a notification')
  }
  return { ...event, id, type, timestamp, data: data as Record<string, unknown> }
}

function objectIn (text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
