import { additionalTaxName } from '../tables/additional-taxes.ts'
import { foreignAmountInWords, pesosInWords } from '../values/amount-in-words.ts'
import { isPositive, negate, zero, type Decimal } from '../values/amounts.ts'
import type {
  DocumentCommission, DocumentLine, DocumentReceiver, DocumentReference, DocumentTotals, GlobalDiscount, TaxDocument
} from '../document.ts'
import { chileanPeso, currencyOf, pluralOf } from '../values/currencies.ts'
import { documentTypeFacts } from '../values/document-types.ts'
import {
  exportPaymentMethods, paymentMedias, paymentMethods, referenceInvoiceTypes, type LookupRow
} from '../tables/lookups.ts'
import type { PrintableDocument, PrintableLine } from './printable.ts'
import { conditionRows } from './printable-conditions.ts'
import { discountText, percent, thousands } from './printable-rows.ts'
import { ticketSentences } from './printable-ticket.ts'
import { present } from '../values/present.ts'
import { transportRows } from './printable-transport.ts'
import { formatRut } from '../values/rut.ts'
import { signedTax } from '../reading/totals.ts'
import { isSale } from '../reading/transfers.ts'

/** What the printed copy shows beside the document itself. */
export interface PrintingFacts {
  folio: PrintableDocument['folio']
  /** The text of the TED, exactly as in the XML. */
  ted: string
  /** The SII's resolution that authorises the tenant: printed below the barcode. */
  resolution: { number: number, year: number }
  siiOffice?: string | undefined
  /** Across documents of certification, and void ones, which are worth nothing. */
  watermark?: string | undefined
  /** False for a document that has no copy to assign, whatever its type. */
  hasCopy?: boolean | undefined
}

const familyNames: Record<number, string> = { 1: ' exento', 2: ' no facturable' }
const exempt = 1
const changes: Record<string, string> = { 1: 'Anula documento', 2: 'Corrige texto', 3: 'Corrige montos' }

/** The printed representation of an issued document, in Spanish (SII, "Manual de muestras impresas"). */
export function printable (
  document: TaxDocument, { folio, ted, resolution, siiOffice, watermark, hasCopy = true }: PrintingFacts
): PrintableDocument {
  const { documentType, issueDate, dueDate, sender, totals } = document
  const { printedName, cedibleLegend } = documentTypeFacts(documentType)
  return present<PrintableDocument>({
    documentType,
    documentName: printedName,
    folio,
    issueDate,
    dueDate,
    paymentMethod: nameOf(paymentMethods, document.paymentMethod) ??
      nameOf(exportPaymentMethods, document.exportPaymentMethod),
    paymentMedia: paymentMedias.find(({ id }) => id === document.paymentMedia)?.name,
    currency: totals.currency,
    currencyName: totals.currency && capitalised(pluralOf(totals.currency)),
    sender: present<PrintableDocument['sender']>({
      ...senderOf(document), taxNumber: formatRut(sender.taxNumber), siiOffice
    }),
    receiver: receiverOf(document.receiver),
    conditions: conditionRows(document),
    transport: transportRows(document),
    details: document.lines.map((line) => lineOf(line, currencyOf(totals))),
    globalDiscounts: document.globalDiscounts.map(globalDiscountRow),
    references: document.references.filter(saysMoreThanWhoSold).map(referenceOf),
    totals: totalsRows(document),
    totalAmount: totals.totalAmount,
    totalInWords: `Son: ${inWords(totals)}`,
    ted,
    resolution,
    // [S6, 1.4]: a delivery note of goods that are not sold has no copy to assign.
    cedibleLegend: hasCopy && (documentType !== 52 || isSale(document)) ? cedibleLegend : undefined,
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

function lineOf (line: DocumentLine, currency: string): PrintableLine {
  return present<PrintableLine>({
    lineNumber: line.lineNumber,
    itemCode: line.itemCode?.codeValue,
    itemName: line.itemName,
    itemDescription: descriptionOf(line),
    quantity: line.quantity,
    unitOfMeasure: line.unitOfMeasure,
    unitPrice: line.unitPrice,
    discount: discountText(line, currency),
    exempt: line.exemptIndicator === exempt,
    lineTotal: line.lineTotal
  })
}

// What a line is when it is neither sold with VAT nor exempt; and what it settles.
const natures: Record<number, string> = {
  2: 'No facturable',
  3: 'Garantía de envases',
  4: 'No constituye venta',
  5: 'Ítem a rebajar',
  6: 'No facturable, a rebajar'
}

function descriptionOf (
  { exemptIndicator = 0, settledDocumentType, itemDescription, ticket, principalTaxNumber }: DocumentLine
): string | undefined {
  const settled = settledDocumentType &&
    `Liquida: ${nameOf(referenceInvoiceTypes, settledDocumentType) ?? settledDocumentType}`
  const parts = [
    natures[exemptIndicator], settled, itemDescription, ...ticket ? ticketSentences(ticket) : [],
    principalTaxNumber && `Por cuenta de ${formatRut(principalTaxNumber)}`
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join('. ') : undefined
}

function globalDiscountRow (row: GlobalDiscount): { label: string, amount: string } {
  const what = row.movement === 'D' ? 'Descuento' : 'Recargo'
  const family = familyNames[row.exemptIndicator ?? 0] ?? ''
  const share = row.valueType === '%' ? ` ${percent(row.value)}` : ''
  const description = row.description === undefined ? '' : `: ${row.description}`
  return {
    label: `${what} global${family}${share}${description}`,
    amount: row.movement === 'D' && row.amount !== '0' ? `-${row.amount}` : row.amount
  }
}

// Folio 0 stands for more documents of a type than can be named (IndGlobal).
const severalDocuments = '0'

function saysMoreThanWhoSold ({ documentType, folio, date, code, reason }: DocumentReference): boolean {
  return [documentType, folio, date, code, reason].some((value) => value !== undefined)
}

function referenceOf (reference: DocumentReference): PrintableDocument['references'][number] {
  const { documentType = '', folio = '', issuerTaxNumber, date, reason, code } = reference
  const name = nameOf(referenceInvoiceTypes, documentType) ?? documentType
  const remarks = [folio === severalDocuments && 'varios', issuerTaxNumber && `de ${formatRut(issuerTaxNumber)}`]
    .filter(Boolean)
  return present<PrintableDocument['references'][number]>({
    documentName: remarks.length > 0 ? `${name} (${remarks.join(', ')})` : name,
    folio: folio === severalDocuments ? '' : folio,
    date,
    reason,
    code: code && (changes[code] ?? code)
  })
}

type Row = [label: string, amount: Decimal | undefined, currency?: string]

function totalsRows (document: TaxDocument): PrintableDocument['totals'] {
  const { totals, commissions = [] } = document
  const rows: Row[] = [
    ['Monto neto', totals.vatRate && totals.netAmount],
    ['Monto exento', totals.exemptAmount === zero ? undefined : totals.exemptAmount],
    [`IVA ${percent(totals.vatRate ?? '')}`, totals.vatRate && totals.taxAmount],
    ...totals.taxes.map((tax): Row => [taxLabel(tax.taxCode, tax.taxRate), signedTax(tax)]),
    ['Crédito especial empresas constructoras', totals.constructionCredit && negate(totals.constructionCredit)],
    ['Garantía de envases', totals.depositAmount],
    ...commissions.flatMap(commissionRows),
    ['Sin pago', unpaidAmount(totals)],
    ...informativeRows(totals),
    ...otherCurrencyRows(document)
  ]
  return rows.flatMap(([label, amount, currency]) =>
    amount === undefined ? [] : [present<PrintableDocument['totals'][number]>({ label, amount, currency })]
  )
}

// Shown below the total's own summands, and part of no sum.
function informativeRows (totals: DocumentTotals): Row[] {
  return [
    ['IVA no retenido', totals.unwithheldTaxAmount],
    ['IVA propio', totals.ownTaxAmount],
    ['IVA de terceros', totals.thirdPartyTaxAmount],
    ['Monto no facturable', totals.nonBillableAmount],
    ['Monto del período', totals.periodAmount],
    ['Saldo anterior', totals.previousBalance],
    ['Valor a pagar', totals.amountToPay]
  ]
}

function otherCurrencyRows ({ otherCurrency }: TaxDocument): Row[] {
  if (!otherCurrency) return []
  const { currency, exchangeRate, totalAmount } = otherCurrency
  return [[`Total en ${pluralOf(currency)}, a ${thousands(exchangeRate)}`, totalAmount, currency]]
}

function commissionRows ({ description, rate, netAmount, exemptAmount, taxAmount }: DocumentCommission): Row[] {
  const share = rate === undefined ? '' : ` ${percent(rate)}`
  const rows: Row[] = [[`${description}${share}, neto`, netAmount], [`${description}, exento`, exemptAmount], [
    `${description}, IVA`, taxAmount
  ]]
  return rows.filter(([, amount]) => amount !== zero).map(([label, amount]) => [label, amount && negate(amount)])
}

// FmaPagExp 21: the goods have a value, and nothing is paid for them.
function unpaidAmount ({ totalAmount, exemptAmount, currency }: DocumentTotals): Decimal | undefined {
  return currency !== undefined && totalAmount === zero && isPositive(exemptAmount) ? negate(exemptAmount) : undefined
}

function inWords ({ totalAmount, currency = chileanPeso }: DocumentTotals): string {
  return currency === chileanPeso ? pesosInWords(totalAmount) : foreignAmountInWords(totalAmount, pluralOf(currency))
}

function capitalised (text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function taxLabel (code: string, rate: Decimal | undefined): string {
  return rate === undefined ? additionalTaxName(code) : `${additionalTaxName(code)} ${percent(rate)}`
}

function nameOf (rows: readonly LookupRow[], code: string | number | undefined): string | undefined {
  return rows.find((row) => row.code === String(code))?.name
}
