/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest'
import type { StatusName } from '../../../src/model/document-states.ts'
import { contentOf } from '../../support/contents.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram()
const andes = sharedTenant(program)
afterEach(() => program.control('/faults', undefined, 'DELETE'))

const retry = (correlationId: string, payload?: unknown, tenant = andes) =>
  tenant.api.put('Webhook/Retry', { correlationId, ...(payload === undefined ? {} : { payload }) })

async function comesTo (statusText: StatusName, correlationId: string, tenant = andes): Promise<Detail> {
  await program.comesTo(statusText, correlationId)
  return tenant.get(correlationId)
}

/** A boleta that the tax authority refuses for a reason; its channel tells reasons at once. */
async function rejected (code: string, payload: object = boleta()): Promise<Detail> {
  await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: code })
  const { correlationId } = (await andes.save(payload)).body.result
  return comesTo('Rejected', correlationId)
}

const xmlOf = async (correlationId: string): Promise<string> =>
  (await andes.api.file('Webhook/GetXml', { correlationId })).body.toString('latin1')

describe('a rejected document', () => {
  it('shows its remedy for people and programs, and what Retry would do', async () => {
    const { reason, verdict, retry: plan } = await rejected('HED-3-305')

    expect(reason).toEqual([
      expect.objectContaining({
        code: expect.stringMatching(/^HED-(3-)?305$/), remedyAction: 'mendDataReuseFolio',
        remedy: { en: expect.any(String), es: expect.any(String) }
      })
    ])
    expect(verdict?.reasons[0]?.remedyAction).toBe('mendDataReuseFolio')
    expect(plan).toEqual({
      way: 'reissue', explanation: { en: expect.any(String), es: expect.any(String) }, needsEvenSo: false
    })
  })

  it('keeps its folio and correlation id when its data are corrected, and its earlier version is stored', async () => {
    const { correlationId, invoiceNumber } = await rejected('ENV-3-0')
    const before = await xmlOf(correlationId)
    const answer = await retry(correlationId, boleta(5950))

    expect(answer).toMatchObject({ status: 200, body: { result: { correlationId, invoiceNumber, totalAmount: 5950 } } })
    const after = await comesTo('Accepted', correlationId)
    expect(after).toMatchObject({
      invoiceNumber, totalAmount: 5950, payload: boleta(5950), totals: { totalAmount: 5950 }, reason: null, retry: null
    })
    expect(await xmlOf(correlationId)).toContain('<MntTotal>5950</MntTotal>')
    expect(await program.rows('select folio::text, reason from earlier_contents where invoice_id = $1', [correlationId]))
      .toEqual([{ folio: invoiceNumber, reason: expect.any(String) }])
    const earlier = await contentOf(program, correlationId, 'earlier_contents')
    expect(earlier.payload).toEqual(boleta())
    expect(earlier.xml.toString('latin1')).toBe(before)
    expect(await program.rows('select 1 from spent_folios where invoice_id = $1', [correlationId])).toEqual([])
    expect(after.history.map(({ statusText }) => statusText)).toEqual([
      'Issued', 'Sending', 'Sent', 'Rejected', 'Issued', 'Sending', 'Sent', 'Accepted'
    ])
  })

  it('takes a new folio when the tax authority does not confirm that it has nothing', async () => {
    const { correlationId, invoiceNumber } = await rejected('ENV-3-0')
    await program.control('/faults', {
      operation: 'documentStatus', channel: 'BOLETA', fault: 'http', value: '500', times: 5
    })

    expect(Number((await retry(correlationId, boleta(5950))).body.result.invoiceNumber)).toBeGreaterThan(
      Number(invoiceNumber)
    )
    await program.control('/faults', undefined, 'DELETE')
    await comesTo('Accepted', correlationId)
  })

  it.each(['DTE-3-601', 'DTE-3-505'])(
    'for %s takes a new folio, and the old one stays accounted for',
    async (code) => {
      const { correlationId, invoiceNumber, retry: plan } = await rejected(code)
      expect(plan?.way).toBe('issueAnew')

      expect(Number((await retry(correlationId)).body.result.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
      await comesTo('Accepted', correlationId)
      expect(await program.rows('select folio::text from spent_folios where invoice_id = $1', [correlationId])).toEqual(
        [{ folio: invoiceNumber }]
      )
    }
  )

  it('for CAF-3-517 takes a folio of another block, and none while there is no other', async () => {
    const owner = await program.tenant({ folios: [39], from: 1, to: 50 })
    await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: 'CAF-3-517' })
    const { correlationId } = (await owner.save(boleta())).body.result
    expect((await comesTo('Rejected', correlationId, owner)).reason).toMatchObject([{ remedyAction: 'replaceCaf' }])
    expect(await retry(correlationId, undefined, owner)).toMatchObject({
      status: 422, body: { errorCode: 'FOLIOS_MISSING' }
    })

    await owner.addFolios(39, { from: 700, to: 720 })
    expect((await retry(correlationId, undefined, owner)).body.result.invoiceNumber).toBe('700')
    await comesTo('Accepted', correlationId, owner)
  })

  it('that the tax authority has after all is not issued again', async () => {
    const { correlationId } = (await andes.save(boleta())).body.result
    const { trackId, invoiceNumber } = await comesTo('Accepted', correlationId)
    await program.rows('update invoices set status = 7, reason = $2, verdict = $2 where id = $1', [
      correlationId,
      JSON.stringify({
        code: 'RCH', state: 'RCH', reasons: [{ code: 'DTE-3-100', description: 'Posible doble envio' }]
      })
    ])
    expect((await andes.get(correlationId)).retry.way).toBe('recognise')

    expect((await retry(correlationId)).body.result).toMatchObject({ statusText: 'Accepted', invoiceNumber })
    expect(await andes.get(correlationId)).toMatchObject({
      statusText: 'Accepted', trackId, verdict: { state: 'DOK' }, reason: null
    })
  })

  it('which may have been sent twice is not changed while the tax authority cannot be queried', async () => {
    const { correlationId } = await rejected('DTE-3-100')
    await program.control('/faults', {
      operation: 'documentStatus', channel: 'BOLETA', fault: 'http', value: '500', times: 5
    })

    expect(await retry(correlationId)).toMatchObject({ status: 503, body: { errorCode: 'SII_UNAVAILABLE' } })
    expect((await andes.get(correlationId)).statusText).toBe('Rejected')
  })
})

describe('a corrected payload', () => {
  it('is checked like a new one', async () => {
    const { correlationId } = await rejected('ENV-3-0')
    const wrong = { ...boleta(), details: [{ itemName: 'Clavo', quantity: 1, unitPrice: 100, lineTotal: 99 }] }

    expect(await retry(correlationId, wrong)).toMatchObject({
      status: 422,
      body: { errorCode: 'LINE_TOTAL_MISMATCH', errors: [expect.stringMatching(/^payload\.details\[0\]\.lineTotal: /)] }
    })
    expect((await andes.get(correlationId)).statusText).toBe('Rejected')
  })

  it('must be of the same type', async () => {
    const { correlationId } = await rejected('ENV-3-0')

    expect(await retry(correlationId, factura())).toMatchObject({
      status: 422,
      body: {
        errorCode: 'DOCUMENT_TYPE_FIXED',
        errors: [expect.stringMatching(/^payload\.header\.documentId\.documentType: /)]
      }
    })
  })
})

describe('an envelope refused for the tenant\'s settings', () => {
  it('fails its documents with CRT-3-19, and after Tenant/Update the same documents are sent in a new envelope', async () => {
    const boreal = await program.tenant()
    await program.control('/companies', { taxNumber: boreal.taxNumber, resolution: { number: 99, date: '2014-10-21' } })
    const { correlationId, invoiceNumber } = (await boreal.save(factura())).body.result
    const failed = await comesTo('Failed', correlationId, boreal)
    expect(failed).toMatchObject({ retry: { way: 'sendAgain' } })
    expect(failed.reason?.map(({ remedyAction }) => remedyAction)).toEqual(['mendTenant'])
    const { xml: before } = await contentOf(program, correlationId)

    await program.call('PUT', '/Tenant/Update', {
      token: boreal.token, body: { certificationResolution: { number: 99, date: '2014-10-21' } }
    })
    await retry(correlationId, undefined, boreal)

    expect(await comesTo('Accepted', correlationId, boreal)).toMatchObject({ invoiceNumber })
    expect((await contentOf(program, correlationId)).xml).toEqual(before)
  })
})

describe('a note refused because its document was unknown (REF-3-750)', () => {
  it('is sent again as signed, under the same folio, once the document is accepted', async () => {
    const about = (await andes.save(factura())).body.result
    const { issueDate } = await comesTo('Accepted', about.correlationId)
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'REF-3-750' })
    const { correlationId, invoiceNumber } =
      (await andes.save(note('61', { folio: about.invoiceNumber, date: issueDate }))).body.result
    await comesTo('Rejected', correlationId)
    // By this channel the reason comes by mail alone.
    await program.rows('update invoices set reason = $2 where id = $1', [
      correlationId, JSON.stringify({ code: 'RCH', reasons: [{ code: 'REF-3-750', description: '' }] })
    ])
    const { xml: before } = await contentOf(program, correlationId)

    await program.rows('update invoices set status = 4 where id = $1', [about.correlationId])
    expect(await retry(correlationId)).toMatchObject({ status: 422, body: { errorCode: 'REFERENCE_PENDING' } })
    await program.rows('update invoices set status = 5 where id = $1', [about.correlationId])
    expect((await retry(correlationId)).body.result).toMatchObject({ invoiceNumber })
    await comesTo('Accepted', correlationId)
    expect((await contentOf(program, correlationId)).xml).toEqual(before)
  })

  it('is not sent again when another note annulled the document meanwhile', async () => {
    const about = (await andes.save(factura())).body.result
    const { issueDate } = await comesTo('Accepted', about.correlationId)
    const annulment = note('61', { folio: about.invoiceNumber, date: issueDate }, '1')
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'REF-3-750' })
    const { correlationId } = (await andes.save(annulment)).body.result
    await comesTo('Rejected', correlationId)
    expect((await andes.save(annulment)).status).toBe(200)

    const again = await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId, evenSo: true } })
    expect(again).toMatchObject({ status: 422, body: { errorCode: 'REFERENCE_ANNULLED_BEFORE' } })
  })
})
