import { z } from 'zod'
import { claimedActions } from './received-claims.ts'
import { environment } from './tax-authorities.ts'

export const mailLanguage = z.enum(['es', 'en'])
export type MailLanguage = z.output<typeof mailLanguage>

// Mails that were stored before say neither RUT nor code.
const company = { businessName: z.string(), taxNumber: z.string().optional() }
const moment = z.iso.datetime().transform((text) => new Date(text))

/** What each kind of mail is written from: the column `facts`. */
export const mailFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('registration'),
    facts: z.object({ taxNumber: z.string(), hours: z.int(), hasAccount: z.boolean().default(false) })
  }),
  z.object({ kind: z.literal('keysEnded'), facts: z.object({}) }),
  z.object({ kind: z.literal('passwordReset'), facts: z.object({ fullName: z.string(), minutes: z.int() }) }),
  z.object({
    kind: z.literal('invitation'),
    facts: z.object({ ...company, fullName: z.string(), hours: z.int(), tenantCode: z.string().optional() })
  }),
  z.object({ kind: z.literal('passwordChanged'), facts: z.object({ fullName: z.string(), at: moment }) }),
  z.object({
    kind: z.literal('secondFactorChanged'),
    facts: z.object({ ...company, fullName: z.string(), active: z.boolean(), at: moment })
  }),
  z.object({
    kind: z.literal('certificateExpiring'),
    facts: z.object({ ...company, holderName: z.string(), notAfter: moment, days: z.int() })
  }),
  z.object({
    kind: z.literal('foliosLow'),
    facts: z.object({
      ...company, environment, documentType: z.int(), typeName: z.string(), remaining: z.int(), inactive: z.int(),
      daysLeft: z.int().nullable(), suggested: z.int().optional()
    })
  }),
  z.object({
    kind: z.literal('foliosStopped'),
    facts: z.object({
      ...company, environment, documentType: z.int(), typeName: z.string(), rangeFrom: z.int(), rangeTo: z.int(),
      folio: z.int()
    })
  }),
  z.object({
    kind: z.literal('certificationVerdict'),
    facts: z.object({ ...company, item: z.string(), attempt: z.int(), approved: z.boolean(), reasons: z.int() })
  }),
  z.object({
    kind: z.literal('certificationDeadline'),
    facts: z.object({ ...company, what: z.enum(['set', 'simulation', 'boletas']), at: moment })
  }),
  z.object({
    kind: z.literal('mailboxOff'), facts: z.object({ ...company, reason: z.string() })
  }),
  z.object({
    kind: z.literal('documentsRejected'),
    facts: z.object({
      ...company, count: z.int(),
      documents: z.array(z.object({
        documentType: z.int(), folio: z.int(), receiverName: z.string(), receiverTaxNumber: z.string(),
        currency: z.string(), totalAmount: z.string(), reasons: z.array(z.object({ en: z.string(), es: z.string() }))
      }))
    })
  }),
  z.object({
    kind: z.literal('documentClaimed'),
    facts: z.object({
      ...company, correlationId: z.string(), documentType: z.int(), folio: z.int(), receiverName: z.string(),
      receiverTaxNumber: z.string(), currency: z.string(), totalAmount: z.string(),
      claims: z.array(z.object({ code: z.string(), at: moment }))
    })
  }),
  z.object({
    kind: z.literal('receivedDeadlines'),
    facts: z.object({
      ...company, count: z.int(),
      documents: z.array(z.object({
        kind: z.enum(['claim', 'monthEnd']), id: z.string(), documentType: z.int(), folio: z.int(), issuer: z.string(),
        issuerName: z.string(), totalAmount: z.string(), endsAt: moment
      }))
    })
  }),
  z.object({
    kind: z.literal('receivedClaimFailed'),
    facts: z.object({
      ...company, id: z.string(), documentType: z.int(), folio: z.int(), issuer: z.string(), issuerName: z.string(),
      totalAmount: z.string(), action: z.enum(claimedActions), isWaiting: z.boolean(),
      explanation: z.object({ en: z.string(), es: z.string() }).nullable(), endsAt: moment.nullable()
    })
  }),
  z.object({
    kind: z.literal('weeklySummary'),
    facts: z.object({
      ...company, startDate: z.string(), endDate: z.string(), rejected: z.int(), waiting: z.int(),
      types: z.array(z.object({
        documentType: z.int(), currency: z.string(), documents: z.int(), totalAmount: z.string()
      })),
      low: z.array(z.object({ documentType: z.int(), remaining: z.int() }))
    })
  }),
  z.object({ kind: z.literal('documentAccepted'), facts: z.object({}) }),
  z.object({ kind: z.literal('documentExchange'), facts: z.object({}) }),
  z.object({ kind: z.literal('documentSent'), facts: z.object({ message: z.string().optional() }) }),
  z.object({ kind: z.literal('supplierAnswer'), facts: z.object({}) })
])

export type MailFacts = z.output<typeof mailFacts>
export type NewMailFacts = z.input<typeof mailFacts>
export type MailKind = MailFacts['kind']
export const mailKinds: readonly MailKind[] = mailFacts.options.map(({ shape }) => shape.kind.value)

/** The `failure` of a mail of a server whose operator wants no mail: SMTP_URL is `none`. */
export const mailOff = 'MAIL_OFF'

/** Those that bring a document to somebody. */
export const documentMailKinds: readonly MailKind[] = ['documentAccepted', 'documentExchange', 'documentSent']

/** What a mail is about that Webhook/Send or an answer to a supplier queued: each is another one, of the same thing. */
export function aboutSending (id: string, mailId: string): string {
  return `${id}:${mailId}`
}

/** The document that a mail brings; undefined if it brings none. */
export function documentIn ({ kind, about }: { kind: MailKind, about: string }): string | undefined {
  return documentMailKinds.includes(kind) ? about.split(':', 1)[0] : undefined
}

/** The answer to a supplier that a mail brings; undefined if it brings none. */
export function answerIn ({ kind, about }: { kind: MailKind, about: string }): string | undefined {
  return kind === 'supplierAnswer' ? about.split(':', 1)[0] : undefined
}
