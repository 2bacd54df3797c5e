import { describe, expect, it } from 'vitest'
import { partsOf, rowsOf, workbookOf, zipOf, type WorkbookParts } from '../../support/workbooks.ts'

const cellsOf = async (data: string, more: WorkbookParts = {}) =>
  (await rowsOf(await workbookOf({ sheets: { Documentos: `<row r="1">${data}</row>` }, ...more }))).flatMap((
    { cells }
  ) => cells)
const refusal = (code: string) => ({ code })

describe('a cell of a workbook', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="#,##0.00 &quot;días&quot;"/><numFmt numFmtId="167" formatCode="[$-340A]h:mm:ss"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>'
  const strings =
    '<si><t>uno</t></si><si><r><rPr><b/></rPr><t>Cañería </t></r><r><t xml:space="preserve">de cobre</t></r><rPh sb="0" eb="1"><t>kana</t></rPh></si>'

  it.each([
    ['a number', '<c r="A1"><v>12.5</v></c>', { value: 12.5 }],
    ['the double next to what was typed', '<c r="A1"><v>1990.0999999999999</v></c>', { value: 1990.1 }],
    ['a shared text', '<c r="A1" t="s"><v>0</v></c>', { value: 'uno' }],
    ['a shared text of formatted runs', '<c r="A1" t="s"><v>1</v></c>', { value: 'Cañería de cobre' }],
    ['a text in the cell', '<c r="A1" t="inlineStr"><is><r><t>do</t></r><r><t>s</t></r></is></c>', { value: 'dos' }],
    ['a yes', '<c r="A1" t="b"><v>1</v></c>', { value: true }],
    ['a date of the program', '<c r="A1" s="1"><v>46346</v></c>', { value: 46346, shownAs: 'date' }],
    ['a date in a format of one\'s own', '<c r="A1" s="2"><v>46346</v></c>', { value: 46346, shownAs: 'date' }],
    ['a time of day', '<c r="A1" s="6"><v>0.5</v></c>', { value: 0.5, shownAs: 'date' }],
    ['a percentage', '<c r="A1" s="3"><v>0.1</v></c>', { value: 0.1, shownAs: 'percentage' }],
    ['a number with zeros before it', '<c r="A1" s="4"><v>123</v></c>', { value: 123, digits: 5 }],
    ['a number with a unit', '<c r="A1" s="5"><v>30</v></c>', { value: 30 }],
    ['what a formula came to', '<c r="A1"><f>B1*2</f><v>84</v></c>', { value: 84 }],
    ['the text that a formula came to', '<c r="A1" t="str"><f>B1&amp;"x"</f><v>ax</v></c>', { value: 'ax' }],
    ['a formula that nobody computed', '<c r="A1"><f>B1*2</f><v/></c>', { value: '', trouble: 'formula' }],
    ['an error', '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', { value: '#DIV/0!', trouble: 'error' }],
    ['a character that XML lacks', '<c r="A1" t="inlineStr"><is><t>a_x000A_b_x005F_x000A_</t></is></c>', {
      value: 'a\nb_x000A_'
    }]
  ])('%s', async (_name, xml, expected) => {
    expect(await cellsOf(xml, { styles, strings })).toEqual([{ column: 0, ...expected }])
  })

  it.each([
    ['an empty one', '<c r="A1" s="1"/>'],
    ['blanks', '<c r="A1" t="inlineStr"><is><t>  </t></is></c>'],
    ['a formula that comes to an empty text', '<c r="A1" t="str"><f>IF(B1="","",B1)</f><v></v></c>']
  ])('%s is none', async (_name, xml) => {
    expect(await cellsOf(xml)).toEqual([])
  })

  it('is at its reference, or next to the previous cell', async () => {
    expect((await cellsOf('<c r="B1"><v>1</v></c><c><v>2</v></c><c r="AA1"><v>3</v></c>')).map(({ column }) => column))
      .toEqual([1, 2, 26])
  })

  it('counts days from 1904 in workbooks that do', async () => {
    expect(
      await cellsOf('<c r="A1" s="1"><v>44884</v></c><c r="B1"><v>44884</v></c>', {
        styles, properties: '<workbookPr date1904="1"/>'
      })
    )
      .toEqual([{ column: 0, value: 46346, shownAs: 'date' }, { column: 1, value: 44884 }])
  })
})

describe('the rows of a workbook', () => {
  it('have the numbers that the spreadsheet program shows, without blank rows', async () => {
    const file = await workbookOf({
      sheets: {
        Documentos:
          '<row r="2"><c><v>1</v></c></row><row r="3"><c s="0"/></row><row><c><v>2</v></c></row><row r="9"><c r="C9"><v>3</v></c></row>'
      }
    })

    expect((await rowsOf(file)).map(({ row }) => row)).toEqual([2, 4, 9])
  })

  it.each([
    ['a row that is there twice', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'],
    ['a row that goes back', '<row r="5"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'],
    ['a cell that is there twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['a row of no number', '<row r="x"><c><v>1</v></c></row>'],
    ['a row beyond the last one', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a text that is not in the list', '<row r="1"><c t="s"><v>7</v></c></row>'],
    ['a number that is none', '<row r="1"><c><v>1,5</v></c></row>'],
    ['XML that ends early', '<row r="1"><c><v>1</v>'],
    ['an entity of its own', '<row r="1"><c><v>&boom;</v></c></row>']
  ])('refuses %s', async (_name, data) => {
    await expect(workbookOf({ sheets: { Documentos: data } }).then(rowsOf)).rejects.toMatchObject(
      refusal('BULK_FILE_MALFORMED')
    )
  })

  it('refuses a document type declaration, which could define entities', async () => {
    const parts = partsOf({
      sheets: { Documentos: '' },
      more: {
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>'
      }
    })

    await expect(zipOf(parts).then(rowsOf)).rejects.toMatchObject(refusal('BULK_FILE_MALFORMED'))
  })

  it('are at most 100,000, and a cell holds what Excel\'s holds', { tags: 'slow' }, async () => {
    const many = await workbookOf({ sheets: { Documentos: '<row><c><v>1</v></c></row>'.repeat(100_001) } })
    const long = await workbookOf({ sheets: { Documentos: `<row><c t="str"><v>${'x'.repeat(32_768)}</v></c></row>` } })

    await expect(rowsOf(many)).rejects.toMatchObject(refusal('BULK_FILE_TOO_LARGE'))
    await expect(rowsOf(long)).rejects.toMatchObject(refusal('BULK_FILE_TOO_LARGE'))
  })
})

describe('the sheet of documents', () => {
  const row = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`
  const read = async (sheets: Record<string, string>, hidden: string[] = []) =>
    (await rowsOf(await workbookOf({ sheets, hidden })))[0]?.cells[0]?.value

  it('is found by its name in any case, or is the only visible one', async () => {
    expect(await read({ Hoja1: row('otra'), 'documentos ': row('ésta') })).toBe('ésta')
    expect(await read({ Hoja1: row('ésta') })).toBe('ésta')
    expect(await read({ Oculta: row('otra'), Hoja1: row('ésta') }, ['Oculta'])).toBe('ésta')
  })

  it.each([
    ['several sheets of other names', { Hoja1: '', Hoja2: '' }, []],
    ['none that can be seen', { Hoja1: '' }, ['Hoja1']],
    ['a hidden one of the name beside another', { Hoja1: row('1'), Documentos: row('2') }, ['Documentos']]
  ])('is not guessed among %s', async (_name, sheets, hidden) => {
    await expect(read(sheets as Record<string, string>, hidden)).rejects.toMatchObject({
      code: 'BULK_SHEET_NOT_FOUND', problems: [{ message: { en: expect.stringContaining('Hoja1') } }]
    })
  })
})

describe('a file that is not an accepted workbook', () => {
  const compound = Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex')

  it.each([
    ['an .xls, or a workbook under a password', async () => compound, 'BULK_FILE_UNSUPPORTED'],
    [
      'a web page called .xls', async () => Buffer.from('<html><table><tr><td>Documento</td></tr></table></html>'),
      'BULK_FILE_UNSUPPORTED'
    ],
    [
      'an .xlsm',
      () =>
        workbookOf({ sheets: { Documentos: '' }, mainType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
      'BULK_FILE_HAS_MACROS'
    ],
    [
      'an .xlsm called .xlsx', () => workbookOf({ sheets: { Documentos: '' }, more: { 'xl/vbaProject.bin': 'x' } }),
      'BULK_FILE_HAS_MACROS'
    ],
    [
      'an .xlsb',
      () =>
        workbookOf({ sheets: { Documentos: '' }, mainType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main' }),
      'BULK_FILE_UNSUPPORTED'
    ],
    [
      'a .docx',
      () => workbookOf({
        sheets: { Documentos: '' },
        mainType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
      }),
      'BULK_FILE_UNSUPPORTED'
    ],
    [
      'an .ods', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      'BULK_FILE_UNSUPPORTED'
    ],
    [
      'a zip cut short', async () => (await workbookOf({ sheets: { Documentos: '' } })).subarray(0, 400),
      'BULK_FILE_MALFORMED'
    ],
    ['one part under two names', async () => {
      const zip = await workbookOf({ sheets: { Documentos: '', Otra: '' } })
      return Buffer.from(zip.toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml'), 'latin1')
    }, 'BULK_FILE_MALFORMED'],
    [
      'thousands of parts',
      () => zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, '']))),
      'BULK_FILE_TOO_LARGE'
    ]
  ])('%s', async (_name, make, code) => {
    await expect(make().then(rowsOf)).rejects.toMatchObject(refusal(code))
  })

  it('a zip bomb, whatever size it declares', async () => {
    const bomb = Buffer.alloc(5 * 1024 * 1024, 0x20)
    const honest = await zipOf({ ...partsOf({ sheets: { Documentos: '' } }), 'xl/workbook.xml': bomb })

    await expect(rowsOf(honest)).rejects.toMatchObject(refusal('BULK_FILE_TOO_LARGE'))
    await expect(rowsOf(withSize(honest, bomb.length, 10))).rejects.toMatchObject(refusal('BULK_FILE_MALFORMED'))
    expect(honest.length).toBeLessThan(20_000)
  })

  it('a sheet that unpacks to more than 256 MiB', async () => {
    const sheet = `<worksheet><sheetData/></worksheet>${' '.repeat(12_345)}`
    const zip = await zipOf({ ...partsOf({ sheets: { Documentos: '' } }), 'xl/worksheets/sheet1.xml': sheet })

    await expect(rowsOf(withSize(zip, sheet.length, 257 * 1024 * 1024))).rejects.toMatchObject(
      refusal('BULK_FILE_TOO_LARGE')
    )
    await expect(rowsOf(zip)).resolves.toEqual([])
  })

  /** The zip with another size told of the part that has this one. */
  function withSize (zip: Buffer, size: number, told: number): Buffer {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(size)
    const changed = Buffer.from(zip)
    for (let at = changed.indexOf(bytes); at !== -1; at = changed.indexOf(bytes, at + 1)) {
      changed.writeUInt32LE(told, at)
    }
    return changed
  }
})
