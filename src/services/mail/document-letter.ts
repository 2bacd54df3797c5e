import { thousands } from '../../dte/printing/printable-rows.ts'
import { dayMonthYear } from '../../dte/values/calendar.ts'
import { chileanPeso, findCurrency, pluralOf } from '../../dte/values/currencies.ts'
import { type DocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { formatRut } from '../../dte/values/rut.ts'
import type { Fact, Letter } from './letter.ts'
import { mailName } from './names.ts'

export interface ReceivedDocument {
  documentType: DocumentType
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  /** YYYY-MM-DD */
  dueDate?: string | undefined
  /** An exact decimal, in `currency`. */
  totalAmount: string
  /** By its name in the customs' table; pesos when left out. */
  currency?: string | undefined
  senderName: string
  senderTaxNumber: string
  /** The image that stands at the top, in pixels; it is attached under `contentId`. */
  logo?: { contentId: string, width: number, height: number } | undefined
  /** What the sender adds, in its own words. */
  message?: string | undefined
  /** Whether the SII accepted it. */
  isAccepted: boolean
  /** Its public page. */
  link?: string | undefined
  /** The names of the attached files. */
  files: { pdf?: string | undefined, xml?: string | undefined, envelope?: string | undefined }
}

/** The mail to a document's receiver, in Spanish like the document itself. */
export function documentLetter (document: ReceivedDocument): Letter {
  const { documentType, folio, senderName, senderTaxNumber, logo, isAccepted, message, link } = document
  const name = mailName(senderName)
  const rut = `RUT ${formatRut(senderTaxNumber)}`
  const title = `${documentTypeFacts(documentType).name} N° ${folio}`
  return {
    subject: `${title} por ${shortTotal(document)}, de ${name ?? rut}`,
    summary: {
      from: name === undefined ? [rut] : [name, rut],
      title,
      facts: [totalOf(document), ...datesOf(document)],
      ...logo && { logo: { ...logo, description: name ?? rut } }
    },
    paragraphs: [
      'Estimado cliente:',
      `${name ?? `La empresa de ${rut}`} le envía este documento${
        isAccepted ? ', que el Servicio de Impuestos Internos ya recibió' : ''
      }.`,
      ...message === undefined ? [] : ['Su mensaje:', ...message.split('\n').filter((line) => line.trim() !== '')]
    ],
    attachments: attachmentsOf(document.files),
    ...link !== undefined && { link: { label: 'Ver el documento', address: link } },
    footer: `Enviado por Timbre en nombre de ${name ?? `la empresa de ${rut}`}.`
  }
}

/** "Total: $ 17.838", "Total en dólares: 13.990,04" */
export function totalOf (
  { totalAmount, currency = chileanPeso }: Pick<ReceivedDocument, 'totalAmount' | 'currency'>
): Fact {
  return currency === chileanPeso
    ? { label: 'Total', value: `$ ${thousands(totalAmount)}` }
    : { label: `Total en ${pluralOf(currency)}`, value: thousands(totalAmount) }
}

/** "$ 17.838", "USD 13.990,04" */
export function shortTotal (
  { totalAmount, currency = chileanPeso }: Pick<ReceivedDocument, 'totalAmount' | 'currency'>
): string {
  const sign = currency === chileanPeso ? '$' : findCurrency(currency)?.iso ?? currency
  return `${sign} ${thousands(totalAmount)}`
}

function datesOf ({ issueDate, dueDate }: ReceivedDocument): Fact[] {
  const issued = { label: 'Fecha de emisión', value: dayMonthYear(issueDate) }
  return dueDate === undefined ? [issued] : [{ label: 'Vence el', value: dayMonthYear(dueDate) }, issued]
}

function attachmentsOf ({ pdf, xml, envelope }: ReceivedDocument['files']): NonNullable<Letter['attachments']> {
  return [
    ...pdf === undefined ? [] : [{ fileName: pdf, purpose: 'el documento para leer o imprimir' }],
    ...xml === undefined ? [] : [{ fileName: xml, purpose: 'el documento legal, firmado electrónicamente; guárdelo' }],
    ...envelope === undefined
      ? []
      : [{ fileName: envelope, purpose: `${xml === undefined ? 'el' : 'el mismo'} documento, para importarlo en su sistema de facturación` }]
  ]
}
