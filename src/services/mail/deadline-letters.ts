import { santiagoDateTime } from '../../dte/values/calendar.ts'
import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { formatRut } from '../../dte/values/rut.ts'
import { shortTotal } from './document-letter.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName, mailName } from './names.ts'

export interface DueLine {
  /** What ends: the days to claim, or the month that keeps a tax credit. */
  kind: 'claim' | 'monthEnd'
  documentType: number
  folio: number
  issuer: string
  issuerName: string
  totalAmount: string
  endsAt: Date
}

export interface Deadlines {
  businessName: string
  taxNumber?: string | undefined
  /** How many end; not all of them may be listed. */
  count: number
  documents: DueLine[]
  /** The console's list of those documents; undefined where there is no console. */
  link?: string | undefined
}

export function receivedDeadlinesLetter ({ count, documents, link, ...owner }: Deadlines): InLanguages {
  const company = companyName(owner)
  const more = count - documents.length
  return {
    es: {
      subject: `Documentos recibidos por ${company.es}: ${count === 1 ? '1 plazo vence' : `${count} plazos vencen`} pronto`,
      paragraphs: [
        'Lo que no se reclama dentro del plazo se entiende aceptado. Revise estos documentos:',
        ...documents.map((document) => lineOf(document, 'es')),
        ...more > 0 ? [`Y ${more} más.`] : []
      ],
      ...linkTo(link, 'Ver los documentos recibidos'),
      footer: footers.es
    },
    en: {
      subject: `Documents received by ${company.en}: ${count === 1 ? '1 deadline is' : `${count} deadlines are`} near`,
      paragraphs: [
        'What is not claimed in time counts as accepted. Check these documents:',
        ...documents.map((document) => lineOf(document, 'en')),
        ...more > 0 ? [`And ${more} more.`] : []
      ],
      ...linkTo(link, 'See the received documents'),
      footer: footers.en
    }
  }
}

const ends = {
  es: {
    claim: (when: string) => `se puede reclamar hasta el ${when}.`,
    monthEnd: (when: string) => `dé el acuse de recibo hasta el ${when}, o su crédito fiscal pasa al mes siguiente.`
  },
  en: {
    claim: (when: string) => `can be claimed until ${when}.`,
    monthEnd: (when: string) => `give the receipt by ${when}, or its tax credit falls to the next month.`
  }
}

function lineOf (
  { kind, documentType, folio, issuer, issuerName, totalAmount, endsAt }: DueLine, language: 'es' | 'en'
): string {
  const type = documentTypeFacts(documentType as DocumentType)
  const [name, from] = language === 'es' ? [type.name, 'de'] : [type.nameEn, 'from']
  const supplier = mailName(issuerName) ?? `RUT ${formatRut(issuer)}`
  const [date = '', time = ''] = santiagoDateTime(endsAt).split('T')
  const when = `${date.split('-').reverse().join('-')} ${time.slice(0, 5)}`
  return `${name} N° ${folio} ${from} ${supplier}, ${shortTotal({ totalAmount })}: ${ends[language][kind](when)}`
}
