import { isClaim } from '../../dte/registry/events.ts'
import { dayMonthYear, santiagoDate } from '../../dte/values/calendar.ts'
import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { formatRut } from '../../dte/values/rut.ts'
import { shortTotal } from './document-letter.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName, mailName } from './names.ts'

export interface ClaimedDocument {
  businessName: string
  taxNumber?: string | undefined
  documentType: number
  folio: number
  receiverName: string
  receiverTaxNumber: string
  /** By its name in the customs' table. */
  currency: string
  totalAmount: string
  claims: { code: string, at: Date }[]
  /** The console's page of the document; undefined where there is no console. */
  link?: string | undefined
}

const words = {
  RCD: { es: 'reclamo al contenido del documento', en: 'claim of the content of the document' },
  RFP: { es: 'reclamo por falta parcial de mercaderías o servicios', en: 'claim of partial delivery of goods or services' },
  RFT: { es: 'reclamo por falta total de mercaderías o servicios', en: 'claim of non-delivery of goods or services' }
} as const

export function documentClaimedLetter (
  { documentType, folio, receiverName, receiverTaxNumber, claims, link, ...owner }: ClaimedDocument
): InLanguages {
  const company = companyName(owner)
  const type = documentTypeFacts(documentType as DocumentType)
  const receiver = mailName(receiverName) ?? `RUT ${formatRut(receiverTaxNumber)}`
  const said = (language: 'es' | 'en'): string[] => claims.map(({ code, at }) =>
    `${dayMonthYear(santiagoDate(at))}: ${isClaim(code) ? words[code][language] : code} (${code}).`)
  return {
    es: {
      subject: `Reclamo a la ${type.name} N° ${folio} de ${company.es}`,
      paragraphs: [
        `${receiver} reclamó ante el SII la ${type.name} N° ${folio}, ${shortTotal(owner)}.`,
        ...said('es'),
        'Un documento reclamado no se puede ceder, y el cliente no usa su crédito fiscal. Si el reclamo es correcto, anúlelo con una nota de crédito' +
        (link === undefined ? ' (Webhook/Annul).' : ' en la página del documento.')
      ],
      ...linkTo(link, 'Ver el documento'),
      footer: footers.es
    },
    en: {
      subject: `Claim of the ${type.nameEn} N° ${folio} of ${company.en}`,
      paragraphs: [
        `${receiver} claimed the ${type.nameEn} N° ${folio}, ${shortTotal(owner)}, at the SII.`,
        ...said('en'),
        'A claimed document cannot be assigned, and the customer does not use its VAT credit. If the claim is right, annul it with a credit note' +
        (link === undefined ? ' (Webhook/Annul).' : ' on the page of the document.')
      ],
      ...linkTo(link, 'See the document'),
      footer: footers.en
    }
  }
}
