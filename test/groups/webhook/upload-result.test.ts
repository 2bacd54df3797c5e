import { afterEach, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { factura, note } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { type ResultFacts, uploadResultXml } from '../../support/upload-result.ts'
import { everythingStored } from '../../support/webhook.ts'

const program = sharedProgram()
const andes = sharedTenant(program)
const boreal = sharedTenant(program, { certificate: false, folios: [] })
afterEach(() => program.control('/faults', undefined, 'DELETE'))

const send = (facts: Partial<ResultFacts> | string, { token = andes.token }: { token?: string } = {}) => {
  const text = typeof facts === 'string' ? facts : uploadResultXml({ issuer: andes.taxNumber, trackId: '1', ...facts })
  return program.upload('/Webhook/UploadResult', token, { File: Buffer.from(text, 'latin1') })
}

const takeUp = (body: object) => andes.api.put('Webhook/Retry', body)

const objections = { operation: 'upload', channel: 'DTE', fault: 'objections', value: 'HED-2-260' }

async function settled (correlationId: string) {
  await program.until('there is a verdict', async () =>
    (await program.rows('select from invoices where id = $1 and status >= 5', [correlationId])).length > 0)
  const document = (await andes.api.get('Webhook/GetWebhook', { correlationId })).body.result
  return { ...document, trackId: defined(document.trackId), folio: defined(document.folio) }
}

/** Three facturas in one envelope, of which the tax authority objects to the second: it only counts. */
async function envelopeWithObjection () {
  // Nothing goes out before there is a resolution: then the three travel together.
  await andes.loseResolution()
  const [{ folio }] = await program.rows(
    'select next::int as folio from folio_blocks b join tenants t using (tenant_id) where t.code = $1 and b.document_type = 33',
    [andes.code]
  )
  await program.control('/faults', { ...objections, folio: folio + 1 })
  const receipts = await Promise.all(
    [factura(), factura(), factura()].map(async (payload) => (await andes.save(payload)).body.result)
  )
  const certificationResolution = { number: 0, date: '2026-01-02' }
  await andes.api.put('Tenant/Update', { certificationResolution })
  const details = await Promise.all(receipts.map(({ correlationId }) => settled(correlationId)))
  const [one, two, three] = details.sort((one, other) => one.folio - other.folio)
  return [defined(one), defined(two), defined(three)] as const
}

describe('answers', () => {
  it('identifies the document with objections, and clears the others counted with it', { tags: 'slow' }, async () => {
    const trio = await envelopeWithObjection()
    const [{ trackId }, objected] = trio
    expect(trio.map(({ statusText, trackId: track }) => [statusText, track])).toEqual(
      Array(3).fill(['AcceptedWithObjections', trackId])
    )
    expect(trio.map(({ reason }) => reason?.[0]?.code)).toEqual(Array(3).fill('OBJECTION_UNATTRIBUTED'))
    const facts = {
      trackId,
      subtotals: [{ type: 33, informed: 3, objected: 1, accepted: 2 }],
      documents: [{
        folio: objected.folio, type: 33, state: 'RPR - DTE Aceptado con Reparos',
        details: ['(HED-2-260) Monto total no cuadra']
      }]
    }
    const { status, body } = await send(facts)

    expect(status).toBe(200)
    expect(body.result).toEqual({
      trackId, documents: 3, updated: 3, unchanged: 0, pending: 0, contradicted: 0, unknown: 0,
      verdict: null
    })
    for (const { correlationId, folio } of trio) {
      const after = await andes.get(correlationId)
      if (folio === objected.folio) {
        expect(after).toMatchObject({
          statusText: 'AcceptedWithObjections',
          verdict: { state: 'RPR', reasons: [{ code: 'HED-2-260', remedyAction: 'none' }] },
          reason: [{ code: 'HED-2-260' }]
        })
      } else {
        expect(after).toMatchObject({ statusText: 'Accepted', verdict: { state: 'DOK', reasons: [] }, reason: null })
      }
    }

    expect((await send(facts)).body.result).toMatchObject({ updated: 0, unchanged: 3 })
  })

  it("adds a rejected document's reasons, and with them the remedy that Retry applies", { tags: 'slow' }, async () => {
    const about = (await andes.save(factura())).body.result
    const { issueDate } = await settled(about.correlationId)
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'REF-3-750' })
    const { correlationId } =
      (await andes.save(note('61', { folio: about.invoiceNumber, date: issueDate }))).body.result
    const { trackId, folio, reason, retry } = await settled(correlationId)
    expect(reason).toEqual([expect.objectContaining({ code: 'REASONS_BY_MAIL', remedyAction: 'uploadResult' })])
    expect(retry).toMatchObject({ way: 'issueAnew', needsEvenSo: true })
    expect(await takeUp({ correlationId })).toMatchObject(failure(409, 'REASONS_NOT_KNOWN'))

    const { body } = await send({
      trackId: `00${trackId}`,
      documents: [{ folio, type: 61, state: 'RCH', details: ['(REF-3-750) DTE referenciado no recibido'] }]
    })

    expect(body.result).toMatchObject({ trackId, documents: 1, updated: 1 })
    expect(await andes.get(correlationId)).toMatchObject({
      statusText: 'Rejected',
      retry: { way: 'sendAgain', needsEvenSo: false },
      reason: [{
        code: 'REF-3-750', remedyAction: 'waitForReference', description: '(REF-3-750) DTE referenciado no recibido'
      }]
    })
    expect(
      await program.rows(
        "select actor_name, details ->> 'updated' as updated from audit_entries where action = 'envelope.result' order by at desc limit 1"
      )
    )
      .toEqual([{ actor_name: `admin@${andes.code}.example`, updated: '1' }])
  })

  it('is not needed for a forced retry, which takes a new folio', async () => {
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'HED-3-211' })
    const { correlationId, invoiceNumber } = (await andes.save(factura())).body.result
    await settled(correlationId)

    expect(await takeUp({ correlationId, payload: factura() })).toMatchObject(failure(409, 'REASONS_NOT_KNOWN'))
    const { body: { result } } = await takeUp({ correlationId, evenSo: true })
    expect(Number(result.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
    expect(await program.rows('select folio::text, reason from spent_folios where invoice_id = $1', [correlationId]))
      .toEqual([{ folio: invoiceNumber, reason: 'REASONS_BY_MAIL' }])
  })

  it('adds objections missing from the counters', async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const { trackId, folio } = await settled(correlationId)

    expect(
      (await send({
        trackId,
        documents: [{
          folio, type: 33, state: 'RLV - DTE Aceptado con Reparos Leves', details: ['(HED-1-5) Giro abreviado']
        }]
      })).body.result
    ).toMatchObject({ updated: 1 })
    const after = await andes.get(correlationId)
    expect(after).toMatchObject({ statusText: 'AcceptedWithObjections', verdict: { state: 'RLV' } })
    expect(after.history.at(-1)?.statusText).toBe('AcceptedWithObjections')
  })

  it("neither accepts nor rejects anything: contradictions of the SII's answer are counted", async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const before = await settled(correlationId)
    const { trackId, folio } = before

    expect(
      (await send({ trackId, documents: [{ folio, type: 33, state: 'RCH', details: ['(DTE-3-505) Firma'] }] })).body
        .result
    ).toMatchObject({ contradicted: 1, updated: 0 })
    expect((await andes.api.get('Webhook/GetWebhook', { correlationId })).body.result).toEqual(before)
  })

  it('leaves documents without a verdict pending, and counts those not in the envelope', async () => {
    await program.control('/clock', { secondsPerState: 3600 })
    const { correlationId } = (await andes.save(factura())).body.result
    await program.comesTo('Sent', correlationId)
    const { trackId, folio } = await andes.get(correlationId)
    const { body } = await send({
      trackId,
      documents: [{ folio, type: 33, state: 'RCH', details: [] }, {
        folio: 999_999, type: 33, state: 'RCH', details: []
      }]
    })
    await program.control('/clock', { secondsPerState: 0.01 })

    expect(body.result).toMatchObject({ documents: 1, pending: 1, unknown: 1, updated: 0 })
    await program.control('/clock', { secondsPerState: 0 })
    expect((await settled(correlationId)).statusText).toBe('Accepted')
  })

  it('adds the reasons of an envelope refused as a whole', { tags: 'slow' }, async () => {
    const cover = await program.tenant()
    await program.control('/companies', { taxNumber: cover.taxNumber, resolution: { number: 99, date: '2014-10-21' } })
    const { correlationId } = (await cover.save(factura())).body.result
    await program.comesTo('Failed', correlationId)
    const { trackId } = await cover.get(correlationId)

    const { body } = await send({
      issuer: cover.taxNumber, trackId, state: 'RCT - Rechazado por Error en Caratula',
      errors: ['(CRT-3-19) Fecha/Numero Resolucion Invalido']
    }, { token: cover.token })
    expect(body.result).toMatchObject({ documents: 1, updated: 1 })
    expect((await cover.get(correlationId)).reason).toEqual([
      expect.objectContaining({ code: 'CRT-3-19', remedyAction: 'mendTenant' })
    ])
  })
})

describe('rejects input (400)', () => {
  it('refuses a form without a file', async () => {
    expect(await program.upload('/Webhook/UploadResult', andes.token, { Note: 'x' })).toMatchObject(
      failure(400, 'RESULT_FILE_MISSING')
    )
  })

  it.each([
    ['no XML', 'hello'],
    ['a tax document', '<DTE version="1.0"><Documento ID="x"/></DTE>'],
    ['a DOCTYPE', '<!DOCTYPE RESULTADO_ENVIO [<!ENTITY x "y">]><RESULTADO_ENVIO/>'],
    ['an empty file', '']
  ])('refuses %s', async (_, text) => {
    const before = await everythingStored(program)

    expect(await send(text)).toMatchObject(failure(400, 'RESULT_FILE_MALFORMED'))
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('is too large (413)', () => {
  it('refuses more than 2 MB', async () => {
    expect(await send('x'.repeat(2 * 1024 * 1024 + 20_000))).toMatchObject(failure(413, 'BODY_TOO_LARGE'))
  })
})

describe('rejects what breaks a rule (422)', () => {
  it('refuses a result about another RUT', async () => {
    expect(await send({ issuer: boreal.taxNumber })).toMatchObject(failure(422, 'RESULT_ISSUER_MISMATCH'))
  })
})

describe('hides other tenants (404)', () => {
  it("answers another tenant's track id like an unknown one", async () => {
    const { correlationId } = (await andes.save(factura())).body.result
    const { trackId } = await settled(correlationId)
    const [foreign, unknown] = [
      await send({ issuer: boreal.taxNumber, trackId }, { token: boreal.token }),
      await send({ issuer: boreal.taxNumber, trackId: '999999999' }, { token: boreal.token })
    ]

    expect(foreign).toMatchObject(failure(404, 'RESULT_TRACK_ID_UNKNOWN'))
    expect(foreign.body).toEqual(unknown.body)
  })
})
