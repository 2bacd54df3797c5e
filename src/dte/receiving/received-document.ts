import { isWithheld } from '../tables/additional-taxes.ts'
import { type Decimal, negate, parseDecimal, sum, zero } from '../values/amounts.ts'
import { isCalendarDate } from '../values/calendar.ts'
import { type DocumentType, isBoleta, isDocumentType } from '../values/document-types.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { childOf, childrenOf, type ReceivedElement, textAt } from '../xml/received.ts'

export interface ReceivedReference {
  documentType: string
  folio: string
  /** YYYY-MM-DD; null without one. */
  date: string | null
  code: string | null
  reason: string | null
}

/** What a document says of itself. Dates are YYYY-MM-DD. */
export interface DocumentFacts {
  documentType: DocumentType
  folio: number
  issueDate: string
  dueDate: string | null
  issuer: Rut
  issuerName: string
  receiver: Rut
  receiverName: string
  netAmount: Decimal | null
  exemptAmount: Decimal | null
  vatAmount: Decimal | null
  /** The additional taxes less those withheld. */
  otherTaxes: Decimal | null
  totalAmount: Decimal
  /** FmaPago. */
  paymentMethod: number | null
  references: ReceivedReference[]
  /** Lines of the details. */
  lines: number
}

export const documentParts = ['Documento', 'Liquidacion', 'Exportaciones'] as const

const mostReferences = 40
const longestName = 100

/** The facts of a Documento, Liquidacion or Exportaciones; undefined if it cannot be told which document it is. */
export function documentFacts (part: ReceivedElement): DocumentFacts | undefined {
  const text = (path: string) => textAt(part, `Encabezado/${path}`)
  const documentType = Number(text('IdDoc/TipoDTE'))
  const [issuer, receiver] = [parseRut(text('Emisor/RUTEmisor')), parseRut(text('Receptor/RUTRecep'))]
  const [issueDate, folio, totalAmount] = [text('IdDoc/FchEmis'), text('IdDoc/Folio'), amount(text('Totales/MntTotal'))]
  if (!isDocumentType(documentType) || isBoleta(documentType) || !/^[1-9]\d{0,9}$/.test(folio)) return undefined
  if (!issuer || !receiver || !isCalendarDate(issueDate) || totalAmount === null) return undefined
  return {
    documentType, folio: Number(folio), issueDate, dueDate: date(text('IdDoc/FchVenc')), issuer,
    issuerName: line(text('Emisor/RznSoc'), longestName), receiver,
    receiverName: line(text('Receptor/RznSocRecep'), longestName),
    netAmount: amount(text('Totales/MntNeto')), exemptAmount: amount(text('Totales/MntExe')),
    vatAmount: amount(text('Totales/IVA')), otherTaxes: otherTaxesOf(part), totalAmount,
    paymentMethod: /^[1-3]$/.test(text('IdDoc/FmaPago')) ? Number(text('IdDoc/FmaPago')) : null,
    references: childrenOf(part, 'Referencia').slice(0, mostReferences).map(referenceOf),
    lines: childrenOf(part, 'Detalle').length
  }
}

/** An amount of the totals; null if it is absent. */
export function amount (text: string): Decimal | null {
  return /^-?\d{1,18}(?:\.\d{1,4})?$/.test(text) ? parseDecimal(text) ?? null : null
}

function otherTaxesOf (part: ReceivedElement): Decimal | null {
  const totals = childOf(childOf(part, 'Encabezado'), 'Totales')
  const taxes = childrenOf(totals, 'ImptoReten')
  if (taxes.length === 0) return null
  return sum(taxes.map((tax) => {
    const taxed = amount(textAt(tax, 'MontoImp')) ?? zero
    return isWithheld(textAt(tax, 'TipoImp')) ? negate(taxed) : taxed
  }))
}

function referenceOf (element: ReceivedElement): ReceivedReference {
  const text = (name: string, most: number) => line(textAt(element, name), most)
  return {
    documentType: text('TpoDocRef', 3), folio: text('FolioRef', 18), date: date(textAt(element, 'FchRef')),
    code: text('CodRef', 18) || null, reason: text('RazonRef', 90) || null
  }
}

function date (text: string): string | null {
  return isCalendarDate(text) ? text : null
}

function line (text: string, most: number): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, most).trim()
}
