import { dayMonthYear } from '../../dte/values/calendar.ts'
import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { shortTotal } from './document-letter.ts'
import { linkTo } from './letter.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName } from './names.ts'

export interface Week {
  businessName: string
  taxNumber?: string | undefined
  /** YYYY-MM-DD */
  startDate: string
  /** YYYY-MM-DD */
  endDate: string
  /** One for each currency. */
  types: { documentType: number, currency: string, documents: number, totalAmount: string }[]
  rejected: number
  waiting: number
  /** Types whose folios run out soon. */
  low: { documentType: number, remaining: number }[]
  /** The console's page of reports of this week; undefined where there is no console. */
  link?: string | undefined
}

const nameOf = (documentType: number, name: 'name' | 'nameEn'): string =>
  documentTypeFacts(documentType as DocumentType)[name]

function lineOf ({ documentType, documents, ...total }: Week['types'][number], name: 'name' | 'nameEn'): string {
  return `${nameOf(documentType, name)}: ${documents}, total ${shortTotal(total)}`
}

export function weeklySummaryLetter (
  { startDate, endDate, types, rejected, waiting, low, link, ...owner }: Week
): InLanguages {
  const company = companyName(owner)
  const [from, to] = [dayMonthYear(startDate), dayMonthYear(endDate)]
  return {
    es: {
      subject: `Resumen semanal de ${company.es}`,
      paragraphs: [
        `Documentos de ${company.es} del ${from} al ${to}:`,
        ...types.map((type) => lineOf(type, 'name')),
        `Rechazados por el SII: ${rejected}. En espera: ${waiting}.`,
        ...low.map(({ documentType, remaining }) => `Quedan pocos folios de ${nameOf(documentType, 'name')}: ${remaining}.`)
      ],
      ...linkTo(link, 'Ver el informe'),
      footer: footers.es
    },
    en: {
      subject: `Weekly summary of ${company.en}`,
      paragraphs: [
        `Documents of ${company.en} from ${from} to ${to}:`,
        ...types.map((type) => lineOf(type, 'nameEn')),
        `Rejected by the SII: ${rejected}. Waiting: ${waiting}.`,
        ...low.map(({ documentType, remaining }) => `Few folios of ${nameOf(documentType, 'nameEn')} are left: ${remaining}.`)
      ],
      ...linkTo(link, 'See the report'),
      footer: footers.en
    }
  }
}
