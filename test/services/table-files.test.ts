import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'
import { createTableFiles, type Table } from '../../src/services/table-files.ts'
import type { WrittenRow } from '../../src/shared/spreadsheet.ts'
import { rowsOf } from '../support/workbooks.ts'

const files = createTableFiles({ spreadsheets, clock: () => new Date('2026-11-22T12:00:00Z'), rowsOfSheet: 2 })

function tableOf (...rows: WrittenRow[]): Table {
  return {
    name: { en: 'changes', es: 'cambios' },
    columns: [
      { heading: { en: 'Who', es: 'Quién' }, width: 20 },
      { heading: { en: 'When', es: 'Cuándo' }, width: 20, format: 'moment' },
      { heading: { en: 'Day', es: 'Día' }, width: 12, format: 'date' }
    ],
    rows: (async function * () { yield * rows })()
  }
}

const row: WrittenRow = ['=SUM(A1)', { moment: '2026-11-22T18:00:00' }, { day: '2026-11-21' }]
const cellsOf = async (bytes: Buffer) =>
  (await rowsOf(bytes)).map(({ cells }) => cells.map(({ value }) => value))

describe('a table as a file', () => {
  it("is a .csv in the reader's language, with times and dates in Chilean notation", async () => {
    const { stream, fileName, format } = files.write(tableOf(row), { format: 'csv', language: 'es' })

    expect({ fileName, format }).toEqual({ fileName: 'cambios.csv', format: 'csv' })
    expect((await buffer(stream)).toString()).toBe(
      "\uFEFFQuién;Cuándo;Día\r\n'=SUM(A1);22-11-2026 18:00:00;21-11-2026\r\n"
    )
  })

  it('is a workbook whose times and dates are formatted numbers, and whose texts are not formulas', { tags: 'slow' }, async () => {
    const { stream, fileName } = files.write(tableOf(row), { format: 'xlsx', language: 'en' })
    const read = await rowsOf(await buffer(stream))

    expect(fileName).toBe('changes.xlsx')
    expect(read.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
      ['Who', 'When', 'Day'], ["'=SUM(A1)", 46_348.75, 46_347]
    ])
    expect(read[1]?.cells.map(({ shownAs }) => shownAs)).toEqual([undefined, 'date', 'date'])
  })

  it('says so if a sheet ends before the rows do, which a .csv never does', async () => {
    const rows: WrittenRow[] = ['a', 'b', 'c', 'd'].map((text) => [text, null, null])
    const book = await cellsOf(await buffer(files.write(tableOf(...rows), { format: 'xlsx', language: 'es' }).stream))
    const text = await buffer(files.write(tableOf(...rows), { format: 'csv', language: 'es' }).stream)

    expect(book.slice(1)).toEqual([['a'], ['b'], [expect.stringMatching(/^Hay más filas/)]])
    expect(text.toString().split('\r\n')).toHaveLength(6)
  })
})
