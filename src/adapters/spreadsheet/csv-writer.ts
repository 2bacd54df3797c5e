import { Readable } from 'node:stream'
import { dayMonthYear } from '../../dte/values/calendar.ts'
import {
  withoutFormula, type WrittenCell, type WrittenMoment, type WrittenRow, type WrittenSheet
} from '../../shared/spreadsheet.ts'
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
  if (typeof value === 'object' && 'amount' in value) return value.amount.replace('.', ',')
  if (typeof value === 'object') return 'day' in value ? dayMonthYear(value.day) : momentOf(value)
  const text = withoutFormula(value)
  return /[";\r\n\t,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function momentOf ({ moment }: WrittenMoment): string {
  const [day = '', time = ''] = moment.split('T')
  return `${dayMonthYear(day)} ${time}`
}
