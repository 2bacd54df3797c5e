import { describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { rowsOf } from '../../support/workbooks.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { certificate: false, folios: [] })

const template = (query: string, token = andes.token) =>
  program.call('GET', `/BulkInvoice/GetTemplate${query}`, { token })

describe('answers', () => {
  it.each([
    ['', 'timbre-33.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['?documentType=61', 'timbre-61.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['?documentType=39&format=csv', 'timbre-39.csv', 'text/csv; charset=utf-8']
  ])('returns a file to fill in: %s', async (query, fileName, mediaType) => {
    const { status, headers, body } = await template(query)
    const [heading, ...examples] = await rowsOf(body as unknown as Buffer)

    expect([status, headers['content-type']]).toEqual([200, mediaType])
    expect(headers['content-disposition']).toContain(`attachment; filename="${fileName}"`)
    expect(defined(heading).cells.slice(0, 2).map(({ value }) => value)).toEqual(['Documento', 'Tipo'])
    expect(examples.length).toBeGreaterThan(0)
  })
})

describe('rejects input (400)', () => {
  it.each(['?documentType=99', '?format=xls'])('refuses %s', async (query) => {
    expect(await template(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
