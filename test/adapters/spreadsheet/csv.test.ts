import { describe, expect, it } from 'vitest'
import { spreadsheets } from '../../../src/adapters/spreadsheet/index.ts'
import { defined } from '../../support/expecting.ts'
import { rowsOf } from '../../support/workbooks.ts'

const read = async (text: string | Buffer) => (await rowsOf(Buffer.from(text as string))).map((
  { row, cells }
) => [row, ...cells.map(({ column, value }) => `${column}:${String(value)}`)])

async function encodingOf (bytes: Buffer): Promise<string | null> {
  const { encoding, close } = await spreadsheets.read(Buffer.from(bytes))
  close()
  return encoding
}

describe('a .csv file', () => {
  it.each([
    ['semicolons', 'a;b;c\r\n1,5;2;3\r\n'],
    ['commas', 'a,b,c\n"1,5",2,3\n'],
    ['tabs', 'a\tb\tc\n1,5\t2\t3'],
    ['bars that its first line declares', 'sep=|\r\na|b|c\r\n1,5|2|3\r\n'],
    ['a byte order mark', '\uFEFFa;b;c\n1,5;2;3\n'],
    ['a byte order mark and a declared delimiter', '\uFEFFsep=;\r\na;b;c\r\n1,5;2;3\r\n'],
    ['the line ends of old Macintoshes', 'a;b;c\r1,5;2;3\r'],
    ['line ends of two kinds', 'a;b;c\r\n1,5;2;3\n'],
    ['line ends of two kinds, the other way', 'a;b;c\n"1,5";"2";"3"\r\n'],
    ['a heading with a delimiter of the other kind', '"a";b;c\n1,5;2;3']
  ])('with %s', async (_name, text) => {
    const [heading, row] = await read(text)

    expect(defined(heading).slice(1)).toEqual(['0:a', '1:b', '2:c'])
    expect(defined(row).slice(1)).toEqual(['0:1,5', '1:2', '2:3'])
  })

  it('keeps quoted delimiters, quotation marks and line breaks', async () => {
    expect(await read('a;b\n"x;y";"dice ""hola""\nmás"\n')).toEqual([[1, '0:a', '1:b'], [
      2, '0:x;y', '1:dice "hola"\nmás'
    ]])
  })

  it('counts rows as spreadsheet programs show them', async () => {
    expect(await read('a\n\n"dos\nlíneas"\n;;;\nfin')).toEqual([[1, '0:a'], [3, '0:dos\nlíneas'], [5, '0:fin']])
    expect(await read('sep=;\na;b\n1;2')).toEqual([[2, '0:a', '1:b'], [3, '0:1', '1:2']])
  })

  it('accepts rows that are shorter or longer than the heading', async () => {
    expect(await read('a;b\n1\n1;2;3')).toEqual([[1, '0:a', '1:b'], [2, '0:1'], [3, '0:1', '1:2', '2:3']])
  })

  it('is read in Windows-1252, and says so', async () => {
    const bytes = Buffer.from('Razón;Ítem\r\nÑandú \x93y\x94 C\xeda;\x80 5\r\n', 'latin1')

    expect(await read(bytes)).toEqual([[1, '0:Razón', '1:Ítem'], [2, '0:Ñandú “y” Cía', '1:€ 5']])
    expect(await encodingOf(bytes)).toBe('windows-1252')
    expect(await encodingOf(Buffer.from('Razón;Ítem\r\n'))).toBe('utf-8')
  })

  it.each([
    ['damaged UTF-8', Buffer.concat([Buffer.from('Razón;Ítem\n'), Buffer.from('ñ', 'latin1')])],
    ['UTF-8 by its mark only', Buffer.from('\xEF\xBB\xBFRazón\n', 'latin1')],
    ['UTF-16 with its mark', Buffer.from('\uFEFFa;b\n', 'utf16le')],
    ['UTF-16 without it', Buffer.from('a;b\n', 'utf16le')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')]
  ])('is refused in %s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'BULK_FILE_NOT_UTF8' })
  })

  it('with a stray quotation mark is refused with its line', async () => {
    await expect(read('a;b\n1;Cañería 1/2"\n')).rejects.toMatchObject({
      code: 'BULK_FILE_MALFORMED', problems: [{ path: 'line 2' }]
    })
    await expect(read('a;b\n1;"sin cerrar\n')).rejects.toMatchObject({ code: 'BULK_FILE_MALFORMED' })
  })

  it('of more than 100,000 rows, or with an endless row, is refused', { tags: 'slow' }, async () => {
    await expect(read('a\n'.repeat(100_001))).rejects.toMatchObject({ code: 'BULK_FILE_TOO_LARGE' })
    await expect(read(`a\n"${'x'.repeat(300_000)}"\n`)).rejects.toMatchObject({ code: 'BULK_FILE_MALFORMED' })
  })
})
