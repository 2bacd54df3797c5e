import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, TimbreError } from '../../clients/typescript/client.ts'
import { issueAndWait } from '../../clients/typescript/examples/issue-invoice.ts'
import { factura } from '../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'

let program: Program
let tenant: ProgramTenant
let baseUrl: string
beforeAll(async () => {
  program = await startProgram()
  tenant = await program.tenant({ folios: [33] })
  baseUrl = await program.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => program.close())

describe('the TypeScript client', () => {
  it('issues an invoice, waits for the verdict and fetches the PDF, as its example shows', async () => {
    const user = { email: `admin@${tenant.code}.example`, password: 'correo-tinta-lluvia' }
    const { invoiceNumber, statusText, totals, pdf } = await issueAndWait({
      baseUrl, keys: tenant.keys, user, payload: factura(), patienceSeconds: 15, pauseSeconds: 0.05
    })

    expect({ invoiceNumber, statusText }).toEqual({ invoiceNumber: '1', statusText: 'Accepted' })
    expect(totals).toMatchObject({ totalAmount: 2368 })
    expect(Buffer.from(await pdf.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('uploads files as forms', async () => {
    const caf = await program.control('/cafs', {
      taxNumber: tenant.taxNumber, businessName: 'Comercial', documentType: 39, from: 1, to: 5
    })
    const timbre = createClient({ baseUrl, token: () => tenant.token })

    const { id } = await timbre.post('/api/Folio/Upload', { body: { File: new Blob([new Uint8Array(caf)]) } })

    expect(await timbre.get('/api/Folio/List')).toContainEqual(
      expect.objectContaining({ id, documentType: 39, remaining: 5 })
    )
    expect(await timbre.delete('/api/Folio/Delete', { query: { id } })).toBe(true)
  })

  it('throws a failure with its code, its sentences and the request\'s id', async () => {
    const failure = await createClient({ baseUrl }).get('/api/Folio/List').catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(TimbreError)
    expect(failure).toMatchObject({
      status: 401, code: 'UNAUTHENTICATED', errors: [expect.any(String)], requestId: expect.any(String)
    })
  })

  it('tells a foreign answer from a result', async () => {
    const elsewhere = createClient({
      baseUrl: 'http://timbre.example',
      fetch: async () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })
    })

    await expect(elsewhere.get('/api/Folio/List')).rejects.toMatchObject({ status: 502, code: 'NOT_TIMBRE' })
  })
})
