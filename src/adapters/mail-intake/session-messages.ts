import type { ExceededLimit, MailboxTrial, MailPosition, FetchedMail, MailTurn } from '../../services/mail-ports.ts'

export type SignIn = { user: string, pass: string } | { user: string, accessToken: string }

/** What a session does, and within which limits: everything that its process needs to know. */
export interface SessionOrder {
  kind: 'order'
  server: {
    /** Checked: the connection goes there, whatever the name leads to. */
    address: string
    host: string
    port: number
    security: string
    /** Certification authorities (PEM) to trust instead of Node's. */
    authorities: string | undefined
  }
  auth: SignIn
  folder: string
  /** Where to read on; undefined for a trial, which fetches nothing. */
  position: MailPosition | undefined
  limits: SessionLimits
}

export interface SessionLimits {
  /** For the connection, the greeting, and each silence of the server. */
  timeoutMs: number
  /** Received in a session, at most. */
  maxBytes: number
  /** Responses of the server in a session, at most. */
  maxResponses: number
  /** Of one mail. */
  maxMailBytes: number
  /** Mails of one turn. */
  mostMails: number
  /** Received in one turn; the mail that exceeds it is the last. */
  turnBytes: number
  /** Kept of a mail that is too large. */
  beginningBytes: number
}

export type SessionResult = MailTurn | MailboxTrial

export type ToSession = SessionOrder | { kind: 'kept' } | { kind: 'timeIsUp' }

export type FromSession =
  | { kind: 'ready' }
  | { kind: 'mail', mail: FetchedMail }
  | { kind: 'over', result: SessionResult }
  | { kind: 'failed', message: string }

/** With which a session's process ends when the server exceeds a limit: it may be too busy to say it. */
export const exitCodes: Partial<Record<ExceededLimit, number>> = { TOO_MANY_BYTES: 81, TOO_MANY_RESPONSES: 82 }
