import type { MailAccount } from '../../services/mail-ports.ts'
import type { OutgoingAddresses } from '../addresses/outgoing.ts'
import { accessTokenOf } from './access-token.ts'
import { MailboxError } from './mailbox-error.ts'
import type { SignIn } from './session-messages.ts'

/** The address to connect to; every address of the name must be allowed. Throws MailboxError. */
export async function addressOf (
  host: string, { resolve, isAllowed }: OutgoingAddresses, signal: AbortSignal
): Promise<string> {
  const addresses = await resolve(host)
  signal.throwIfAborted()
  const [address] = addresses
  if (address === undefined) throw new MailboxError('NAME_NOT_FOUND')
  if (!addresses.every(isAllowed)) throw new MailboxError('ADDRESS_NOT_ALLOWED')
  return address
}

/** What Timbre signs in with, and a refresh token that took the place of the last one. Throws MailboxError. */
export async function authOf (
  { userName, secret }: MailAccount,
  options: OutgoingAddresses & { timeoutMs: number, authorities?: string | undefined }, signal: AbortSignal
): Promise<{ auth: SignIn, refreshToken?: string | undefined }> {
  if (secret.kind === 'password') return { auth: { user: userName, pass: secret.password } }
  const token = await accessTokenOf(secret, { ...options, signal })
  if (token.kind === 'failed') throw new MailboxError(token.problem)
  const { accessToken, refreshToken } = token
  return {
    auth: { user: userName, accessToken },
    refreshToken: secret.refreshToken !== null && refreshToken !== secret.refreshToken ? refreshToken : undefined
  }
}
