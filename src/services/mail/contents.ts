import { z } from 'zod'
import type { MailKind, MailRow } from '../../repositories/mails.ts'
import type { MailAttachment } from '../ports.ts'
import type { Sealing, SealedPlace } from '../secrets/sealing.ts'
import type { Letter } from './letter.ts'
import {
  certificateExpiringLetter, invitationLetter, type MailLanguage, passwordChangedLetter, passwordResetLetter
} from './letters.ts'
import { accountExistsLetter, keysEndedLetter, registrationLetter } from './registration-letters.ts'

export interface MailContent {
  letter: Letter
  attachments: MailAttachment[]
  /** Whose name stands before the sender's address, and who gets the answers. */
  fromName?: string
  replyTo?: string
}

export interface ContentsDependencies {
  sealing: Sealing
  /** Where users reach this server: the links of mails begin with it. */
  publicUrl: string
  documentMail: (mail: MailRow) => Promise<MailContent>
}

// What is stored of each kind, as it comes back from the database. Older rows tell no RUT.
const company = { businessName: z.string(), taxNumber: z.string().optional() }
const registrationFacts = z.object({ taxNumber: z.string(), hours: z.int() })
const resetFacts = z.object({ fullName: z.string(), minutes: z.int() })
const invitationFacts = z.object({ ...company, fullName: z.string(), hours: z.int() })
const changedFacts = z.object({ fullName: z.string(), at: z.iso.datetime().transform((text) => new Date(text)) })
const certificateFacts = z.object({
  ...company, holderName: z.string(), notAfter: z.iso.datetime().transform((text) => new Date(text)), days: z.int()
})

/** Writes each kind of mail from what is stored of it. */
export function createContents ({ sealing, publicUrl, documentMail }: ContentsDependencies) {
  /** The token stands behind the # : browsers send that to no server, so it comes into no log. */
  function linkTo (page: 'reset-password' | 'confirm-email', mail: MailRow): string {
    if (!mail.sealedToken) throw new Error(`The mail ${mail.id} has no token`)
    const token = sealing.open(mail.sealedToken, tokenPlace(mail)).toString('utf8')
    return `${publicUrl.replace(/\/+$/, '')}/${page}#${
      new URLSearchParams({ email: mail.recipient, token }).toString()
    }`
  }

  const contents: Record<MailKind, (mail: MailRow) => Promise<MailContent>> = {
    registration: async (mail) =>
      plain(registrationLetter({ ...registrationFacts.parse(mail.facts), link: linkTo('confirm-email', mail) }), mail),
    accountExists: async (mail) => plain(accountExistsLetter(), mail),
    keysEnded: async (mail) => plain(keysEndedLetter(), mail),
    passwordReset: async (mail) =>
      plain(passwordResetLetter({ ...resetFacts.parse(mail.facts), link: linkTo('reset-password', mail) }), mail),
    invitation: async (mail) =>
      plain(invitationLetter({ ...invitationFacts.parse(mail.facts), link: linkTo('reset-password', mail) }), mail),
    passwordChanged: async (mail) => plain(passwordChangedLetter(changedFacts.parse(mail.facts)), mail),
    certificateExpiring: async (mail) => plain(certificateExpiringLetter(certificateFacts.parse(mail.facts)), mail),
    documentAccepted: documentMail
  }
  return (mail: MailRow): Promise<MailContent> => contents[mail.kind as MailKind](mail)
}

/** Where a mail's token is sealed. */
export function tokenPlace ({ tenantId, id }: { tenantId: string, id: string }): SealedPlace {
  return { tenantId, kind: 'mailToken', rowId: id }
}

function plain (letters: Record<MailLanguage, Letter>, { language }: MailRow): MailContent {
  return { letter: letters[language === 'en' ? 'en' : 'es'], attachments: [] }
}
