import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templateTypes } from '../../../src/services/bulk/template.ts'
import { createTemplates } from '../../../src/services/bulk/templates.ts'
import { spreadsheets } from '../../../src/adapters/spreadsheet/index.ts'
import { columns } from '../../../src/services/bulk/columns.ts'
import { bulkOf } from '../../support/bulk.ts'
import { defined } from '../../support/expecting.ts'
import { startProgram, type Program, type ProgramTenant } from '../../support/program.ts'
import { columnLetters } from '../../../src/shared/spreadsheet.ts'
import { partOf, rowsOf } from '../../support/workbooks.ts'

let program: Program
let tenant: ProgramTenant
let bulk: ReturnType<typeof bulkOf>
beforeAll(async () => {
  program = await startProgram()
  tenant = await program.tenant({ folios: templateTypes.map(Number) })
  bulk = bulkOf(program, tenant)
})
afterAll(() => program.close())

/** What a sheet's part says, beside what our reader makes of it. */
async function sheetOf (book: Buffer, number = 1) {
  const xml = await partOf(book, `xl/worksheets/sheet${number}.xml`)
  const rows = Array.from(xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs), ([, row = '']) =>
    Array.from(row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs), ([, letters = '', cell = '']) =>
      [letters, cell.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&')] as const))
  return {
    xml,
    headings: rows[0]!.map(([, value]) => value),
    columns: Array.from(xml.matchAll(/<col [^>]*>/g), ([column]) => column),
    columnB: rows.map((row) => row.find(([letters]) => letters === 'B')?.[1])
  }
}

const template = async (type: string, format: string) =>
  (await bulk.download(`GetTemplate?documentType=${type}&format=${format}`)).body as unknown as Buffer

describe('the templates', () => {
  it('exist for the twelve types', () => {
    expect(templateTypes).toEqual(['33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112'])
  })

  it.each(templateTypes)(
    'of type %s contain a valid example in both formats, which can be issued', { tags: 'slow' },
    async (type) => {
      const created = []
      for (const format of ['csv', 'xlsx']) {
        const { body: { result, errors } } = await bulk.upload(await template(type, format))
        expect(errors).toEqual([])
        expect((await bulk.rows(result.id)).flatMap(({ problems }) => problems)).toEqual([])
        created.push(result)
      }
      expect(created[0]?.counters).toEqual(created[1]?.counters)

      const { id } = defined(created[1])
      await bulk.process(id)
      const isDone = async () => {
        const { counters } = await bulk.get(id)
        return counters.ready + counters.waiting + counters.issued + counters.sending + counters.sent === 0
      }
      await program.until('its documents are judged', isDone)
      const rows = await bulk.rows(id)

      expect(rows.some(({ invoiceTypeCode }) => invoiceTypeCode === type)).toBe(true)
      expect(rows.map(({ documentStatusText, reasons }) => [documentStatusText, reasons])).toEqual(
        rows.map(() => ['Accepted', []])
      )
    }
  )

  it('have every column in .xlsx, and the common ones in .csv', async () => {
    const [[wide], [narrow]] = [await rowsOf(await template('33', 'xlsx')), await rowsOf(await template('33', 'csv'))]
    const headings = (row: typeof wide) => row!.cells.map(({ value }) => value)

    expect(headings(wide).sort()).toEqual(columns.map(({ name }) => name).sort())
    expect(narrow!.cells.length).toBeGreaterThan(50)
    expect(headings(wide)).toEqual(expect.arrayContaining(headings(narrow)))
  })

  it('contain numbers as numbers and dates as dates', async () => {
    const [headings, first] = await rowsOf(await template('33', 'xlsx'))
    const cellBelow = (name: string) => {
      const { column } = headings!.cells.find(({ value }) => value === name)!
      return first!.cells.find((cell) => cell.column === column)
    }

    expect(['Tipo', 'Cantidad', 'Precio unitario', 'Fecha referencia'].map(cellBelow)).toEqual([
      { column: 1, value: 33 }, { column: expect.any(Number), value: 12.5 },
      { column: expect.any(Number), value: 1990 },
      { column: expect.any(Number), value: 46_328, shownAs: 'date' }
    ])
  })

  it('collapse rarely used columns, and show those of the example', async () => {
    const { headings, columns: shown } = await sheetOf(await template('52', 'xlsx'))
    const isFolded = (name: string) => / hidden="1" outlineLevel="1"/.test(shown[headings.indexOf(name)]!)

    expect(headings.filter((name) => !isFolded(name)).length).toBeLessThan(45)
    expect(['RUT receptor', 'Cantidad', 'Tipo de traslado', 'Patente', 'RUT chofer'].filter(isFolded)).toEqual([])
    expect(['Período desde', 'Monto neto', 'transport.customs.booking'].filter((name) => !isFolded(name))).toEqual([])
  })

  it('list the codes of a column with their meaning', async () => {
    const { headings, xml } = await sheetOf(await template('33', 'xlsx'))
    const codes = await sheetOf(await template('33', 'xlsx'), 3)
    const listOf = (name: string) => {
      const letters = columnLetters(headings.indexOf(name))
      const [, validation = ''] = new RegExp(`(<dataValidation [^>]*sqref="${letters}2:[^/]*</formula1>)`).exec(xml) ?? []
      const [, from, to] = /\$B\$(\d+):\$B\$(\d+)/.exec(validation) ?? []
      return { prompt: / prompt="([^"]*)"/.exec(validation)?.[1], values: codes.columnB.slice(Number(from) - 1, Number(to)) }
    }

    expect(listOf('Forma de pago')).toEqual({
      prompt: '1 Contado, 2 Crédito, 3 Sin costo (entrega gratuita)', values: ['1', '2', '3']
    })
    expect(listOf('Tipo')).toEqual({ prompt: expect.stringContaining('Códigos'), values: [...templateTypes] })
    expect(listOf('Precios con IVA').values).toEqual(['Sí', 'No'])
  })

  it('explain every column with a Spanish heading', () => {
    expect(
      columns.filter(({ name, explanation }) => /[A-Zí]/.test(name[0]!) && !name.includes('.') && explanation === '')
        .map(({ name }) => name)
    ).toEqual([])
  })
})

it('a file is generated once a day, and again after a failure', async () => {
  let at = new Date('2026-03-10T12:00:00Z')
  let fails = true
  let made = 0
  const fileOf = createTemplates({
    spreadsheets: {
      ...spreadsheets,
      writeCsv: (sheet) => {
        made++
        if (fails) throw new Error('no memory')
        return spreadsheets.writeCsv(sheet)
      }
    },
    clock: () => at
  })

  await expect(fileOf('33', 'csv')).rejects.toThrow('no memory')
  fails = false
  const [one, other] = await Promise.all([fileOf('33', 'csv'), fileOf('33', 'csv')])
  expect(one).toBe(other)
  expect(made).toBe(2)

  at = new Date('2026-03-11T12:00:00Z')
  expect(await fileOf('33', 'csv')).not.toBe(one)
  expect(made).toBe(3)
})
