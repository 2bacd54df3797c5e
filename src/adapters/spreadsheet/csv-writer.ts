import { Readable } from 'node:stream'
import { withoutFormula, type WrittenCell, type WrittenRow, type WrittenSheet } from '../../shared/spreadsheet.ts'
import { inPieces } from './pieces.ts'

/** A .csv file for spreadsheet programs in Chile: UTF-8 with a byte order mark, semicolons, decimal commas. */
export function writeCsv ({ rows }: Pick<WrittenSheet, 'rows'>): Readable {
  return Readable.from(inPieces(csvText(rows)), { objectMode: false })
}

async function * csvText (rows: WrittenSheet['rows']): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const cells of rows) yield `${line(cells)}\r\n`
}

function line (cells: WrittenRow): string {
  return cells.map(fieldOf).join(';')
}

function fieldOf (value: WrittenCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'object') return value.day.split('-').reverse().join('-')
  const text = withoutFormula(value)
  return /[";\r\n\t,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
