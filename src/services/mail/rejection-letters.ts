import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { formatRut } from '../../dte/values/rut.ts'
import type { Sentence } from '../../shared/errors.ts'
import { shortTotal } from './document-letter.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName, mailName } from './names.ts'

export interface RejectedDocument {
  documentType: number
  folio: number
  receiverName: string
  receiverTaxNumber: string
  /** By its name in the customs' table. */
  currency: string
  totalAmount: string
  reasons: Sentence[]
}

export interface Rejections {
  businessName: string
  taxNumber?: string | undefined
  /** How many were rejected; not all of them may be listed. */
  count: number
  documents: RejectedDocument[]
  /** The console's list of rejected documents; undefined where there is no console. */
  link?: string | undefined
}

export function documentsRejectedLetter ({ count, documents, link, ...owner }: Rejections): InLanguages {
  const company = companyName(owner)
  const more = count - documents.length
  return {
    es: {
      subject: `El SII rechazó ${count === 1 ? '1 documento' : `${count} documentos`} de ${company.es}`,
      paragraphs: [
        'Un documento rechazado no es válido. Corrija la causa y reintente.',
        ...documents.map((document) => lineOf(document, 'es')),
        ...more > 0 ? [`Y ${more} más.`] : []
      ],
      ...linkTo(link, 'Ver los documentos rechazados'),
      footer: footers.es
    },
    en: {
      subject: `The SII rejected ${count === 1 ? '1 document' : `${count} documents`} of ${company.en}`,
      paragraphs: [
        'A rejected document is not valid. Correct the cause and retry.',
        ...documents.map((document) => lineOf(document, 'en')),
        ...more > 0 ? [`And ${more} more.`] : []
      ],
      ...linkTo(link, 'See the rejected documents'),
      footer: footers.en
    }
  }
}

function lineOf (
  { documentType, folio, receiverName, receiverTaxNumber, reasons, ...total }: RejectedDocument, language: 'es' | 'en'
): string {
  const type = documentTypeFacts(documentType as DocumentType)
  const [name, to] = language === 'es' ? [type.name, 'a'] : [type.nameEn, 'to']
  const receiver = mailName(receiverName) ?? `RUT ${formatRut(receiverTaxNumber)}`
  const why = reasons.map((reason) => reason[language]).join(' ')
  return `${name} N° ${folio} ${to} ${receiver}, ${shortTotal(total)}: ${why}`
}
