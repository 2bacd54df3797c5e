/** @module-tag slow */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookStatusOf } from '../../../src/adapters/sii/envelope-states.ts'
import { readBookResult } from '../../../src/adapters/sii/book-result.ts'
import { serviceActor } from '../../../src/services/actor.ts'
import { createBookResults } from '../../../src/certification/workflow/book-results.ts'
import { createDeadlineWarnings } from '../../../src/certification/workflow/deadlines.ts'
import { createVerdictMails } from '../../../src/certification/workflow/verdict-mails.ts'
import { createVerdicts } from '../../../src/certification/workflow/verdicts.ts'
import { createBuiltEnvelopes } from '../../../src/services/invoicing/delivery/built-envelopes.ts'
import { createFollowUp } from '../../../src/services/invoicing/delivery/follow-up.ts'
import { createDelivery } from '../../../src/services/invoicing/delivery/send.ts'
import type { EnvelopeUpload, SiiGateway, SiiRegistry, UploadOutcome } from '../../../src/services/ports.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import { approveSetsOf, startCertifying, type Certifying } from '../../support/certifying.ts'
import { tableComplaints } from '../../support/books.ts'
import { defined, exactly, last, only } from '../../support/expecting.ts'
import { complaintsOfSchema, schemasFolder } from '../../support/schemas.ts'
import { boletaSetText } from '../../support/test-set-files.ts'
import { verifySignatures } from '../../support/verification.ts'
import { everythingStored } from '../../support/webhook.ts'

let one: Certifying
beforeAll(async () => {
  one = await startCertifying([33, 34, 43, 46, 52, 56, 61, 110, 111, 112])
  await approveSetsOf(one, ['SET BASICO', 'SET GUIA DE DESPACHO'])
  // From here on the tasks of books are done by hand, against an authority that says what it is told to.
  await one.program.composition.worker.stop()
  await one.program.call('PUT', '/Notification/Update', {
    token: one.tenant.token, body: { url: 'https://erp.andes.example/timbre', enabled: true }
  })
})
afterAll(() => one.program.close())

const uploads: EnvelopeUpload[] = []
let lastTrackId = 7_000_000

/** What the SII answers from now on. */
const sii: { upload: () => UploadOutcome, state: string } = {
  upload: () => ({ kind: 'received', trackId: String(++lastTrackId) }), state: 'LOK'
}
const gateway: SiiGateway = {
  registry: {} as SiiRegistry,
  requestReasons: async () => { throw new Error('nobody asks for reasons here') },
  upload: async (_target, upload) => {
    uploads.push(upload)
    return sii.upload()
  },
  envelopeStatus: async (_target, { isBook }) => isBook
    ? bookStatusOf({ state: sii.state, gloss: '', subtotals: undefined, documents: [], reasons: [] })
    : { kind: 'unavailable', cause: 'no book' },
  documentStatus: async () => { throw new Error('A book has no documents to ask about') }
}

/** Does what is to be done about envelopes, also what is due later. */
async function work (clock = () => new Date()): Promise<void> {
  const { store } = one.program.composition
  const dependencies = {
    store, gateway, clock, certificateOf: async () => ({ certificateId: 'x', credential: {} as never })
  }
  const delivery = createDelivery({
    ...dependencies, built: createBuiltEnvelopes(),
    timing: { firstPollSeconds: 5, reconcileSeconds: 600, leaseSeconds: 60 }
  })
  const followUp = createFollowUp({ ...dependencies, firstPollSeconds: 5 })
  const tasks = createTaskList({ store, leaseSeconds: 60 })
  for (const [topic, handle] of [['uploadEnvelope', delivery.send], ['followEnvelope', followUp.follow]] as const) {
    await one.program.rows("update outbox_tasks set due_at = now() - interval '1 second' where topic = $1", [topic])
    for (const task of await tasks.lease([topic], 10)) await handle(task)
  }
}

const issueBook = (name: string, kind = 'DTE', headers = {}) => one.done('POST', 'IssueBook', { kind, name }, headers)

/** The values of a summary, in their order. */
function summaryOf (xml: string, element: string): string[][] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, inner = '']) =>
    [...inner.matchAll(/>([^<]+)</g)].map(([, value = '']) => value.trim()).filter((value) => value !== ''))
}

const withSchemas = it.skipIf(!existsSync(fileURLToPath(schemasFolder)))
const written: { name: string, schema: string, xml: string }[] = []

const books = [
  {
    name: 'LIBRO DE GUIAS', schema: 'LibroGuia_v10.xsd', entries: 3, element: 'ResumenPeriodo',
    summary: [['1', '1', '3077417', '5', '1', '0']]
  },
  {
    name: 'LIBRO DE VENTAS', schema: 'LibroCV_v10.xsd', entries: 8, element: 'TotalesPeriodo', summary: [
      ['33', '4', '48840', '9588133', '1821746', '11458719'], ['56', '1', '0', '0', '0', '0'],
      ['61', '3', '35196', '3774612', '717177', '4526985']
    ]
  },
  {
    name: 'LIBRO DE COMPRAS', schema: 'LibroCV_v10.xsd', entries: 7, element: 'TotalesPeriodo', summary: [
      ['30', '2', '0', '70689', '1', '7727', '1', '5704', '0.6', '3422', '84120'],
      ['33', '2', '9928', '20831', '1', '1810', '4', '1', '2148', '34717'],
      ['46', '1', '0', '10215', '1', '1941', '15', '1941', '10215'], ['60', '2', '0', '10092', '2', '1918', '12010']
    ]
  }
]

describe('a book', () => {
  it('of purchases waits until every set is approved', async () => {
    const answer = await one.call('POST', 'IssueBook', { kind: 'DTE', name: 'LIBRO DE COMPRAS' })
    expect(answer).toMatchObject({
      errorCode: 'CERTIFICATION_INCOMPLETE', errors: [expect.stringContaining('SETS_NOT_APPROVED')]
    })
    await one.dropOtherSets()
  })

  it('is shown by a dry run, without storing anything', async () => {
    const before = await everythingStored(one.program)

    const shown = await issueBook('LIBRO DE VENTAS', 'DTE', { 'x-dry-run': 'true' })

    expect(shown).toMatchObject({ attempt: 1, issued: false, entries: 8 })
    expect(await everythingStored(one.program)).toEqual(before)
  })

  it.each(books)('$name has the figures that the SII approved, and is sent as signed', async (book) => {
    const { name, entries, element, summary, schema } = book
    const issued = await issueBook(name)
    await work()
    const { state, next, attentionNumber, attempts: [attempt] } = await one.itemOf(name)

    expect(issued).toMatchObject({ attempt: 1, issued: true, entries })
    expect(summaryOf(issued.xml, element)).toEqual(summary)
    expect(issued.xml).toContain(`<FolioNotificacion>${attentionNumber}</FolioNotificacion>`)
    const { bytes, ...upload } = last(uploads)
    expect(upload).toEqual({ kind: 'DTE', issuerTaxNumber: one.taxNumber, fileName: issued.fileName })
    expect(bytes.toString('latin1')).toBe(issued.xml)
    expect(tableComplaints(bytes)).toEqual([])
    expect(verifySignatures(bytes)).toMatchObject([{ digestIsRight: true, signatureIsRight: true }])
    expect(state).toBe('Processed')
    expect(attempt).toMatchObject({ siiState: 'LOK', documents: [], trackId: String(lastTrackId) })
    expect(next?.values).toContainEqual({ label: 'Número de envío', value: String(lastTrackId) })
    written.push({ name, schema, xml: issued.xml })
  })

  withSchemas('holds by the SII\'s own schemas', () => {
    for (const { schema, xml } of written) expect(complaintsOfSchema(schema)(Buffer.from(xml, 'latin1'))).toEqual([])
  })

  it('is issued once, and again only after a refusal, with its reason and remedy', async () => {
    const name = 'LIBRO DE VENTAS'
    expect(await one.call('POST', 'IssueBook', { kind: 'DTE', name })).toMatchObject({ errorCode: 'CERTIFICATION_UNDER_WAY' })
    await one.done('POST', 'RecordVerdict', { kind: 'DTE', name, outcome: 'NotApproved' })
    sii.state = 'LNC'
    await issueBook(name)
    await work()

    const { state, attempts } = await one.itemOf(name)
    expect(state).toBe('Refused')
    expect(last(attempts).reasons).toEqual([
      expect.objectContaining({ message: 'LNC', remedy: expect.stringContaining('notificationNumber') })
    ])
    const again = await one.done('POST', 'IssueBook', { kind: 'DTE', name, notificationNumber: 17 })
    expect(again).toMatchObject({ attempt: 3, xml: expect.stringContaining('<FolioNotificacion>17<') })
    sii.state = 'LTC'
    await work()
    expect((await one.itemOf(name)).state).toBe('Processed')
  })

  it('shows the reasons that the SII mails about it', async () => {
    const [, refused] = exactly(3, (await one.itemOf('LIBRO DE VENTAS')).attempts)
    const result = (taxNumber: string, trackId: string) => Buffer.from(
      `<ResultadoEnvioLibro><Identificacion><TrackId>${trackId}</TrackId><RutEmisor>${taxNumber}</RutEmisor>` +
      '<EstadoEnvio>LNC</EstadoEnvio></Identificacion><ErrorEnvioLibro>' +
      '<DetErrEnvio>LBR-3 Folio de notificación ya usado</DetErrEnvio></ErrorEnvioLibro></ResultadoEnvioLibro>')
    const { take } = createBookResults({
      store: one.program.composition.store, readBookResult, clock: () => new Date()
    })
    const actor = serviceActor(one.tenantId)

    await expect(take(actor, result('1-9', String(refused.trackId)))).rejects.toMatchObject({ code: 'RESULT_ISSUER_MISMATCH' })
    await expect(take(actor, result(one.taxNumber, '12345'))).rejects.toMatchObject({ code: 'RESULT_TRACK_ID_UNKNOWN' })
    expect(await take(actor, result(one.taxNumber, `000${refused.trackId}`))).toEqual({ pending: false })

    const [, { reasons }] = exactly(3, (await one.itemOf('LIBRO DE VENTAS')).attempts)
    expect(reasons).toMatchObject([{ message: 'LNC LBR-3 Folio de notificación ya usado' }])
  })

  it('whose upload got no answer is sent again unchanged, once the SII would have shown it', async () => {
    const name = 'LIBRO DE GUIAS'
    await one.done('POST', 'RecordVerdict', { kind: 'DTE', name, outcome: 'NotApproved' })
    await issueBook(name)
    sii.upload = () => ({ kind: 'unknown', cause: 'no answer' })
    const before = uploads.length
    await work()
    await work()
    expect(uploads.length).toBe(before + 1)

    sii.upload = () => ({ kind: 'duplicate', trackId: String(++lastTrackId) })
    await work(() => new Date(Date.now() + 601_000))
    await work()
    expect(last(uploads).bytes.equals(defined(uploads.at(-2)).bytes)).toBe(true)
    expect(await one.itemOf(name)).toMatchObject({ state: 'Processed' })
    sii.upload = () => ({ kind: 'received', trackId: String(++lastTrackId) })
  })

  it('is reviewed like a set; once all are approved, the simulation follows', async () => {
    const byMail = createVerdictMails(createVerdicts({
      store: one.program.composition.store, clock: () => new Date()
    }))
    const { rows, lines } = await one.done('GET', 'Declaration')
    expect(rows.map(({ name }) => name)).toEqual(books.map(({ name }) => name))
    for (const { name } of books) {
      const { attempts, attentionNumber } = await one.itemOf(name)
      expect(lines).toMatch(new RegExp(`^${name}\t${attentionNumber}\t${last(attempts).trackId}\t\\d\\d-\\d\\d-20\\d\\d$`, 'm'))
      await one.done('POST', 'RecordStep', { kind: 'DTE', step: 'declared', name })
      expect(await byMail(serviceActor(one.tenantId), Buffer.from(`SETMAIL TrackID: ${last(attempts).trackId} SOK`)))
        .toBeNull()
    }
    expect(await one.done('GET', 'Declaration')).toEqual({ rows: [], lines: '' })
    const { stage, next } = only(await one.done('GET', 'Progress'))

    expect({ stage, step: next?.step }).toEqual({ stage: 'Simulation', step: 'advanced' })
  })

  it('each later step that a person records leads to the next, up to the authorisation', async () => {
    const items = ['INTERCAMBIO DE INFORMACION', 'MUESTRAS IMPRESAS', 'DECLARACION DE CUMPLIMIENTO']
    const steps = ['exchangeUploaded', 'samplesUploaded', 'complied']
    const nextOf = async (name: string) => (await one.itemOf(name)).next?.step
    const states = async () => Promise.all(items.map(async (name) => (await one.itemOf(name)).state))

    expect(await states()).toEqual(['Ready', 'Ready', 'Ready'])
    for (const [index, step] of steps.entries()) {
      expect(await nextOf(defined(items[index]))).toBe(step)
      await one.done('POST', 'RecordStep', { kind: 'DTE', step })
    }
    expect(await states()).toEqual(['Declared', 'Declared', 'Declared'])
    expect(await Promise.all(items.map(nextOf))).toEqual([undefined, undefined, 'authorised'])
    await one.done('POST', 'RecordStep', { kind: 'DTE', step: 'authorised' })
    const { stage, next } = only(await one.done('GET', 'Progress'))

    expect({ stage, next, states: await states() }).toEqual({
      stage: 'Authorised', next: null, states: ['Approved', 'Approved', 'Approved']
    })
    await one.program.rows("delete from certification_steps where step in ('exchangeUploaded', 'samplesUploaded', 'complied', 'authorised')")
  })
})

describe('notifications', () => {
  const told = (event: string) => one.program.rows(
    'select data from notification_deliveries where event = $1 order by at, id', [event])
  const mailed = (kind: string) => one.program.rows(
    'select recipient, facts from mails where kind = $1 order by created_at, id', [kind])

  it("are sent once for each review, to the certification's address", async () => {
    const { attempts } = await one.itemOf('LIBRO DE GUIAS')
    const before = (await told('certification.verdict')).length
    await one.done('POST', 'RecordVerdict', { mail: `SETMAIL TrackID: ${last(attempts).trackId} SOK` })

    expect(await told('certification.verdict')).toHaveLength(before)
    expect((await told('certification.verdict')).at(-1).data).toMatchObject({
      kind: 'DTE', name: 'LIBRO DE COMPRAS', attempt: 1, outcome: 'Approved', reasons: []
    })
    expect((await mailed('certificationVerdict')).at(-1)).toMatchObject({
      recipient: 'dte@andes.example', facts: { item: 'LIBRO DE COMPRAS', attempt: 1, approved: true, reasons: 0 }
    })
  })

  it('are sent once for a deadline, a week before, until the certification ends', async () => {
    const { store } = one.program.composition
    const tasks = createTaskList({ store, leaseSeconds: 60 })
    const look = async (days: number) => {
      await one.program.rows("update outbox_tasks set due_at = now() - interval '1 second' where topic = 'watchDeadlines'")
      const clock = () => new Date(Date.now() + days * 86_400_000)
      for (const task of await tasks.lease(['watchDeadlines'], 5)) await createDeadlineWarnings({ store, clock }).watch(task)
    }
    await look(30)
    expect(await told('certification.deadline')).toEqual([])

    await look(56)
    await look(57)
    expect(await told('certification.deadline')).toEqual([
      { data: { kind: 'DTE', deadline: 'set', endsAt: expect.any(String) } }
    ])
    expect(await mailed('certificationDeadline')).toMatchObject([{ recipient: 'dte@andes.example', facts: { what: 'set' } }])
  })
})

describe('the report of folios', () => {
  const name = 'RCOF'

  it('sums up the uploaded boletas, and needs no review', async () => {
    await one.done('POST', 'Start', { kind: 'BOLETA', documentTypes: [39], enrolledOn: '2026-11-02' })
    await one.uploadSet(Buffer.from(boletaSetText))
    await one.done('PUT', 'Options', { kind: 'BOLETA', consultUrl: 'https://andes.example/boletas' })
    await one.tenant.addFolios(39, { from: 1, to: 5 })
    expect((await one.itemOf(name)).missing).toMatchObject([{ code: 'SET_NOT_UPLOADED' }])
    await one.done('POST', 'Issue', { kind: 'BOLETA', name: 'SET DE BOLETAS' })
    await work()

    const issued = await issueBook(name, 'BOLETA')
    sii.state = 'RPR'
    await work()

    expect(summaryOf(issued.xml, 'Resumen')).toEqual([
      ['39', '43831', '8329', '19', '2000', '54160', '5', '0', '5', '1', '5']
    ])
    expect(issued.xml).toContain('<SecEnvio>1</SecEnvio>')
    expect(tableComplaints(Buffer.from(issued.xml, 'latin1'))).toEqual([])
    expect(await one.itemOf(name)).toMatchObject({ state: 'Processed', next: null, attempts: [{ siiState: 'RPR' }] })
    expect(await one.call('POST', 'IssueBook', { kind: 'BOLETA', name })).toMatchObject({ errorCode: 'CERTIFICATION_UNDER_WAY' })
  })

  it('is due again for other boletas, with the next number of the day', async () => {
    await one.done('POST', 'RecordVerdict', { kind: 'BOLETA', name: 'SET DE BOLETAS', outcome: 'NotApproved' })
    await one.tenant.addFolios(39, { from: 6, to: 10 })
    await one.done('POST', 'Issue', { kind: 'BOLETA', name: 'SET DE BOLETAS' })
    await work()
    expect((await one.itemOf(name)).state).toBe('Ready')

    expect(await issueBook(name, 'BOLETA')).toMatchObject({
      attempt: 2, xml: expect.stringMatching(/<SecEnvio>2<[\s\S]*<Inicial>6<\/Inicial><Final>10</)
    })
  })
})

it('a tenant in production has no books', async () => {
  await one.program.rows("update tenants set environment = 'production' where code = $1", [one.tenant.code])
  expect(await one.call('POST', 'IssueBook', { kind: 'DTE', name: 'LIBRO DE VENTAS' }))
    .toMatchObject({ errorCode: 'CERTIFICATION_ONLY' })
})
