import { type Element, child, childrenOf } from '../judge/xml.ts'
import { proportionality } from './book-sets.ts'
import { halfUp } from './cases.ts'
import type { IssuedFacts } from './document-facts.ts'
import { isNumber, isText, textOf } from './element-checks.ts'
import type { Review, ReviewReason } from './review.ts'
import type { PurchaseRow } from './test-set.ts'

interface Book {
  /** EnvioLibro, or DocumentoConsumoFolios. */
  part: Element
  attentionNumber: number
  /** Of the approved attempt at the set that the book is about. */
  documents: readonly IssuedFacts[]
}

/** An amount that may be left out when it is 0. */
const isAmount = (element: Element | undefined, name: string, amount: number): boolean =>
  Number(textOf(element, name) ?? 0) === amount

function reviewed (reasons: readonly ReviewReason[]): Review {
  return { state: reasons.length === 0 ? 'SOK' : 'SRH', reasons: [...reasons] }
}

const ofWhole = (text: string): ReviewReason => ({ case: 0, documentType: 0, folio: '', text })

function ofDocument (documentType: number, folio: number): ReviewReason {
  return {
    case: 0, documentType, folio: String(folio),
    text: `Los Datos del Documento Tipo ${documentType} Folio ${folio} No Cuadran con lo Especificado`
  }
}

/** The period is the month of the documents, the notification the attention number of the set. */
function coverReasons (
  { part, attentionNumber }: Book, { month, operation }: { month: string, operation?: string }
): ReviewReason[] {
  const cover = child(part, 'Caratula')
  const isRight = isText(cover, 'TipoOperacion', operation) && isText(cover, 'PeriodoTributario', month) &&
    isNumber(cover, 'FolioNotificacion', attentionNumber)
  return isRight ? [] : [ofWhole('La Caratula del Libro No Corresponde')]
}

const monthOf = ([first]: readonly IssuedFacts[]): string => first?.date.slice(0, 7) ?? ''

/** A summary for each type of the set and for no other, and as many lines as the set has documents. */
function countReasons (part: Element, types: ReadonlySet<number>, count: number): ReviewReason[] {
  const summaries = childrenOf(child(part, 'ResumenPeriodo'), 'TotalesPeriodo').map((one) => Number(textOf(one, 'TpoDoc')))
  const areTypes = summaries.length === types.size && summaries.every((type) => types.has(type))
  return [
    ...areTypes ? [] : [ofWhole('El Numero de Lineas de Resumen No Cuadra')],
    ...childrenOf(part, 'Detalle').length === count ? [] : [ofWhole('El Numero de Documentos del Libro No Cuadra')]
  ]
}

function lineOf (part: Element, documentType: number, folio: number): Element | undefined {
  return childrenOf(part, 'Detalle')
    .find((line) => isNumber(line, 'TpoDoc', documentType) && isNumber(line, 'NroDoc', folio))
}

/** The book of sales: exactly the documents of the set, each with its amounts. */
export function reviewSalesBook (book: Book): Review {
  const { part, documents } = book
  return reviewed([
    ...coverReasons(book, { month: monthOf(documents), operation: 'VENTA' }),
    ...countReasons(part, new Set(documents.map(({ documentType }) => documentType)), documents.length),
    ...documents.filter((one) => !isSale(lineOf(part, one.documentType, one.folio), one))
      .map(({ documentType, folio }) => ofDocument(documentType, folio))
  ])
}

function isSale (line: Element | undefined, { date, receiver, exempt, net, tax, total }: IssuedFacts): boolean {
  const isRate = net === 0 ? [undefined, '19'].includes(textOf(line, 'TasaImp')) : isNumber(line, 'TasaImp', 19)
  return line !== undefined && isText(line, 'FchDoc', date) && isText(line, 'RUTDoc', receiver) && isRate &&
    isAmount(line, 'MntExe', exempt) && isAmount(line, 'MntNeto', net) && isAmount(line, 'MntIVA', tax) &&
    isAmount(line, 'MntTotal', total) && isText(line, 'Anulado', undefined)
}

/** The book of purchases: the seven of the file, with the treatment of their VAT. */
export function reviewPurchaseBook (book: Book, purchases: readonly PurchaseRow[]): Review {
  const { part } = book
  const month = textOf(child(part, 'Caratula'), 'PeriodoTributario') ?? ''
  const common = childrenOf(child(part, 'ResumenPeriodo'), 'TotalesPeriodo').find((one) => child(one, 'TotIVAUsoComun'))
  return reviewed([
    ...coverReasons(book, { month: book.documents.length > 0 ? monthOf(book.documents) : month, operation: 'COMPRA' }),
    ...countReasons(part, new Set(purchases.map(({ documentType }) => documentType)), purchases.length),
    ...purchases.flatMap((row) => purchaseReasons(lineOf(part, row.documentType, row.folio), row, month)),
    ...isNumber(common, 'FctProp', proportionality) ? [] : [ofWhole('El Factor de Proporcionalidad No Corresponde')]
  ])
}

function purchaseReasons (line: Element | undefined, row: PurchaseRow, month: string): ReviewReason[] {
  const { documentType, folio, exempt, net, vat } = row
  const tax = halfUp(net * 19, 100)
  const taxIf = (...kinds: PurchaseRow['vat'][]): number => kinds.includes(vat) ? tax : 0
  const withheld = vat === 'withheld' ? [15, tax] : []
  if (!isCode(line, { of: 'OtrosImp', code: 'CodImp', amount: 'MntImp' }, withheld)) {
    return [ofWhole(`Resumen Doc ${documentType} - No Informa Adecuadamente IVA Retenido Total`)]
  }
  const free = vat === 'freeDelivery' ? [4, tax] : []
  const isRight = [
    textOf(line, 'FchDoc')?.slice(0, 7) === month, isNumber(line, 'TasaImp', 19), !isText(line, 'RUTDoc', undefined),
    isAmount(line, 'MntExe', exempt), isAmount(line, 'MntNeto', net),
    isAmount(line, 'MntIVA', taxIf('recoverable', 'withheld')), isAmount(line, 'IVAUsoComun', taxIf('commonUse')),
    isCode(line, { of: 'IVANoRec', code: 'CodIVANoRec', amount: 'MntIVANoRec' }, free),
    isAmount(line, 'MntTotal', exempt + net + taxIf('recoverable', 'commonUse', 'freeDelivery'))
  ].every(Boolean)
  return line && isRight ? [] : [ofDocument(documentType, folio)]
}

/** One amount with its code, or none. */
function isCode (
  line: Element | undefined, names: { of: string, code: string, amount: string }, wanted: readonly number[]
): boolean {
  const written = childrenOf(line, names.of)
  const [code, amount] = wanted
  return written.length === (code === undefined ? 0 : 1) && written.every((one) =>
    isNumber(one, names.code, code) && isNumber(one, names.amount, amount) && [undefined, '19'].includes(textOf(one, 'TasaImp')))
}

/** The book of delivery notes: a transfer, a sale that was invoiced, and one that was annulled. */
export function reviewGuideBook (book: Book): Review {
  const { part, documents } = book
  const lines = childrenOf(part, 'Detalle')
  const isNote = [isTransfer, isInvoicedSale, isAnnulled]
  return reviewed([
    ...coverReasons(book, { month: monthOf(documents) }),
    ...lines.length === documents.length ? [] : [ofWhole('El Numero de Documentos del Libro No Cuadra')],
    ...documents.flatMap((one, index) => {
      const line = lines.find((element) => isNumber(element, 'Folio', one.folio))
      if (line && child(line, 'MntModificado')) return [ofWhole('El Monto de Guias Modificadas No Cuadra')]
      return line && isNote[index]?.(line, one) ? [] : [ofDocument(one.documentType, one.folio)]
    })
  ])
}

function isTransfer (line: Element, { date, issuer }: IssuedFacts): boolean {
  return isText(line, 'Anulado', undefined) && isNumber(line, 'TpoOper', 5) && isText(line, 'FchDoc', date) &&
    isText(line, 'RUTDoc', issuer) && isAmount(line, 'MntTotal', 0)
}

function isInvoicedSale (line: Element, { date, receiver, net, tax, total }: IssuedFacts): boolean {
  return isText(line, 'Anulado', undefined) && isNumber(line, 'TpoOper', 1) && isText(line, 'FchDoc', date) &&
    isText(line, 'RUTDoc', receiver) && isAmount(line, 'MntNeto', net) && isNumber(line, 'TasaImp', 19) &&
    isAmount(line, 'IVA', tax) && isAmount(line, 'MntTotal', total)
}

function isAnnulled (line: Element): boolean {
  return isText(line, 'Anulado', 2)
}

/** The daily summary of boletas (RCOF): their sums, and their folios. */
export function summaryReasons (part: Element | undefined, boletas: readonly IssuedFacts[]): ReviewReason[] {
  const summaries = childrenOf(part, 'Resumen')
  const [summary] = summaries
  const [first] = boletas
  const cover = child(part, 'Caratula')
  const sum = (member: 'net' | 'tax' | 'exempt' | 'total') => boletas.reduce((total, one) => total + one[member], 0)
  const isRight = [
    summaries.length === 1, isNumber(summary, 'TipoDocumento', first?.documentType),
    isText(cover, 'FchInicio', first?.date), isText(cover, 'FchFinal', first?.date),
    isAmount(summary, 'MntNeto', sum('net')), isAmount(summary, 'MntIva', sum('tax')),
    isAmount(summary, 'MntExento', sum('exempt')), isNumber(summary, 'MntTotal', sum('total')),
    isNumber(summary, 'FoliosEmitidos', boletas.length), boletas.every(({ folio }) => isInRange(summary, folio))
  ].every(Boolean)
  return isRight ? [] : [ofWhole('No Informa Adecuadamente el Consumo de Folios de las Boletas')]
}

function isInRange (summary: Element | undefined, folio: number): boolean {
  return childrenOf(summary, 'RangoUtilizados').some((range) =>
    Number(textOf(range, 'Inicial')) <= folio && folio <= Number(textOf(range, 'Final')))
}
