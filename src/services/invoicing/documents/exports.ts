import type { TaxDocument } from '../../../dte/document.ts'
import type { InvoiceFilter } from '../../../repositories/invoicing/lists/invoice-lists.ts'
import type { Store } from '../../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../../shared/errors.ts'
import type { WrittenRow } from '../../../shared/spreadsheet.ts'
import type { Actor } from '../../actor.ts'
import type { TableFile, TableFiles, TableFormat } from '../../table-files.ts'
import { bookColumns, type ExportColumn, listColumns } from './export-columns.ts'

type Language = keyof Sentence

/** What a file is: the list with all that is known of each document, or the book of what was sold. */
export type ExportLayout = 'list' | 'salesBook'

interface ExportWish { format: TableFormat, language: Language, layout?: ExportLayout }

// The sentence of EXPORT_TOO_LARGE says so too.
const mostDocuments = 100_000
const documentsAtATime = 500

/** Lists of documents as files for spreadsheet programs. */
export function createExports (
  { store, tables, most = mostDocuments }: { store: Pick<Store, 'asTenant'>, tables: TableFiles, most?: number }
) {
  /** A transaction for each part: a slow reader holds no connection. */
  async function * rowsOf (
    { tenantId }: Actor, ids: string[], { columns, language, isBook }: {
      columns: readonly ExportColumn[], language: Language, isBook: boolean
    }
  ): AsyncGenerator<WrittenRow> {
    for (const part of partsOf(ids)) {
      const { invoices, names, annulled, documents } = await store.asTenant(tenantId, async (repositories) => {
        const { invoiceLists, invoiceReferences, users } = repositories
        const invoices = await invoiceLists.list(part)
        return {
          invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
          names: await users.namesOf(invoices.flatMap(({ createdById }) => createdById ?? [])),
          annulled: await invoiceReferences.listAnnulled(invoices),
          documents: isBook ? await invoiceReferences.readDocuments(part) : new Map<string, TaxDocument>()
        }
      })
      for (const invoice of part.flatMap((id) => invoices.get(id) ?? [])) {
        const exported = {
          invoice, createdByName: names.get(invoice.createdById ?? ''), annulledBy: annulled.get(invoice.id), language,
          document: documents.get(invoice.id)
        }
        yield columns.map(({ value }) => value(exported))
      }
    }
  }

  /** The codes of the additional taxes that occur in these documents. */
  async function taxCodesIn ({ tenantId }: Actor, ids: string[]): Promise<string[]> {
    const codes = new Set<string>()
    for (const part of partsOf(ids)) {
      const documents = await store.asTenant(tenantId, ({ invoiceReferences }) => invoiceReferences.readDocuments(part))
      for (const { totals } of documents.values()) for (const { taxCode } of totals.taxes) codes.add(taxCode)
    }
    return [...codes].sort((one, other) => Number(one) - Number(other))
  }

  /** What `sales` of the reports adds up, in the order of a book. */
  async function writeBook (actor: Actor, ids: string[], { format, language }: ExportWish): Promise<TableFile> {
    const sold = await store.asTenant(actor.tenantId, ({ invoiceLists }) => invoiceLists.listSold(ids))
    const columns = bookColumns(await taxCodesIn(actor, sold))
    return tables.write({
      name: { en: 'sales-book', es: 'libro-de-ventas' }, columns,
      rows: rowsOf(actor, sold, { columns, language, isBook: true })
    }, { format, language })
  }

  return {
    /** The documents of a list, newest first, or those of them that are sales. Throws ServiceError EXPORT_TOO_LARGE. */
    async write (actor: Actor, filter: InvoiceFilter, wish: ExportWish): Promise<TableFile> {
      const ids = await store.asTenant(
        actor.tenantId, ({ invoiceLists }) => invoiceLists.listIds(filter, most)
      )
      if (!ids) throw new ServiceError('EXPORT_TOO_LARGE')
      if (wish.layout === 'salesBook') return writeBook(actor, ids, wish)
      return tables.write({
        name: { en: 'documents', es: 'documentos' }, columns: listColumns,
        rows: rowsOf(actor, ids, { columns: listColumns, language: wish.language, isBook: false })
      }, wish)
    }
  }
}

export type Exports = ReturnType<typeof createExports>

function * partsOf (ids: string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += documentsAtATime) yield ids.slice(from, from + documentsAtATime)
}
