import { z } from 'zod'
import { enveloped, envelopedPage, timestamp } from '../../http/envelope.ts'
import { id } from '../../http/ids.ts'
import { numbered, paging, queryInteger } from '../../http/paging.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { mailStates } from '../../model/mail-states.ts'
import { mailSecurities } from '../../services/mail-ports.ts'

const text = (most: number, example: string) => z.string().trim().min(1).max(most).meta({ examples: [example] })
const host = text(253, 'imap.andes.example').meta({ description: 'Name or address of the IMAP server.' })
const port = z.int().min(1).max(65_535).meta({ description: '993, or 143 with STARTTLS.', examples: [993] })
const security = z.enum(mailSecurities).meta({
  description: '`tls` from the first byte, or `starttls`. `none` only where private addresses are allowed.', examples: ['tls']
})
const userName = text(320, 'dte@andes.example').meta({ description: 'With which Timbre signs in.' })
const folder = z.string().trim().min(1).max(255).meta({ description: 'The folder that is read.', examples: ['INBOX'] })

const authenticationServer = z.string().trim().max(253).meta({
  description:
    'How your mail server names itself in the headers Authentication-Results of received mails (RFC 8601). Mails of the SII are believed only if it found their signature good. Not needed for Gmail and Microsoft 365.',
  examples: ['mx.andes.example']
})

const secret = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('password').meta({ description: 'A password.' }),
    password: z.string().min(1).max(1000).meta({ description: 'Never shown again.', examples: ['clave-de-aplicación'] })
  }).meta({ id: 'MailboxPassword' }),
  z.strictObject({
    kind: z.literal('oauth').meta({ description: 'Access tokens of the provider.' }),
    tokenUrl: z.url().max(2000).meta({
      description: 'Where the provider gives access tokens.', examples: ['https://oauth2.googleapis.com/token']
    }),
    clientId: z.string().min(1).max(500).meta({
      description: 'Of the application at the provider.', examples: ['1234.apps.googleusercontent.com']
    }),
    clientSecret: z.string().min(1).max(4000).nullable().default(null).meta({
      description: 'Of the application; null if it has none.', examples: ['GOCSPX-1234']
    }),
    refreshToken: z.string().min(1).max(8000).nullable().default(null).meta({
      description: 'Null if the application signs in for itself (client credentials).', examples: ['1//0a1b2c']
    }),
    scope: z.string().min(1).max(1000).nullable().default(null).meta({
      description: 'What the token is for, where the provider asks for it.', examples: ['https://outlook.office365.com/.default']
    })
  }).meta({ id: 'MailboxOauth' })
]).meta({ description: 'How Timbre signs in: a password, or access tokens of the provider (XOAUTH2).' })

const problem = z.string().nullable().meta({
  description:
    'Why the last attempt failed: ADDRESS_NOT_ALLOWED, NAME_NOT_FOUND, TIMEOUT, CERTIFICATE_REFUSED, CONNECTION_FAILED, ENCRYPTION_MISSING, SIGN_IN_REFUSED, TOKEN_REFUSED, FOLDER_MISSING, SERVER_UNUSABLE. With TOO_MANY_BYTES, TOO_MANY_RESPONSES, TOO_MUCH_MEMORY and TOO_MUCH_WORK the server exceeded a limit, and the mailbox is switched off until it is set again; with OPERATOR, the operator switched it off.',
  examples: [null]
})

const shown = z.object({
  host: z.string().nullable().meta({
    description: 'Name or address of the IMAP server; null until the mailbox is set.', examples: ['imap.andes.example']
  }),
  port: z.int().nullable().meta({ description: 'Null until set.', examples: [993] }),
  security: z.string().nullable().meta({ description: '`tls`, `starttls` or `none`.', examples: ['tls'] }),
  userName: z.string().nullable().meta({
    description: 'With which Timbre signs in.', examples: ['dte@andes.example']
  }),
  auth: z.string().nullable().meta({ description: '`password` or `oauth`.', examples: ['password'] }),
  folder: z.string().nullable().meta({ description: 'The folder that is read.', examples: ['INBOX'] }),
  enabled: z.boolean().meta({ description: 'Whether the mailbox is read. `problem` says why it was switched off, unless a user did it.' }),
  readAt: timestamp.nullable().meta({ description: 'When the mailbox was last read.' }),
  failures: z.int().meta({ description: 'Attempts that failed since.', examples: [0] }),
  problem,
  authenticationServer: authenticationServer.nullable().meta({
    description: 'The name of your mail server in Authentication-Results; null if it was not given.', examples: ['mx.andes.example']
  }),
  updatedAt: timestamp.nullable().meta({ description: 'When it was set.' })
})

export const mailbox = enveloped('Mailbox', shown)

export const setBody = takingBack(z.strictObject({
  host,
  port: port.default(993),
  security: security.default('tls'),
  userName,
  folder: folder.default('INBOX'),
  enabled: z.boolean().default(true),
  authenticationServer: authenticationServer.default(''),
  secret: secret.optional().meta({
    description: 'Left out: the stored one, which is used only for the same server, security and user name.'
  })
}).meta({
  examples: [{
    host: 'imap.andes.example', port: 993, security: 'tls', userName: 'dte@andes.example', folder: 'INBOX', enabled: true,
    secret: { kind: 'password', password: 'clave-de-aplicación' }
  }]
}), shown)

export const trial = enveloped('MailboxTrial', z.object({
  works: z.boolean().meta({ description: 'Whether Timbre signed in and opened the folder.' }),
  messages: z.int().nullable().meta({ description: 'Mails in the folder; null if it cannot be opened.', examples: [12] }),
  problem
}))

const explanation = z.object({ en: z.string(), es: z.string() }).nullable().meta({
  description: 'The reason in words.', examples: [null]
})
const reason = z.string().nullable().meta({ description: 'Why it was put aside.', examples: [null] })

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const message = z.object({
  id: z.uuid().meta({ description: 'Id of the mail.' }),
  state: z.union(Object.values(mailStates).map((value) => z.literal(value))).meta({
    id: 'EnumMailState',
    description: 'What became of a mail.',
    'x-enum-varnames': Object.keys(mailStates),
    examples: [2]
  }),
  stateText: z.string().meta({ description: 'The state by its name.', examples: ['Processed'] }),
  reason,
  explanation,
  fromAddress: z.string().nullable().meta({ description: 'As the mail says.', examples: ['dte@cliente.example'] }),
  fromName: z.string().nullable().meta({ description: 'As the mail says.', examples: ['Ferretería El Roble Ltda.'] }),
  subject: z.string().nullable().meta({ description: 'As the mail says.', examples: ['Acuse de recibo'] }),
  messageId: z.string().nullable().meta({ description: 'Message-ID.', examples: ['<1@cliente.example>'] }),
  sha256: z.string().meta({ description: 'Of the source of the mail.', examples: [hash] }),
  size: z.int().meta({ description: 'Bytes.', examples: [6144] }),
  sentAt: timestamp.nullable().meta({ description: 'As the sender dates it.' }),
  receivedAt: timestamp.nullable().meta({ description: 'When it arrived in the mailbox.' }),
  storedAt: timestamp.meta({ description: 'When Timbre stored it.' }),
  processedAt: timestamp.nullable().meta({ description: 'When it was settled; null before.' })
}).meta({ id: 'MailMessage' })

const file = z.object({
  name: z.string().meta({
    description: 'Its name, with its path in archives and other mails.', examples: ['Respuesta.xml']
  }),
  size: z.int().meta({ description: 'Bytes.', examples: [4096] }),
  sha256: z.string().meta({ description: 'Of the file.', examples: [hash] }),
  kind: z.string().meta({
    description: '`answer`, `siiResult`, `bookResult`, `certificationVerdict`, `document`, `boletas` or `other`.',
    examples: ['answer']
  }),
  taken: z.boolean().meta({ description: 'Whether it changed something, or had done so before.' }),
  reason,
  documents: z.array(z.object({
    documentType: z.int().meta({ description: 'Code of the document type.', examples: [33] }),
    folio: z.int().meta({ description: 'Its folio.', examples: [1001] }),
    correlationId: z.uuid().nullable().meta({
      description: 'Id of your document; null without one.', examples: ['01a1f82f-8800-7387-bd78-77f011356dc4']
    }),
    kind: z.string().meta({ description: '`reception`, `result` or `receipt` of an answer; `received` of a document that was received.', examples: ['result'] }),
    code: z.int().nullable().meta({ description: 'EstadoRecepDTE or EstadoDTE of an answer; null for the others.', examples: [0] }),
    reason
  })).meta({ description: 'The documents that an answer names, or that were received.' })
})

export const messages = envelopedPage('MailMessage', message)
export const stored = enveloped('MailMessageStored', message)
export const messageDetail = enveloped('MailMessageDetail', message.extend({
  files: z.array(file).meta({ description: 'Its files, also those in archives and forwarded mails.' })
}).meta({ id: 'MailMessageDetail' }))

export const messageQuery = z.object({ id: id.describe('Id of the mail.') })
export const reprocessBody = z.strictObject({
  id: id.meta({ description: 'Id of the mail.' }),
  trustSender: z.boolean().default(false).meta({ description: 'You vouch that the mail is of the SII.', examples: [false] })
})
export const messagesQuery = z.object({
  ...paging,
  state: queryInteger({ min: 1, max: 4 }).optional().describe(numbered(mailStates)),
  search: z.string().trim().min(1).max(100).optional().describe('Part of the subject or of the sender.')
})
