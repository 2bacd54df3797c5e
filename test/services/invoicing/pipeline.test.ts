import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import type { Ledger } from '../../../chaos/parts/simulator.ts'
import { boleta, boletaExenta, factura, facturaExenta, note } from '../../support/documents.ts'
import { allSettled } from '../../support/program.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram()
const andes = sharedTenant(program)
afterEach(() => program.control('/faults', undefined, 'DELETE'))

async function settled (correlationId: string): Promise<Detail> {
  await program.until('every document settled', () => allSettled(program))
  return andes.get(correlationId)
}

describe('a posted document', () => {
  it('of each of the six types is issued at once and accepted', { tags: 'slow' }, async () => {
    const invoice = (await andes.save(factura())).body.result
    expect(invoice).toMatchObject({ status: 2, statusText: 'Issued', documentType: '33', totalAmount: 2368 })
    const about = { folio: invoice.invoiceNumber, date: santiagoDate(new Date(invoice.issuedAt)) }
    expect((await settled(invoice.correlationId)).statusText).toBe('Accepted')

    const others = [facturaExenta(), boleta(), boletaExenta(), note('56', about), note('61', about)]
    const receipts = await Promise.all(others.map(async (payload) => (await andes.save(payload)).body.result))

    for (const { correlationId } of receipts) {
      expect(await settled(correlationId)).toMatchObject({
        statusText: 'Accepted', reason: null, verdict: { state: expect.any(String) }
      })
    }
  })

  it('shows its whole history, with track id and verdict', async () => {
    const { correlationId } = (await andes.save(factura(2))).body.result
    const detail = await settled(correlationId)

    expect(detail.history.map(({ statusText }) => statusText)).toEqual(['Issued', 'Sending', 'Sent', 'Accepted'])
    expect(detail.trackId).toMatch(/^\d+$/)
    expect(detail.payload).toEqual(factura(2))
    expect(detail.totals).toMatchObject({ netAmount: 3980, taxAmount: 756, totalAmount: 4736 })
  })

  it('that the tax authority refuses is Rejected, with the code explained in both languages', async () => {
    await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: 'DTE-3-505' })
    const { correlationId } = (await andes.save(boleta())).body.result
    const detail = await settled(correlationId)

    expect(detail.statusText).toBe('Rejected')
    expect(detail.reason).toEqual([expect.objectContaining({
      code: expect.stringMatching(/^DTE-(3-)?505$/),
      explanation: { en: expect.any(String), es: expect.any(String) },
      remedy: { en: expect.any(String), es: expect.any(String) }
    })])
  })

  it('with objections of the tax authority is AcceptedWithObjections', async () => {
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'objections', value: 'HED-2-260' })
    const { correlationId } = (await andes.save(factura())).body.result

    expect((await settled(correlationId)).statusText).toBe('AcceptedWithObjections')
  })

  it('has its own verdict within an envelope', async () => {
    // Some genuine forms never name the type of what they refuse, and such a document waits for a day.
    await program.control('/answer-forms', { answers: 'tidy' })
    await program.control('/faults', { operation: 'token', channel: 'DTE', fault: 'delay', ms: 300 })
    await program.control('/faults', {
      operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505', documentType: 34, times: 3
    })
    const receipts = await Promise.all(
      [factura(), factura(3), facturaExenta(), facturaExenta()].map(async (payload) =>
        (await andes.save(payload)).body.result
      )
    )
    const details = await Promise.all(receipts.map(({ correlationId }) => settled(correlationId)))

    expect(details.map(({ statusText }) => statusText)).toEqual(['Accepted', 'Accepted', 'Rejected', 'Rejected'])
    await program.control('/answer-forms', { answers: 'genuine' })
  })
})

describe('the stored bytes', () => {
  it('equal those that the tax authority received, document by document', async () => {
    const { correlationId } = (await andes.save(factura(5))).body.result
    await settled(correlationId)
    const { body: xml } = await andes.api.file('Webhook/GetXml', { correlationId })
    const [stored] = await program.rows('select tenant_id, envelope_id, track_id from invoices where id = $1', [correlationId])
    const envelope = await program.composition.store.asTenant(
      stored.tenant_id, ({ envelopes }) => envelopes.getBytes(stored.envelope_id)
    )
    const { uploads }: Ledger = await program.ledger()
    const received = uploads.find(({ trackId }) => Number(trackId) === Number(stored.track_id))

    const cut = xml.toString('latin1').replace(/^<\?xml[^>]*>\n/, '').trim()
    expect(envelope.toString('latin1')).toContain(cut)
    expect(createHash('sha256').update(envelope).digest('hex')).toBe(received?.sha256)
  })
})

it("every sent document is once in the tax authority's ledger", async () => {
  await program.until('every document settled', () => allSettled(program))
  const { documents }: Ledger = await program.ledger()
  const issued = await program.rows('select count(*)::int as n from invoices')

  expect(documents).toHaveLength(issued[0].n)
  expect(new Set(documents.map(({ issuer, documentType, folio }) => `${issuer} ${documentType} ${folio}`)).size)
    .toBe(documents.length)
})
