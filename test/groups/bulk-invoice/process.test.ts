import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { tokenWith } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant
let boreal: ProgramTenant
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  program = await startProgram({ working: false })
  andes = await program.tenant({ folios: [39] })
  boreal = await program.tenant({ certificate: false, folios: [] })
  bulk = bulkOf(program, andes)
})
afterAll(() => program.close())

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

  it('does no more when it is asked again', async () => {
    const id = await submission()
    const [first, ...others] = [await start(`?id=${id}`), await start(`?id=${id}`), await start(`?id=${id}`)]

    expect(others.map(({ body }) => body.result.startedAt)).toEqual(Array(2).fill(first!.body.result.startedAt))
    expect(
      await program.rows("select 1 from audit_entries where action = 'bulkInvoice.process' and entity_id = $1", [id])
    ).toHaveLength(1)
  })
})

describe('rejects input (400)', () => {
  it('wants one id, well formed', async () => {
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

describe('needs sign-in (401)', () => {
  it('refuses nobody in particular', async () => {
    expect(await program.call('PUT', `/BulkInvoice/Process?id=${await submission()}`)).toMatchObject(
      failure(401, 'UNAUTHENTICATED')
    )
  })
})

describe('needs claim (403)', () => {
  it('refuses whoever may only read', async () => {
    expect(await start(`?id=${await submission()}`, undefined, await tokenWith(program, andes, ['BulkInvoice.Read'])))
      .toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('hides other tenants (404)', () => {
  it('answers for another tenant\'s submission as for none, and leaves it', async () => {
    const id = await submission()
    const [theirs, nobodys] = [
      await start(`?id=${id}`, undefined, boreal.token),
      await start('?id=01a1f830-589f-752f-bbf3-beba0fe87a6c', undefined, boreal.token)
    ]

    expect(theirs).toMatchObject(failure(404, 'BULK_NOT_FOUND'))
    expect(nobodys.body).toEqual(theirs.body)
    expect(await bulk.get(id)).toMatchObject({ status: 1 })
  })
})

describe('conflicts (409)', () => {
  it('has nothing to issue where every document has mistakes', async () => {
    expect(await start(`?id=${await submission([{}, 7] as object[])}`)).toMatchObject(
      failure(409, 'BULK_NOTHING_TO_ISSUE')
    )
  })

  it('does not take up a cancelled submission', async () => {
    const id = await submission()
    await bulk.cancel(id)

    expect(await start(`?id=${id}`)).toMatchObject(failure(409, 'BULK_IS_OVER'))
  })
})
