import { santiagoDateTime } from '../../dte/values/calendar.ts'
import { isDocumentType, documentTypeFacts } from '../../dte/values/document-types.ts'
import { confirmations, type Confirmation } from '../../model/received.ts'
import type { ReceivedDocumentRow, ReceivedFilter } from '../../repositories/receiving/received-documents.ts'
import type { Store } from '../../repositories/store.ts'
import type { Sentence } from '../../shared/errors.ts'
import type { WrittenCell, WrittenRow } from '../../shared/spreadsheet.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'
import type { TableColumn, TableFile, TableFiles, TableFormat } from '../table-files.ts'
import { receivedFilter, type ReceivedQuery } from './records.ts'

interface Column extends TableColumn { value: (row: ReceivedDocumentRow, language: keyof Sentence) => WrittenCell }

const documentsAtATime = 500
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const confirmationTexts: Record<Confirmation, Sentence> = {
  [confirmations.Pending]: { en: 'Pending', es: 'Pendiente' },
  [confirmations.Confirmed]: { en: 'Confirmed', es: 'Confirmado' },
  [confirmations.Changed]: { en: 'Changed by a note', es: 'Modificado por una nota' },
  [confirmations.Contradicted]: { en: 'Does not match the SII', es: 'No coincide con el SII' },
  [confirmations.Unknown]: { en: 'Unknown to the SII', es: 'Desconocido por el SII' }
}

function momentOf (at: Date): WrittenCell {
  return { moment: santiagoDateTime(at) }
}

type AmountName = 'netAmount' | 'exemptAmount' | 'vatAmount' | 'otherTaxes' | 'totalAmount'

function amount (name: AmountName, heading: Sentence): Column {
  return {
    heading, width: 22, format: 'amount',
    value: ({ [name]: text }) => text === null ? null : { amount: text }
  }
}

const columns: readonly Column[] = [
  { heading: { en: 'Type', es: 'Tipo' }, width: 6, format: 'number', value: ({ documentType }) => documentType },
  {
    heading: { en: 'Document', es: 'Documento' }, width: 34,
    value: ({ documentType }) => isDocumentType(documentType) ? documentTypeFacts(documentType).name : ''
  },
  { heading: { en: 'Folio', es: 'Folio' }, width: 12, format: 'number', value: ({ folio }) => folio },
  {
    heading: { en: 'Issue date', es: 'Fecha de emisión' }, width: 18, format: 'date',
    value: ({ issueDate }) => ({ day: issueDate })
  },
  { heading: { en: 'Issuer RUT', es: 'RUT emisor' }, width: 14, value: ({ issuer }) => issuer },
  { heading: { en: 'Issuer', es: 'Emisor' }, width: 36, value: ({ issuerName }) => issuerName },
  amount('netAmount', { en: 'Net', es: 'Neto' }), amount('exemptAmount', { en: 'Exempt', es: 'Exento' }),
  amount('vatAmount', { en: 'VAT', es: 'IVA' }), amount('otherTaxes', { en: 'Other taxes', es: 'Otros impuestos' }),
  amount('totalAmount', { en: 'Total', es: 'Total' }),
  {
    heading: { en: 'Due date', es: 'Fecha de vencimiento' }, width: 18, format: 'date',
    value: ({ dueDate }) => dueDate === null ? null : { day: dueDate }
  },
  {
    heading: { en: 'At the SII', es: 'En el SII' }, width: 22,
    value: ({ confirmation }, language) => confirmationTexts[confirmation][language]
  },
  {
    heading: { en: 'Failed checks', es: 'Verificaciones fallidas' }, width: 28,
    value: ({ checks }) => checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check).join(', ')
  },
  { heading: { en: 'Arrived', es: 'Llegó' }, width: 18, format: 'moment', value: ({ arrivedAt }) => momentOf(arrivedAt) },
  {
    heading: { en: 'Claim by', es: 'Reclamar hasta' }, width: 18, format: 'moment',
    value: ({ claimBy }) => claimBy && momentOf(claimBy)
  },
  { heading: { en: 'Id', es: 'Id' }, width: 38, value: ({ id }) => id }
]

/** The list of received documents as files for spreadsheet programs. */
export function createReceivedExports (
  { store, clock, tables }: { store: Pick<Store, 'asTenant'>, clock: Clock, tables: TableFiles }
) {
  /** A transaction for each part: a slow reader holds no connection. */
  async function * rowsOf (
    { tenantId }: Actor, filter: ReceivedFilter, language: keyof Sentence
  ): AsyncGenerator<WrittenRow> {
    for (let before = lastId; ;) {
      const rows = await store.asTenant(tenantId, async ({ tenant, receivedDocuments }) =>
        receivedDocuments.listBefore((await tenant.get()).environment, filter, { before, take: documentsAtATime }))
      for (const row of rows) yield columns.map(({ value }) => value(row, language))
      const last = rows.at(-1)
      if (!last || rows.length < documentsAtATime) return
      before = last.id
    }
  }

  return {
    /** The documents of a list, the newest first. */
    write: (
      actor: Actor, query: ReceivedQuery, { format, language }: { format: TableFormat, language: keyof Sentence }
    ): TableFile => tables.write({
      name: { en: 'received-documents', es: 'documentos-recibidos' }, columns, rows: rowsOf(actor, receivedFilter(query, clock()), language)
    }, { format, language })
  }
}

export type ReceivedExports = ReturnType<typeof createReceivedExports>
