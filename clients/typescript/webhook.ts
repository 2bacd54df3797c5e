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

/**
 * The notification in a message, if its signature is right and its time within five minutes of ours. `body` is the body
 * as it arrived, not parsed and written again. Throws WebhookRefused.
 */
export async function verifyWebhook (
  body: string | Uint8Array, headers: HeadersOfMessage, secret: string, now = new Date()
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures) throw new WebhookRefused('A webhook- header is missing')
  if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookRefused('webhook-timestamp is more than five minutes off')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const key = await crypto.subtle.importKey(
    'raw', bytesOf(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']
  )
  // Two while the secret is being replaced.
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    if (version === 'v1' && await crypto.subtle.verify('HMAC', key, bytesOf(encoded), content)) {
      return { id, ...JSON.parse(text) as Omit<WebhookEvent, 'id'> }
    }
  }
  throw new WebhookRefused('No signature in webhook-signature is right')
}

function headerOf (headers: HeadersOfMessage, name: string): string | undefined {
  const value = headers instanceof Headers
    ? headers.get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

function bytesOf (base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new WebhookRefused('A signature or the secret is not Base64')
  }
}
