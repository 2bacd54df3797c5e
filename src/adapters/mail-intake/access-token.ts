import { z } from 'zod'
import type { MailboxProblem, MailSecret } from '../../services/mail-ports.ts'
import type { OutgoingAddresses } from '../addresses/outgoing.ts'
import { postTo } from '../addresses/post.ts'

type OauthSecret = Extract<MailSecret, { kind: 'oauth' }>

export interface TokenOptions extends OutgoingAddresses {
  timeoutMs: number
  authorities?: string | undefined
  signal: AbortSignal
}

export type AccessToken =
  | { kind: 'granted', accessToken: string, refreshToken: string | undefined }
  | { kind: 'failed', problem: MailboxProblem }

// Microsoft's tokens have some 2 kB.
const tokenAnswer = z.object({
  access_token: z.string().min(1).max(16_384), refresh_token: z.string().min(1).max(16_384).optional()
})

/** Asks the provider for an access token (RFC 6749, 4.4 and 6). Never throws. */
export async function accessTokenOf (secret: OauthSecret, options: TokenOptions): Promise<AccessToken> {
  const outcome = await postTo({
    url: new URL(secret.tokenUrl),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: formOf(secret).toString()
  }, { ...options, maxAnswerBytes: 64 * 1024 })
  if (outcome.kind === 'failed') return outcome
  const answer = outcome.httpStatus === 200 ? tokenAnswer.safeParse(jsonOf(outcome.bytes)) : undefined
  if (!answer?.success) return { kind: 'failed', problem: 'TOKEN_REFUSED' }
  return { kind: 'granted', accessToken: answer.data.access_token, refreshToken: answer.data.refresh_token }
}

function formOf ({ clientId, clientSecret, refreshToken, scope }: OauthSecret): URLSearchParams {
  return new URLSearchParams({
    grant_type: refreshToken === null ? 'client_credentials' : 'refresh_token',
    client_id: clientId,
    ...clientSecret !== null && { client_secret: clientSecret },
    ...refreshToken !== null && { refresh_token: refreshToken },
    ...scope !== null && { scope }
  })
}

function jsonOf (bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
