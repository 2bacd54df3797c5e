/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../chaos/parts/simulator.ts'
import { customers, simulationOf } from '../../support/certification.ts'
import { type Certifying, startCertifying } from '../../support/certifying.ts'
import { defined, exactly, first, last, only } from '../../support/expecting.ts'
import type { Program, ProgramTenant } from '../../support/program.ts'
import { boletaSetText } from '../../support/test-set-files.ts'
import { everythingStored } from '../../support/webhook.ts'

let certifying: Certifying
let program: Program
let andes: ProgramTenant

const issue = (name: string, kind = 'DTE', more = {}) => certifying.done('POST', 'Issue', { kind, name, ...more })

const planOf = async (documentType: number) =>
  defined((await andes.api.get('Folio/Plan')).body.result.find((plan) => plan.documentType === documentType))

/** The item once its latest attempt is in this state. */
async function until (name: string, state: string) {
  await program.until(`${name} is ${state}`, async () => (await certifying.itemOf(name)).state === state)
  return certifying.itemOf(name)
}

const receiver = first(customers)
const options = {
  kind: 'DTE', receivers: customers, supplier: receiver, principal: receiver,
  transport: {
    licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' }, carrierTaxNumber: receiver.taxNumber,
    destinationAddress: 'Calle Dos 2', destinationMunicipality: 'Santiago', departureTime: '08:00:00'
  },
  abroad: {
    receiver: { businessName: 'Cliente GmbH', address: 'Hafenstrasse 1', city: 'Bremen' }, marks: 'ANDES 1-10',
    passport: 'P1234567', containerId: 'MSKU1234565', seal: 'S1', sealIssuer: 'ANDES', paidOn: '2026-01-15',
    exchangeRates: [
      'DOLAR USA', 'EURO', 'FRANCO SZ', 'LIBRA EST', 'YEN', 'PESO CL', 'DOLAR CAN', 'CORONA SC', 'DOLAR AUST'
    ].map((currency) => ({ currency, rate: 950.5 }))
  }
}
const sets = [
  'SET BASICO', 'SET FACTURA EXENTA', 'SET GUIA DE DESPACHO', 'SET DOCUMENTOS DE EXPORTACION',
  'SET DOCUMENTOS DE EXPORTACION (2)', 'SET CASO GENERAL FACTURA COMPRA', 'SET LIQUIDACION FACTURA'
]
const types = [33, 34, 43, 46, 52, 56, 61, 110, 111, 112]

beforeAll(async () => {
  certifying = await startCertifying(types)
  program = certifying.program
  andes = certifying.tenant
  await certifying.done('PUT', 'Options', options)
})
afterAll(() => program.close())
afterEach(() => program.control('/faults', undefined, 'DELETE'))

const mail = (outcome: string, trackId: string | null, lines = '') =>
  ({ mail: `SETMAIL0005038170 Resultado de Revision del Set de Prueba\nTrackID: 0${trackId}\nEstado: ${outcome}\n${lines}` })

describe('a set', () => {
  it('is shown by a dry run with its unsigned XML, without storing anything', async () => {
    const before = await everythingStored(program)

    const shown = await certifying.done('POST', 'Issue', { kind: 'DTE', name: 'SET BASICO' }, { 'x-dry-run': 'true' })

    expect(shown).toMatchObject({ attempt: 1, issued: false })
    const document = first(shown.documents)
    expect(document).toMatchObject({ case: 1, documentType: 33, totalAmount: 1001469, correlationId: null })
    expect(document.xml).toContain(`<FolioRef>${document.folio}</FolioRef>`)
    expect(await everythingStored(program)).toEqual(before)
  })

  it('of exports is not issued without package data that the SII requires and the set omits', async () => {
    const { marks: _, seal: __, ...abroad } = options.abroad
    await certifying.done('PUT', 'Options', { ...options, abroad })
    const lacks = async (name: string) => (await certifying.itemOf(name)).missing.map(({ code }) => code)

    expect(await lacks('SET DOCUMENTOS DE EXPORTACION')).toEqual(['MARKS_MISSING'])
    expect(await lacks('SET DOCUMENTOS DE EXPORTACION (2)')).toEqual(['MARKS_MISSING', 'CONTAINER_MISSING'])
    await certifying.done('PUT', 'Options', options)
    expect(await lacks('SET DOCUMENTOS DE EXPORTACION (2)')).toEqual([])
  })

  it.each(sets)('%s is sent in one envelope in the order of its cases, and the SII accepts all of it', async (name) => {
    const issued = await issue(name)
    const attempt = only((await until(name, 'Processed')).attempts)
    const expected = defined(certifying.preview.sets.find((set) => set.name === name))

    expect(issued.documents.map(({ totalAmount }) => totalAmount))
      .toEqual(expected.documents.map(({ totalAmount }) => totalAmount))
    expect(attempt.documents.map(({ correlationId }) => correlationId))
      .toEqual(issued.documents.map(({ correlationId }) => correlationId))
    const [envelope] = await program.rows(
      'select purpose, document_ids, upload_attempts from envelopes where track_id = $1', [attempt.trackId])
    expect(envelope).toEqual({
      purpose: 'certification', upload_attempts: 1,
      document_ids: issued.documents.map(({ correlationId }) => correlationId)
    })
  })

  it('is declared once the SII accepted all of it, and reviewed; after SRH it can be issued again', async () => {
    const name = 'SET BASICO'
    const { next, attempts } = await certifying.itemOf(name)
    const { trackId, documents } = only(attempts)
    expect(next).toMatchObject({ step: 'declared', page: { name: 'Declarar avance' } })
    expect(next?.values).toContainEqual({ label: 'Número de envío', value: trackId?.replace(/^0+/, '') })
    expect(await certifying.call('POST', 'Issue', { kind: 'DTE', name })).toMatchObject({ errorCode: 'CERTIFICATION_UNDER_WAY' })

    await certifying.done('POST', 'RecordStep', { kind: 'DTE', step: 'declared', name })
    expect((await certifying.itemOf(name)).state).toBe('Declared')
    const line = 'CASO 5038170-2: Los Valores de la Linea 1 del Detalle No Cuadran con lo Especificado'
    const review = await certifying.done('POST', 'RecordVerdict', mail('SRH', trackId, line))

    expect(review).toMatchObject({ item: name, attempt: { state: 'NotApproved' } })
    expect(review.attempt.reasons).toEqual([expect.objectContaining({
      case: 2, message: 'Los Valores de la Linea 1 del Detalle No Cuadran con lo Especificado', remedy: expect.any(String)
    })])
    const again = await issue(name)
    expect(again.attempt).toBe(2)
    const folios = (documents: { documentType: number, folio: number }[]) =>
      documents.map(({ documentType, folio }) => `${documentType} ${folio}`)
    expect(folios(again.documents).filter((folio) => folios(documents).includes(folio))).toEqual([])
    const [, second] = exactly(2, (await until(name, 'Processed')).attempts)
    await certifying.done('POST', 'RecordVerdict', mail('SOK', second.trackId))
    await certifying.done('POST', 'RecordVerdict', mail('SOK', second.trackId))
    expect((await certifying.itemOf(name)).state).toBe('Approved')
    expect(await certifying.call('POST', 'RecordVerdict', { mail: 'Resultado de Envio' }))
      .toMatchObject({ errorCode: 'CERTIFICATION_VERDICT_UNREADABLE' })
  })

  it('with objections is not declared; refused for one document, it is not split', async () => {
    const name = 'SET GUIA DE DESPACHO'
    await certifying.done('POST', 'RecordVerdict', { kind: 'DTE', name, outcome: 'NotApproved', reasons: [] })
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'objections', value: 'HED-2-260' })
    await issue(name)
    await until(name, 'Objected')
    expect(await certifying.call('POST', 'RecordStep', { kind: 'DTE', step: 'declared', name }))
      .toMatchObject({ errorCode: 'CERTIFICATION_STEP_EARLY' })

    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'status', value: '7' })
    await issue(name)
    const { attempts } = await until(name, 'Refused')
    const documents = exactly(3, last(attempts).documents)

    expect(documents.map(({ statusText }) => statusText)).toEqual(['Failed', 'Failed', 'Failed'])
    expect((await andes.get(documents[0].correlationId)).retry).toBeNull()
    expect(await program.call('PUT', '/Webhook/Retry', {
      token: andes.token, body: { correlationId: documents[0].correlationId }
    })).toMatchObject({ status: 409, body: { errorCode: 'CERTIFICATION_DOCUMENT' } })
    expect((await certifying.itemOf(name)).attempts).toHaveLength(3)
  })

  it('lists the folios of each attempt, and how many the next one needs', async () => {
    const name = 'SET GUIA DE DESPACHO'
    const { attempts } = await certifying.itemOf(name)
    const took = attempts.map(({ number, state, documents }) =>
      ({ number, state, ranges: [{ from: first(documents).folio, to: last(documents).folio }] }))

    expect(took.map(({ state }) => state)).toEqual(['NotApproved', 'Objected', 'Refused'])
    expect((await planOf(52)).certification).toEqual({ needed: 3, sets: [{ name, needed: 3, attempts: took }] })
    const basic = first(defined((await planOf(56)).certification).sets)
    expect([basic.name, basic.needed, basic.attempts.length]).toEqual(['SET BASICO', 0, 2])
  })

  it('takes all folios or none', async () => {
    const before = await everythingStored(program)
    const [{ left }] = await program.rows("select next as left from folio_blocks where document_type = 52 and environment = 'certification'")
    await program.rows('update folio_blocks set next = range_to where document_type = 52')

    expect(await certifying.call('POST', 'Issue', { kind: 'DTE', name: 'SET GUIA DE DESPACHO' }))
      .toMatchObject({ errorCode: 'CERTIFICATION_INCOMPLETE', errors: [expect.stringContaining('FOLIOS_MISSING')] })
    await program.rows('update folio_blocks set next = $1 where document_type = 52', [left])
    expect(await everythingStored(program)).toEqual(before)
  })

  // In the order in which an attempt writes them.
  it.each([
    'folio_blocks', 'invoices', 'invoice_references', 'envelopes', 'outbox_tasks', 'certification_attempts',
    'certification_documents', 'certification_steps', 'audit_entries'
  ])('leaves nothing behind when the connection ends at %s', async (table) => {
    const name = 'SET GUIA DE DESPACHO'
    const noted = table === 'invoice_references' ? 'SET FACTURA EXENTA' : name
    if (noted !== name) await certifying.done('POST', 'RecordVerdict', { kind: 'DTE', name: noted, outcome: 'NotApproved', reasons: [] })
    // A verdict is told of by mail.
    await program.until('the mails have left', async () =>
      (await program.rows("select from outbox_tasks where topic in ('sendMail', 'notify')")).length === 0)
    const before = await everythingStored(program)
    await program.rows(`
      create or replace function end_connection () returns trigger language plpgsql security definer as
        'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`)
    await program.rows(`create trigger ending before insert or update on ${table} for each row execute function end_connection()`)

    const { success } = await certifying.call('POST', 'Issue', { kind: 'DTE', name: noted })
    await program.rows(`drop trigger ending on ${table}`)

    expect(success).toBe(false)
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('the set of boletas', () => {
  const name = 'SET DE BOLETAS'

  it('takes a CAF of five folios, and is sent through the channel of documents', async () => {
    await certifying.done('POST', 'Start', { kind: 'BOLETA', documentTypes: [39], enrolledOn: '2026-11-02' })
    await certifying.uploadSet(Buffer.from(boletaSetText))
    await certifying.done('PUT', 'Options', { kind: 'BOLETA', consultUrl: 'https://andes.example/boletas' })
    expect((await certifying.itemOf(name)).missing).toEqual([expect.objectContaining({ code: 'FOLIOS_MISSING', documentType: 39 })])
    expect(await planOf(39)).toMatchObject({ remaining: 0, suggested: 5, certification: { needed: 5 } })
    const boletas = (await certifying.done('GET', 'Progress')).find(({ kind }) => kind === 'BOLETA')
    expect(boletas?.next?.values)
      .toEqual([{ label: 'Tipo 39', value: '5' }])
    await andes.addFolios(39, { from: 1, to: 5 })

    const { documents } = await issue(name, 'BOLETA')
    const { trackId } = only((await until(name, 'Processed')).attempts)

    expect(documents.map(({ folio, totalAmount }) => [folio, totalAmount])).toEqual([
      [1, 29800], [2, 2040], [3, 4100], [4, 14720], [5, 3500]
    ])
    const { uploads }: Ledger = await program.ledger()
    expect(uploads.find((upload) => upload.trackId === trackId)).toMatchObject({ channel: 'DTE' })
  })

  it('refuses other folios', async () => {
    const { trackId } = first((await certifying.itemOf(name)).attempts)
    await certifying.done('POST', 'RecordVerdict', mail('SRH', trackId))
    await andes.addFolios(39, { from: 6, to: 11 })

    expect(await certifying.call('POST', 'Issue', { kind: 'BOLETA', name })).toMatchObject({ errorCode: 'BOLETA_FOLIOS_MISMATCH' })
  })
})

describe('the simulation', () => {
  it('has 20 to 100 documents of every type, outside of sets, which can refer to one another', async () => {
    const wrong = simulationOf(1).slice(0, 3).map((document) => ({
      ...document, references: [{ documentType: 'SET', folio: '1', date: '2026-11-20' }, { documentKey: 'later', code: '1' }]
    }))
    await program.rows("update certification_items set replaced_at = now() where kind <> 'simulation' and kind <> 'samples'")

    const refused = await certifying.call('POST', 'Simulation', { documents: wrong })
    expect(refused).toMatchObject({ errorCode: 'SIMULATION_INVALID' })
    expect(refused.errors).toContain('documents: must be 20 to 100, not 3')
    expect(refused.errors).toContain('documents: none is of type 61, which is to be certified')
    expect(refused.errors).toContain('documents[0].references: name a set of test cases')
    expect(refused.errors).toContain('documents[0].references: name a document that does not stand before this one')
    expect((await certifying.done('POST', 'Simulation', { documents: simulationOf(2) })).documents).toHaveLength(20)
    expect((await until('SET DE SIMULACION', 'Processed')).attempts).toHaveLength(1)
  })
})

describe('a crash', () => {
  it('between commit and upload loses nothing: another instance uploads', async () => {
    await certifying.done('POST', 'RecordVerdict', { kind: 'DTE', name: 'SET DE SIMULACION', outcome: 'NotApproved', reasons: [] })
    await program.composition.worker.stop()
    await certifying.done('POST', 'Simulation', { documents: simulationOf(3) })
    const other = await program.anotherInstance()
    other.composition.worker.start()

    expect((await until('SET DE SIMULACION', 'Processed')).attempts).toHaveLength(2)
    await other.composition.worker.stop()
    await other.close()
  })
})
