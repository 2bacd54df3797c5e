import { isIP } from 'node:net'
import type { Transform } from 'node:stream'
import { ImapFlow, type ImapFlowError } from 'imapflow'
import type { ExceededLimit, MailboxProblem } from '../../services/mail-ports.ts'
import { MailboxError } from './mailbox-error.ts'
import type { SessionLimits, SessionOrder } from './session-messages.ts'

// Beside a mail, in one answer: its flags, or the numbers of half a million mails.
const slackBytes = 64 * 1024
const longestLine = 4 * 1024 * 1024
const mostTokens = 20_000

/**
 * Signs in and opens the folder for reading only, so that the server marks nothing as read. The connection goes to the
 * address that was checked, and is closed with `signal`. `exceeded` is called as soon as the server exceeds a limit.
 * Throws MailboxError.
 */
export async function withFolder<T> (
  order: SessionOrder, { signal, exceeded }: { signal: AbortSignal, exceeded: (limit: ExceededLimit) => void },
  use: (client: ImapFlow) => Promise<T>
): Promise<T> {
  const client = clientFor(order)
  countReceived(client, order.limits, exceeded)
  // An error after the end of a command must not end the process; those of the parser end no command.
  client.on('error', ({ code = '' }: ImapFlowError) => { if (tooLarge.has(code)) exceeded('TOO_MANY_BYTES') })
  const close = (): void => { client.close() }
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    await attempt(client.connect())
    await attempt(client.mailboxOpen(order.folder, { readOnly: true }))
    return await use(client)
  } finally {
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

function clientFor ({ server: { address, host, port, security, authorities }, auth, limits }: SessionOrder): ImapFlow {
  const { timeoutMs, maxMailBytes } = limits
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

/** Counts as bytes and responses arrive: a timer may not run while the client works on what came before. */
function countReceived (
  client: ImapFlow, { maxBytes, maxResponses }: SessionLimits, exceeded: (limit: ExceededLimit) => void
): void {
  // The client's parser, which its types leave out: decrypted bytes come in, and one item for each response goes out.
  const { streamer } = client as unknown as { streamer: Transform }
  const write = streamer.write.bind(streamer) as (...given: unknown[]) => boolean
  const push = streamer.push.bind(streamer)
  let [bytes, responses] = [0, 0]
  streamer.write = (chunk: Buffer, ...rest: unknown[]) => {
    bytes += chunk.length
    if (bytes > maxBytes) exceeded('TOO_MANY_BYTES')
    return write(chunk, ...rest)
  }
  streamer.push = (response: unknown) => {
    responses += 1
    if (responses > maxResponses) exceeded('TOO_MANY_RESPONSES')
    return push(response)
  }
}

const timeouts = new Set([
  'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT', 'LockTimeout'
])
const tooLarge = new Set(['LiteralTooLarge', 'LineTooLarge', 'ResponseTooLarge'])
const connectionTroubles = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'NoConnection', 'EConnectionClosed',
  'ClosedAfterConnectText', 'ClosedAfterConnectTLS', 'StateLogout'
])

function problemOf (error: ImapFlowError): MailboxProblem {
  const code = error.code ?? ''
  if (error.authenticationFailed) return 'SIGN_IN_REFUSED'
  if (error.mailboxMissing) return 'FOLDER_MISSING'
  if (timeouts.has(code)) return 'TIMEOUT'
  if (tooLarge.has(code)) return 'TOO_MANY_BYTES'
  if (/CERT|SELF_SIGNED|ERR_TLS_CERT|ISSUER|ERR_SSL|EPROTO/.test(code)) return 'CERTIFICATE_REFUSED'
  if (error.tlsFailed) return 'ENCRYPTION_MISSING'
  return connectionTroubles.has(code) ? 'CONNECTION_FAILED' : 'SERVER_UNUSABLE'
}
