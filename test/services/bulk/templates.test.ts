import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templateTypes } from '../../../src/services/bulk/template.ts'
import { columns } from '../../../src/services/bulk/columns.ts'
import { bulkOf } from '../../support/bulk.ts'
import { startProgram, type Program, type ProgramTenant } from '../../support/program.ts'
import { rowsOf } from '../../support/workbooks.ts'

let program: Program
let tenant: ProgramTenant
let bulk: ReturnType<typeof bulkOf>
beforeAll(async () => {
  program = await startProgram()
  tenant = await program.tenant({ folios: templateTypes.map(Number) })
  bulk = bulkOf(program, tenant)
})
afterAll(() => program.close())

const template = async (type: string, format: string) =>
  (await bulk.download(`GetTemplate?documentType=${type}&format=${format}`)).body as unknown as Buffer

describe('the templates', () => {
  it('are those of the twelve types', () => {
    expect(templateTypes).toEqual(['33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112'])
  })

  it.each(templateTypes)(
    'of type %s hold an example that is valid as it is, in both formats, and is issued',
    async (type) => {
      const created = []
      for (const format of ['csv', 'xlsx']) {
        const { body: { result, errors } } = await bulk.upload(await template(type, format))
        expect(errors).toEqual([])
        expect((await bulk.rows(result.id)).flatMap(({ problems }) => problems)).toEqual([])
        created.push(result)
      }
      expect(created[0].counters).toEqual(created[1].counters)

      const [, { id }] = created
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

  it('have every column in .xlsx, and those that most need in .csv', async () => {
    const [[wide], [narrow]] = [await rowsOf(await template('33', 'xlsx')), await rowsOf(await template('33', 'csv'))]

    expect(wide!.cells.map(({ value }) => value).sort()).toEqual(columns.map(({ name }) => name).sort())
    expect(narrow!.cells.length).toBeGreaterThan(50)
    expect(wide!.cells.slice(0, narrow!.cells.length).map(({ value }) => value)).toEqual(
      narrow!.cells.map(({ value }) => value)
    )
  })

  it('explain every column that has a heading in Spanish', () => {
    expect(
      columns.filter(({ name, explanation }) => /[A-Zí]/.test(name[0]!) && !name.includes('.') && explanation === '')
        .map(({ name }) => name)
    ).toEqual([])
  })
})
