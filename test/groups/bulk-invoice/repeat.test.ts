/** @module-tag slow */
import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [39], update: { refuseWhenNotReady: true } })
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  bulk = bulkOf(program, andes)
})

const repeat = (id: string, token = andes.token) => program.api({ token }).post('BulkInvoice/Repeat', { id })

/** A submission that was stopped: a boleta was issued, a factura was not, and one document has mistakes. */
async function stopped (): Promise<string> {
  const { id } = (await bulk.create({
    name: 'Noviembre', invoices: [{ key: 'B', ...boleta() }, { key: 'F', ...factura() }, { key: 'M', ...boleta(), details: [] }]
  })).body.result
  await bulk.process(id)
  await program.until('the boleta is issued', async () => (await bulk.get(id)).counters.taken === 1)
  await bulk.cancel(id)
  return id
}

describe('answers', () => {
  it('resubmits only the documents that were not issued, with who did it', async () => {
    const id = await stopped()
    const { status, body: { result } } = await repeat(id)

    expect([status, result]).toMatchObject([200, {
      name: 'Noviembre (2)', status: 1, replacesId: id, skipped: 0, leftBehind: 0, counters: { documents: 2, ready: 1, invalid: 1, taken: 0 }
    }])
    expect((await bulk.rows(result.id)).map(({ key, statusText }) => [key, statusText])).toEqual([['F', 'Ready'], ['M', 'Invalid']])
    expect(await bulk.get(id)).toMatchObject({ replacedById: result.id, status: 5 })
    expect((await bulk.rows(id)).map(({ key, isReplaced }) => [key, isReplaced])).toEqual([['B', false], ['F', true], ['M', true]])
    expect(await program.rows<{ details: object }>(
      "select details from audit_entries where action = 'bulkInvoice.repeat' and entity_id = $1", [result.id]
    )).toMatchObject([{ details: { replacesId: id, documents: 2, invalid: 1 } }])
  })

  it('returns the same submission to every call, sequential or concurrent', async () => {
    const id = await stopped()
    const answers = [...await Promise.all([repeat(id), repeat(id)]), await repeat(id)]

    expect(answers.map(({ body }) => body.errors).flat()).toEqual([])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.result.id}`)).size).toBe(1)
    expect(await program.rows('select from bulk_invoices where replaces_id = $1', [id])).toHaveLength(1)
  })

  it('issues each document once, over any number of repetitions', async () => {
    const id = await stopped()
    const second = (await repeat(id)).body.result.id
    await bulk.process(second)
    await bulk.cancel(second)
    const third = (await repeat(second)).body.result
    expect(third).toMatchObject({ name: 'Noviembre (3)', counters: { ready: 1, invalid: 1 } })
    const { positions, payload } = await program.rows(
      'select position, posted from bulk_rows where bulk_id = $1 order by position', [third.id]
    ).then((rows) => ({ positions: rows.map(({ position }) => position), payload: defined(rows[1]).posted }))
    expect([positions, payload]).toEqual([[1, 2], { key: 'M', ...boleta(), details: [] }])
    await andes.api.put('BulkInvoice/UpdateRow', { id: third.id, position: 2, payload: boleta() })
    await bulk.process(third.id)
    await program.until('the boleta is issued', async () => (await bulk.get(third.id)).counters.taken === 1)

    expect(await program.rows(`
      select key, count(invoice_id)::int as issued from bulk_rows where bulk_id = any($1::uuid[]) group by key order by key`,
    [[id, second, third.id]])).toEqual([{ key: 'B', issued: 1 }, { key: 'F', issued: 0 }, { key: 'M', issued: 1 }])
    await bulk.cancel(third.id)
  })

  it('of a file reports mistakes at their cells', async () => {
    const { id } = (await bulk.uploadTable([
      ['Documento', 'Tipo', 'Ítem', 'Cantidad', 'Precio unitario'],
      ['B-1', 39, 'Pan', 1, 100], ['B-2', 39, 'Pan', 'mucho', 100]
    ])).body.result
    await bulk.cancel(id)
    const again = (await repeat(id)).body.result

    const rows = await bulk.rows(again.id)
    expect(rows.map(({ key, statusText, problems }) => [key, statusText, problems])).toMatchObject([
      ['B-1', 'Ready', []], ['B-2', 'Invalid', [{ cell: 'D3', code: 'CELL_NOT_A_NUMBER' }]]
    ])
  })

  it('starts again once the repetition is deleted', async () => {
    const id = await stopped()
    const first = (await repeat(id)).body.result.id
    await bulk.remove(first)
    const second = (await repeat(id)).body.result

    expect(second).toMatchObject({ replacesId: id, counters: { documents: 2 } })
    expect(second.id).not.toBe(first)
  })
})

describe('conflicts (409)', () => {
  it('refuses an unfinished submission', async () => {
    const { id } = (await bulk.create({ invoices: [factura()] })).body.result
    expect(await repeat(id)).toMatchObject(failure(409, 'BULK_NOT_OVER'))
    await bulk.process(id)
    expect(await repeat(id)).toMatchObject(failure(409, 'BULK_NOT_OVER'))
    await bulk.cancel(id)
  })

  it('refuses a submission in which everything was issued', async () => {
    const { id } = (await bulk.create({ invoices: [boleta()] })).body.result
    await bulk.process(id)
    await bulk.over(id)

    expect(await repeat(id)).toMatchObject(failure(409, 'BULK_NOTHING_TO_REPEAT'))
  })
})
