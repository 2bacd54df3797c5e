import { documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import { santiagoDateTime } from '../../dte/values/calendar.ts'
import { type ChannelType, channelTypes } from '../../model/document-states.ts'
import { eachReason } from '../../model/reasons.ts'
import type { InvoiceFilter } from '../../repositories/invoicing/invoice-lists.ts'
import type { AnnullingNote } from '../../repositories/invoicing/invoice-references.ts'
import type { InvoiceRow } from '../../repositories/invoicing/invoices.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { WrittenCell, WrittenRow } from '../../shared/spreadsheet.ts'
import type { Actor } from '../actor.ts'
import type { TableColumn, TableFile, TableFiles, TableFormat } from '../table-files.ts'
import { reasonText, stateTexts } from './document-texts.ts'

type Language = keyof Sentence

interface Exported {
  invoice: InvoiceRow
  createdByName: string | undefined
  annulledBy: AnnullingNote | undefined
  language: Language
}
interface Column extends TableColumn { value: (exported: Exported) => WrittenCell }

// The sentence of EXPORT_TOO_LARGE says so too.
const mostDocuments = 100_000
const documentsAtATime = 500

/** Lists of documents as files for spreadsheet programs. */
export function createExports (
  { store, tables, most = mostDocuments }: { store: Pick<Store, 'asTenant'>, tables: TableFiles, most?: number }
) {
  /** A transaction for each part: a slow reader holds no connection. */
  async function * rowsOf ({ tenantId }: Actor, ids: string[], language: Language): AsyncGenerator<WrittenRow> {
    for (let from = 0; from < ids.length; from += documentsAtATime) {
      const part = ids.slice(from, from + documentsAtATime)
      const { invoices, names, annulled } = await store.asTenant(tenantId, async (repositories) => {
        const invoices = await repositories.invoiceLists.list(part)
        const names = await repositories.users.namesOf(invoices.flatMap(({ createdById }) => createdById ?? []))
        return { invoices, names, annulled: await repositories.invoiceReferences.listAnnulled(invoices) }
      })
      for (const invoice of invoices) {
        const exported = {
          invoice, createdByName: names.get(invoice.createdById ?? ''), annulledBy: annulled.get(invoice.id), language
        }
        yield columns.map(({ value }) => value(exported))
      }
    }
  }

  return {
    /** The documents of a list, newest first. Throws ServiceError EXPORT_TOO_LARGE. */
    async write (
      actor: Actor, filter: InvoiceFilter, { format, language }: { format: TableFormat, language: Language }
    ): Promise<TableFile> {
      const ids = await store.asTenant(
        actor.tenantId, ({ invoiceLists }) => invoiceLists.listIds(filter, most)
      )
      if (!ids) throw new ServiceError('EXPORT_TOO_LARGE')
      return tables.write({
        name: { en: 'documents', es: 'documentos' }, columns, rows: rowsOf(actor, ids, language)
      }, { format, language })
    }
  }
}

export type Exports = ReturnType<typeof createExports>

const channelTexts: Record<ChannelType, Sentence> = {
  [channelTypes.Webhook]: { en: 'API', es: 'API' },
  [channelTypes.BulkInvoice]: { en: 'Bulk submission', es: 'Envío masivo' },
  [channelTypes.Console]: { en: 'By hand', es: 'A mano' }
}

const columns: readonly Column[] = [
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
  { heading: { en: 'Currency', es: 'Moneda' }, width: 12, value: ({ invoice }) => invoice.currency },
  amountColumn({ en: 'Net', es: 'Neto' }, 'netAmount'),
  amountColumn({ en: 'Exempt', es: 'Exento' }, 'exemptAmount'),
  amountColumn({ en: 'VAT', es: 'IVA' }, 'taxAmount'),
  amountColumn({ en: 'Total', es: 'Total' }, 'totalAmount'),
  {
    heading: { en: 'Status', es: 'Estado' }, width: 22,
    value: ({ invoice, language }) => stateTexts[invoice.status][language]
  },
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
  { heading: { en: 'External id', es: 'Id externo' }, width: 24, value: ({ invoice }) => invoice.externalId },
  { heading: { en: 'Id', es: 'Id' }, width: 38, value: ({ invoice }) => invoice.id }
]

function amountColumn (
  heading: Sentence, member: 'netAmount' | 'exemptAmount' | 'taxAmount' | 'totalAmount'
): Column {
  return { heading, width: 14, format: 'amount', value: ({ invoice }) => Number(invoice[member]) }
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
