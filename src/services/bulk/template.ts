import type { Readable } from 'node:stream'
import { documentTypes, type DocumentType } from '../../dte/values/document-types.ts'
import { dayMonthYear, santiagoDate } from '../../dte/values/calendar.ts'
import type { Spreadsheets, WrittenRow } from '../../shared/spreadsheet.ts'
import { columnLabels } from './column-labels.ts'
import { columns, type Column, type ColumnKind } from './columns.ts'
import { examples, todayMark, type ExampleRow } from './examples.ts'

/** The document types that have a template. */
export const templateTypes = Object.keys(documentTypes) as [`${DocumentType}`, ...`${DocumentType}`[]]

export interface TemplateRequest { documentType: DocumentType, format: 'xlsx' | 'csv', at: Date }

/**
 * A file to fill in, with an example of the document type. An .xlsx has every column, the most used ones first, and a
 * second sheet that explains them; a .csv has only the most used columns and those of the example.
 */
export function writeTemplate (
  { documentType, format, at }: TemplateRequest, { writeXlsx, writeCsv }: Pick<Spreadsheets, 'writeXlsx' | 'writeCsv'>
): Readable {
  const rows = examples[documentType].map((row) => onDay(row, at))
  if (format === 'csv') return writeCsv({ rows: tableOf(neededColumns(rows), rows) })
  const ordered = [...neededColumns(rows), ...columns.filter((column) => !isNeeded(column, rows))]
  return writeXlsx([
    {
      name: 'Documentos', widths: ordered.map(({ name }) => Math.max(10, Math.min(30, name.length + 2))),
      rows: tableOf(ordered, rows)
    },
    { name: 'Columnas', widths: [34, 16, 90, 44], rows: explanations(documentType) }
  ], at)
}

function onDay (row: ExampleRow, at: Date): ExampleRow {
  const today = dayMonthYear(santiagoDate(at))
  return Object.fromEntries(Object.entries(row).map(([path, value]) => [path, value === todayMark ? today : value]))
}

function neededColumns (rows: readonly ExampleRow[]): Column[] {
  return columns.filter((column) => isNeeded(column, rows))
}

function isNeeded ({ path }: Column, rows: readonly ExampleRow[]): boolean {
  return columnLabels[path] !== undefined || rows.some((row) => row[path] !== undefined)
}

function tableOf (shown: Column[], rows: readonly ExampleRow[]): WrittenRow[] {
  return [shown.map(({ name }) => name), ...rows.map((row) => shown.map(({ path }) => row[path] ?? null))]
}

const kinds: Record<ColumnKind, string> = {
  text: 'Texto',
  number: 'Número: 1.234,5',
  percentage: 'Porcentaje: 12,5',
  date: 'Fecha: dd-mm-aaaa',
  flag: 'Sí o No'
}

function explanations (documentType: DocumentType): WrittenRow[] {
  return [
    ['Columna', 'Se escribe', 'Qué contiene', 'Nombre en la API'],
    ...columns.map(({ name, kind, explanation, path }): WrittenRow => [name, kinds[kind], explanation, path]),
    ['', '', '', ''],
    [
      'Cómo se usa',
      '',
      `La hoja Documentos trae un ejemplo de ${
        documentTypes[documentType].name
      } (tipo ${documentType}); reemplácelo por sus documentos.`,
      ''
    ],
    [
      '', '',
      'Cada fila es una línea de un documento. Las filas seguidas con el mismo valor en la columna Documento forman un solo documento; los datos del receptor y del encabezado bastan en la primera de ellas.',
      ''
    ],
    [
      '', '',
      'Puede quitar las columnas que no use y cambiarlas de orden. Una columna propia se ignora si su encabezado comienza con #.',
      ''
    ],
    ['', '', 'Los totales se calculan; si los informa, deben calzar al peso.', '']
  ]
}
