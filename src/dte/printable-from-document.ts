import { additionalTaxName } from './additional-taxes.ts'
import { pesosInWords } from './amount-in-words.ts'
import type { Decimal } from './amounts.ts'
import type { DocumentLine, DocumentReceiver, DocumentReference, DocumentTotals, DocumentTransport, GlobalDiscount, TaxDocument } from './document.ts'
import { documentTypeFacts } from './document-types.ts'
import { paymentMedias, paymentMethods, referenceInvoiceTypes, type LookupRow } from './lookups.ts'
import type { PrintableDocument, PrintableLine } from './printable.ts'
import { present } from './present.ts'
import { formatRut } from './rut.ts'

/** What the printed copy shows beside the document itself. */
export interface PrintingFacts {
  folio: number
  /** The text of the TED, exactly as in the XML. */
  ted: string
  /** The SII's resolution that authorises the tenant: printed below the barcode. */
  resolution: { number: number, year: number }
  siiOffice?: string | undefined
  /** Across documents of certification, which are worth nothing. */
  watermark?: string | undefined
}

const familyNames: Record<number, string> = { 1: ' exento', 2: ' no facturable' }
const changes: Record<string, string> = { 1: 'Anula documento', 2: 'Corrige texto', 3: 'Corrige montos' }

/** The printed representation of an issued document, in Spanish (SII, "Manual de muestras impresas"). */
export function printable (document: TaxDocument, { folio, ted, resolution, siiOffice, watermark }: PrintingFacts): PrintableDocument {
  const { documentType, issueDate, dueDate, sender, totals } = document
  const { printedName, cedibleLegend } = documentTypeFacts(documentType)
  return present<PrintableDocument>({
    documentType,
    documentName: printedName,
    folio,
    issueDate,
    dueDate,
    paymentMethod: nameOf(paymentMethods, document.paymentMethod),
    paymentMedia: paymentMedias.find(({ id }) => id === document.paymentMedia)?.name,
    sender: present<PrintableDocument['sender']>({ ...senderOf(document), taxNumber: formatRut(sender.taxNumber), siiOffice }),
    receiver: receiverOf(document.receiver),
    transport: document.transport && transportRows(document.transport),
    details: document.lines.map(lineOf),
    globalDiscounts: document.globalDiscounts.map(globalDiscountRow),
    references: document.references.map(referenceOf),
    totals: totalsRows(totals),
    totalAmount: totals.totalAmount,
    totalInWords: `Son: ${pesosInWords(totals.totalAmount)}`,
    ted,
    resolution,
    cedibleLegend,
    watermark
  })
}

function senderOf ({ sender }: TaxDocument): Omit<PrintableDocument['sender'], 'taxNumber' | 'siiOffice'> {
  const { businessName, businessActivity, address, municipality, city, branchName, phone, email, salesPerson } = sender
  return present<Omit<PrintableDocument['sender'], 'taxNumber' | 'siiOffice'>>({
    businessName, businessActivity, address, municipality, city, branchName, phone, email, salesPerson
  })
}

function receiverOf (receiver: DocumentReceiver): PrintableDocument['receiver'] {
  const { taxNumber, businessName, businessActivity, address, municipality, city, email, internalCode } = receiver
  return present<PrintableDocument['receiver']>({
    taxNumber: formatRut(taxNumber), businessName, businessActivity, address, municipality, city, email, internalCode
  })
}

function transportRows (transport: DocumentTransport): { label: string, value: string }[] {
  const { driver } = transport
  const rows: [string, (string | undefined)[]][] = [
    ['Patente', [transport.licensePlate]],
    ['Patente del carro', [transport.trailerPlate]],
    ['RUT del transportista', [transport.carrierTaxNumber && formatRut(transport.carrierTaxNumber)]],
    ['Chofer', driver ? [driver.name, formatRut(driver.taxNumber)] : []],
    ['Destino', [transport.destinationAddress, transport.destinationMunicipality, transport.destinationCity]],
    ['Salida', [transport.departureDate, transport.departureTime]],
    ['Llegada', [transport.arrivalDate]]
  ]
  return rows
    .map(([label, values]) => ({ label, value: values.filter((value) => value !== undefined).join(', ') }))
    .filter(({ value }) => value !== '')
}

function lineOf (line: DocumentLine): PrintableLine {
  return present<PrintableLine>({
    lineNumber: line.lineNumber,
    itemCode: line.itemCode?.codeValue,
    itemName: line.itemName,
    itemDescription: line.itemDescription,
    quantity: line.quantity,
    unitOfMeasure: line.unitOfMeasure,
    unitPrice: line.unitPrice,
    discount: discountOf(line),
    exempt: line.exemptIndicator !== undefined,
    lineTotal: line.lineTotal
  })
}

function discountOf (line: DocumentLine): string | undefined {
  const parts = [
    partOf('', line.discountPercentage, line.discountAmount),
    partOf('+ ', line.surchargePercentage, line.surchargeAmount)
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

function partOf (sign: string, percentage: Decimal | undefined, amount: Decimal | undefined): string | undefined {
  if (percentage !== undefined) return `${sign}${percent(percentage)}`
  return amount && `${sign}$ ${thousands(amount)}`
}

function globalDiscountRow (row: GlobalDiscount): { label: string, amount: string } {
  const what = row.movement === 'D' ? 'Descuento' : 'Recargo'
  const family = familyNames[row.exemptIndicator ?? 0] ?? ''
  const share = row.valueType === '%' ? ` ${percent(row.value)}` : ''
  const description = row.description === undefined ? '' : `: ${row.description}`
  return { label: `${what} global${family}${share}${description}`, amount: row.movement === 'D' && row.amount !== '0' ? `-${row.amount}` : row.amount }
}

function referenceOf (reference: DocumentReference): PrintableDocument['references'][number] {
  const { documentType = '', folio = '', date, reason, code } = reference
  return present<PrintableDocument['references'][number]>({
    documentName: nameOf(referenceInvoiceTypes, documentType) ?? documentType,
    folio,
    date,
    reason,
    code: code && (changes[code] ?? code)
  })
}

function totalsRows (totals: DocumentTotals): { label: string, amount: string }[] {
  const rows: [string, Decimal | undefined][] = [
    ['Monto neto', totals.vatRate && totals.netAmount],
    ['Monto exento', totals.exemptAmount === '0' ? undefined : totals.exemptAmount],
    [`IVA ${percent(totals.vatRate ?? '')}`, totals.vatRate && totals.taxAmount],
    ...totals.taxes.map((tax): [string, Decimal] => [taxLabel(tax.taxCode, tax.taxRate), tax.taxAmount]),
    ['Garantía de envases', totals.depositAmount],
    ['Monto no facturable', totals.nonBillableAmount],
    ['Monto del período', totals.periodAmount]
  ]
  return rows.flatMap(([label, amount]) => amount === undefined ? [] : [{ label, amount }])
}

function taxLabel (code: string, rate: Decimal | undefined): string {
  return rate === undefined ? additionalTaxName(code) : `${additionalTaxName(code)} ${percent(rate)}`
}

function nameOf (rows: readonly LookupRow[], code: string | number | undefined): string | undefined {
  return rows.find((row) => row.code === String(code))?.name
}

function percent (rate: string): string {
  return `${rate.replace('.', ',')} %`
}

function thousands (amount: Decimal): string {
  return amount.replace(/\B(?=(\d{3})+$)/g, '.')
}
