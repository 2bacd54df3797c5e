import { santiagoDateTime } from '../../dte/values/calendar.ts'
import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { formatRut } from '../../dte/values/rut.ts'
import type { ClaimedAction } from '../../model/received-claims.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { shortTotal } from './document-letter.ts'
import { type Letter, linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName, mailName } from './names.ts'

export interface FailedClaim {
  businessName: string
  taxNumber?: string | undefined
  documentType: number
  folio: number
  issuer: string
  issuerName: string
  totalAmount: string
  /** What was asked for. */
  action: ClaimedAction
  /** It is tried again; otherwise it ended. */
  isWaiting: boolean
  explanation: Record<MailLanguage, string> | null
  /** When the days to claim end. */
  endsAt: Date | null
  /** The console's page of the document; undefined where there is no console. */
  link?: string | undefined
}

const actions: Record<ClaimedAction, Record<MailLanguage, string>> = {
  ACD: { es: 'La aceptación (ACD)', en: 'The acceptance (ACD)' },
  ERM: { es: 'El acuse de recibo (ERM)', en: 'The receipt (ERM)' },
  RCD: { es: 'El reclamo al contenido (RCD)', en: 'The claim of the content (RCD)' },
  RFP: { es: 'El reclamo por falta parcial (RFP)', en: 'The claim of partial delivery (RFP)' },
  RFT: { es: 'El reclamo por falta total (RFT)', en: 'The claim of non-delivery (RFT)' },
  receipt: { es: 'El recibo para el proveedor', en: 'The receipt for the supplier' }
}

const words = {
  es: {
    subject: { waits: 'no se pudo enviar al SII lo pedido', ended: 'lo pedido no se hizo' },
    fate: { waits: 'aún no se pudo enviar.', ended: 'no se hizo.' },
    received: 'recibida por', of: ['de la', 'de'], waits: 'Timbre sigue intentando.', link: 'Ver el documento',
    ends: (when: string) => `El plazo para reclamar termina el ${when}. Lo que no se reclama se entiende aceptado.`
  },
  en: {
    subject: { waits: 'what was asked for could not be sent to the SII', ended: 'what was asked for was not done' },
    fate: { waits: 'could not be sent yet.', ended: 'was not done.' },
    received: 'received by', of: ['of the', 'from'], waits: 'Timbre goes on trying.', link: 'See the document',
    ends: (when: string) => `The days to claim end on ${when}. What is not claimed counts as accepted.`
  }
} as const

/** Says that what was asked for of a received document did not reach the SII, while there may be time to act. */
export function receivedClaimFailedLetter (failed: FailedClaim): InLanguages {
  return { es: letterIn('es', failed), en: letterIn('en', failed) }
}

function letterIn (
  language: MailLanguage,
  { documentType, folio, issuer, issuerName, action, isWaiting, explanation, endsAt, link, ...owner }: FailedClaim
): Letter {
  const own = words[language]
  const fate = isWaiting ? 'waits' : 'ended'
  const { name, nameEn } = documentTypeFacts(documentType as DocumentType)
  const document = `${language === 'es' ? name : nameEn} N° ${folio}`
  const supplier = mailName(issuerName) ?? `RUT ${formatRut(issuer)}`
  return {
    subject: `${document} ${own.received} ${companyName(owner)[language]}: ${own.subject[fate]}`,
    paragraphs: [
      `${actions[action][language]} ${own.of[0]} ${document} ${own.of[1]} ${supplier}, ${shortTotal(owner)}, ${own.fate[fate]}`,
      ...explanation ? [explanation[language]] : [], ...isWaiting ? [own.waits] : [],
      ...endsAt ? [own.ends(momentText(endsAt))] : []
    ],
    ...linkTo(link, own.link), footer: footers[language]
  }
}

function momentText (moment: Date): string {
  const [date = '', time = ''] = santiagoDateTime(moment).split('T')
  return `${date.split('-').reverse().join('-')} ${time.slice(0, 5)}`
}
