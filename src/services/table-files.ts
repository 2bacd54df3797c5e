import type { Readable } from 'node:stream'
import type { Sentence } from '../shared/errors.ts'
import type { ColumnFormat, Spreadsheets, WrittenRow } from '../shared/spreadsheet.ts'
import type { Clock } from './ports.ts'

export type TableFormat = 'xlsx' | 'csv'

/** A list as a file that is written while its rows are read. */
export interface TableFile { stream: Readable, format: TableFormat, fileName: string }

export interface TableColumn { heading: Sentence, width: number, format?: ColumnFormat }

export interface Table {
  /** Of the file, without its ending, and of the sheet. */
  name: Sentence
  columns: readonly TableColumn[]
  /** One value for each column; asked for only as fast as the reader takes them, and closed when the reader leaves. */
  rows: AsyncIterable<WrittenRow>
}

// Excel has 1,048,576 rows: one for the headings, and one that says that the rest is missing.
const mostRows = 1_048_574
const moreRows: Sentence = {
  en: 'There are more rows than a sheet can hold: download the .csv file, or narrow the filters.',
  es: 'Hay más filas de las que caben en una hoja: descargue el archivo .csv o acote los filtros.'
}

/** Writes lists as files for spreadsheet programs. Texts that a program could take for a formula are made harmless. */
export function createTableFiles (
  { spreadsheets, clock, rowsOfSheet = mostRows }: {
    spreadsheets: Pick<Spreadsheets, 'writeXlsx' | 'writeCsv'>, clock: Clock, rowsOfSheet?: number
  }
) {
  return {
    /** The rows are read once the stream is. A failure of the rows ends the stream with it. */
    write (
      { name, columns, rows }: Table, { format, language }: { format: TableFormat, language: keyof Sentence }
    ): TableFile {
      const headings = columns.map(({ heading }) => heading[language])
      const fileName = `${name[language]}.${format}`
      if (format === 'csv') {
        return { fileName, format, stream: spreadsheets.writeCsv({ rows: below(headings, rows) }) }
      }
      const stream = spreadsheets.writeXlsx([{
        name: name[language],
        columns: columns.map(({ width, format: shownAs = 'text' }) => ({ width, format: shownAs })),
        hasFilter: true,
        rows: below(headings, atMost(rowsOfSheet, rows, moreRows[language]))
      }], clock())
      return { fileName, format, stream }
    }
  }
}

export type TableFiles = ReturnType<typeof createTableFiles>

async function * below (headings: string[], rows: AsyncIterable<WrittenRow>): AsyncGenerator<WrittenRow> {
  yield headings
  yield * rows
}

async function * atMost (
  most: number, rows: AsyncIterable<WrittenRow>, note: string
): AsyncGenerator<WrittenRow> {
  let count = 0
  for await (const row of rows) {
    if (count++ === most) {
      yield [note]
      return
    }
    yield row
  }
}
