import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [39] })
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  bulk = bulkOf(program, andes)
})

const submission = async (invoices: object[] = [boleta()]): Promise<string> =>
  (await bulk.create({ invoices })).body.result.id
const remove = (query: string, body?: object, token = andes.token) =>
  program.call('DELETE', `/BulkInvoice/Delete${query}`, { token, ...(body && { body }) })

describe('answers', () => {
  it.each(['query', 'body'])('removes a submission that the %s names, with its documents', async (place) => {
    const id = await submission([boleta(), boleta()])
    await bulk.process(id)

    expect(await (place === 'query' ? remove(`?id=${id}`) : remove('', { id }))).toMatchObject({
      status: 200, body: { success: true, result: true }
    })
    expect(await bulk.get(id)).toBeNull()
    expect(await program.rows('select 1 from bulk_rows where bulk_id = $1', [id])).toEqual([])
    expect(
      await program.rows("select 1 from audit_entries where action = 'bulkInvoice.delete' and entity_id = $1", [id])
    ).toHaveLength(1)
  })

  it('releases what the submission had taken over from the one that it corrects', async () => {
    const id = await submission([{ key: 'a' }])
    const mended = async () =>
      (await bulk.create({ invoices: [{ ...boleta(), key: 'a' }] }, { query: `?replacesId=${id}` })).body
    const { result } = await mended()
    expect(await bulk.rows(id)).toMatchObject([{ isReplaced: true }])
    await remove(`?id=${result.id}`)

    expect(await bulk.rows(id)).toMatchObject([{ isReplaced: false }])
    expect(await mended()).toMatchObject({ success: true })
  })
})

describe('rejects input (400)', () => {
  it('requires one well-formed id', async () => {
    const id = await submission()

    for (
      const answer of [
        await remove('', {}), await remove('?id=1'),
        await remove(`?id=${id}`, { id: '01a1f830-589f-752f-bbf3-beba0fe87a6c' })
      ]
    ) {
      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  })
})

describe('conflicts (409)', () => {
  it('keeps a submission with a document, also with a waiting one', async () => {
    const id = await submission()
    await bulk.process(id)
    program.composition.worker.start()
    await bulk.over(id)

    expect(await remove(`?id=${id}`)).toMatchObject(failure(409, 'BULK_HAS_DOCUMENTS'))
    expect((await bulk.get(id)).counters.taken).toBe(1)
  })
})
