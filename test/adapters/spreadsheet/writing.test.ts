import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { spreadsheets } from '../../../src/adapters/spreadsheet/index.ts'
import { columnLetters, columnNumber, withoutFormula, type WrittenRow } from '../../../src/shared/spreadsheet.ts'
import { patience } from '../../support/patience.ts'
import { hasTool } from '../../support/tools.ts'
import { fileOf, rowsOf } from '../../support/workbooks.ts'

const formats = ['csv', 'xlsx'] as const

/** What is read of a file that was written: texts without the blanks that no cell keeps, nulls for blank cells. */
async function writtenAndRead (
  format: 'csv' | 'xlsx', rows: WrittenRow[]
): Promise<(string | number | boolean | null)[][]> {
  const read = await rowsOf(await fileOf(format, rows))
  const byRow = new Map(read.map(({ row, cells }) => [row, new Map(cells.map(({ column, value }) => [column, value]))]))
  return rows.map((row, index) => row.map((_, column) => byRow.get(index + 1)?.get(column) ?? null))
}

// What XML and the lines of a .csv can hold; what begins like a formula is tried by itself.
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) =>
  value.trim() !== '' && !/[^\P{Cc}\t\n]|\p{Cs}|[\uFFFE\uFFFF]/u.test(value) && withoutFormula(value) === value &&
  !value.startsWith('<')
)
const marks = fc.constantFrom(
  'Ñuñoa', 'a;b,c', 'dice "hola"', 'dos\nlíneas', '<b>&amp;</b>x', '_x0041_', 'a_x000D_b', '00123', '1.990', '$ 5',
  'Sí', '\u{1F600}', 'ends"'
)
const heading = fc.constant<WrittenRow>(['Documento', 'b', 'c', 'd'])
const row = fc.array(fc.oneof(text, marks, fc.integer(), fc.constant(null)), { minLength: 4, maxLength: 4 })

describe('a table that is written and read back', () => {
  it.each(formats)('is the same in .%s', { tags: 'slow' }, async (format) => {
    await fc.assert(
      fc.asyncProperty(heading, fc.array(row, { maxLength: 8 }), async (first, rows) => {
        const read = await writtenAndRead(format, [first, ...rows])
        const expected = [first, ...rows].map((cells) =>
          cells.map((cell) => typeof cell === 'number' && format === 'csv' ? String(cell) : cell)
        )

        expect(read).toEqual(expected)
      }), { numRuns: 60 })
  })

  it('has decimal commas in .csv, and numbers in .xlsx', async () => {
    expect((await fileOf('csv', [['a'], [1234.5]])).toString()).toBe('\uFEFFa\r\n1234,5\r\n')
    expect(await writtenAndRead('xlsx', [['a'], [1234.5]])).toEqual([['a'], [1234.5]])
  })

  it('keeps a carriage return in .xlsx, which XML would turn into a line feed', async () => {
    expect(await writtenAndRead('xlsx', [['a'], ['b\rc']])).toEqual([['a'], ['b\rc']])
  })
})

describe('a file whose reader leaves', () => {
  it.each(formats)('requests no more rows and closes their source: .%s', async (format) => {
    let rowsAsked = 0
    let isClosed = false
    async function * endless (): AsyncGenerator<WrittenRow> {
      try {
        for (;;) {
          rowsAsked += 1
          yield ['una línea que no se repite', Math.random()]
          await new Promise(setImmediate)
        }
      } finally {
        isClosed = true
      }
    }
    const file = format === 'csv'
      ? spreadsheets.writeCsv({ rows: endless() })
      : spreadsheets.writeXlsx([{ name: 'Documentos', columns: [], rows: endless() }], new Date('2026-11-20T12:00:00Z'))
    for await (const chunk of file) {
      expect(chunk).toBeDefined()
      if (rowsAsked > 0) break
    }

    await vi.waitFor(() => { expect(isClosed).toBe(true) }, patience)
  })

  it('fails with the error of the source of its rows', async () => {
    async function * broken (): AsyncGenerator<WrittenRow> {
      yield ['a']
      throw new Error('the database left')
    }

    await expect(fileOf('xlsx', broken())).rejects.toThrow('the database left')
    await expect(fileOf('csv', broken())).rejects.toThrow('the database left')
  })
})

describe('text that a program could interpret as a formula', () => {
  const dangerous = [
    '=1+1', '+56 2 2345', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "  =cmd|'/c calc'!A1", '＝1+1',
    '=HYPERLINK("http://x.example";"y")'
  ]

  it.each(formats)('stays text in .%s', async (format) => {
    const read = await writtenAndRead(format, [['a'], ...dangerous.map((value) => [value])])

    expect(read.slice(1)).toEqual(dangerous.map((value) => [`'${value}`]))
  })

  it('covers nothing else', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const written = withoutFormula(value)

      expect(/^[=+\-@＝＋－＠\t\r\n]/.test(written.trimStart() === '' ? written : written.replace(/^ +/, ''))).toBe(false)
      expect([value, `'${value}`]).toContain(written)
    }))
  })
})

describe('the names of columns', () => {
  it('are those of spreadsheet programs', () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
    expect(['A1', '', 'AAAA', 'a'].map(columnNumber)).toEqual([undefined, undefined, undefined, undefined])
    fc.assert(fc.property(fc.nat(16_383), (column) => { expect(columnNumber(columnLetters(column))).toBe(column) }))
  })
})

describe.runIf(hasTool('python3'))('our .xlsx for a reader of another make', () => {
  const script = `
import sys, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
for name in book.namelist(): tree.fromstring(book.read(name))
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
print([sheet.get('name') for sheet in tree.fromstring(book.read('xl/workbook.xml')).iter(main + 'sheet')])
for cell in tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(main + 'c'):
    print(cell.get('r'), repr(''.join(part.text or '' for part in cell.iter() if part.tag in (main + 't', main + 'v'))), cell.find(main + 'f'))
`

  it('is well formed in every part, with the same content and no formula', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-xlsx-'))
    const file = join(folder, 'a.xlsx')
    writeFileSync(
      file,
      await buffer(
        spreadsheets.writeXlsx([{ name: 'Documentos', columns: [{ width: 10 }], rows: [['Ítem & más', 'b'], ['=1+1', 12.5]] }, {
          name: 'Columnas', columns: [], rows: []
        }], new Date())
      )
    )
    const said = execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })

    expect(said.trim().split('\n')).toEqual([
      "['Documentos', 'Columnas']", "A1 'Ítem & más' None", "B1 'b' None", 'A2 "\'=1+1" None', "B2 '12.5' None"
    ])
  })
})
