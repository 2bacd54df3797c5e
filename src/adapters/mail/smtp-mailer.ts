import { createTransport } from 'nodemailer'
import type { Mailer, MailOutcome } from '../../services/ports.ts'
import { contentOf } from './content.ts'

/** The relevant members of an error of nodemailer. */
interface SmtpFailure { code?: unknown, command?: unknown, responseCode?: unknown, response?: unknown }

const connections = {
  maxConnections: 2, maxRequeues: 0, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000,
  dnsTimeout: 10_000
}

/** Hands mails to an SMTP server (RFC 5321), upgraded to TLS wherever the server offers it. */
export function createSmtpMailer ({ smtpUrl, from }: { smtpUrl: string, from: string }): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, ...connections })
  // A failing mail reports its own error; an error of an idle connection must not end the process.
  transport.on('error', () => {})
  return {
    available: true,
    reachesPeople: true,

    async send (mail) {
      try {
        await transport.sendMail(contentOf(mail, from))
        return { kind: 'sent' }
      } catch (error) {
        return failureOf(error as SmtpFailure)
      }
    },

    close: () => { transport.close() }
  }
}

/** RFC 5321, 4.2.1: a 5yz answer to the recipient or to the mail itself stays so however often it is sent. */
function failureOf ({ code, command, responseCode, response }: SmtpFailure): MailOutcome {
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 &&
    (command === 'RCPT TO' || command === 'DATA')
  // Of the answer only its numbers (RFC 3463): its text may quote the mail, and with it a token.
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(typeof response === 'string' ? response : '')?.[1]
  const cause = [code, responseCode, enhanced, command].filter((part) =>
    typeof part === 'string' || typeof part === 'number'
  ).join(' ')
  return { kind: isFinal ? 'refused' : 'notSent', cause: cause === '' ? 'no connection' : cause }
}
