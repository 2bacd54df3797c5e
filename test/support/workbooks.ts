import { buffer, text as textFrom } from 'node:stream/consumers'
import * as yazl from 'yazl'
import { openArchive } from '../../src/adapters/spreadsheet/archive.ts'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'
import type { SheetRow, WrittenRow } from '../../src/shared/spreadsheet.ts'
import { defined } from './expecting.ts'

/** A zip of these parts. */
export async function zipOf (parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    // A stream that compresses nothing takes a millisecond.
    zip.addBuffer(Buffer.from(content as string), name, { compress: content.length > 0 })
  }
  zip.end()
  return buffer(zip.outputStream)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface WorkbookParts {
  /** What stands in sheetData, by the name of the sheet. */
  sheets?: Record<string, string>
  hidden?: string[]
  /** What stands in sst, cellXfs and the formats before it. */
  strings?: string
  styles?: string
  properties?: string
  mainType?: string
  more?: Record<string, string | Buffer>
}

/** The parts of a workbook as other programs write them, for what our writer never does. */
export function partsOf (
  { sheets = {}, hidden = [], strings, styles, properties = '', mainType = `${kind}.sheet.main+xml`, more = {} }:
  WorkbookParts
): Record<string, string | Buffer> {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  return {
    '[Content_Types].xml':
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${
      relation('r1', 'officeDocument', 'xl/workbook.xml')
    }</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${
      names.map((name, index) =>
        `<sheet name="${name}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="s${
          index + 1
        }"/>`
      ).join('')
    }</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${
      names.map((_, index) => relation(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')
    }${relation('a', 'sharedStrings', 'sharedStrings.xml')}${
      relation('b', 'styles', '/xl/styles.xml')
    }</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles ?? '<cellXfs><xf/></cellXfs>'}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((
        data, index
      ) => [
        `xl/worksheets/sheet${index + 1}.xml`, `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`
      ])
    ),
    ...more
  }
}

export const workbookOf = async (parts: WorkbookParts): Promise<Buffer> => zipOf(partsOf(parts))

/** Every row of a file, as it is read. */
export async function rowsOf (file: Buffer): Promise<SheetRow[]> {
  // The reader takes the bytes it is given.
  const { rows } = await spreadsheets.read(Buffer.from(file))
  const read: SheetRow[] = []
  for await (const row of rows) read.push(row)
  return read
}

/** The files of a .zip by their names. */
export async function filesIn (zip: Buffer): Promise<Record<string, Buffer>> {
  const { names, open } = await openArchive(Buffer.from(zip))
  const files = names.map(async (name) => [name, await buffer(defined(open(name, 2 ** 26)))] as const)
  return Object.fromEntries(await Promise.all(files))
}

/** The text of a part of a workbook. */
export async function partOf (book: Buffer, name: string): Promise<string> {
  return textFrom(defined((await openArchive(Buffer.from(book))).open(name, 2 ** 26)))
}

/** The file of a table as people make it, in the sheet Documentos. */
export async function fileOf (format: 'csv' | 'xlsx', rows: WrittenRow[] | AsyncIterable<WrittenRow>): Promise<Buffer> {
  return buffer(
    format === 'csv'
      ? spreadsheets.writeCsv({ rows })
      : spreadsheets.writeXlsx([{ name: 'Documentos', columns: [], rows }], new Date('2026-11-20T12:00:00Z'))
  )
}
