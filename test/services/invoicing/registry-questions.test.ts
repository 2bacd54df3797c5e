import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSiiGateway } from '../../../src/adapters/sii/gateway.ts'
import { credentialOf, openPkcs12, type Credential } from '../../../src/dte/signing/certificate.ts'
import { signSeed } from '../../../src/dte/signing/seed.ts'
import { createRegistryQuestions } from '../../../src/services/invoicing/registry/questions.ts'
import type { LeasedTask } from '../../../src/services/tasks/task-list.ts'
import { factura } from '../../support/documents.ts'
import { first, only } from '../../support/expecting.ts'
import { patience } from '../../support/patience.ts'
import { allSettled } from '../../support/program.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const hour = 3_600_000
const day = 24 * hour
const receiver = '88888888-8'

let credential: Credential
let shiftMs = 0
let calls: string[] = []

const now = () => new Date(Date.now() + shiftMs)

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [33, 61] })

beforeAll(async () => {
  const file = await program.control('/certificates', {
    taxNumber: andes.taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: 'clave'
  })
  credential = credentialOf(openPkcs12(file, 'clave'))
  await program.call('PUT', '/Notification/Update', {
    token: andes.token, body: { url: 'https://erp.andes.example/timbre', enabled: true, events: ['document.claimed'] }
  })
})

const questions = () => createRegistryQuestions({
  store: program.composition.store, clock: now,
  certificateOf: () => Promise.resolve({ credential } as never),
  gateway: createSiiGateway({
    clock: now, signSeed, simulatorUrl: program.simulatorUrl,
    timeouts: { queryMs: patience.timeout, uploadMs: patience.timeout },
    onCall: ({ operation }) => { if (operation === 'registry') calls.push(operation) }
  })
})

const credit = () => {
  const document = factura()
  document.header.documentId = { documentType: '33', paymentMethod: 2 }
  return document
}
async function accepted (document = credit()): Promise<Detail> {
  const { correlationId } = (await andes.save(document)).body.result
  await program.until('settled', () => allSettled(program))
  return andes.get(correlationId)
}
const act = (document: Detail, action: string) => program.control('/registry/act', {
  issuer: andes.taxNumber, documentType: 33, folio: Number(document.invoiceNumber), action
})

/** Moves all clocks to a time after the reception. */
async function moveTo (ms: number): Promise<void> {
  await program.control('/clock', { advanceSeconds: (ms - shiftMs) / 1000 })
  shiftMs = ms
}
async function lease (subject: string): Promise<LeasedTask> {
  const [task] = await program.rows(`
    update outbox_tasks set lease_token = $2, lease_until = now() + interval '1 minute'
    where topic = 'askRegistry' and subject = $1
    returning tenant_id as "tenantId", id, topic, subject, asked, attempts, lease_token as "leaseToken"`, [subject, randomUUID()])
  return task
}
const ask = async ({ correlationId }: Detail): Promise<number> => {
  calls = []
  await questions().ask(await lease(correlationId))
  return calls.length
}
const customerOf = async ({ correlationId }: Pick<Detail, 'correlationId'>): Promise<Detail['customer']> =>
  (await andes.get(correlationId)).customer
/** Hours from now, by the shifted clock, until the next question; undefined without one. */
async function nextIn ({ correlationId }: Pick<Detail, 'correlationId'>): Promise<number | undefined> {
  const [task] = await program.rows<{ hours: number }>(`
    select extract(epoch from due_at - now())::float8 / 3600 as hours from outbox_tasks
    where topic = 'askRegistry' and subject = $1`, [correlationId])
  return task && Math.round(task.hours)
}
const deliveries = () => program.rows("select data from notification_deliveries where event = 'document.claimed'")
const mails = () => program.rows("select facts from mails where kind = 'documentClaimed'")

describe("the customer's answer to a document", () => {
  it('is queried sparingly until it is final, and then whether the document can be assigned', async () => {
    const [silent, claimed, agreed] = [await accepted(), await accepted(), await accepted()]
    const receipted = await accepted()
    expect(silent.customer).toEqual({
      state: 1, stateText: 'Pending', siiReceivedAt: null, claimableUntil: null, assignable: null, askedAt: null, events: []
    })
    expect(await nextIn(silent)).toBe(1)

    await moveTo(hour + 60_000)
    for (const one of [silent, claimed, agreed, receipted]) expect(await ask(one)).toBe(2)
    expect(await customerOf(silent))?.toMatchObject({
      stateText: 'Pending', siiReceivedAt: expect.any(String), claimableUntil: expect.any(String), assignable: null,
      askedAt: expect.any(String), events: []
    })
    expect(await nextIn(silent)).toBe(23)

    await act(claimed, 'RCD')
    await act(agreed, 'ACD')
    await act(receipted, 'ERM')
    await moveTo(day + 60_000)
    expect([await ask(silent), await ask(claimed), await ask(agreed), await ask(receipted)]).toEqual([1, 2, 1, 1])
    expect(await customerOf(claimed))?.toMatchObject({
      state: 5, stateText: 'Claimed', assignable: { code: 24 },
      events: [{ code: 'RCD', responsible: receiver, description: expect.any(String), at: expect.any(String) }]
    })
    expect([(await customerOf(agreed))?.stateText, (await customerOf(receipted))?.stateText]).toEqual(['Accepted', 'Received'])
    expect([await nextIn(claimed), await nextIn(agreed), await nextIn(silent)]).toEqual([undefined, 72, 72])

    await act(agreed, 'ERM')
    await moveTo(4 * day + 60_000)
    expect([await ask(silent), await ask(agreed)]).toEqual([1, 2])
    expect(await customerOf(agreed))?.toMatchObject({
      stateText: 'Accepted', assignable: { code: 23 }, events: [{ code: 'ACD' }, { code: 'ERM' }]
    })
    expect([await nextIn(agreed), await nextIn(silent)]).toEqual([undefined, 96])

    await moveTo(8 * day + 60_000)
    expect(await ask(silent)).toBe(1)
    expect((await customerOf(silent))?.stateText).toBe('Pending')
    await moveTo(9 * day + 2 * hour)
    expect(await ask(silent)).toBe(2)
    expect(await customerOf(silent))?.toMatchObject({ stateText: 'Tacit', assignable: { code: 25 } })
    expect(await nextIn(silent)).toBeUndefined()
  })

  it('is reported once, by a notification and by a mail that names the claim and links to the document', async () => {
    const { data } = only(await deliveries())
    expect(data).toMatchObject({
      invoiceTypeCode: '33', customerTaxNumber: receiver, claims: [{ code: 'RCD', responsible: receiver }]
    })
    expect(await mails()).toMatchObject([{ facts: { correlationId: data.correlationId, claims: [{ code: 'RCD' }] } }])
  })

  it('is stored once by two concurrent workers, and a lost lease stores nothing', async () => {
    const document = await accepted()
    await act(document, 'RFT')
    const task = await lease(document.correlationId)

    const both = await Promise.allSettled([questions().ask(task), questions().ask(task)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await customerOf(document))?.stateText).toBe('Claimed')
    expect([await deliveries(), await mails()].map(({ length }) => length)).toEqual([2, 2])
  })

  it('is queried again later while the registry does not answer', async () => {
    const document = await accepted()
    await program.control('/faults', [{ operation: 'registry', fault: 'http', value: 503, times: 1 }])
    await ask(document)

    expect((await customerOf(document))?.askedAt).toBeNull()
    const [{ why, attempts, minutes }] = await program.rows(`
      select last_error as why, attempts, extract(epoch from due_at - now())::float8 / 60 as minutes
      from outbox_tasks where topic = 'askRegistry' and subject = $1`, [document.correlationId])
    expect([why, attempts, Math.round(minutes)]).toEqual([expect.any(String), 1, 10])
    await ask(document)
    expect((await customerOf(document))?.askedAt).toEqual(expect.any(String))
  })

  it('stores an answer that is not understood with the envelope, in full and once', async () => {
    const document = await accepted()
    for (const times of [2, 2]) {
      await program.control('/faults', [{ operation: 'registry', fault: 'status', value: '99', times }])
      await ask(document)
    }
    await ask(document)

    const [{ tenantId, envelopeId }] = await program.rows(
      'select tenant_id as "tenantId", envelope_id as "envelopeId" from invoices where id = $1', [document.correlationId]
    )
    const kept = await program.composition.store.asTenant(tenantId, ({ siiExchanges }) =>
      siiExchanges.listOf({ subjectId: envelopeId, invoiceId: document.correlationId }, undefined, 50))
    expect(kept.filter(({ operation }) => operation === 'registry')).toMatchObject(
      ['consultarFechaRecepcionSii', 'listarEventosHistDoc'].map((operation) => ({
        httpStatus: 200, at: expect.any(Date),
        text: { request: expect.stringContaining(operation), answer: expect.stringContaining('<codResp>99</codResp>') }
      }))
    )
  })

  it('is tacit acceptance without a date of reception, once the SII says that the document can be assigned', async () => {
    const document = await accepted()
    await program.control('/registry', { receptionDate: 'sentence' })
    await moveTo(shiftMs + 10 * day)
    await ask(document)
    await program.control('/registry', { receptionDate: 'given' })

    expect(await customerOf(document))?.toMatchObject({ stateText: 'Tacit', siiReceivedAt: null, assignable: { code: 25 } })
  })

  it('does not exist for a document paid in cash, or of another type', async () => {
    const cash = await accepted(factura())
    const note = await program.call('POST', '/Webhook/Annul', {
      token: andes.token, body: { correlationId: cash.correlationId, reason: 'Anulada' }
    })
    await program.until('settled', () => allSettled(program))

    expect(cash.customer).toMatchObject({ state: 6, stateText: 'NotClaimable', askedAt: null })
    expect(await customerOf(note.body.result)).toBeNull()
    expect([await nextIn(cash), await nextIn(note.body.result)]).toEqual([undefined, undefined])
  })

  it('is queried at once by Webhook/AskRegistry, also for an annulled document', async () => {
    const [document, cash] = [await accepted(), await accepted(factura())]
    const body = { correlationIds: [document.correlationId, cash.correlationId] }
    const askNow = () => program.call('POST', '/Webhook/AskRegistry', { token: andes.token, body })

    expect((await askNow()).body.result).toEqual({ correlationIds: [document.correlationId] })
    await program.until('asked', async () => (await customerOf(document))?.assignable?.code === 22)
    expect(await nextIn(document)).toBe(1)
    const before = new Date().toISOString()
    await program.call('POST', '/Webhook/Annul', { token: andes.token, body: { correlationId: document.correlationId, reason: 'x' } })
    await program.until('settled', () => allSettled(program))
    await askNow()
    await program.until('annulled', async () => (await customerOf(document))?.stateText === 'Annulled')

    expect(await customerOf(document))?.toMatchObject({ assignable: { code: 21 }, events: [{ code: 'NCA', responsible: andes.taxNumber }] })
    const changed = await program.call('GET', `/Webhook/GetWebhooks?updatedSince=${before}&after=`, { token: andes.token })
    expect(JSON.stringify(changed.body)).toContain(document.correlationId)
    const unknown = await program.call('POST', '/Webhook/AskRegistry', {
      token: andes.token, body: { correlationIds: [randomUUID()] }
    })
    expect(unknown.body.errorCode).toBe('DOCUMENT_NOT_FOUND')
  })

  it('is in lists, as a filter, and in the file of an export', async () => {
    const list = async (query: { customerState: number, invoiceTypeCode?: number }) =>
      (await andes.api.get('Webhook/GetWebhooks', query)).body.result
    const claimed = await list({ customerState: 5 })

    expect(claimed.data.map(({ customer }) => customer?.stateText)).toEqual(['Claimed', 'Claimed'])
    expect(claimed).toMatchObject({ totalRecords: 2 })
    expect(first(claimed.data).customer).not.toHaveProperty('events')
    const { data } = await list({ customerState: 6, invoiceTypeCode: 33 })
    expect(data.every(({ customer }) => customer?.state === 6)).toBe(true)
    expect((await list({ customerState: 4 })).totalRecords).toBe(2)
    expect((await program.call('GET', '/Webhook/GetWebhooks?customerState=8', { token: andes.token })).status).toBe(400)
    const file = await program.call('GET', '/Webhook/Export?format=csv&customerState=5', { token: andes.token })
    expect(String(file.body)).toMatch(/Reclamado|Claimed/)
  })
})
