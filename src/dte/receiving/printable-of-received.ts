import type { PrintableDocument, PrintableLine } from '../printing/printable.ts'
import { discountText } from '../printing/printable-rows.ts'
import { additionalTaxName, isWithheld } from '../tables/additional-taxes.ts'
import { type LookupRow, paymentMethods, referenceInvoiceTypes } from '../tables/lookups.ts'
import { foreignAmountInWords, pesosInWords } from '../values/amount-in-words.ts'
import { type Decimal, negate } from '../values/amounts.ts'
import { chileanPeso, pluralOf } from '../values/currencies.ts'
import { documentTypeFacts } from '../values/document-types.ts'
import { present } from '../values/present.ts'
import { formatRut } from '../values/rut.ts'
import { dateOf, decimalOf, integerOf } from '../xml/lexical.ts'
import { childOf, childrenOf, type ReceivedElement, textAt } from '../xml/received.ts'
import { plainXml } from './plain-xml.ts'
import type { DocumentFacts } from './received-document.ts'

/** Across every page: it is not the supplier's own print. */
const receivedWatermark = 'REPRESENTACIÓN DEL DOCUMENTO RECIBIDO'

type Resolution = PrintableDocument['resolution']

/**
 * What the XML of a received document says, to be printed. Without the issuer's resolution, which only a cover has, it
 * is printed without its stamp.
 */
export function printableOfReceived (
  part: ReceivedElement, facts: DocumentFacts, resolution: Resolution | undefined
): PrintableDocument {
  const header = childOf(part, 'Encabezado')
  const text = (path: string) => textAt(header, path) || undefined
  const stamp = childOf(part, 'TED')
  const currency = text('Totales/TpoMoneda')
  return present<PrintableDocument>({
    documentType: facts.documentType,
    documentName: documentTypeFacts(facts.documentType).printedName,
    folio: facts.folio, issueDate: facts.issueDate, dueDate: facts.dueDate ?? undefined,
    paymentMethod: nameOf(paymentMethods, String(facts.paymentMethod)),
    paymentMedia: undefined, currency, currencyName: currency && pluralOf(currency),
    sender: present<PrintableDocument['sender']>({
      taxNumber: formatRut(facts.issuer), businessName: facts.issuerName,
      businessActivity: text('Emisor/GiroEmis') ?? '', address: text('Emisor/DirOrigen'),
      municipality: text('Emisor/CmnaOrigen'), city: text('Emisor/CiudadOrigen'), branchName: text('Emisor/Sucursal'),
      phone: text('Emisor/Telefono'), email: text('Emisor/CorreoEmisor'), salesPerson: text('Emisor/CdgVendedor'),
      siiOffice: undefined
    }),
    receiver: present<PrintableDocument['receiver']>({
      taxNumber: formatRut(facts.receiver), businessName: facts.receiverName, businessActivity: text('Receptor/GiroRecep'),
      address: text('Receptor/DirRecep'), municipality: text('Receptor/CmnaRecep'), city: text('Receptor/CiudadRecep'),
      email: text('Receptor/CorreoRecep'), internalCode: text('Receptor/CdgIntRecep')
    }),
    conditions: undefined, transport: undefined,
    details: childrenOf(part, 'Detalle').map((line, index) => lineOf(line, index, currency ?? chileanPeso)),
    globalDiscounts: childrenOf(part, 'DscRcgGlobal').map(globalDiscountOf),
    references: childrenOf(part, 'Referencia').map(referenceOf),
    totals: totalsOf(childOf(header, 'Totales')), totalAmount: facts.totalAmount,
    totalInWords: `Son: ${inWords(facts.totalAmount, currency)}`,
    ted: stamp && resolution ? plainXml(stamp) : '',
    resolution: resolution ?? { number: 0, year: Number(facts.issueDate.slice(0, 4)) },
    cedibleLegend: undefined, watermark: receivedWatermark
  })
}

function inWords (amount: Decimal, currency: string = chileanPeso): string {
  return currency === chileanPeso ? pesosInWords(amount) : foreignAmountInWords(amount, pluralOf(currency))
}

function nameOf (rows: readonly LookupRow[], code: string | undefined): string | undefined {
  return rows.find((row) => row.code === code)?.name
}

function decimalAt (element: ReceivedElement, path: string): Decimal | undefined {
  return decimalOf(textAt(element, path))
}

const exempt = 1

function lineOf (line: ReceivedElement, index: number, currency: string): PrintableLine {
  const text = (path: string) => textAt(line, path) || undefined
  return present<PrintableLine>({
    lineNumber: integerOf(textAt(line, 'NroLinDet')) ?? index + 1, itemCode: text('CdgItem/VlrCodigo'),
    itemName: textAt(line, 'NmbItem'), itemDescription: text('DscItem'), quantity: decimalAt(line, 'QtyItem'),
    unitOfMeasure: text('UnmdItem'), unitPrice: decimalAt(line, 'PrcItem'),
    discount: discountText({
      discountPercentage: decimalAt(line, 'DescuentoPct'), discountAmount: decimalAt(line, 'DescuentoMonto'),
      surchargePercentage: decimalAt(line, 'RecargoPct'), surchargeAmount: decimalAt(line, 'RecargoMonto')
    }, currency),
    exempt: integerOf(textAt(line, 'IndExe')) === exempt, lineTotal: decimalAt(line, 'MontoItem') ?? '0'
  })
}

/** The amount of a percentage is in no element; its row shows the percentage. */
function globalDiscountOf (row: ReceivedElement): { label: string, amount: string } {
  const isDiscount = textAt(row, 'TpoMov') === 'D'
  const isShare = textAt(row, 'TpoValor') === '%'
  const value = decimalAt(row, 'ValorDR') ?? '0' as Decimal
  const share = isShare ? ` ${value.replace('.', ',')} %` : ''
  const label = `${isDiscount ? 'Descuento' : 'Recargo'} global${share} ${textAt(row, 'GlosaDR')}`.trim()
  return { label, amount: isShare ? '0' : isDiscount ? negate(value) : value }
}

function referenceOf (reference: ReceivedElement): PrintableDocument['references'][number] {
  const text = (name: string) => textAt(reference, name)
  return present<PrintableDocument['references'][number]>({
    documentName: nameOf(referenceInvoiceTypes, text('TpoDocRef')) ?? text('TpoDocRef'), folio: text('FolioRef'),
    date: dateOf(text('FchRef')), reason: text('RazonRef') || undefined, code: text('CodRef') || undefined
  })
}

const totalLabels = {
  MntNeto: 'Monto neto', MntExe: 'Monto exento', IVA: 'IVA', GrntDep: 'Garantía de envases', CredEC: 'Crédito especial',
  IVANoRet: 'IVA no retenido', MontoNF: 'Monto no facturable', MontoPeriodo: 'Monto del período',
  SaldoAnterior: 'Saldo anterior', VlrPagar: 'Valor a pagar'
}

function totalsOf (totals: ReceivedElement | undefined): PrintableDocument['totals'] {
  const rows = totals?.children.flatMap((element) => {
    const { name } = element
    if (name === 'ImptoReten') return taxOf(element)
    const amount = decimalOf(element.text)
    return amount !== undefined && name in totalLabels
      ? [{ label: totalLabels[name as keyof typeof totalLabels], amount }]
      : []
  })
  return rows ?? []
}

function taxOf (tax: ReceivedElement): PrintableDocument['totals'] {
  const amount = decimalAt(tax, 'MontoImp')
  const code = textAt(tax, 'TipoImp')
  if (amount === undefined) return []
  return [{ label: additionalTaxName(code), amount: isWithheld(code) ? negate(amount) : amount }]
}

/** The resolution of a cover, as it is printed below the stamp. */
export function resolutionIn (cover: ReceivedElement | undefined): Resolution | undefined {
  const [number, date] = [resolutionNumberIn(cover), dateOf(textAt(cover, 'FchResol'))]
  if (number === undefined || date === undefined) return undefined
  return { number, year: Number(date.slice(0, 4)) }
}

/** NroResol of a cover [S5, NroResolType]; undefined without one. */
export function resolutionNumberIn (cover: ReceivedElement | undefined): number | undefined {
  const number = integerOf(textAt(cover, 'NroResol'))
  return number !== undefined && number >= 0 && number < 1_000_000 ? number : undefined
}
