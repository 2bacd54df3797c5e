import type { TaxDocument } from '../../../dte/document.ts'
import { type Decimal, negate, sum } from '../../../dte/values/amounts.ts'
import { documentTypes, isDocumentType } from '../../../dte/values/document-types.ts'
import { santiagoDateTime } from '../../../dte/values/calendar.ts'
import { type ChannelType, channelTypes } from '../../../model/document-states.ts'
import { eachReason } from '../../../model/reasons.ts'
import type { AnnullingNote } from '../../../repositories/invoicing/documents/invoice-references.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import { creditNotes } from '../../../repositories/reports/sold.ts'
import type { Sentence } from '../../../shared/errors.ts'
import type { WrittenCell } from '../../../shared/spreadsheet.ts'
import type { TableColumn } from '../../table-files.ts'
import { customerOf } from './customer.ts'
import { customerTexts, reasonText, stateTexts } from '../document-texts.ts'

interface Exported {
  invoice: InvoiceRow
  createdByName: string | undefined
  annulledBy: AnnullingNote | undefined
  /** Read for the book alone. */
  document: TaxDocument | undefined
  language: keyof Sentence
}

/** A column of a file of documents. */
export interface ExportColumn extends TableColumn { value: (exported: Exported) => WrittenCell }

const channelTexts: Record<ChannelType, Sentence> = {
  [channelTypes.Webhook]: { en: 'API', es: 'API' },
  [channelTypes.BulkInvoice]: { en: 'Bulk submission', es: 'Envío masivo' },
  [channelTypes.Console]: { en: 'By hand', es: 'A mano' }
}

/** What a document is: the first columns of each file. */
const naming: readonly ExportColumn[] = [
  { heading: { en: 'Type', es: 'Tipo' }, width: 6, format: 'number', value: ({ invoice }) => invoice.documentType },
  { heading: { en: 'Document', es: 'Documento' }, width: 34, value: typeName },
  {
    heading: { en: 'Folio', es: 'Folio' }, width: 12, format: 'number',
    value: ({ invoice: { folio } }) => folio === null ? null : Number(folio)
  },
  {
    heading: { en: 'Issue date', es: 'Fecha de emisión' }, width: 18, format: 'date',
    value: ({ invoice }) => ({ day: invoice.issueDate })
  },
  { heading: { en: 'Receiver RUT', es: 'RUT receptor' }, width: 14, value: ({ invoice }) => invoice.receiverTaxNumber },
  { heading: { en: 'Receiver', es: 'Receptor' }, width: 36, value: ({ invoice }) => invoice.receiverName },
  { heading: { en: 'Currency', es: 'Moneda' }, width: 12, value: ({ invoice }) => invoice.currency }
]

const status: ExportColumn = {
  heading: { en: 'Status', es: 'Estado' }, width: 22,
  value: ({ invoice, language }) => stateTexts[invoice.status][language]
}
const externalId: ExportColumn = {
  heading: { en: 'External id', es: 'Id externo' }, width: 24, value: ({ invoice }) => invoice.externalId
}
const id: ExportColumn = { heading: { en: 'Id', es: 'Id' }, width: 38, value: ({ invoice }) => invoice.id }
const headings = {
  net: { en: 'Net', es: 'Neto' }, exempt: { en: 'Exempt', es: 'Exento' }, tax: { en: 'VAT', es: 'IVA' },
  total: { en: 'Total', es: 'Total' }
}

export const listColumns: readonly ExportColumn[] = [
  ...naming,
  amountColumn(headings.net, ({ invoice }) => exact(invoice.netAmount)),
  amountColumn(headings.exempt, ({ invoice }) => exact(invoice.exemptAmount)),
  amountColumn(headings.tax, ({ invoice }) => exact(invoice.taxAmount)),
  amountColumn(headings.total, ({ invoice }) => exact(invoice.totalAmount)),
  status,
  { heading: { en: 'Customer', es: 'Cliente' }, width: 16, value: customerTextOf },
  {
    heading: { en: 'Annulled by', es: 'Anulada por' }, width: 16,
    value: ({ annulledBy }) => annulledBy ? `${annulledBy.documentType} N° ${annulledBy.folio}` : null
  },
  { heading: { en: 'Reasons', es: 'Motivos' }, width: 40, value: reasonsOf },
  { heading: { en: 'Track id', es: 'Id de envío' }, width: 14, value: ({ invoice }) => invoice.trackId },
  {
    heading: { en: 'Issued through', es: 'Emitido por medio de' }, width: 20,
    value: ({ invoice, language }) => channelTexts[invoice.channelType][language]
  },
  { heading: { en: 'Issued by', es: 'Emitido por' }, width: 24, value: ({ createdByName }) => createdByName ?? null },
  {
    heading: { en: 'Issued at', es: 'Emitido el' }, width: 20, format: 'moment',
    value: ({ invoice: { issuedAt } }) => issuedAt && { moment: santiagoDateTime(issuedAt) }
  },
  externalId,
  id
]

/** The book of sales: credit notes have their sign, and each additional tax its column. */
export function bookColumns (taxCodes: readonly string[]): readonly ExportColumn[] {
  return [
    ...naming,
    signedColumn(headings.exempt, ({ invoice }) => exact(invoice.exemptAmount)),
    signedColumn(headings.net, ({ invoice }) => exact(invoice.netAmount)),
    signedColumn(headings.tax, ({ invoice }) => exact(invoice.taxAmount)),
    ...taxCodes.map((code) => signedColumn(
      { en: `Tax ${code}`, es: `Impuesto ${code}` },
      ({ document }) => taxOf(document, code)
    )),
    signedColumn(headings.total, ({ invoice }) => exact(invoice.totalAmount)),
    { heading: { en: 'References', es: 'Referencias' }, width: 30, value: referencesOf },
    { heading: { en: 'Branch', es: 'Sucursal' }, width: 20, value: branchOf },
    status,
    externalId,
    id
  ]
}

function customerTextOf ({ invoice, language }: Exported): string | null {
  const customer = customerOf(invoice, undefined)
  return customer && customerTexts[customer.state][language]
}

function exact (amount: InvoiceRow['totalAmount']): Decimal {
  return amount.toFixed() as Decimal
}

type AmountOf = (exported: Exported) => Decimal

function amountColumn (heading: Sentence, amountOf: AmountOf): ExportColumn {
  return { heading, width: 22, format: 'amount', value: (exported) => ({ amount: amountOf(exported) }) }
}

function signedColumn (heading: Sentence, amountOf: AmountOf): ExportColumn {
  return amountColumn(heading, (exported) => {
    const amount = amountOf(exported)
    return creditNotes.includes(exported.invoice.documentType) ? negate(amount) : amount
  })
}

function taxOf (document: TaxDocument | undefined, code: string): Decimal {
  const taxes = document?.totals.taxes.filter(({ taxCode }) => taxCode === code) ?? []
  return sum(taxes.map(({ taxAmount }) => taxAmount))
}

function referencesOf ({ document }: Exported): string | null {
  const named = document?.references.map(({ documentType = '', folio = '' }) => `${documentType} N° ${folio}`.trim()) ?? []
  return named.length === 0 ? null : named.join(' | ')
}

function branchOf ({ document }: Exported): string | null {
  const { branchCode, branchName } = document?.sender ?? {}
  return [branchCode, branchName].filter((part) => part !== undefined).join(' ') || null
}

function typeName ({ invoice: { documentType }, language }: Exported): string {
  if (!isDocumentType(documentType)) return String(documentType)
  const { name, nameEn } = documentTypes[documentType]
  return language === 'es' ? name : nameEn
}

function reasonsOf ({ invoice: { reason }, language }: Exported): string | null {
  if (!reason) return null
  return eachReason(reason).map((one) => reasonText(one, language)).join(' | ')
}
