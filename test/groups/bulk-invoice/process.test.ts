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
const start = (query: string, body?: object, token = andes.token) =>
  program.call('PUT', `/BulkInvoice/Process${query}`, { token, ...(body && { body }) })

describe('answers', () => {
  it.each(['query', 'body'])('has the documents of a submission that the %s names issued', async (place) => {
    const id = await submission([boleta(), { ...boleta(), details: [] }])
    const answer = await (place === 'query' ? start(`?id=${id}`) : start('', { id }))

    expect(answer.body.result).toMatchObject({
      id, status: 2, statusText: 'Processing', startedAt: expect.any(String), finishedAt: null,
      counters: { ready: 1, invalid: 1, taken: 0 }
    })
    expect(await program.rows("select subject from outbox_tasks where topic = 'processBulk' and subject = $1", [id]))
      .toHaveLength(1)
  })

  it('does nothing when repeated', async () => {
    const id = await submission()
    const [first, ...others] = [await start(`?id=${id}`), await start(`?id=${id}`), await start(`?id=${id}`)]

    expect(others.map(({ body }) => body.result.startedAt)).toEqual(Array(2).fill(defined(first).body.result.startedAt))
    expect(
      await program.rows("select 1 from audit_entries where action = 'bulkInvoice.process' and entity_id = $1", [id])
    ).toHaveLength(1)
  })
})

describe('rejects input (400)', () => {
  it('requires one well-formed id', async () => {
    const id = await submission()

    for (
      const answer of [
        await start('', {}), await start('?id=1'),
        await start(`?id=${id}`, { id: '01a1f830-589f-752f-bbf3-beba0fe87a6c' })
      ]
    ) {
      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  })
})

describe('conflicts (409)', () => {
  it('refuses a submission in which every document has mistakes', async () => {
    expect(await start(`?id=${await submission([{}, 7] as object[])}`)).toMatchObject(
      failure(409, 'BULK_NOTHING_TO_ISSUE')
    )
  })

  it('refuses a cancelled submission', async () => {
    const id = await submission()
    await bulk.cancel(id)

    expect(await start(`?id=${id}`)).toMatchObject(failure(409, 'BULK_IS_OVER'))
  })
})
