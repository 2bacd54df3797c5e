import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProgram, type Program, type ProgramTenant } from '../../support/program.ts'
import { boleta, factura, note } from '../../support/documents.ts'

let program: Program
let tenant: ProgramTenant
beforeAll(async () => {
  program = await startProgram()
  tenant = await program.tenant()
})
afterAll(() => program.close())

const create = async (body: object, query = '') => program.call('POST', `/BulkInvoice/Create${query}`, { token: tenant.token, body })
const get = async (id: string, query = '') => (await program.call('GET', `/BulkInvoice/Get?id=${id}${query}`, { token: tenant.token })).body.result
const isOver = (id: string) => async () => [3, 4, 5].includes((await get(id)).status)

describe('a submission of documents', () => {
  it('issues each of them once, the note after the document that it refers to', async () => {
    const invoices = [
      { key: 'N-1', ...note('61', { folio: '', date: '' }), references: [{ documentKey: 'F-1', code: '3', reason: 'Ajuste' }] },
      { key: 'F-1', ...factura(2) },
      { key: 'B-1', ...boleta() },
      factura(3)
    ]

    const created = await create({ name: 'Noviembre', invoices })
    expect(created.body).toMatchObject({ success: true, result: { name: 'Noviembre', status: 1, counters: { documents: 4, ready: 4, invalid: 0 } } })
    const { id } = created.body.result
    const processed = await program.call('PUT', '/BulkInvoice/Process', { token: tenant.token, body: { id } })
    expect(processed.body.result).toMatchObject({ status: 2 })
    await program.until('the submission is over', isOver(id), 20)

    const { rows, ...summary } = await get(id)
    expect(summary).toMatchObject({ status: 3, statusText: 'Completed', counters: { taken: 4, failed: 0, ready: 0 }, progress: 100 })
    expect(rows.data.map((row: any) => [row.key, row.invoiceTypeCode, row.invoiceNumber])).toEqual([['N-1', '61', '1'], ['F-1', '33', '1'], ['B-1', '39', '1'], ['4', '33', '2']])
  })
})
