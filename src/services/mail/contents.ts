import type { MailLanguage } from '../../model/mails.ts'
import type { MailRow } from '../../repositories/mail/mails.ts'
import type { MailAttachment } from '../ports.ts'
import type { Sealing, SealedRowKey } from '../secrets/sealing.ts'
import type { Letter } from './letter.ts'
import {
  certificateExpiringLetter, invitationLetter, passwordChangedLetter, passwordResetLetter, secondFactorChangedLetter
} from './letters.ts'
import { certificationDeadlineLetter, certificationVerdictLetter } from './certification-letters.ts'
import { foliosLowLetter, foliosStoppedLetter } from './folio-letters.ts'
import { mailboxOffLetter } from './mailbox-letters.ts'
import { documentClaimedLetter } from './claim-letters.ts'
import { receivedClaimFailedLetter } from './claim-failure-letters.ts'
import { receivedDeadlinesLetter } from './deadline-letters.ts'
import { companyName } from './names.ts'
import { documentsRejectedLetter } from './rejection-letters.ts'
import { weeklySummaryLetter } from './weekly-letters.ts'
import { keysEndedLetter, registrationLetter } from './registration-letters.ts'

export interface MailContent {
  letter: Letter
  attachments: MailAttachment[]
  /** The name before the sender's address, and the address for answers. */
  fromName?: string
  replyTo?: string
}

export interface ContentsDependencies {
  sealing: Sealing
  /** Where users reach this server; the links in mails begin with it. */
  publicUrl: string
  /** Whether the web pages at /console are served; where not, mails name operations. */
  hasConsole: boolean
  documentMail: (mail: MailRow) => Promise<MailContent>
  answerMail: (mail: MailRow) => Promise<MailContent>
}

/** Writes mails from the facts that are stored of them. */
export function createContents (
  { sealing, publicUrl, hasConsole, documentMail, answerMail }: ContentsDependencies
) {
  const pageOf = (name: string): string => `${publicUrl.replace(/\/+$/, '')}/${name}`
  const consolePageOf = (name: string): string | undefined => hasConsole ? pageOf(`console/${name}`) : undefined
  const mailPageOf = (name: string): string => consolePageOf(name) ?? pageOf(name)
  const forgotten = mailPageOf('forgot-password')

  /** The token follows the #: browsers send that to no server, so it appears in no log. */
  function linkTo (page: 'reset-password' | 'confirm-email', mail: MailRow): string {
    if (!mail.sealedToken) throw new Error(`The mail ${mail.id} has no token`)
    const token = sealing.open(mail.sealedToken, tokenPlace(mail)).toString('utf8')
    const parts = new URLSearchParams({ email: mail.recipient, token, ...mail.kind === 'invitation' ? placeIn(mail) : {} })
    return `${mailPageOf(page)}#${parts.toString()}`
  }

  /** A mail that its reader may choose not to get: it ends with where to do that. */
  function chosen (letters: Record<MailLanguage, Letter>, mail: MailRow): MailContent {
    const { letter, ...content } = plain(letters, mail)
    const place = consolePageOf('account') ?? 'User/MailChoices'
    const where = mail.language === 'es' ? `Elija qué correos recibe en ${place}` : `Choose which mails you get at ${place}`
    return { ...content, letter: { ...letter, footer: `${letter.footer}\n${where}` } }
  }

  // One case for each kind.
  // eslint-disable-next-line complexity
  return async (mail: MailRow): Promise<MailContent> => {
    switch (mail.kind) {
      case 'registration':
        return plain(registrationLetter({ ...mail.facts, link: linkTo('confirm-email', mail) }), mail)
      case 'keysEnded':
        return plain(keysEndedLetter(), mail)
      case 'passwordReset':
        return plain(passwordResetLetter({ ...mail.facts, link: linkTo('reset-password', mail) }), mail)
      case 'invitation':
        return plain(invitationLetter({ ...mail.facts, link: linkTo('reset-password', mail) }), mail)
      case 'passwordChanged':
        return plain(passwordChangedLetter({ ...mail.facts, link: forgotten }), mail)
      case 'secondFactorChanged':
        return plain(secondFactorChangedLetter({ ...mail.facts, link: forgotten }), mail)
      case 'certificateExpiring':
        return chosen(certificateExpiringLetter({ ...mail.facts, link: consolePageOf('company') }), mail)
      case 'foliosLow':
        return chosen(foliosLowLetter({ ...mail.facts, link: consolePageOf('folios') }), mail)
      case 'foliosStopped':
        return chosen(foliosStoppedLetter({ ...mail.facts, link: consolePageOf('folios') }), mail)
      case 'certificationVerdict':
        return plain(certificationVerdictLetter({ ...mail.facts, link: consolePageOf('certification') }), mail)
      case 'certificationDeadline':
        return plain(certificationDeadlineLetter({ ...mail.facts, link: consolePageOf('certification') }), mail)
      case 'mailboxOff':
        return chosen(mailboxOffLetter({ ...mail.facts, link: consolePageOf('mailbox') }), mail)
      case 'documentsRejected':
        return chosen(documentsRejectedLetter({ ...mail.facts, link: consolePageOf('documents?status=7') }), mail)
      case 'documentClaimed': {
        const link = consolePageOf(`documents/${mail.facts.correlationId}`)
        return chosen(documentClaimedLetter({ ...mail.facts, link }), mail)
      }
      case 'receivedDeadlines':
        return chosen(receivedDeadlinesLetter({ ...mail.facts, link: consolePageOf('received?dueWithinDays=3') }), mail)
      case 'receivedClaimFailed':
        return chosen(receivedClaimFailedLetter({ ...mail.facts, link: consolePageOf(`received/${mail.facts.id}`) }), mail)
      case 'weeklySummary': {
        const { startDate, endDate } = mail.facts
        const link = consolePageOf(`reports?from=${startDate}&to=${endDate}`)
        return chosen(weeklySummaryLetter({ ...mail.facts, link }), mail)
      }
      case 'documentAccepted':
      case 'documentExchange':
      case 'documentSent':
        return documentMail(mail)
      case 'supplierAnswer':
        return answerMail(mail)
    }
  }
}

/** For the page: to which company the invitation is. */
function placeIn ({ facts, language }: MailRow & { kind: 'invitation' }): Record<string, string> {
  const { tenantCode } = facts
  return { invitation: 'yes', company: companyName(facts)[language], ...tenantCode === undefined ? {} : { tenant: tenantCode } }
}

/** Where a mail's token is sealed. */
export function tokenPlace ({ tenantId, id }: { tenantId: string, id: string }): SealedRowKey {
  return { tenantId, kind: 'mailToken', rowId: id }
}

function plain (letters: Record<MailLanguage, Letter>, { language }: MailRow): MailContent {
  return { letter: letters[language], attachments: [] }
}
