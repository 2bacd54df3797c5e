import type { Mailer } from '../../services/ports.ts'
import { createFileMailer } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export interface MailerSettings {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  smtpUrl: string | undefined
  /** `Name <address>`, or an address alone. */
  from: string
  /** Where mails are kept as files when there is no server; undefined where that is not wanted. */
  folder: string | undefined
}

/** Sends by SMTP; without a server, keeps mails as files; where neither is wanted, sends nothing and says so. */
export function createMailer ({ smtpUrl, from, folder }: MailerSettings): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer({ smtpUrl, from })
  if (folder !== undefined) return createFileMailer({ folder, from })
  return {
    available: false, reachesPeople: false, send: async () => ({ kind: 'notSent', cause: 'SMTP_URL is not set' }),
    close: () => {}
  }
}
