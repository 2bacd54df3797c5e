import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta } from '../../support/documents.ts'
import { only } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [] })
const boreal = sharedTenant(program, { certificate: false, folios: [] })

beforeAll(async () => {
  const bulk = bulkOf(program, andes)
  for (const name of ['Enero', 'Febrero', '100%']) await bulk.create({ name, invoices: [boleta(), boleta()] })
  await bulk.cancel((await bulk.create({ name: 'Marzo', invoices: [boleta()] })).body.result.id)
})

const list = (query = '', token = andes.token) => program.api({ token }).get('BulkInvoice/List', query)
const namesIn = ({ body }: Awaited<ReturnType<typeof list>>) => body.result.data.map(({ name }) => name)

describe('answers', () => {
  it('lists summaries of submissions, newest first', async () => {
    const answer = await list()

    expect(answer.body.result).toMatchObject({ page: 1, pageSize: 20, totalPage: 1, totalRecords: 4 })
    expect(namesIn(answer)).toEqual(['Marzo', '100%', 'Febrero', 'Enero'])
    expect(answer.body.result.data[3]).toMatchObject({
      status: 1, statusText: 'Created', source: 'json', counters: { documents: 2, ready: 2 }
    })
  })

  it('returns page by page, and nothing beyond the end', async () => {
    expect((await list('?pageSize=3')).body.result).toMatchObject({ totalPage: 2, totalRecords: 4 })
    expect(namesIn(await list('?pageSize=3&page=2'))).toEqual(['Enero'])
    expect(namesIn(await list('?pageSize=3&page=3'))).toEqual([])
  })

  it('filters by status and by part of the name, taken literally', async () => {
    expect(namesIn(await list('?status=5'))).toEqual(['Marzo'])
    expect(namesIn(await list('?search=ENE'))).toEqual(['Enero'])
    expect(namesIn(await list('?search=%25'))).toEqual(['100%'])
  })

  it('pages from the oldest submission, and stops before one that is still being uploaded', { tags: 'slow' }, async () => {
    const nil = '00000000-0000-0000-0000-000000000000'
    const walked = async (query: string) => namesIn(await list(`?after=${nil}${query}`))
    await expect.poll(() => walked('')).toEqual(['Enero', 'Febrero', '100%', 'Marzo'])
    const enero = only((await list('?search=Enero')).body.result.data)
    const { data, walk } = (await list(`?after=${enero.id}&pageSize=2`)).body.result
    expect({ names: data.map(({ name }) => name), walk }).toMatchObject({
      names: ['Febrero', '100%'], walk: { after: data[1]?.id, hasMore: true }
    })

    await program.rows('update bulk_invoices set status = 0 where name = \'Febrero\'')
    expect(await walked('')).toEqual(['Enero'])
    await program.rows('update bulk_invoices set status = 1 where name = \'Febrero\'')
  })

  it('returns what was added or changed state since a given time', async () => {
    const marzo = only((await list('?search=Marzo')).body.result.data)
    expect(marzo.updatedAt).toBe(marzo.finishedAt)

    expect(namesIn(await list(`?updatedSince=${marzo.updatedAt}`))).toEqual(['Marzo'])
  })

  it('omits submissions that are still being uploaded', async () => {
    await program.rows('update bulk_invoices set status = 0 where name = \'Febrero\'')

    expect(namesIn(await list())).toEqual(['Marzo', '100%', 'Enero'])
    await program.rows('update bulk_invoices set status = 1 where name = \'Febrero\'')
  })

  it('shows nothing of another tenant', async () => {
    expect((await list('', boreal.token)).body.result).toMatchObject({ totalRecords: 0, data: [] })
  })
})

describe('rejects input (400)', () => {
  it.each(['?page=0', '?pageSize=101', '?status=6', '?status=Created'])('refuses %s', async (query) => {
    expect(await list(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
