import { type Element, child, childrenOf } from '../judge/xml.ts'
import { amountsOf, type ExpectedDocument, type ExpectedLine, halfUp, lineAmounts } from './cases.ts'
import { isNumber, isText, textOf } from './element-checks.ts'
import { areExportTotalsRight, areSurchargesRight, exportProblems } from './export-review.ts'
import type { TestSet } from './test-set.ts'

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
    ...referenceProblems(reviewed, whole), ...receiverProblems(reviewed, whole), ...amountProblems(reviewed),
    ...reviewed.expected.export ? exportProblems(reviewed.body, reviewed.expected.export) : []
  ]
}

function indicatorProblems ({ body, expected: { transfer } }: Reviewed): string[] {
  const isRight = isText(body, 'Encabezado/IdDoc/IndTraslado', transfer?.reason) &&
    isText(body, 'Encabezado/IdDoc/TipoDespacho', transfer?.dispatch)
  return isRight ? [] : ['Los Indicadores (Despacho/Traslado) No Corresponden']
}

function lineProblems ({ body, expected: { documentType, lines, withheld } }: Reviewed): string[] {
  const written = childrenOf(body, 'Detalle')
  if (written.length !== lines.length) return ['El Numero de Lineas de Detalle No Cuadra con lo Especificado']
  return lines.flatMap((line, index) => {
    const element = written[index]
    const data = isText(element, 'NroLinDet', index + 1) && isText(element, 'NmbItem', line.name) &&
      isText(element, 'UnmdItem', line.unit) && hasIndicator(element, line, documentType) &&
      isText(element, 'TpoDocLiq', line.settled?.type) && isText(element, 'CodImpAdic', withheld ? 15 : undefined)
    return [
      ...data ? [] : [`Los Datos de la Linea ${index + 1} del Detalle No Cuadran con lo Especificado`],
      ...hasValues(element, line)
        ? []
        : [`Los Valores de la Linea ${index + 1} del Detalle No Cuadran con lo Especificado`]
    ]
  })
}

const exemptTypes = [34, 110, 111, 112]

/** All lines of an exempt invoice and of exports are exempt, whether they say so or not. */
function hasIndicator (element: Element | undefined, { exempt }: ExpectedLine, documentType: number): boolean {
  const written = textOf(element, 'IndExe')
  return written === (exempt ? '1' : undefined) || (exemptTypes.includes(documentType) && written === '1')
}

function hasValues (element: Element | undefined, line: ExpectedLine): boolean {
  const { amount, discount, surcharge } = lineAmounts(line)
  return isNumber(element, 'QtyItem', line.quantity) && isNumber(element, 'PrcItem', line.price) &&
    isNumber(element, 'DescuentoPct', line.discountPercent) &&
    isNumber(element, 'DescuentoMonto', line.discountPercent === undefined ? undefined : discount) &&
    isNumber(element, 'RecargoPct', line.surchargePercent) &&
    isNumber(element, 'RecargoMonto', line.surchargePercent === undefined ? undefined : surcharge) &&
    isNumber(element, 'MontoItem', amount)
}

function discountProblems ({ body, expected }: Reviewed): string[] {
  const isRight = expected.export ? areSurchargesRight(body, expected.export) : isDiscountRight(body, expected)
  return isRight ? [] : ['El Descuento Global No Cuadra con lo Especificado']
}

function isDiscountRight (body: Element, { globalDiscountPercent: percent }: ExpectedDocument): boolean {
  const written = childrenOf(body, 'DscRcgGlobal')
  const [element] = written
  return percent === undefined
    ? written.length === 0
    : written.length === 1 && isText(element, 'NroLinDR', 1) && isText(element, 'TpoMov', 'D') &&
      isText(element, 'TpoValor', '%') && isNumber(element, 'ValorDR', percent) && isText(element, 'IndExeDR', undefined)
}

function referenceProblems (
  { body, expected: { documentType, changes, export: abroad }, caseNumber }: Reviewed, { set, bodies }: Whole
): string[] {
  const references = childrenOf(body, 'Referencia')
  const papers = abroad?.references ?? []
  const count = 1 + papers.length + (changes ? 1 : 0)
  if (references.length !== count) return [`El Documento Debe Tener ${count} Linea(s) de Referencia`]
  const date = textOf(body, 'Encabezado/IdDoc/FchEmis')
  const reason = `CASO ${set.attentionNumber}-${caseNumber}`
  const [toCase] = references
  const isCaseNamed = documentType === boleta
    ? isBoletaReference(toCase, caseNumber)
    : isSetReference(toCase, { reason, date })
  const arePapersNamed = papers.every((type, index) =>
    namesPaper(references[index + 1], { type, number: index + 2, date }))
  const isChangedNamed = !changes ||
    namesChanged(references.at(-1), { ...changes, number: count }, bodies[changes.case - 1])
  return [
    ...problemUnless(isCaseNamed, 'La Referencia al Caso del Set No Corresponde'),
    ...problemUnless(arePapersNamed, 'La Referencia al Documento de Transporte No Corresponde'),
    ...problemUnless(isChangedNamed, 'La Referencia al Documento del Set No Corresponde')
  ]
}

function problemUnless (isRight: boolean, text: string): string[] {
  return isRight ? [] : [text]
}

const boleta = 39

/** Boletas name the case alone. */
function isBoletaReference (reference: Element | undefined, caseNumber: number): boolean {
  return isText(reference, 'NroLinRef', 1) && isText(reference, 'CodRef', 'SET') &&
    isText(reference, 'RazonRef', `CASO-${caseNumber}`) && isText(reference, 'TpoDocRef', undefined) &&
    isText(reference, 'FolioRef', undefined)
}

/** A document of transport or customs, under any number. */
function namesPaper (
  reference: Element | undefined, { type, number, date }: { type: string, number: number, date: string | undefined }
): boolean {
  return isText(reference, 'NroLinRef', number) && isText(reference, 'TpoDocRef', type) &&
    (textOf(reference, 'FolioRef') ?? '') !== '' && isText(reference, 'FchRef', date) && isText(reference, 'CodRef', undefined)
}

/** Any folio was approved: 0, the document's own, the case. */
function isSetReference (
  reference: Element | undefined, { reason, date }: { reason: string, date: string | undefined }
): boolean {
  return isText(reference, 'NroLinRef', 1) && isText(reference, 'TpoDocRef', 'SET') &&
    isText(reference, 'CodRef', undefined) && /^\d+$/.test(textOf(reference, 'FolioRef') ?? '') &&
    isText(reference, 'RazonRef', reason) && isText(reference, 'FchRef', date)
}

function namesChanged (
  reference: Element | undefined,
  { code, reason, number }: NonNullable<ExpectedDocument['changes']> & { number: number }, changed: Element | undefined
): boolean {
  return isText(reference, 'NroLinRef', number) && isText(reference, 'CodRef', code) && isText(reference, 'RazonRef', reason) &&
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

/** Whether an invoice has the customer of an earlier document of another case. */
function isRepeatedReceiver (
  { expected: { documentType, changes, transfer }, caseNumber }: Reviewed, receivers: readonly (string | undefined)[]
): boolean {
  const isInvoice = salesTypes.includes(documentType) && !changes && transfer?.reason !== 5
  return isInvoice && receivers.indexOf(receivers[caseNumber - 1]) !== caseNumber - 1
}

const salesTypes = [33, 34, 52]

function amountProblems ({ body, expected }: Reviewed): string[] {
  const isRight = expected.export
    ? areExportTotalsRight(body, expected, expected.export)
    : areTotalsRight(body, expected)
  return isRight ? [] : ['Los Montos Totales del Documento No Cuadran con lo Especificado']
}

function areTotalsRight (body: Element, expected: ExpectedDocument): boolean {
  const { net, exempt, tax, total } = amountsOf(expected)
  const totals = child(child(body, 'Encabezado'), 'Totales')
  const isSum = (name: string, amount: number): boolean => Number(textOf(totals, name) ?? 0) === amount
  return isSum('MntNeto', net) && isSum('MntExe', exempt) && isSum('IVA', tax) && isRate(totals, expected, tax) &&
    isWithheld(totals, expected.withheld ? tax : undefined) &&
    keptByAgent(expected).some((kept) => isNumber(totals, 'MntTotal', total - kept.net - kept.tax) &&
      areCommissionsRight(body, expected, kept))
}

/** Boletas have none, and documents without VAT need none. */
function isRate (totals: Element | undefined, { documentType }: ExpectedDocument, tax: number): boolean {
  const rate = textOf(totals, 'TasaIVA')
  if (documentType === boleta) return rate === undefined
  return rate === undefined ? tax === 0 : Number(rate) === 19
}

function isWithheld (totals: Element | undefined, tax: number | undefined): boolean {
  const written = childrenOf(totals, 'ImptoReten')
  const [element] = written
  if (tax === undefined) return written.length === 0
  return written.length === 1 && isText(element, 'TipoImp', 15) && isNumber(element, 'TasaImp', 19) &&
    isNumber(element, 'MontoImp', tax)
}

/** Net and VAT of the commissions: the VAT of their sum was approved, and "Formato DTE" has the sum of their VAT. */
function keptByAgent ({ commissions = [] }: ExpectedDocument): { net: number, tax: number }[] {
  const net = commissions.reduce((sum, one) => sum + one.net, 0)
  const taxes = [halfUp(net * 19, 100), commissions.reduce((sum, one) => sum + halfUp(one.net * 19, 100), 0)]
  return taxes.map((tax) => ({ net, tax }))
}

function areCommissionsRight (
  body: Element, { commissions = [] }: ExpectedDocument, kept: { net: number, tax: number }
): boolean {
  const totals = child(child(child(body, 'Encabezado'), 'Totales'), 'Comisiones')
  const written = childrenOf(body, 'Comisiones')
  if (commissions.length === 0) return totals === undefined && written.length === 0
  return written.length === commissions.length && isNumber(totals, 'ValComNeto', kept.net) &&
    isNumber(totals, 'ValComIVA', kept.tax) && isNumber(totals, 'ValComExe', 0) &&
    commissions.every(({ name, net }, index) => isText(written[index], 'NroLinCom', index + 1) &&
      isText(written[index], 'TipoMovim', 'C') && isText(written[index], 'Glosa', name) &&
      isNumber(written[index], 'ValComNeto', net) && isNumber(written[index], 'ValComExe', 0) &&
      isNumber(written[index], 'ValComIVA', halfUp(net * 19, 100)))
}
