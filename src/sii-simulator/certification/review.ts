import { type Element, child, childrenOf, textAt } from '../judge/xml.ts'
import { amountsOf, type ExpectedDocument, type ExpectedLine, lineAmounts } from './cases.ts'
import type { TestSet } from './sets.ts'

/** Why a document of a set is not what its case asks for, in the words of the SII where they are known. */
export interface ReviewReason { case: number, documentType: number, folio: string, text: string }

export interface Review { state: 'SOK' | 'SRH', reasons: ReviewReason[] }

interface Reviewed { body: Element, expected: ExpectedDocument, caseNumber: number }

interface Whole extends ReviewOptions { set: TestSet, bodies: readonly Element[] }

/** What the SII says that it wants, and not every reviewer looked at. */
export interface ReviewOptions {
  /** Another customer for each invoice. */
  distinctReceivers?: boolean
}

/**
 * Reviews the content of a set as the SII does once it is declared: each document against its case.
 *
 * @param bodies the signed part of each DTE (Documento), in the order of the envelope
 */
export function reviewSet (set: TestSet, bodies: readonly Element[], options: ReviewOptions = {}): Review {
  const reasons = set.documents.flatMap((expected, index): ReviewReason[] => {
    const body = bodies[index]
    const about = {
      case: index + 1, documentType: expected.documentType, folio: textOf(body, 'Encabezado/IdDoc/Folio') ?? ''
    }
    const texts = body && textOf(body, 'Encabezado/IdDoc/TipoDTE') === String(expected.documentType)
      ? problemsOf({ body, expected, caseNumber: index + 1 }, { set, bodies, ...options })
      : ['El Documento no esta en el envio']
    return [...new Set(texts)].map((text) => ({ ...about, text }))
  })
  if (bodies.length > set.documents.length) {
    reasons.push({ case: 0, documentType: 0, folio: '', text: 'El Envio Tiene Documentos que No Son del Set' })
  }
  return { state: reasons.length === 0 ? 'SOK' : 'SRH', reasons }
}

function problemsOf (reviewed: Reviewed, whole: Whole): string[] {
  return [
    ...indicatorProblems(reviewed), ...lineProblems(reviewed), ...discountProblems(reviewed),
    ...referenceProblems(reviewed, whole), ...receiverProblems(reviewed, whole), ...amountProblems(reviewed)
  ]
}

function indicatorProblems ({ body, expected: { transfer } }: Reviewed): string[] {
  const isRight = isText(body, 'Encabezado/IdDoc/IndTraslado', transfer?.reason) &&
    isText(body, 'Encabezado/IdDoc/TipoDespacho', transfer?.dispatch)
  return isRight ? [] : ['Los Indicadores (Despacho/Traslado) No Corresponden']
}

function lineProblems ({ body, expected: { documentType, lines } }: Reviewed): string[] {
  const written = childrenOf(body, 'Detalle')
  if (written.length !== lines.length) return ['El Numero de Lineas de Detalle No Cuadra con lo Especificado']
  return lines.flatMap((line, index) => {
    const element = written[index]
    const data = isText(element, 'NroLinDet', index + 1) && isText(element, 'NmbItem', line.name) &&
      isText(element, 'UnmdItem', line.unit) && hasIndicator(element, line, documentType)
    return [
      ...data ? [] : [`Los Datos de la Linea ${index + 1} del Detalle No Cuadran con lo Especificado`],
      ...hasValues(element, line)
        ? []
        : [`Los Valores de la Linea ${index + 1} del Detalle No Cuadran con lo Especificado`]
    ]
  })
}

/** All lines of an exempt invoice are exempt, whether they say so or not. */
function hasIndicator (element: Element | undefined, { exempt }: ExpectedLine, documentType: number): boolean {
  const written = textOf(element, 'IndExe')
  return written === (exempt ? '1' : undefined) || (documentType === 34 && written === '1')
}

function hasValues (element: Element | undefined, line: ExpectedLine): boolean {
  const { amount, discount } = lineAmounts(line)
  return isNumber(element, 'QtyItem', line.quantity) && isNumber(element, 'PrcItem', line.price) &&
    isNumber(element, 'DescuentoPct', line.discountPercent) &&
    isNumber(element, 'DescuentoMonto', line.discountPercent === undefined ? undefined : discount) &&
    isNumber(element, 'MontoItem', amount)
}

function discountProblems ({ body, expected: { globalDiscountPercent: percent } }: Reviewed): string[] {
  const written = childrenOf(body, 'DscRcgGlobal')
  const [element] = written
  const isRight = percent === undefined
    ? written.length === 0
    : written.length === 1 && isText(element, 'NroLinDR', 1) && isText(element, 'TpoMov', 'D') &&
      isText(element, 'TpoValor', '%') && isNumber(element, 'ValorDR', percent) && isText(element, 'IndExeDR', undefined)
  return isRight ? [] : ['El Descuento Global No Cuadra con lo Especificado']
}

function referenceProblems (
  { body, expected: { changes }, caseNumber }: Reviewed, { set, bodies }: Whole
): string[] {
  const references = childrenOf(body, 'Referencia')
  const count = changes ? 2 : 1
  if (references.length !== count) return [`El Documento Debe Tener ${count} Linea(s) de Referencia`]
  const [toCase, toChanged] = references
  const isCaseNamed = isText(toCase, 'RazonRef', `CASO ${set.attentionNumber}-${caseNumber}`) &&
    isText(toCase, 'FchRef', textOf(body, 'Encabezado/IdDoc/FchEmis')) && isSetReference(toCase)
  const isChangedNamed = !changes || namesChanged(toChanged, changes, bodies[changes.case - 1])
  return [
    ...isCaseNamed ? [] : ['La Referencia al Caso del Set No Corresponde'],
    ...isChangedNamed ? [] : ['La Referencia al Documento del Set No Corresponde']
  ]
}

/** Any folio was approved: 0, the document's own, the case. */
function isSetReference (reference: Element | undefined): boolean {
  return isText(reference, 'NroLinRef', 1) && isText(reference, 'TpoDocRef', 'SET') &&
    isText(reference, 'CodRef', undefined) && /^\d+$/.test(textOf(reference, 'FolioRef') ?? '')
}

function namesChanged (
  reference: Element | undefined, { code, reason }: NonNullable<ExpectedDocument['changes']>, changed: Element | undefined
): boolean {
  return isText(reference, 'NroLinRef', 2) && isText(reference, 'CodRef', code) && isText(reference, 'RazonRef', reason) &&
    isText(reference, 'TpoDocRef', textOf(changed, 'Encabezado/IdDoc/TipoDTE')) &&
    isText(reference, 'FolioRef', textOf(changed, 'Encabezado/IdDoc/Folio')) &&
    isText(reference, 'FchRef', textOf(changed, 'Encabezado/IdDoc/FchEmis'))
}

/** A note goes to whom the document went; what moves within the company, to itself. */
function receiverProblems (reviewed: Reviewed, { bodies, distinctReceivers = false }: Whole): string[] {
  const { body, expected: { changes, transfer } } = reviewed
  const path = 'Encabezado/Receptor/RUTRecep'
  const changed = changes && bodies[changes.case - 1]
  const isRepeated = distinctReceivers && isRepeatedReceiver(reviewed, bodies.map((one) => textOf(one, path)))
  const isRight = !isRepeated && (!changed || textOf(changed, path) === textOf(body, path)) &&
    (transfer?.reason !== 5 || textOf(body, path) === textOf(body, 'Encabezado/Emisor/RUTEmisor'))
  return isRight ? [] : ['El Receptor No Corresponde']
}

/** Whether an invoice has the customer of an earlier document that is none of its own. */
function isRepeatedReceiver (
  { expected: { documentType, changes, transfer }, caseNumber }: Reviewed, receivers: readonly (string | undefined)[]
): boolean {
  const isInvoice = salesTypes.includes(documentType) && !changes && transfer?.reason !== 5
  return isInvoice && receivers.indexOf(receivers[caseNumber - 1]) !== caseNumber - 1
}

const salesTypes = [33, 34, 52]

function amountProblems ({ body, expected }: Reviewed): string[] {
  const { net, exempt, tax, total } = amountsOf(expected)
  const totals = child(child(body, 'Encabezado'), 'Totales')
  const isSum = (name: string, amount: number): boolean => Number(textOf(totals, name) ?? 0) === amount
  const rate = textOf(totals, 'TasaIVA')
  const isRight = isSum('MntNeto', net) && isSum('MntExe', exempt) && isSum('IVA', tax) &&
    isNumber(totals, 'MntTotal', total) && (rate === undefined ? tax === 0 : Number(rate) === 19)
  return isRight ? [] : ['Los Montos Totales del Documento No Cuadran con lo Especificado']
}

function textOf (element: Element | undefined, path: string): string | undefined {
  return textAt(element, path)?.trim()
}

function isText (element: Element | undefined, path: string, wanted: string | number | undefined): boolean {
  return textOf(element, path) === (wanted === undefined ? undefined : String(wanted))
}

function isNumber (element: Element | undefined, path: string, wanted: number | undefined): boolean {
  const written = textOf(element, path)
  return wanted === undefined ? written === undefined : written !== undefined && written !== '' && Number(written) === wanted
}
