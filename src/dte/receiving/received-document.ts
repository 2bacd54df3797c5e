import { isWithheld } from '../tables/additional-taxes.ts'
import { type Decimal, fractionDigits, negate, sum, zero } from '../values/amounts.ts'
import { type DocumentType, isBoleta, isDocumentType } from '../values/document-types.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { dateOf, decimalOf, integerOf } from '../xml/lexical.ts'
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

const mostFolio = 9_999_999_999
const mostReferences = 40
const longestName = 100

/** The facts of a Documento, Liquidacion or Exportaciones; undefined if it cannot be told which document it is. */
export function documentFacts (part: ReceivedElement): DocumentFacts | undefined {
  const text = (path: string) => textAt(part, `Encabezado/${path}`)
  const documentType = typeOf(text('IdDoc/TipoDTE'))
  const folio = folioOf(text('IdDoc/Folio'))
  const [issuer, receiver] = [parseRut(text('Emisor/RUTEmisor')), parseRut(text('Receptor/RUTRecep'))]
  const [issueDate, totalAmount] = [dateOf(text('IdDoc/FchEmis')), amount(text('Totales/MntTotal'))]
  if (!documentType || !folio || !issuer || !receiver || !issueDate || totalAmount === null) return undefined
  return {
    documentType, folio, issueDate, dueDate: dateOf(text('IdDoc/FchVenc')) ?? null, issuer,
    issuerName: line(text('Emisor/RznSoc'), longestName), receiver,
    receiverName: line(text('Receptor/RznSocRecep'), longestName),
    netAmount: amount(text('Totales/MntNeto')), exemptAmount: amount(text('Totales/MntExe')),
    vatAmount: amount(text('Totales/IVA')), otherTaxes: otherTaxesOf(part), totalAmount,
    paymentMethod: paymentMethodOf(text('IdDoc/FmaPago')),
    references: childrenOf(part, 'Referencia').slice(0, mostReferences).map(referenceOf),
    lines: childrenOf(part, 'Detalle').length
  }
}

function typeOf (text: string): DocumentType | undefined {
  const type = integerOf(text) ?? 0
  return isDocumentType(type) && !isBoleta(type) ? type : undefined
}

function folioOf (text: string): number | undefined {
  const folio = integerOf(text) ?? 0
  return folio >= 1 && folio <= mostFolio ? folio : undefined
}

function paymentMethodOf (text: string): number | null {
  const method = integerOf(text) ?? 0
  return method >= 1 && method <= 3 ? method : null
}

/** An amount of the totals, of at most 18 digits before the point and 4 after it; null if it is absent. */
export function amount (text: string): Decimal | null {
  const value = decimalOf(text)
  if (value === undefined || fractionDigits(value) > 4) return null
  return /^-?\d{1,18}(?:\.|$)/.test(value) ? value : null
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
    documentType: text('TpoDocRef', 3), folio: text('FolioRef', 18), date: dateOf(textAt(element, 'FchRef')) ?? null,
    code: codeOf(text('CodRef', 18)), reason: text('RazonRef', 90) || null
  }
}

/** As the schema writes it: 1 for 01. */
function codeOf (text: string): string | null {
  return text === '' ? null : String(integerOf(text) ?? text)
}

function line (text: string, most: number): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, most).trim()
}
