import { rowStates } from '../../model/bulk-states.ts'
import type { Sentence } from '../../shared/errors.ts'
import type { ColumnFormat, Spreadsheets, WrittenColumn, WrittenRow } from '../../shared/spreadsheet.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'
import type { TableFile, TableFormat } from '../table-files.ts'
import { stateTexts } from '../invoicing/document-texts.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import type { BulkRecords, BulkRowView } from './records.ts'

type Language = keyof Sentence

/** Writes the outcome of a submission to a file. */
export function createBulkResults (
  { records, spreadsheets, clock }: {
    records: BulkRecords, spreadsheets: Pick<Spreadsheets, 'writeXlsx' | 'writeCsv'>, clock: Clock
  }
) {
  async function * resultRows (actor: Actor, id: string, language: Language): AsyncGenerator<WrittenRow> {
    yield resultHeadings[language]
    for await (const row of records.eachRow(actor, id)) yield resultRow(row, language)
  }

  async function * problemRows (actor: Actor, id: string, language: Language): AsyncGenerator<WrittenRow> {
    yield problemHeadings[language]
    for await (const row of records.eachRow(actor, id, { onlyWithProblems: true })) {
      for (const problem of row.problems) yield problemRow(row, problem, language)
    }
  }

  return {
    /**
     * One row for each document with its folio, status and mistakes; an .xlsx also has a sheet with each mistake and
     * its cell. Throws BULK_NOT_FOUND.
     */
    async write (
      actor: Actor, id: string, { format, language }: { format: TableFormat, language: Language }
    ): Promise<TableFile> {
      const { name } = await records.get(actor, id)
      const stream = format === 'csv'
        ? spreadsheets.writeCsv({ rows: resultRows(actor, id, language) })
        : spreadsheets.writeXlsx([
          {
            name: language === 'es' ? 'Resultado' : 'Result', columns: resultColumns, hasFilter: true, columnsInSight: 2,
            rows: resultRows(actor, id, language)
          },
          {
            name: language === 'es' ? 'Errores' : 'Mistakes', columns: problemColumns, hasFilter: true,
            rows: problemRows(actor, id, language)
          }
        ], clock())
      return { stream, format, fileName: fileNameOf(name, format) }
    }
  }
}

function fileNameOf (name: string, format: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[^\w-]+/g, '-').slice(0, 60).replaceAll(
    /^-+|-+$/g, ''
  )
  return `${plain === '' ? '' : `${plain}-`}result.${format}`
}

const resultHeadings: Record<Language, WrittenRow> = {
  es: [
    'N°', 'Documento', 'Tipo', 'Receptor', 'Total', 'Estado', 'Folio', 'Fecha de emisión', 'Id de envío', 'Motivos',
    'Errores', 'Id', 'Id externo'
  ],
  en: [
    'No.', 'Document', 'Type', 'Receiver', 'Total', 'Status', 'Folio', 'Issue date', 'Track id', 'Reasons', 'Mistakes',
    'Id', 'External id'
  ]
}
const column = (width: number, format: ColumnFormat = 'text'): WrittenColumn => ({ width, format })
const resultColumns = [
  column(6, 'number'), column(16), column(6, 'number'), column(32), column(14, 'amount'), column(22),
  column(12, 'number'), column(18, 'date'), column(14), column(40), column(60), column(38),
  column(24)
]

const problemHeadings: Record<Language, WrittenRow> = {
  es: ['Documento', 'Fila', 'Celda', 'Columna', 'Error', 'Código'],
  en: ['Document', 'Row', 'Cell', 'Column', 'Mistake', 'Code']
}
const problemColumns = [column(16), column(8, 'number'), column(8), column(28), column(80), column(32)]

function resultRow (row: BulkRowView, language: Language): WrittenRow {
  return [
    row.position,
    row.key,
    numberIn(row.invoiceTypeCode),
    row.customerCompanyName,
    row.totalAmount,
    stateOf(row)[language],
    numberIn(row.invoiceNumber),
    row.issueDate === null ? null : { day: row.issueDate },
    row.trackId,
    row.reasons.map(({ code, message }) => `${code}: ${message[language]}`).join(' | '),
    row.problems.map((problem) => `${problem.cell ?? problem.path}: ${problem.message[language]} (${problem.code})`).join(' | '),
    row.correlationId,
    row.externalId
  ]
}

/** Types and folios have at most ten digits. */
function numberIn (digits: string): number | null {
  return digits === '' ? null : Number(digits)
}

function problemRow (
  { key }: BulkRowView, { row, cell, field, code, message }: RowProblem, language: Language
): WrittenRow {
  return [key, row, cell, field, message[language], code]
}

const rowTexts: Record<number, Sentence> = {
  [rowStates.Ready]: { en: 'To be issued', es: 'Por emitir' },
  [rowStates.Invalid]: { en: 'Has mistakes', es: 'Con errores' },
  [rowStates.Failed]: { en: 'Not issued', es: 'No emitido' },
  [rowStates.Cancelled]: { en: 'Cancelled', es: 'Cancelado' }
}

function stateOf ({ status, documentStatus }: BulkRowView): Sentence {
  return (documentStatus === null ? rowTexts[status] : stateTexts[documentStatus]) ?? { en: '', es: '' }
}
