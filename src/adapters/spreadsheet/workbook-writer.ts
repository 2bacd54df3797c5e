import { Readable } from 'node:stream'
import * as yazl from 'yazl'
import { escapeMarkup } from '../../shared/escape-markup.ts'
import { columnLetters, withoutFormula, type WrittenRow, type WrittenSheet } from '../../shared/spreadsheet.ts'
import { inPieces } from './pieces.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// Style 1 is bold. Style 2 is text, so that programs do not turn what is typed into a date or a number.
const styles =
  `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** An .xlsx file as a stream that consumes the rows one by one. `at` is the time of its parts. */
export function writeXlsx (sheets: WrittenSheet[], at: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
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

const pane =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

async function * sheetXml ({ widths, rows }: WrittenSheet): AsyncGenerator<string> {
  const columns = widths.map((width, index) =>
    `<col min="${index + 1}" max="${index + 1}" width="${width}" style="2" customWidth="1"/>`
  ).join('')
  yield `${head}<worksheet xmlns="${main}">${pane}${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>`
  let row = 0
  for await (const cells of rows) yield rowXml(cells, ++row)
  yield '</sheetData></worksheet>'
}

function rowXml (cells: WrittenRow, row: number): string {
  const style = row === 1 ? 1 : 2
  return `<row r="${row}">${
    cells.map((value, column) => cellXml(value, `${columnLetters(column)}${row}`, style)).join('')
  }</row>`
}

function cellXml (value: string | number | null, reference: string, style: number): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${
    escaped(withoutFormula(value))
  }</t></is></c>`
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
