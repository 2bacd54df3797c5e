import type { WrittenRow } from '../../src/shared/spreadsheet.ts'
import type { Result } from './api.ts'
import type { Program, ProgramTenant } from './program.ts'
import { fileOf } from './workbooks.ts'

/** Bulk submissions as a tenant's client makes them. */
export function bulkOf (program: Program, { token }: Pick<ProgramTenant, 'token'>) {
  const api = program.api({ token })
  const get = async (id: string, query = '') => (await api.get('BulkInvoice/Get', `?id=${id}${query}`)).body.result
  const upload = (File: Buffer, { query = '', ...fields }: { query?: string, Name?: string } = {}) =>
    api.upload('BulkInvoice/Create', { ...fields, File }, { query })
  return {
    create: (body: unknown, options: { query?: string, headers?: Record<string, string> } = {}) =>
      api.post('BulkInvoice/Create', body, options),
    upload,
    /** Uploads a table in the sheet Documentos. */
    uploadTable: async (rows: WrittenRow[], query = '') => upload(await fileOf('xlsx', rows), { query }),
    get,
    /** Every row, in the order of the file. */
    async rows (id: string, filter = '') {
      const found: Result<'get', 'BulkInvoice/Get'>['rows']['data'] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { rows } = await get(id, `&pageSize=100&page=${page}${filter}`)
        found.push(...rows.data)
        pages = rows.totalPage
      }
      return found
    },
    process: (id: string) => api.put('BulkInvoice/Process', { id }),
    cancel: (id: string) => api.put('BulkInvoice/Cancel', { id }),
    remove: (id: string) => api.delete('BulkInvoice/Delete', { id }),
    download: (path: string) => program.call('GET', `/BulkInvoice/${path}`, { token }),
    over: (id: string) =>
      program.until('the submission is over', async () => (await program.rows('select from bulk_invoices where id = $1 and status > 2', [id])).length > 0)
  }
}
