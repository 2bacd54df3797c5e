import type { MailReason } from '../../model/mail-states.ts'
import type { AuthenticationResult, AuthenticationResults, MailHeaders } from '../mail-ports.ts'

/** The mailbox in which a mail lay. */
export interface ReceivingMailbox {
  host: string
  /** The authserv-id with which its server names itself in Authentication-Results. */
  authenticationServer: string | null
}

const siiDomain = /^(?:[\w-]+\.)*sii\.cl$/
// As the providers document them.
const knownServers: Readonly<Record<string, string>> = { 'imap.gmail.com': 'mx.google.com' }
const microsoft = 'outlook.office365.com'

/**
 * Why a mail is not believed to be of the SII; undefined if it is. The SII does not sign what it mails: it counts where
 * the mailbox's own server says that DKIM, or DMARC, passed for the SII's domain. What other servers say proves nothing
 * [RFC 8601, 5], and SPF is about the envelope's sender alone.
 */
export function senderProblem (
  { senders, authentication }: MailHeaders, mailbox: ReceivingMailbox
): MailReason | undefined {
  const [sender = '', ...others] = senders
  if (!senders.some((address) => siiDomain.test(domainOf(address)))) return 'SENDER_NOT_SII'
  if (others.length > 0 || !siiDomain.test(domainOf(sender))) return 'SENDER_AMBIGUOUS'
  const own = ownResults(authentication, mailbox)
  if (!own) return 'SENDER_UNPROVEN'
  return isProven(own, (domain) => siiDomain.test(domain)) ? undefined : 'SENDER_FORGED'
}

/**
 * Where a mail's sender takes answers: the address that sent it, or another of its domain that Reply-To names.
 * Undefined if neither the mailbox's own server proves the sender's domain nor a person trusts the sender, and for
 * mails of servers.
 */
export function provenAddress (
  { senders: [sender = '', ...others], replyTo, authentication }: MailHeaders, mailbox: ReceivingMailbox,
  isTrusted: boolean
): string | undefined {
  const domain = domainOf(sender)
  const own = ownResults(authentication, mailbox)
  const proves = (proven: string): boolean =>
    domain === proven || (proven.includes('.') && domain.endsWith(`.${proven}`))
  if (others.length > 0 || domain === '' || !(isTrusted || (own && isProven(own, proves)))) return undefined
  const address = replyTo !== null && domainOf(replyTo) === domain ? replyTo : sender
  return ofServers.test(address) ? undefined : address
}

const ofServers = /^(?:mailer-daemon|postmaster|bounces?|no-?reply|do-?not-?reply|no-?responder)\b/

/** A server prepends its header: the first of its name is its own, if it removes forged ones, as it must. */
function ownResults (
  all: readonly AuthenticationResults[], { host, authenticationServer }: ReceivingMailbox
): AuthenticationResults | undefined {
  const name = authenticationServer?.toLowerCase() ?? knownServers[host.toLowerCase()]
  if (name !== undefined) return all.find(({ server }) => server === name)
  const [first] = all
  return host.toLowerCase() === microsoft && first?.server === null ? first : undefined
}

function isProven ({ results }: AuthenticationResults, proves: (domain: string) => boolean): boolean {
  const isForged = results.some(({ method, result }) => method === 'dmarc' && result === 'fail')
  return !isForged && results.some((one) => proves(provenDomain(one)))
}

/** Empty if it proves none. */
function provenDomain ({ method, result, properties }: AuthenticationResult): string {
  if (result !== 'pass') return ''
  if (method === 'dmarc') return properties['header.from'] ?? ''
  return method === 'dkim' ? properties['header.d'] ?? domainOf(properties['header.i'] ?? '') : ''
}

function domainOf (address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
