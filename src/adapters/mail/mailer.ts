import { mailOff } from '../../model/mails.ts'
import type { Mailer, MailOutcome } from '../../services/ports.ts'
import { createFileMailer } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export interface MailerSettings {
  /** smtp:// or smtps://, with user and password where the server asks for them; `none` where mail is not wanted. */
  smtpUrl: string | undefined
  /** `Name <address>`, or an address alone. */
  from: string
  /** Where mails are kept as files when there is no server; undefined where that is not wanted. */
  folder: string | undefined
}

/**
 * Sends by SMTP; without a server, keeps mails as files, or lets them wait for one. Where mail is not wanted, refuses
 * each.
 */
export function createMailer ({ smtpUrl, from, folder }: MailerSettings): Mailer {
  if (smtpUrl === 'none') return withoutMail({ kind: 'refused', cause: mailOff })
  if (smtpUrl !== undefined) return createSmtpMailer({ smtpUrl, from })
  if (folder !== undefined) return createFileMailer({ folder, from })
  return withoutMail({ kind: 'notSent', cause: 'SMTP_URL is not set' })
}

function withoutMail (outcome: MailOutcome): Mailer {
  return { available: false, reachesPeople: false, send: async () => outcome, close: () => {} }
}
