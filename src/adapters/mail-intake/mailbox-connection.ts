import { isIP } from 'node:net'
import { ImapFlow, type ImapFlowError } from 'imapflow'
import type { MailAccount, MailboxProblem } from '../../services/mail-ports.ts'
import type { OutgoingAddresses } from '../addresses/outgoing.ts'
import { accessTokenOf } from './access-token.ts'

export interface ConnectionOptions extends OutgoingAddresses {
  /** For the connection, the greeting, and each silence of the server. */
  timeoutMs: number
  /** Received over a connection. */
  maxBytes: number
  /** Of one mail. */
  maxMailBytes: number
  /** Certification authorities (PEM) to trust instead of Node's. */
  authorities?: string | undefined
}

/** Why a mailbox cannot be used. */
export class MailboxError extends Error {
  readonly problem: MailboxProblem

  constructor (problem: MailboxProblem, options?: ErrorOptions) {
    super(`The mailbox cannot be used: ${problem}`, options)
    this.problem = problem
  }
}

// Beside a mail, in one answer: its flags, or the numbers of half a million mails.
const slackBytes = 64 * 1024
const longestLine = 4 * 1024 * 1024
const mostTokens = 20_000
const watchMs = 250

/**
 * Signs in and opens the folder for reading only, so that the server marks nothing as read. The connection goes to an
 * address that was checked, whatever the name leads to a moment later, and it is closed with `signal` or when more was
 * received than may be. Throws MailboxError, and what `renewed` throws.
 */
export async function withFolder<T> (
  account: MailAccount, options: ConnectionOptions,
  { signal, renewed }: { signal: AbortSignal, renewed: (refreshToken: string) => Promise<void> },
  use: (client: ImapFlow) => Promise<T>
): Promise<T> {
  const address = await addressOf(account.host, options, signal)
  const auth = await authOf(account, options, signal)
  if (auth.refreshToken !== undefined) await renewed(auth.refreshToken)
  const client = clientFor(account, address, auth.sign, options)
  // An error after the end of a command must not end the process.
  client.on('error', () => {})
  const close = (): void => { client.close() }
  const watch = setInterval(() => { if (client.stats().received > options.maxBytes) close() }, watchMs)
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    await attempt(client.connect())
    await attempt(client.mailboxOpen(account.folder, { readOnly: true }))
    return await use(client)
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', close)
    close()
  }
}

/** Runs a command of the client. Throws MailboxError. */
export async function attempt<T> (command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (cause) {
    throw mailboxError(cause as ImapFlowError)
  }
}

/** What an error of the client says of the mailbox. */
export function mailboxError (cause: ImapFlowError): MailboxError {
  return new MailboxError(problemOf(cause), { cause })
}

async function addressOf (
  host: string, { resolve, isAllowed }: ConnectionOptions, signal: AbortSignal
): Promise<string> {
  const addresses = await resolve(host)
  signal.throwIfAborted()
  const [address] = addresses
  if (address === undefined) throw new MailboxError('NAME_NOT_FOUND')
  if (!addresses.every(isAllowed)) throw new MailboxError('ADDRESS_NOT_ALLOWED')
  return address
}

type SignIn = { user: string, pass: string } | { user: string, accessToken: string }

async function authOf (
  { userName, secret }: MailAccount, options: ConnectionOptions, signal: AbortSignal
): Promise<{ sign: SignIn, refreshToken?: string | undefined }> {
  if (secret.kind === 'password') return { sign: { user: userName, pass: secret.password } }
  const token = await accessTokenOf(secret, { ...options, signal })
  if (token.kind === 'failed') throw new MailboxError(token.problem)
  const { accessToken, refreshToken } = token
  return {
    sign: { user: userName, accessToken },
    refreshToken: secret.refreshToken !== null && refreshToken !== secret.refreshToken ? refreshToken : undefined
  }
}

function clientFor (
  { host, port, security }: MailAccount, address: string, auth: SignIn,
  { timeoutMs, maxMailBytes, authorities }: ConnectionOptions
): ImapFlow {
  return new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    // The certificate must be the name's, not the address's. An address has no place in the server name (RFC 6066, 3).
    ...isIP(host) === 0 && { servername: host },
    tls: { minVersion: 'TLSv1.2', ...authorities !== undefined && { ca: authorities } },
    auth,
    logger: false,
    clientInfo: { name: 'Timbre' },
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLineLength: longestLine,
    maxLiteralSize: maxMailBytes + slackBytes,
    maxResponseSize: Math.max(longestLine, maxMailBytes) + 2 * slackBytes,
    maxResponseTokens: mostTokens
  })
}

const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT', 'LockTimeout'])
const connectionTroubles = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'NoConnection', 'EConnectionClosed',
  'ClosedAfterConnectText', 'ClosedAfterConnectTLS', 'StateLogout'
])

function problemOf (error: ImapFlowError): MailboxProblem {
  const code = error.code ?? ''
  if (error.authenticationFailed) return 'SIGN_IN_REFUSED'
  if (error.mailboxMissing) return 'FOLDER_MISSING'
  if (timeouts.has(code)) return 'TIMEOUT'
  if (/CERT|SELF_SIGNED|ERR_TLS_CERT|ISSUER|ERR_SSL|EPROTO/.test(code)) return 'CERTIFICATE_REFUSED'
  if (error.tlsFailed) return 'ENCRYPTION_MISSING'
  return connectionTroubles.has(code) ? 'CONNECTION_FAILED' : 'SERVER_UNUSABLE'
}
