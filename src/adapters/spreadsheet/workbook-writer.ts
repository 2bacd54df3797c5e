import { Readable } from 'node:stream'
import * as yazl from 'yazl'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { dayMs } from '../../shared/durations.ts'
import {
  columnLetters, withoutFormula, type ColumnFormat, type WrittenCell, type WrittenColumn, type WrittenRow,
  type WrittenSheet
} from '../../shared/spreadsheet.ts'
import { inPieces } from './pieces.ts'
import { outputOf } from '../archives/zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const lastChoiceRow = bulkLimits.rows + 1
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// What is typed into a text cell is not turned into a date or a number by the program.
const formats = { general: 0, text: 49, amount: 3, decimals: 4, date: 164, moment: 165 }
const styleNames = ['general', 'heading', 'text', 'amount', 'decimals', 'date', 'moment'] as const
type StyleName = typeof styleNames[number]
const styleOf = (name: StyleName): number => styleNames.indexOf(name)
const cellFormats = styleNames.map((name) => name === 'heading'
  ? '<xf fontId="1" applyFont="1"/>'
  : `<xf numFmtId="${formats[name]}" applyNumberFormat="1"/>`)
const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="${formats.date}" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="${formats.moment}" formatCode="dd\\-mm\\-yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styleNames.length}">${cellFormats.join('')}</cellXfs></styleSheet>`
const columnStyles: Record<ColumnFormat, StyleName> = {
  text: 'text', number: 'general', amount: 'amount', date: 'date', moment: 'moment'
}

/** An .xlsx file as a stream that consumes the rows one by one. `at` is the time of its parts. */
export function writeXlsx (sheets: WrittenSheet[], at: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = outputOf(zip)
  zip.on('error', (error) => output.destroy(error as Error))
  const add = (name: string, text: string): void => { zip.addBuffer(Buffer.from(text), name, { mtime: at }) }
  add('[Content_Types].xml', contentTypesOf(sheets))
  add('_rels/.rels', relationsOf([{ id: 'rId1', type: `${relations}/officeDocument`, target: 'xl/workbook.xml' }]))
  add('xl/workbook.xml', workbookOf(sheets))
  add(
    'xl/_rels/workbook.xml.rels',
    relationsOf([
      ...sheets.map((_, index) => ({
        id: `rId${index + 1}`, type: `${relations}/worksheet`, target: `worksheets/sheet${index + 1}.xml`
      })),
      { id: 'rIdStyles', type: `${relations}/styles`, target: 'styles.xml' }
    ])
  )
  add('xl/styles.xml', styles)
  for (const [index, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, { mtime: at }, (give) => {
      const parts = Readable.from(inPieces(sheetXml(sheet)), { objectMode: false })
      parts.on('error', (error) => output.destroy(error))
      // The reader left, so the rest of the file is not needed.
      if (output.destroyed) parts.destroy()
      else output.once('close', () => parts.destroy())
      give(null, parts)
    })
  }
  zip.end()
  return output
}

function contentTypesOf (sheets: WrittenSheet[]): string {
  const parts = sheets.map((_, index) =>
    `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${kind}.worksheet+xml"/>`
  ).join('')
  return `${head}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${parts}</Types>`
}

function relationsOf (list: { id: string, type: string, target: string }[]): string {
  const entries = list.map(({ id, type, target }) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')
  return `${head}<Relationships xmlns="${packageRelations}">${entries}</Relationships>`
}

function workbookOf (sheets: WrittenSheet[]): string {
  const list = sheets.map(({ name }, index) =>
    `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
  ).join('')
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list}</sheets></workbook>`
}

async function * sheetXml (sheet: WrittenSheet): AsyncGenerator<string> {
  const { columns, rows, hasFilter = false } = sheet
  yield `${head}<worksheet xmlns="${main}">${sheetStart(sheet)}<sheetData>`
  let row = 0
  let width = 0
  for await (const cells of rows) {
    if (row === 0) width = cells.length
    yield rowXml(cells, ++row, columns)
  }
  const filter = hasFilter && width > 0 ? `<autoFilter ref="A1:${columnLetters(width - 1)}${row}"/>` : ''
  yield `</sheetData>${filter}${choicesXml(columns)}</worksheet>`
}

/** What stands before the rows: the panes, and the columns with their groups. */
function sheetStart ({ columns, columnsInSight = 0 }: WrittenSheet): string {
  const split = columnsInSight === 0 ? '' : `xSplit="${columnsInSight}" `
  const pane = columnsInSight === 0 ? 'bottomLeft' : 'bottomRight'
  const isGrouped = columns.some(({ isFolded }) => isFolded)
  // The sign that unfolds a group stands left of it.
  return (isGrouped ? '<sheetPr><outlinePr summaryRight="0"/></sheetPr>' : '') +
    `<sheetViews><sheetView workbookViewId="0"><pane ${split}ySplit="1" topLeftCell="${
      columnLetters(columnsInSight)
    }2" activePane="${pane}" state="frozen"/></sheetView></sheetViews>` +
    (isGrouped ? '<sheetFormatPr defaultRowHeight="15" outlineLevelCol="1"/>' : '') +
    (columns.length === 0 ? '' : `<cols>${columns.map(columnXml).join('')}</cols>`)
}

function columnXml (column: WrittenColumn, index: number, all: WrittenColumn[]): string {
  const { width, format = 'text', isFolded = false } = column
  const folding = isFolded
    ? ' hidden="1" outlineLevel="1"'
    : all[index + 1]?.isFolded === true ? ' collapsed="1"' : ''
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${
    styleOf(columnStyles[format])
  }" customWidth="1"${folding}/>`
}

/** Lists to choose from. They refuse nothing: the server does, and some tables are not complete. */
function choicesXml (columns: WrittenColumn[]): string {
  const lists = columns.flatMap(({ choices }, index) => {
    if (!choices) return []
    const letters = columnLetters(index)
    return `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="0" promptTitle="${
      escaped(choices.title.slice(0, 32))
    }" prompt="${escaped(choices.hint.slice(0, 255))}" sqref="${letters}2:${letters}${lastChoiceRow}"><formula1>${
      escaped(choices.range)
    }</formula1></dataValidation>`
  })
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

function rowXml (cells: WrittenRow, row: number, columns: WrittenColumn[]): string {
  return `<row r="${row}">${
    cells.map((value, column) => cellXml(value, `${columnLetters(column)}${row}`, {
      isHeading: row === 1, format: columns[column]?.format
    })).join('')
  }</row>`
}

function cellXml (
  value: WrittenCell, reference: string, { isHeading, format }: { isHeading: boolean, format: ColumnFormat | undefined }
): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return numberXml(String(value), reference, format)
  if (typeof value === 'object') {
    if ('amount' in value) return numberXml(value.amount, reference, format)
    const [style, time] = 'day' in value ? ['date', value.day] as const : ['moment', `${value.moment}Z`] as const
    return `<c r="${reference}" s="${styleOf(style)}"><v>${dayNumber(time)}</v></c>`
  }
  return `<c r="${reference}" s="${styleOf(isHeading ? 'heading' : 'text')}" t="inlineStr"><is><t xml:space="preserve">${
    escaped(withoutFormula(value))
  }</t></is></c>`
}

function numberXml (number: string, reference: string, format: ColumnFormat | undefined): string {
  const style = format !== 'amount' ? 'general' : number.includes('.') ? 'decimals' : 'amount'
  return `<c r="${reference}" s="${styleOf(style)}"><v>${number}</v></c>`
}

/** Days since 1899-12-30. */
function dayNumber (time: string): number {
  return (Date.parse(time) - Date.parse('1899-12-30')) / dayMs
}

/** The text escaped for XML and cut to the length of a cell; characters that XML does not allow become blanks. */
function escaped (text: string): string {
  const written = text.slice(0, 32_000)
    .replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, ' ')
    // _x000D_ in a cell means the character with that number (ECMA-376, part 1, 22.9.2.19), so a literal one must be
    // escaped.
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
  return escapeMarkup(written)
}
