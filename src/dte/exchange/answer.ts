import type { Decimal } from '../values/amounts.ts'
import { element, escapeText } from '../xml/canonical.ts'

/** Who answers whom. */
export interface AnswerCover {
  /** RUT of who received the documents. */
  responder: string
  /** RUT of who issued them. */
  recipient: string
  contactName?: string
  contactPhone?: string
  contactEmail?: string
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  signedAt: string
}

/** A document that was received, as its issuer wrote it. */
export interface ReceivedDocument {
  documentType: AnsweredType
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  issuer: string
  receiver: string
  /** Whole pesos. */
  total: Decimal
}

// [S5, DTEType]: 43 and exports are not answered by file.
const answeredTypes = [33, 34, 46, 52, 56, 61] as const

export type AnsweredType = typeof answeredTypes[number]

/** Whether the formats of the exchange know the type. */
export function isAnswered (documentType: number): documentType is AnsweredType {
  return (answeredTypes as readonly number[]).includes(documentType)
}

// [S26]: how many receptions or results a file holds.
const mostDetails = 1000

/** Throws RangeError. */
export function assertCount (count: number, what: string): void {
  if (count < 1 || count > mostDetails) throw new RangeError(`A file holds 1 to ${mostDetails} ${what}, not ${count}`)
}

/** An element that is there even when it is empty; longer texts are cut. */
export function mandatoryText (name: string, text: string, most: number): string {
  return `<${name}>${escapeText(text.trim().slice(0, most))}</${name}>`
}

export function contactXml ({ contactName, contactPhone, contactEmail }: AnswerCover): string {
  return element('NmbContacto', contactName?.slice(0, 40)) + element('FonoContacto', contactPhone?.slice(0, 40)) +
    element('MailContacto', contactEmail?.slice(0, 80))
}

/** The members that identify a document; `typeElement` is TipoDTE, or TipoDoc in receipts. */
export function documentXml (document: ReceivedDocument, typeElement: 'TipoDTE' | 'TipoDoc' = 'TipoDTE'): string {
  return element(typeElement, document.documentType) + element('Folio', document.folio) +
    element('FchEmis', document.issueDate) + element('RUTEmisor', document.issuer) +
    element('RUTRecep', document.receiver) + element('MntTotal', document.total)
}
