/** A tenant's mailbox and what is in its mails, as the services see them; src/adapters/mail-intake implements them. */
import type { ReadAnswer } from '../dte/exchange/read-answer.ts'
import type { ReceivedReading, Recipient } from '../dte/receiving/read-received.ts'
import type { SignatureProblem } from '../dte/signing/verification.ts'
import type { MailReason } from '../model/mail-states.ts'
import type { Actor } from './actor.ts'

export const mailSecurities = ['tls', 'starttls', 'none'] as const
export type MailSecurity = typeof mailSecurities[number]

/** How Timbre signs in; with `oauth` it asks for an access token (XOAUTH2) each time. */
export type MailSecret =
  | { kind: 'password', password: string }
  /** Without a refresh token, the application signs in for itself (client credentials). */
  | {
    kind: 'oauth', tokenUrl: string, clientId: string, clientSecret: string | null, refreshToken: string | null,
    scope: string | null
  }

export interface MailAccount {
  host: string
  port: number
  security: MailSecurity
  userName: string
  secret: MailSecret
  folder: string
}

/** How far a folder has been read. The numbers of its mails count under one UIDVALIDITY only. */
export interface MailPosition { uidValidity: bigint | null, lastUid: number, since: Date }

export interface FetchedMail {
  uidValidity: bigint
  uid: number
  /** INTERNALDATE. */
  receivedAt: Date | null
  size: number
  /** The source; its beginning if it is too large, null if the server did not give it. */
  raw: Buffer | null
  isWhole: boolean
}

/** What a session may not exceed, whatever the server sends. A mailbox whose server does is switched off. */
export const exceededLimits = ['TOO_MANY_BYTES', 'TOO_MANY_RESPONSES', 'TOO_MUCH_MEMORY', 'TOO_MUCH_WORK'] as const
export type ExceededLimit = typeof exceededLimits[number]

export type MailboxProblem =
  | ExceededLimit
  | 'ADDRESS_NOT_ALLOWED'
  | 'NAME_NOT_FOUND'
  | 'TIMEOUT'
  | 'CERTIFICATE_REFUSED'
  | 'CONNECTION_FAILED'
  /** The server does not offer STARTTLS. */
  | 'ENCRYPTION_MISSING'
  | 'SIGN_IN_REFUSED'
  /** The provider gave no access token. */
  | 'TOKEN_REFUSED'
  | 'FOLDER_MISSING'
  /** The server does not speak IMAP as it should. */
  | 'SERVER_UNUSABLE'

export type MailTurn =
  /** `more`: the limits of a turn were reached. */
  | { kind: 'read', uidValidity: bigint, lastUid: number, more: boolean }
  | { kind: 'failed', problem: MailboxProblem }

export type MailboxTrial = { kind: 'works', messages: number } | { kind: 'failed', problem: MailboxProblem }

interface Turn {
  tenantId: string
  /** Ends the turn: everything that it holds is released. */
  signal: AbortSignal
  /** Stores a refresh token that the provider gave in place of the one used. */
  renewed: (refreshToken: string) => Promise<void>
}

export interface MailIntake {
  /**
   * Fetches the next mails of a folder, a limited number, and changes nothing there: no mail is marked as read. Each is
   * handed to `keep` before the next is fetched. Throws what `keep` throws.
   */
  read: (
    account: MailAccount, position: MailPosition, turn: Turn & { keep: (mail: FetchedMail) => Promise<void> }
  ) => Promise<MailTurn>
  /** Signs in and opens the folder. */
  test: (account: MailAccount, turn: Turn) => Promise<MailboxTrial>
}

/** What a file of a mail is, by its content. */
export type MailFileKind =
  | 'answer'
  | 'siiResult'
  | 'bookResult'
  | 'certificationVerdict'
  | 'document'
  | 'boletas'
  | 'other'

/** Why a file was not looked into. */
export type UnreadFile = 'FILE_TOO_LARGE' | 'TOO_MANY_FILES' | 'NESTED_TOO_DEEP' | 'ARCHIVE_DAMAGED' | 'ARCHIVE_ENCRYPTED'

export interface MailFile {
  /** Its path, where it was in an archive or another mail: `facturas.zip/F33.xml`. */
  name: string
  size: number
  sha256: string
  kind: MailFileKind
  unread?: UnreadFile
  /** Of an answer. */
  answer?: ReadAnswer | { problem: SignatureProblem | 'ANSWER_MALFORMED' }
  /** Of documents that others issued, where it is known for whom they should be. */
  received?: ReceivedReading
  /** Of what the SII says, and of received documents. */
  bytes?: Buffer
}

export interface MailHeaders {
  messageId: string | null
  fromAddress: string | null
  fromName: string | null
  subject: string | null
  sentAt: Date | null
  /** Its first address, in lower case. */
  replyTo: string | null
  /** All addresses of all From headers, in lower case. */
  senders: string[]
  /** The Authentication-Results headers, from above. */
  authentication: AuthenticationResults[]
}

/** What a mail server found out about a mail's sender (RFC 8601); all in lower case. */
export interface AuthenticationResults {
  /** The authserv-id; null where the header has none. */
  server: string | null
  results: AuthenticationResult[]
}

/** `dkim=pass header.d=sii.cl`: the method `dkim`, the result `pass`, the property `header.d`. */
export interface AuthenticationResult { method: string, result: string, properties: Readonly<Record<string, string>> }

export type ReadMail =
  | { kind: 'read', headers: MailHeaders, files: MailFile[] }
  /** No mail at all, or one that costs more memory than it may. */
  | { kind: 'unreadable', cause: string }

/** Takes a mail of the SII about a set of test cases; the reason why it is put aside, or null if it was taken. */
export type ProcessVerdict = (actor: Actor, mail: Buffer) => Promise<MailReason | null>

/**
 * Takes a result that the SII mails; `pending` while its verdict is not known here. Throws ServiceError with a code of
 * MailReason for one that is put aside.
 */
export type ProcessResult = (actor: Actor, file: Buffer) => Promise<{ pending: boolean }>

/** Who reads a mail or a file. */
export interface ReadingCaller {
  tenantId: string
  signal?: AbortSignal | undefined
  /** Documents that others issued are read if it is known for whom they should be. */
  recipient?: Recipient | undefined
}

export interface MailReader {
  /**
   * Takes a mail apart: its attachments, those in archives and in forwarded mails. `load` fetches the mail when it is
   * to be read, so that those that wait are not in memory, and hands its bytes over: they are empty
   * afterwards. `at`: when it came. Throws ServiceError OVERLOADED when too many wait or it takes too long, what `load`
   * throws, and the reason of a signal that fires before the end.
   */
  read: (load: () => Promise<Buffer> | Buffer, at: Date, caller: ReadingCaller) => Promise<ReadMail>
  /**
   * The same of a file that was uploaded, which may be an archive or a mail. Throws the same; undefined if it costs
   * more memory than it may.
   */
  readFile: (file: { name: string, bytes: Buffer }, at: Date, caller: ReadingCaller) => Promise<MailFile[] | undefined>
}
