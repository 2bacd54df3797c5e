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

  it('does no more when it is asked again', async () => {
    const id = await submission()
    const [first, again] = [await stop(`?id=${id}`), await stop(`?id=${id}`)]

    expect(again!.body).toEqual(first!.body)
  })
})

describe('rejects input (400)', () => {
  it('wants one id, well formed', async () => {
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

describe('needs sign-in (401)', () => {
  it('refuses nobody in particular', async () => {
    expect(await program.call('PUT', `/BulkInvoice/Cancel?id=${await submission()}`)).toMatchObject(
      failure(401, 'UNAUTHENTICATED')
    )
  })
})

describe('needs claim (403)', () => {
  it('refuses whoever may only read', async () => {
    expect(await stop(`?id=${await submission()}`, undefined, await tokenWith(program, andes, ['BulkInvoice.Read'])))
      .toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('hides other tenants (404)', () => {
  it('answers for another tenant\'s submission as for none, and leaves it', async () => {
    const id = await submission()
    const [theirs, nobodys] = [
      await stop(`?id=${id}`, undefined, boreal.token),
      await stop('?id=01a1f830-589f-752f-bbf3-beba0fe87a6c', undefined, boreal.token)
    ]

    expect(theirs).toMatchObject(failure(404, 'BULK_NOT_FOUND'))
    expect(nobodys.body).toEqual(theirs.body)
    expect(await bulk.get(id)).toMatchObject({ status: 1 })
  })
})

describe('conflicts (409)', () => {
  it('does not undo a completed submission', async () => {
    const id = await submission()
    await program.rows('update bulk_invoices set status = 3 where id = $1', [id])

    expect(await stop(`?id=${id}`)).toMatchObject(failure(409, 'BULK_IS_OVER'))
  })
})
