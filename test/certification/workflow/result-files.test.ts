/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { type Certifying, startCertifying } from '../../support/certifying.ts'
import { factura } from '../../support/documents.ts'
import { defined, first, only } from '../../support/expecting.ts'
import { mailSource } from '../../support/mails.ts'
import { uploadResultXml } from '../../support/upload-result.ts'
import { tokenWith } from '../../support/webhook.ts'

const name = 'SET GUIA DE DESPACHO'
const subject = 'SETMAIL0005038173 Resultado de Revisión del Set de Prueba'

let certifying: Certifying
let trackId: string

beforeAll(async () => {
  certifying = await startCertifying([33, 52])
  await certifying.done('POST', 'Issue', { kind: 'DTE', name })
  await certifying.program.until('processed', async () => (await certifying.itemOf(name)).state === 'Processed')
  trackId = defined(only((await certifying.itemOf(name)).attempts).trackId)
})
afterAll(() => certifying.program.close())

const hand = (file: Buffer | string, token = certifying.tenant.token) =>
  certifying.program.upload('/Webhook/UploadResult', token, { File: Buffer.from(file as string) })

const reviewOf = (state: string, lines = ''): string => `Identificador de Envío: 0${trackId}\r\nEstado: ${state}\r\n${lines}`
const refusal = () => reviewOf('SRH', 'CASO 5038173-1: Los Indicadores (Despacho/Traslado) No Corresponden')

/** What a verdict leaves behind; the worker changes nothing of it. */
const recorded = () => certifying.program.rows(`
  select a.number, a.outcome, a.reasons, a.decided_at, (select count(*)::int from certification_steps) as steps,
    (select count(*)::int from mails) as mails
  from certification_attempts a order by a.id`)

describe('the mail about a set, uploaded as a file', () => {
  it('is recorded as by RecordVerdict, and the answer names its set', async () => {
    const { status, body } = await hand(`${subject}\r\n\r\n${refusal()}`)

    expect([status, body.result]).toEqual([200, {
      trackId, documents: 3, updated: 0, unchanged: 3, pending: 0, contradicted: 0, unknown: 0,
      verdict: { item: name, attempt: 1, outcome: 'NotApproved', reasons: 1 }
    }])
    const { state, attempts } = await certifying.itemOf(name)
    const attempt = first(attempts)
    expect([state, attempt.reasons]).toEqual(['NotApproved', [expect.objectContaining({
      case: 1, message: 'Los Indicadores (Despacho/Traslado) No Corresponden', remedy: expect.any(String)
    })]])
    const before = await recorded()
    const review = await certifying.done('POST', 'RecordVerdict', { mail: `${subject}\n${refusal()}` })
    expect(review.attempt.reasons).toEqual(attempt.reasons)
    expect(await recorded()).toEqual(before)
  })

  it('changes nothing when repeated', async () => {
    const before = await recorded()

    expect((await hand(`${subject}\n${refusal()}`)).body.result.verdict).toMatchObject({ outcome: 'NotApproved' })
    expect(await recorded()).toEqual(before)
  })

  it('can be the mail itself in any encoding, or the text in Latin-1', async () => {
    const text = Buffer.from(reviewOf('SOK - SET DE PRUEBA CORRECTO'), 'latin1')
    const mail = Buffer.from([
      'Received: from sii.cl by mx.andes.example', 'From: siidte@sii.cl', `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      'MIME-Version: 1.0', 'Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: base64', '',
      text.toString('base64')
    ].join('\r\n'))

    expect((await hand(mail)).body.result).toMatchObject({ trackId, verdict: { outcome: 'Approved', reasons: 0 } })
    expect((await certifying.itemOf(name)).state).toBe('Approved')
    expect((await hand(Buffer.concat([Buffer.from(`${subject}\r\n`, 'latin1'), text]))).body.result.verdict)
      .toMatchObject({ outcome: 'Approved' })
  })
})

describe('a mail with the result of an envelope', () => {
  it('has the same effect as its file', async () => {
    const { tenant, taxNumber } = certifying
    const { correlationId } = (await tenant.save(factura())).body.result
    await certifying.program.comesTo('Accepted', correlationId)
    const { trackId: track, folio } = await tenant.get(correlationId)
    const bytes = Buffer.from(uploadResultXml({
      issuer: taxNumber, trackId: track,
      documents: [{ folio, type: 33, state: 'RLV - DTE Aceptado con Reparos Leves', details: ['(HED-1-5) Giro abreviado'] }]
    }), 'latin1')

    const { body } = await hand(mailSource({ subject: 'Resultado', parts: [{ name: 'resultado.xml', bytes }] }))

    expect(body.result).toMatchObject({ trackId: track, documents: 1, updated: 1, verdict: null })
  })
})

describe('refuses', () => {
  it.each([
    ['what is neither (400)', 'Estimado contribuyente', failure(400, 'RESULT_FILE_MALFORMED')],
    ['a mail that brings neither (400)', mailSource(), failure(400, 'RESULT_FILE_MALFORMED')],
    ['a mail about a set that says neither SOK nor SRH (422)', subject, failure(422, 'CERTIFICATION_VERDICT_UNREADABLE')],
    ['a mail about a set that was not sent (404)', `${subject}\nTrackID: 999999999\nSOK`, failure(404, 'CERTIFICATION_ITEM_NOT_FOUND')]
  ])('%s, and stores nothing', async (_, file, expected) => {
    const before = await recorded()

    expect(await hand(file)).toMatchObject(expected)
    expect(await recorded()).toEqual(before)
  })

  it('a verdict from somebody without the claim of certifications (403)', async () => {
    const token = await tokenWith(certifying.program, certifying.tenant, ['Webhook.Manage'])

    expect(await hand(`${subject}\n${refusal()}`, token)).toMatchObject(failure(403, 'CLAIM_MISSING'))
    expect((await certifying.itemOf(name)).state).toBe('Approved')
  })

  it('a verdict without a certification in progress (409)', async () => {
    const boreal = await certifying.program.tenant({ certificate: false, folios: [] })
    const before = await recorded()

    expect(await hand(`${subject}\n${refusal()}`, boreal.token)).toMatchObject(failure(409, 'CERTIFICATION_NOT_STARTED'))
    expect(await recorded()).toEqual(before)
  })
})
