import type { WrittenRow } from '../../src/shared/spreadsheet.ts'
import type { Program, ProgramTenant } from './program.ts'
import { fileOf } from './workbooks.ts'

/** Bulk submissions as a tenant's client makes them. */
export function bulkOf (program: Program, { token }: Pick<ProgramTenant, 'token'>) {
  const get = async (id: string, query = ''): Promise<any> =>
    (await program.call('GET', `/BulkInvoice/Get?id=${id}${query}`, { token })).body.result
  const order = (path: string) => (id: string) => program.call('PUT', `/BulkInvoice/${path}`, { token, body: { id } })
  return {
    create: (body: unknown, { query = '', headers = {} }: { query?: string, headers?: Record<string, string> } = {}) =>
      program.call('POST', `/BulkInvoice/Create${query}`, { token, body, headers }),
    upload: (File: Buffer, { query = '', ...fields }: { query?: string, Name?: string } = {}) =>
      program.upload(`/BulkInvoice/Create${query}`, token, { ...fields, File }),
    /** Uploads a table in the sheet Documentos. */
    uploadTable: async (rows: WrittenRow[], query = '') =>
      program.upload(`/BulkInvoice/Create${query}`, token, { File: await fileOf('xlsx', rows) }),
    get,
    /** Every row, in the order of the file. */
    async rows (id: string, filter = ''): Promise<any[]> {
      const found: any[] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { rows } = await get(id, `&pageSize=100&page=${page}${filter}`)
        found.push(...rows.data)
        pages = rows.totalPage
      }
      return found
    },
    process: order('Process'),
    cancel: order('Cancel'),
    remove: (id: string) => program.call('DELETE', `/BulkInvoice/Delete?id=${id}`, { token }),
    download: (path: string) => program.call('GET', `/BulkInvoice/${path}`, { token }),
    over: (id: string) =>
      program.until('the submission is over', async () => (await program.rows('select from bulk_invoices where id = $1 and status > 2', [id])).length > 0)
  }
}
