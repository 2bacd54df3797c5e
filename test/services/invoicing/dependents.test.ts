/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest'
import type { StatusName } from '../../../src/model/document-states.ts'
import type { Ledger } from '../../../chaos/parts/simulator.ts'
import { factura, facturaExenta, note } from '../../support/documents.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram()
const andes = sharedTenant(program)
afterEach(async () => {
  await program.control('/faults', undefined, 'DELETE')
  await program.control('/clock', { secondsPerState: 0.01 })
})

/** Envelopes stay with the tax authority until it is let go on. */
const holdVerdicts = (): Promise<unknown> => program.control('/clock', { secondsPerState: 3600 })
const giveVerdicts = (): Promise<unknown> => program.control('/clock', { secondsPerState: 0 })

async function invoice (tenant = andes, payload: object = factura()) {
  const { correlationId, invoiceNumber } = (await tenant.save(payload)).body.result
  const { issueDate } = await tenant.get(correlationId)
  return { correlationId, folio: invoiceNumber as string, date: issueDate as string }
}

async function comesTo (statusText: StatusName, correlationId: string, tenant = andes): Promise<Detail> {
  await program.comesTo(statusText, correlationId)
  return tenant.get(correlationId)
}

const texts = (detail: Detail): string[] => detail.history.map(({ statusText }) => statusText)

describe('a note for a document on its way', () => {
  it('waits without a folio, says for which document, and is issued automatically when that one is accepted', async () => {
    await holdVerdicts()
    const about = await invoice()
    const receipt = (await andes.save(note('61', about))).body.result

    expect(receipt).toMatchObject({
      status: 1, statusText: 'Waiting', invoiceNumber: '', issuedAt: null, waitingFor: 'REFERENCE_PENDING'
    })
    expect((await andes.get(receipt.correlationId)).reason).toEqual([expect.objectContaining({
      code: 'REFERENCE_PENDING',
      description: about.correlationId,
      explanation: { en: expect.any(String), es: expect.any(String) }
    })])
    await comesTo('Sent', about.correlationId)
    expect((await andes.get(receipt.correlationId)).statusText).toBe('Waiting')

    await giveVerdicts()
    const detail = await comesTo('Accepted', receipt.correlationId)
    expect(texts(detail)).toEqual(['Waiting', 'Issued', 'Sending', 'Sent', 'Accepted'])
    expect(Number(detail.invoiceNumber)).toBeGreaterThan(0)
  })

  it('fails with the reason when that one is rejected, and takes no folio', async () => {
    await holdVerdicts()
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505' })
    const about = await invoice()
    const { correlationId } = (await andes.save(note('61', about))).body.result
    await giveVerdicts()

    const detail = await comesTo('Failed', correlationId)
    expect(detail).toMatchObject({ invoiceNumber: '', folio: null })
    expect(detail.reason).toEqual([expect.objectContaining({
      code: 'REFERENCE_REJECTED',
      explanation: {
        en: expect.stringContaining(`folio ${about.folio}`), es: expect.stringContaining(`folio ${about.folio}`)
      }
    })])
  })

  it('keeps waiting while that one has Failed and can still be sent unchanged', async () => {
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'status', value: '6' })
    await holdVerdicts()
    const about = await invoice()
    const { correlationId } = (await andes.save(note('61', about))).body.result
    await comesTo('Failed', about.correlationId)
    await program.until(
      'no work is left',
      async () => (await program.rows('select 1 from outbox_tasks where due_at < now()')).length === 0
    )
    expect(await andes.get(correlationId)).toMatchObject({
      statusText: 'Waiting', reason: [{ code: 'REFERENCE_PENDING' }]
    })

    await giveVerdicts()
    await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId: about.correlationId } })
    await comesTo('Accepted', correlationId)
  })

  it('is refused with 422 when the tenant does not allow waiting', async () => {
    const strict = await program.tenant({ update: { refuseWhenNotReady: true } })
    await holdVerdicts()
    const about = await invoice(strict)

    expect(await strict.save(note('61', about))).toMatchObject({
      status: 422, body: { errorCode: 'REFERENCE_PENDING' }
    })
    await giveVerdicts()
    await comesTo('Accepted', about.correlationId, strict)
    expect((await strict.save(note('61', about))).body.result.statusText).toBe('Issued')
  })

  it('counts before it is issued, so no other annuls the same document meanwhile', async () => {
    await holdVerdicts()
    const about = await invoice()
    const [first, second] = [await andes.save(note('61', about, '1')), await andes.save(note('61', about, '1'))]
    await giveVerdicts()

    expect(first.body.result.statusText).toBe('Waiting')
    expect(second).toMatchObject({ status: 422, body: { errorCode: 'REFERENCE_ANNULLED_BEFORE' } })
    await comesTo('Accepted', first.body.result.correlationId)
  })

  it('waits for each of several', async () => {
    const pair = await program.tenant()
    const settled = await invoice(pair)
    await comesTo('Accepted', settled.correlationId, pair)
    await holdVerdicts()
    const [one, two] = [await invoice(pair), await invoice(pair)]
    const payload = note('61', one)
    const references = [one, two, settled].map(({ folio, date }, index) => ({
      ...payload.references[0], lineNumber: index + 1, folio, date
    }))
    const { correlationId } = (await pair.save({ ...payload, references })).body.result
    const { reason }: Detail = await pair.get(correlationId)
    expect(reason?.map(({ description }) => description).sort()).toEqual(
      [one.correlationId, two.correlationId].sort()
    )

    await giveVerdicts()
    await comesTo('Accepted', correlationId, pair)
  })

  it('is checked again before it is issued, and waits for folios if there are none', async () => {
    const poor = await program.tenant({ folios: [33] })
    await holdVerdicts()
    const about = await invoice(poor)
    const { correlationId } = (await poor.save(note('61', about))).body.result
    await giveVerdicts()
    await program.until(
      'it waits for folios', async () => (await poor.get(correlationId)).reason?.[0].code === 'FOLIOS_MISSING'
    )

    await poor.addFolios(61)
    await comesTo('Accepted', correlationId, poor)
  })
})

it('60 waiting notes do not delay others, and are issued in order of arrival', async () => {
  const busy = await program.tenant()
  const ready = await invoice(busy, facturaExenta())
  await comesTo('Accepted', ready.correlationId, busy)
  await holdVerdicts()
  const about = await invoice(busy, factura(60))
  const waiting: string[] = []
  for (let index = 0; index < 60; index++) waiting.push((await busy.save(note('61', about))).body.result.correlationId)
  const payload = note('61', ready)
  const direct = (await busy.save({
    ...payload, details: payload.details.map((line) => ({ ...line, exemptIndicator: 1 })),
    references: [{ ...payload.references[0], documentType: '34' }]
  })).body.result
  expect(direct).toMatchObject({ statusText: 'Issued', invoiceNumber: '1' })

  await giveVerdicts()
  await program.until('all are accepted', async () => {
    const [{ n }] = await program.rows('select count(*)::int as n from invoices where id = any($1) and status = 5', [
      waiting
    ])
    return n === 60
  })
  const folios = await program.rows('select folio::int from invoices where id = any($1) order by created_at, id', [
    waiting
  ])
  expect(folios.map(({ folio }) => folio)).toEqual(Array.from({ length: 60 }, (_, index) => index + 2))
})

it('a note saved at the moment of the verdict is issued', async () => {
  const quick = await program.tenant()
  const notes: string[] = []
  for (let round = 0; round < 6; round++) {
    const about = await invoice(quick)
    // One after the other until the verdict is there: some come before it, some after, and some at the same moment.
    do {
      const { body } = await quick.save({
        ...note('61', about), details: [{ itemName: 'Rebaja', quantity: 1, unitPrice: 10 }]
      })
      notes.push(body.result.correlationId)
    } while ((await quick.get(about.correlationId)).statusText !== 'Accepted')
  }
  await program.until('all are accepted', async () => {
    const [{ n }] = await program.rows('select count(*)::int as n from invoices where id = any($1) and status = 5', [
      notes
    ])
    return n === notes.length
  })
  const waited = await program.rows('select 1 from invoice_moves where invoice_id = any($1) and status = 1', [notes])
  expect(waited.length).toBeGreaterThan(0)
})

it('the tax authority never receives a note before the document that it changes', async () => {
  const { documents }: Ledger = await program.ledger()
  expect(documents.filter(({ reasons }) => reasons.some(({ code }) => code === 'REF-3-750'))).toEqual([])
  expect(documents.filter(({ documentType }) => documentType === 61).length).toBeGreaterThan(60)
})
