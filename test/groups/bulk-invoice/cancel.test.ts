import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [39] })
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  bulk = bulkOf(program, andes)
})

const submission = async (invoices: object[] = [boleta()]): Promise<string> =>
  (await bulk.create({ invoices })).body.result.id
const stop = (query: string, body?: object, token = andes.token) =>
  program.call('PUT', `/BulkInvoice/Cancel${query}`, { token, ...(body && { body }) })

describe('answers', () => {
  it.each(['query', 'body'])('ends a submission that the %s names', async (place) => {
    const id = await submission([boleta(), { ...boleta(), details: [] }])
    await bulk.process(id)
    const answer = await (place === 'query' ? stop(`?id=${id}`) : stop('', { id }))

    expect(answer.body.result).toMatchObject({
      id, status: 5, statusText: 'Cancelled', counters: { ready: 0, cancelled: 1, invalid: 1, taken: 0 },
      finishedAt: expect.any(String), secondsLeft: 0
    })
    expect((await bulk.rows(id)).map(({ statusText }) => statusText)).toEqual(['Cancelled', 'Invalid'])
  })

  it('does nothing when repeated', async () => {
    const id = await submission()
    const [first, again] = [await stop(`?id=${id}`), await stop(`?id=${id}`)]

    expect(defined(again).body).toEqual(defined(first).body)
  })
})

describe('rejects input (400)', () => {
  it('requires one well-formed id', async () => {
    const id = await submission()

    for (
      const answer of [
        await stop('', {}), await stop('?id=1'), await stop(`?id=${id}`, { id: '01a1f830-589f-752f-bbf3-beba0fe87a6c' })
      ]
    ) {
      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  })
})

describe('conflicts (409)', () => {
  it('does not undo a completed submission', async () => {
    const id = await submission()
    await program.rows('update bulk_invoices set status = 3 where id = $1', [id])

    expect(await stop(`?id=${id}`)).toMatchObject(failure(409, 'BULK_IS_OVER'))
  })
})
