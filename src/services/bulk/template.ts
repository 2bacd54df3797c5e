import type { Readable } from 'node:stream'
import { type Code, codesOf } from '../../dte/tables/payload-codes.ts'
import { documentTypes, type DocumentType } from '../../dte/values/document-types.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { ColumnFormat, Spreadsheets, WrittenColumn, WrittenRow } from '../../shared/spreadsheet.ts'
import { columnLabels, commonColumns } from './column-labels.ts'
import { columns, type Column } from './columns.ts'
import type { ColumnKind } from '../sheet-cells.ts'
import { examples, todayMark, type ExampleRow } from './examples.ts'

/** The document types that have a template. */
export const templateTypes = Object.keys(documentTypes) as [`${DocumentType}`, ...`${DocumentType}`[]]

export interface TemplateRequest { documentType: DocumentType, format: 'xlsx' | 'csv', at: Date }

/**
 * A file to fill in, with an example of the document type. An .xlsx has every column, those that few documents need
 * folded beside the others of their block, lists to choose codes from, and sheets that explain columns and codes; a
 * .csv has only the most used columns and those of the example.
 */
export function writeTemplate (
  { documentType, format, at }: TemplateRequest, { writeXlsx, writeCsv }: Pick<Spreadsheets, 'writeXlsx' | 'writeCsv'>
): Readable {
  const rows = examples[documentType].map((row) => onDay(row, at))
  if (format === 'csv') {
    const needed = columns.filter(({ path }) => columnLabels[path] !== undefined || isIn(rows, path))
    return writeCsv({ rows: tableOf(needed, rows) })
  }
  const ordered = inBlocks(rows)
  return writeXlsx([
    {
      name: 'Documentos', columns: ordered.map((column) => sheetColumn(column, !isCommon(column, rows))), columnsInSight: 1,
      rows: tableOf(ordered, rows)
    },
    { name: 'Columnas', columns: textColumns([34, 16, 90, 44]), rows: explanations(documentType) },
    { name: codeSheet, columns: textColumns([34, 12, 80]), rows: codeRows }
  ], at)
}

const textColumns = (widths: number[]): WrittenColumn[] => widths.map((width) => ({ width }))

function onDay (row: ExampleRow, at: Date): ExampleRow {
  const today = { day: santiagoDate(at) }
  return Object.fromEntries(Object.entries(row).map(([path, value]) => [path, value === todayMark ? today : value]))
}

function isIn (rows: readonly ExampleRow[], path: string): boolean {
  return rows.some((row) => row[path] !== undefined)
}

function isCommon ({ path }: Column, rows: readonly ExampleRow[]): boolean {
  return commonColumns.includes(path) || isIn(rows, path)
}

const blocks = [
  'key', 'header.documentId', 'header.receiver', 'details[]', 'globalDiscounts[]', 'references[]', 'header.transport',
  'header.totals'
]

/** Block by block; in each, the columns that most documents need come first. */
function inBlocks (rows: readonly ExampleRow[]): Column[] {
  const blockOf = ({ path }: Column): number => {
    const block = blocks.findIndex((start) => path.startsWith(start))
    return block === -1 ? blocks.length : block
  }
  const rank = (column: Column): number => 2 * blockOf(column) + (isCommon(column, rows) ? 0 : 1)
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

const columnFormats: Record<ColumnKind, ColumnFormat> = {
  text: 'text', number: 'number', percentage: 'number', date: 'date', flag: 'text'
}

function sheetColumn ({ path, name, kind }: Column, isFolded: boolean): WrittenColumn {
  const codes = codesOfColumn({ path, kind })
  const range = codeRanges.get(codes)
  return {
    width: Math.max(10, Math.min(30, name.length + 2)), format: isNumeric(codes) ? 'number' : columnFormats[kind], isFolded,
    ...(range === undefined ? {} : { choices: { range, title: name, hint: hintOf(codes) } })
  }
}

const yesOrNo: readonly Code[] = [{ code: 'Sí', name: '' }, { code: 'No', name: '' }]

function codesOfColumn ({ path, kind }: Pick<Column, 'path' | 'kind'>): readonly Code[] {
  return codesOf(path) ?? (kind === 'flag' ? yesOrNo : [])
}

function isNumeric (codes: readonly Code[]): boolean {
  return codes.length > 0 && codes.every(({ code }) => /^[1-9]\d*$/.test(code))
}

/** As much as a program shows beside a cell. */
function hintOf (codes: readonly Code[]): string {
  const all = codes.map(({ code, name }) => `${code} ${name}`.trim()).join(', ')
  return all.length <= 255 ? all : `Los códigos y su significado están en la hoja ${codeSheet}.`
}

const codeSheet = 'Códigos'

/** The sheet of codes, and the range of each list in it; columns with the same list share it. */
const { codeRows, codeRanges } = codeTable()

function codeTable (): { codeRows: WrittenRow[], codeRanges: Map<readonly Code[], string> } {
  const codeRows: WrittenRow[] = [['Columna', 'Código', 'Significado']]
  const codeRanges = new Map<readonly Code[], string>()
  for (const { path, name, kind } of columns) {
    const codes = codesOfColumn({ path, kind })
    if (codes.length === 0 || codeRanges.has(codes)) continue
    const first = codeRows.length + 1
    codeRanges.set(codes, `'${codeSheet}'!$B$${first}:$B$${first + codes.length - 1}`)
    for (const { code, name: meaning } of codes) {
      codeRows.push([name, isNumeric(codes) ? Number(code) : code, meaning])
    }
  }
  return { codeRows, codeRanges }
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
      'Las columnas que pocos documentos usan están plegadas: despliéguelas con el signo + sobre ellas. Puede quitar las columnas que no use y cambiarlas de orden. Una columna propia se ignora si su encabezado comienza con #.',
      ''
    ],
    ['', '', 'Los totales se calculan; si los informa, deben calzar al peso.', '']
  ]
}
