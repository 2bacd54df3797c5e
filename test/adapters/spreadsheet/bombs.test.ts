/** @module-tag slow */
import { describe, expect, it } from 'vitest'
import { openArchive } from '../../../src/adapters/spreadsheet/archive.ts'
import { openSheetFile } from '../../../src/adapters/spreadsheet/sheet-file.ts'
import { readWorkbook } from '../../../src/adapters/spreadsheet/xlsx.ts'
import { bombPart, packedPart, workbookParts, zipOfPacked, type PackedPart } from '../../support/bombs.ts'

const mebibyte = 1024 * 1024
const sheetName = 'xl/worksheets/sheet1.xml'
const head = '<worksheet><sheetData>'
const tail = '</sheetData></worksheet>'
const sheet = (content: string): PackedPart => packedPart(sheetName, `${head}${content}${tail}`)
const longSheet = (before: string, letter: string, after: string, mebibytes = 100): PackedPart =>
  bombPart(sheetName, head + before, letter, mebibytes, after + tail)
const strings = (content: string): PackedPart => packedPart('xl/sharedStrings.xml', `<sst>${content}</sst>`)
const styles = (content: string): PackedPart => packedPart('xl/styles.xml', `<styleSheet>${content}</styleSheet>`)
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

async function codeOf (work: () => Promise<unknown>): Promise<string> {
  return work().then(() => 'read', (error: { code?: string }) => error.code ?? String(error))
}

/** How reading the workbook ends, and after how many inflated bytes. */
async function ending (parts: PackedPart[]): Promise<{ code: string, inflated: number, bytes: number }> {
  const file = zipOfPacked(parts)
  const archive = await openArchive(file)
  const code = await codeOf(async () => {
    for await (const row of await readWorkbook(archive)) expect(row.cells.length).toBeLessThanOrEqual(1000)
  })
  return { code, inflated: archive.inflatedBytes(), bytes: file.length }
}

describe('a workbook that is a zip bomb', () => {
  it('consists of parts that are otherwise readable', async () => {
    expect(await ending(workbookParts([]))).toMatchObject({ code: 'read' })
    expect(await ending(workbookParts([longSheet('<row><c t="str"><v>', 'x', '</v></c></row>', 0)]))).toMatchObject({
      code: 'read'
    })
  })

  it.each([
    ['an attribute of 100 million letters', longSheet('<row a="', 'x', '"/>')],
    ['an attribute name of 100 million letters', longSheet('<row ', 'x', '=""/>')],
    ['a tag name of 100 million letters', longSheet('<', 'x', '/>')],
    ['a closing tag of 100 million letters', longSheet('<row></', 'x', '>')],
    ['a comment of 100 million letters', longSheet('<!--', 'x', '-->')],
    ['a CDATA section of 100 million letters', longSheet('<row><c t="str"><v><![CDATA[', 'x', ']]></v></c></row>')],
    ['a processing instruction of 100 million letters', longSheet('<?x ', 'x', '?>')],
    ['the name of a processing instruction of 100 million letters', longSheet('<?', 'x', '?>')],
    ['an entity of 100 million letters', longSheet('<row>&', 'x', ';</row>')],
    ['a text of 100 million letters', longSheet('<row><c t="str"><v>', 'x', '</v></c></row>')],
    ['100 million blanks between two tags', longSheet('', ' ', '')],
    ['a reference of 100 million letters', longSheet('<row><c r="', 'A', '1"/></row>')],
    [
      'a shared text of 100 million letters',
      bombPart('xl/sharedStrings.xml', '<sst><si><t>', 'x', 100, '</t></si></sst>')
    ],
    [
      'a format of 100 million letters',
      bombPart(
        'xl/styles.xml', '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="', '[', 100,
        '"/></numFmts></styleSheet>'
      )
    ],
    ['a million elements inside one another', longSheet('', '<a>', '')]
  ])('is refused after less than a MiB: %s', async (_what, part) => {
    const { code, inflated, bytes } = await ending(workbookParts([part]))

    expect(code).toMatch(/^BULK_FILE_(?:TOO_LARGE|MALFORMED)$/)
    expect(inflated).toBeLessThan(mebibyte)
    expect(bytes).toBeLessThan(mebibyte)
  })

  it.each([
    ['millions of blanks inside a tag', longSheet('<row', ' ', '/>', 20)],
    ['millions of attributes of one name', longSheet('<row', ' a=""', '/>', 20)],
    ['millions of letters of short comments', longSheet('', '<!-- says nothing -->', '', 20)],
    [
      'a shared text of any number of pieces',
      bombPart('xl/sharedStrings.xml', '<sst><si>', `<t>${'x'.repeat(10_000)}</t>`, 20, '</si></sst>')
    ]
  ])('is refused once it unpacks to 16 MiB, which is more than 200 times its size: %s', async (_what, part) => {
    const { code, inflated } = await ending(workbookParts([part]))

    expect(code).toBe('BULK_FILE_TOO_LARGE')
    expect(inflated).toBeLessThan(17 * mebibyte)
  })

  it('is measured by the unpacked size of all parts together', async () => {
    const blanks = (name: string, before: string, after: string): PackedPart =>
      bombPart(name, before, ' \n<!---->'.repeat(20), 9, after)
    const { code, inflated } = await ending(
      workbookParts([
        blanks('xl/styles.xml', '<styleSheet>', '</styleSheet>'), blanks('xl/sharedStrings.xml', '<sst>', '</sst>')
      ])
    )

    expect(code).toBe('BULK_FILE_TOO_LARGE')
    expect(inflated).toBeLessThan(17 * mebibyte)
  })

  it.each([
    ['elements 65 deep', [sheet(`${'<a>'.repeat(63)}${'</a>'.repeat(63)}`)]],
    ['257 attributes on one tag', [sheet(`<row ${times(257, (index) => ` a${index}=""`)}/>`)]],
    ['a row of more cells than a document has columns', [sheet(`<row>${times(1001, () => '<c><v>1</v></c>')}</row>`)]],
    ['one long text that many cells share', [
      strings(`<si><t>${'x'.repeat(32_767)}</t></si>`), sheet(`<row>${times(9, () => '<c t="s"><v>0</v></c>')}</row>`)
    ]],
    ['more than half a million shared texts', [strings('<si/>'.repeat(500_001))]],
    ['more styles than a program knows', [styles(`<cellXfs>${'<xf/>'.repeat(100_001)}</cellXfs>`)]],
    ['a format longer than a program takes', [
      styles(`<numFmts><numFmt numFmtId="1" formatCode="${'['.repeat(1001)}"/></numFmts>`)
    ]],
    ['thousands of formats', [
      styles(`<numFmts>${
        times(20_001, (index) => `<numFmt numFmtId="${index + 200}" formatCode="0"/>`)
      }</numFmts><cellXfs><xf/></cellXfs>`)
    ]],
    ['thousands of relations', [
      packedPart(
        '_rels/.rels',
        `<Relationships>${times(2001, () => '<Relationship Id="a" Type="t" Target="x"/>')}</Relationships>`
      )
    ]],
    ['thousands of sheets', [
      packedPart('xl/workbook.xml', `<workbook><sheets>${times(2001, () => '<sheet name="x"/>')}</sheets></workbook>`)
    ]]
  ])('is refused as too large: %s', async (_what, parts) => {
    expect((await ending(workbookParts(parts))).code).toBe('BULK_FILE_TOO_LARGE')
  })

  it.each([
    ['rows beyond the last of a sheet', [sheet('<row r="1048576"/><row/>')]],
    ['a cell beyond the last column', [sheet('<row><c r="AAAA1"><v>1</v></c></row>')]],
    ['a row inside a row, which would be taken twice', [sheet('<row><row><c><v>1</v></c></row></row>')]],
    ['a cell inside a cell', [sheet('<row><c><c><v>1</v></c></c></row>')]],
    ['a cell outside of rows', [sheet('<c><v>1</v></c>')]],
    ['a part that says it is smaller', [{ ...sheet('<row/>'.repeat(99)), size: 20 }]],
    ['a part that says it is larger', [{ ...sheet('<row/>'), size: 2000 }]],
    ['a part whose sum is of other bytes', [{ ...sheet('<row/>'), sum: 1 }]]
  ])('is refused as malformed: %s', async (_what, parts) => {
    expect((await ending(workbookParts(parts))).code).toBe('BULK_FILE_MALFORMED')
  })

  it('is refused before anything is unpacked: parts that share their bytes, a part that says it has 300 MiB', async () => {
    const overlapping = zipOfPacked(workbookParts([{ ...sheet('<row/>'), at: 0 }]))

    expect(await codeOf(() => openArchive(overlapping))).toBe('BULK_FILE_MALFORMED')
    expect(await ending(workbookParts([{ ...sheet('<row/>'), size: 300 * mebibyte }]))).toMatchObject({
      code: 'BULK_FILE_TOO_LARGE'
    })
  })
})

describe('a .csv that is a bomb', () => {
  const reading = async (text: string): Promise<string> => codeOf(async () => {
    const { rows } = await openSheetFile(Buffer.from(text))
    for await (const row of rows) expect(row.cells.length).toBeLessThanOrEqual(1000)
  })

  it.each([
    ['one line of 16 MiB', 'x'.repeat(16 * mebibyte), 'BULK_FILE_TOO_LARGE'],
    ['millions of columns', `a${';'.repeat(8 * mebibyte)}\n`, 'BULK_FILE_TOO_LARGE'],
    ['more columns than a document has', `${'a;'.repeat(1001)}\n`, 'BULK_FILE_TOO_LARGE'],
    ['quotes that are never closed', `a;b\n"${'x\n'.repeat(4 * mebibyte)}`, 'BULK_FILE_MALFORMED'],
    ['a cell of a MiB', `a;b\n1;"${'x\n'.repeat(mebibyte / 2)}"\n`, 'BULK_FILE_MALFORMED'],
    ['more blank lines than a sheet has', '\n'.repeat(1_048_577), 'BULK_FILE_TOO_LARGE']
  ])('is refused: %s', async (_what, text, code) => {
    expect(await reading(text)).toBe(code)
  })
})
