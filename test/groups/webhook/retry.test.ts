import { describe, expect, it } from 'vitest'
import type { Result } from '../../support/api.ts'
import { contentOf } from '../../support/contents.ts'
import { failure } from '../../support/app.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, pathsOf } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33] })

const retry = (correlationId: unknown, { token = andes.token, headers = {} } = {}) =>
  program.call('PUT', '/Webhook/Retry', { body: { correlationId }, token, headers })

/** A document that came to its end in such a state, as the worker would have left it. */
async function stopped (status: number, reason: string, payload: object = factura()): Promise<Result<'post', 'Webhook/Save'>> {
  const receipt = (await andes.save(payload)).body.result
  await program.rows('update invoices set status = $2, reason = $3 where id = $1', [
    receipt.correlationId, status, JSON.stringify({ code: reason })
  ])
  return receipt
}

const [rejected, failed] = [7, 8]

describe('answers', () => {
  it('issues a rejected document under another folio, and accounts for the old one', async () => {
    const { correlationId, invoiceNumber } = await stopped(rejected, 'DTE-3-505')
    const { status, body } = await retry(correlationId)

    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      correlationId, status: 2, statusText: 'Issued', invoiceTypeCode: '33', totalAmount: 2368,
      issuedAt: expect.any(String)
    })
    expect(Number(body.result.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
    expect(await program.rows('select folio::text, reason from spent_folios where invoice_id = $1', [correlationId]))
      .toEqual([{ folio: invoiceNumber, reason: 'DTE-3-505' }])
    expect((await andes.get(correlationId)).reason).toBeNull()
  })

  it('sends the same signed document of a failed envelope in another one', async () => {
    const { correlationId, invoiceNumber } = await stopped(failed, 'UPLOAD-6')
    const { xml: before } = await contentOf(program, correlationId)
    const { body } = await retry(correlationId)

    expect(body.result).toMatchObject({ statusText: 'Issued', invoiceNumber })
    expect((await contentOf(program, correlationId)).xml).toEqual(before)
  })

  it('takes another folio for a failed document when the SII has a different one under the old folio', async () => {
    const { correlationId, invoiceNumber } = await stopped(failed, 'DNK')

    expect(Number((await retry(correlationId)).body.result.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
  })

  it('queues a document again that stopped waiting, and says what it waits for', async () => {
    const { correlationId } = await stopped(failed, 'ISSUE_DATE_BEFORE_FOLIOS', facturaExenta())

    expect((await retry(correlationId)).body.result).toMatchObject({
      status: 1, statusText: 'Waiting', invoiceNumber: '', issuedAt: null, waitingFor: 'FOLIOS_MISSING'
    })
    const [{ details }] = await program.rows('select details from audit_entries where entity_id = $1 and action = $2', [
      correlationId, 'invoice.retry'
    ])
    expect(details).toEqual({ way: 'waitAnew', folio: null })
  })

  it('repeats its answer under the same Idempotency-Key', async () => {
    const { correlationId } = await stopped(failed, 'UPLOAD-6')
    const headers = { 'idempotency-key': 'retry-1' }
    const [first, second] = [await retry(correlationId, { headers }), await retry(correlationId, { headers })]

    expect(second).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, body: first.body })
  })
})

describe('a folio that a document no longer uses', () => {
  it('is shown with the document, its XML and a PDF marked as void, and is found in lists', async () => {
    const { correlationId, invoiceNumber } = await stopped(rejected, 'DTE-3-505')
    const { xml } = await contentOf(program, correlationId)
    await retry(correlationId)

    expect((await andes.get(correlationId)).earlierFolios).toEqual([{
      folio: Number(invoiceNumber), reason: 'DTE-3-505', explanation: expect.any(Object), spentAt: expect.any(String)
    }])
    const earlier = { correlationId, folio: invoiceNumber }
    const file = await andes.api.file('Webhook/GetXml', earlier)
    expect(file.headers['content-disposition']).toMatch(new RegExp(`"Factura ${invoiceNumber} - .+ \\(nulo\\)\\.xml"`))
    expect(Buffer.compare(file.body, xml)).toBe(0)
    const pdf = await andes.api.file('Webhook/GetPdf', { ...earlier, cedible: true })
    expect(pdf.headers['content-disposition']).toMatch(new RegExp(`"Factura ${invoiceNumber} - .+ \\(nulo\\)\\.pdf"`))
    for (const query of [`invoiceNumber=${invoiceNumber}`, `search=${invoiceNumber}`]) {
      const { body: { result: { data } } } = await andes.api.get('Webhook/GetWebhooks', `?${query}`)
      expect(data.map((one) => one.correlationId), query).toEqual([correlationId])
    }
    expect(await andes.api.get('Webhook/GetXml', { correlationId, folio: 999999 }))
      .toMatchObject(failure(404, 'DOCUMENT_NOT_FOUND'))
  })

  it('is listed by type with its reason and, with folios that expired unused, as ranges to annul', { tags: 'slow' }, async () => {
    const own = await program.tenant({ folios: [33, 61], from: 1, to: 9 })
    for (const folio of [1, 2]) {
      const { correlationId } = (await own.save(factura())).body.result
      await program.rows('update invoices set status = 7, reason = $2 where id = $1', [
        correlationId, JSON.stringify({ code: 'DTE-3-601' })
      ])
      if (folio === 2) await program.rows('update folio_blocks set next = 9 where tenant_id = (select tenant_id from tenants where code = $1) and document_type = 33', [own.code])
      await retry(correlationId, { token: own.token })
    }
    await program.rows(
      "update folio_blocks set expires_on = '2026-01-01' where document_type = 61 and tenant_id = (select tenant_id from tenants where code = $1)",
      [own.code]
    )

    const { body: { result } } = await own.api.get('Folio/Spent')
    expect(result).toMatchObject([
      { documentType: 33, folios: [{ folio: 1, reason: 'DTE-3-601' }, { folio: 3 }], ranges: [{ from: 1, to: 1 }, { from: 3, to: 3 }] },
      { documentType: 61, folios: [], ranges: [{ from: 1, to: 9, cause: 'expired' }] }
    ])
    const file = await own.api.file('Folio/SpentFile')
    expect(file.body.toString().split('\r\n')).toEqual([
      '\ufeffTipo;Desde;Hasta;Motivo', expect.stringMatching(/^33;1;1;/), expect.stringMatching(/^33;3;3;/),
      expect.stringMatching(/^61;1;9;CAF vencido/), ''
    ])
  })
})

describe('rejects input (400)', () => {
  it.each([undefined, '', '7', 7, null, ['01a1f830-589f-752f-bbf3-beba0fe87a6c']])(
    'refuses %j as a correlationId',
    async (correlationId) => {
      const answer = await retry(correlationId)

      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
      expect(pathsOf(answer)).toEqual(['correlationId'])
    })
})

describe('rejects what breaks a rule (422)', () => {
  it('takes no folio and leaves the document Rejected when no folio is left', { tags: 'slow' }, async () => {
    const small = await program.tenant({ folios: [33], from: 1, to: 1 })
    const { correlationId } = (await small.save(factura())).body.result
    await program.rows('update invoices set status = 7 where id = $1', [correlationId])
    const before = await everythingStored(program)

    expect(await retry(correlationId, { token: small.token })).toMatchObject(failure(422, 'FOLIOS_MISSING'))
    expect((await small.get(correlationId)).statusText).toBe('Rejected')
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('conflicts (409)', () => {
  it.each([1, 2, 3, 4, 5, 6])('leaves a document in state %i alone', async (status) => {
    const { correlationId } = status === 1
      ? (await andes.save(facturaExenta())).body.result
      : await stopped(status, 'X')
    const before = await everythingStored(program)

    expect(await retry(correlationId)).toMatchObject(failure(409, 'DOCUMENT_NOT_RETRIABLE'))
    expect(await everythingStored(program)).toEqual(before)
  })

  it('takes one folio for ten concurrent requests', async () => {
    const { correlationId } = await stopped(rejected, 'DTE-3-505')
    const before = defined((await everythingStored(program))['folios taken'])
    const answers = await Promise.all(Array.from({ length: 10 }, () => retry(correlationId)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await everythingStored(program))['folios taken']).toBe(before + 1)
    expect(await program.rows('select 1 from spent_folios where invoice_id = $1', [correlationId])).toHaveLength(1)
  })
})
