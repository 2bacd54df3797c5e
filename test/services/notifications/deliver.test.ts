/** @module-tag slow */
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationProblems } from '../../support/contract.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined, first, last } from '../../support/expecting.ts'
import { allSettled, type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { startReceiver, type Received } from '../../support/receiver.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

let program: Program
let andes: ProgramTenant
let boreal: ProgramTenant
let receiver: Receiver
let secret: string
beforeAll(async () => {
  receiver = await startReceiver()
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
  andes = await program.tenant()
  boreal = await program.tenant()
  secret = (await update({ events: undefined })).secret
})
afterAll(async () => {
  await program.close()
  await receiver.close()
})
beforeEach(async () => {
  await until('settled', () => allSettled(program))
  await allTold()
  receiver.received.length = 0
  receiver.answer((_received, response) => { response.writeHead(204).end() })
})

async function update (change: object): Promise<{ secret: string }> {
  const { body } = await program.call('PUT', '/Notification/Update', {
    token: andes.token, body: { url: `http://localhost:${receiver.port}/in`, enabled: true, ...change }
  })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.result
}
const until = (what: string, question: () => Promise<boolean>) => program.until(what, question)
const pending = async () =>
  (await program.rows('select count(*)::int as n from notification_deliveries where state = 1'))[0].n
const deliveries = async (correlationId: string) =>
  (await andes.api.get('Notification/Deliveries', { correlationId })).body.result.data
/** Tasks that are put off for minutes or hours are due now. */
const letTimePass = () => program.rows("update outbox_tasks set due_at = now() where topic = 'notify'")

/** Again and again: an attempt that is under way meanwhile may put its task off once more. */
const allTold = () => until('all told', async () => {
  await letTimePass()
  return (await pending()) === 0
})

/** What Standard Webhooks asks of a receiver, by its words and not by our code. */
function isSignedWith (key: string, { headers, body }: Received): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64')).update(content).digest(
    'base64'
  )
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

describe('a document', () => {
  it('is notified from issue to verdict, with each message signed', async () => {
    const { correlationId, invoiceNumber } = (await andes.save(factura())).body.result
    await until(
      'told of the verdict', async () => receiver.received.some(({ body }) => body.includes('document.accepted'))
    )
    await allTold()

    const messages = receiver.received.map((one) => ({ ...one, message: JSON.parse(one.body) }))
    const inOrder = messages.toSorted((a, b) => a.message.data.sequence - b.message.data.sequence)
    expect(inOrder.map(({ message }) => message.type)).toEqual([
      'document.issued', 'document.sending', 'document.sent', 'document.accepted'
    ])
    for (const one of messages) {
      expect(notificationProblems(one)).toEqual([])
      expect(isSignedWith(secret, one)).toBe(true)
      expect(isSignedWith(secret, { ...one, body: one.body.replace('33', '34') })).toBe(false)
      expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
      expect(one).toMatchObject({
        path: '/in', headers: { 'content-type': 'application/json', 'user-agent': 'Timbre/test' }
      })
    }
    const detail = await andes.get(correlationId)
    expect(last(inOrder).message).toEqual({
      type: 'document.accepted',
      timestamp: detail.history[3].at,
      data: {
        correlationId,
        sequence: 4,
        status: 5,
        statusText: 'Accepted',
        invoiceTypeCode: '33',
        invoiceNumber,
        customerTaxNumber: detail.customerTaxNumber,
        issueDate: detail.issueDate,
        currency: 'PESO CL',
        totalAmount: 2368,
        trackId: detail.trackId,
        detail: { state: 'DOK', reasons: [] },
        externalId: null
      }
    })
    expect(
      (await deliveries(correlationId)).map((
        { id, stateText, attempts, httpStatus }
      ) => [id, stateText, attempts, httpStatus])
    )
      .toEqual(inOrder.toReversed().map(({ headers }) => [headers['webhook-id'], 'Delivered', 1, 204]))
  })

  it('that is rejected is notified with the reasons', async () => {
    await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: 'DTE-3-505' })
    await andes.save(boleta())

    await until(
      'told of the verdict', async () => receiver.received.some(({ body }) => body.includes('document.rejected'))
    )
    expect(receiver.received.flatMap(notificationProblems)).toEqual([])
    const rejected = receiver.received.map(({ body }) => JSON.parse(body)).find(({ type }) =>
      type === 'document.rejected'
    )
    expect(rejected.data.detail.reasons).toMatchObject([{ code: expect.stringMatching(/^DTE-(3-)?505$/) }])
  })

  it('that waits is notified, and again when it is issued', async () => {
    const waiting = factura()
    waiting.header.documentId.documentType = '34'
    waiting.details = [{ itemName: 'Curso de soldadura', quantity: 1, unitPrice: 50_000 }]
    await program.rows('update folio_blocks set position = null where document_type = 34')
    const { correlationId, statusText } = (await andes.save(waiting)).body.result
    expect(statusText).toBe('Waiting')
    await andes.addFolios(34, { from: 2001, to: 2010 })

    const told = () => receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type, data }) =>
      data.correlationId === correlationId && /waiting|issued/.test(type)
    )
    await until('told of both', async () => told().length === 2)
    // Messages may overtake each other: their sequence tells the order.
    const [first, second] = told().sort((one, other) => one.data.sequence - other.data.sequence)
    expect(first).toMatchObject({
      type: 'document.waiting', data: { invoiceNumber: '', status: 1, detail: { code: 'FOLIOS_MISSING' } }
    })
    expect(second).toMatchObject({ type: 'document.issued', data: { invoiceNumber: '2001', sequence: 2 } })
  })

  it('of another tenant is not notified', async () => {
    const { correlationId } = (await boreal.save(factura())).body.result
    await until('settled', () => allSettled(program))

    expect(await program.rows('select 1 from notification_deliveries where invoice_id = $1', [correlationId])).toEqual(
      []
    )
    expect(receiver.received).toEqual([])
  })

  it('that is not issued is not notified: the message is part of the same transaction', async () => {
    const before = await program.rows('select count(*)::int as n from notification_deliveries')
    const late = factura()
    Object.assign(late.header.documentId, { issueDate: '2020-01-01' })
    expect((await andes.save(late)).status).not.toBe(200)

    expect(await program.rows('select count(*)::int as n from notification_deliveries')).toEqual(before)
  })
})

describe('a further endpoint', () => {
  let further: Receiver
  let endpoint: { id: string, secret: string }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    (await program.call(method, path, { token: andes.token, ...body && { body } })).body.result
  const typesTo = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).type).toSorted()
  const logOf = (id: string) => call('GET', `/Notification/Deliveries?endpointId=${id}`)

  beforeAll(async () => {
    further = await startReceiver()
    endpoint = await call('POST', '/NotificationEndpoint/Create', {
      url: `http://localhost:${further.port}/crm`, enabled: true, events: ['document.issued']
    })
    await update({ events: ['document.issued', 'document.accepted'] })
  })
  afterAll(async () => {
    await update({})
    await further.close()
  })

  it('gets the events that it wants, signed with its own secret, while the first gets its own', async () => {
    await andes.save(factura())
    await until('told both', async () => receiver.received.length === 2 && further.received.length === 1)

    expect([typesTo(receiver), typesTo(further)]).toEqual([['document.accepted', 'document.issued'], ['document.issued']])
    const ids = [...receiver.received, ...further.received].map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(3)
    expect(isSignedWith(endpoint.secret, first(further.received))).toBe(true)
    expect(isSignedWith(secret, first(further.received))).toBe(false)
    expect(isSignedWith(secret, first(receiver.received))).toBe(true)
  })

  it('that fails is retried and paused apart: the first one continues', async () => {
    further.answer((_received, response) => { response.writeHead(500).end() })
    await program.rows('update notification_endpoints set failures = 9 where id = $1', [endpoint.id])
    const { correlationId } = (await andes.save(factura())).body.result
    await until('refused', async () => (await call('GET', '/NotificationEndpoint/List'))[1].failures === 10)
    await until('told the first', async () => receiver.received.length === 2)

    const [mine, theirs] = await call('GET', '/NotificationEndpoint/List')
    expect(mine).toMatchObject({ failures: 0, lastFailure: null })
    expect(theirs).toMatchObject({
      failures: 10, lastFailure: { at: expect.any(String), httpStatus: 500, problem: null }
    })
    expect((await logOf(endpoint.id)).data[0]).toMatchObject({
      endpointId: endpoint.id, correlationId, stateText: 'Pending', attempts: 1, httpStatus: 500
    })
    expect((await logOf(mine.id)).data[0]).toMatchObject({
      endpointId: mine.id, correlationId, stateText: 'Delivered'
    })
    await andes.save(factura())
    await until('told again', async () => receiver.received.length === 4)
  })

  it('that is deleted ends the messages that wait for it', async () => {
    further.answer((_received, response) => { response.writeHead(500).end() })
    const { correlationId } = (await andes.save(factura())).body.result
    await until('refused', async () => (await logOf(endpoint.id)).data[0].attempts > 0)
    expect(await call('DELETE', `/NotificationEndpoint/Delete?id=${endpoint.id}`)).toBe(true)
    further.received.length = 0
    await andes.save(factura())
    await until('settled', () => allSettled(program))
    await allTold()

    expect((await logOf(endpoint.id)).data[0]).toMatchObject({
      correlationId, stateText: 'Failed', problem: 'ENDPOINT_DELETED', nextAttemptAt: null
    })
    expect(further.received).toEqual([])
    expect(await program.rows("select 1 from outbox_tasks where topic = 'notify'")).toEqual([])
  })
})

describe('a warning', () => {
  it('is sent like any message, by the recurring job', async () => {
    await update({ events: ['folios.low'] })
    await program.call('PUT', '/Tenant/Update', { token: andes.token, body: { foliosLowNumber: 1_000_000 } })
    await program.rows("update outbox_tasks set due_at = now() where topic = 'recurringJob' and subject = 'warnOfFolios'")

    const toldOf = (type: string) =>
      receiver.received.find(({ body }) => JSON.parse(body).data.invoiceTypeCode === type)
    await until('told of facturas', async () => toldOf('33') !== undefined)
    expect(isSignedWith(secret, defined(toldOf('33')))).toBe(true)
    expect(JSON.parse(defined(toldOf('33')).body)).toEqual({
      type: 'folios.low',
      timestamp: expect.any(String),
      data: {
        invoiceTypeCode: '33', typeName: 'Factura Electrónica', environment: 'certification',
        remaining: expect.any(Number), inactive: 0, daysLeft: expect.any(Number), suggested: expect.any(Number)
      }
    })
    await update({})
  })
})

describe('a receiver', () => {
  it('that fails gets the same message again, with the same id, until it accepts it', async () => {
    receiver.answer((_received, response) => { response.writeHead(503).end('busy') })
    const { correlationId } = (await andes.save(factura())).body.result
    await until('refused four times', async () => receiver.received.length >= 4)
    await until('noted', async () => (await deliveries(correlationId)).every(({ attempts }) => attempts > 0))
    expect((await deliveries(correlationId))[0]).toMatchObject({
      stateText: 'Pending', httpStatus: 503, excerpt: 'busy', nextAttemptAt: expect.any(String)
    })

    receiver.answer((_received, response) => { response.writeHead(200).end() })
    await until('delivered', async () => {
      await letTimePass()
      return (await deliveries(correlationId)).every(({ stateText }) => stateText === 'Delivered')
    })
    for (const { id, attempts, nextAttemptAt } of await deliveries(correlationId)) {
      const bodies = receiver.received.filter(({ headers }) => headers['webhook-id'] === id).map(({ body }) => body)
      // The second attempt may be due before all have failed once.
      expect(attempts).toBeGreaterThan(1)
      expect(bodies).toEqual(Array(attempts).fill(bodies[0]))
      expect(nextAttemptAt).toBeNull()
    }
    expect(await program.rows('select failures from notification_endpoints')).toEqual([{ failures: 0 }])
  })

  it('that never accepts a message is given up after ten attempts', async () => {
    await update({ events: ['document.accepted'] })
    receiver.answer((_received, response) => {
      response.writeHead(302, { location: `http://localhost:${receiver.port}/elsewhere` }).end()
    })
    const { correlationId } = (await andes.save(factura())).body.result
    await until('given up', async () => {
      await letTimePass()
      return (await deliveries(correlationId)).some(({ stateText }) => stateText === 'Failed')
    })

    expect(await deliveries(correlationId)).toMatchObject([{
      stateText: 'Failed', attempts: 10, httpStatus: 302, nextAttemptAt: null
    }])
    expect(receiver.received.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, () => '/in'))
    expect(await program.rows("select 1 from outbox_tasks where topic = 'notify'")).toEqual([])
  })

  it('gets a failed message once more on request, whatever its age', async () => {
    await update({ events: ['document.accepted'] })
    const [{ id }] = (await program.call('GET', '/Notification/Deliveries?state=3&type=document.accepted', {
      token: andes.token
    })).body.result.data
    await program.rows("update notification_deliveries set at = at - interval '20 days' where id = $1", [id])
    const detail = async () =>
      (await program.call('GET', `/Notification/GetDelivery?id=${id}`, { token: andes.token })).body.result
    const resend = () => program.call('POST', '/Notification/Resend', { token: andes.token, body: { id } })

    receiver.answer((_received, response) => { response.writeHead(500).end('still out of order') })
    expect((await resend()).status).toBe(200)
    await until('tried once', async () => (await detail()).stateText === 'Failed')
    receiver.answer((_received, response) => { response.writeHead(204).end() })
    expect((await resend()).status).toBe(200)
    await until('taken', async () => (await detail()).stateText === 'Delivered')

    const { body, attempts, history } = await detail()
    expect(receiver.received.map((one) => [one.headers['webhook-id'], one.body])).toEqual([[id, body], [id, body]])
    expect([attempts, history.length]).toEqual([12, 12])
    expect(history.slice(-2)).toMatchObject([
      { httpStatus: 500, excerpt: 'still out of order', problem: null }, { httpStatus: 204 }
    ])
  })

  it('that keeps failing is paused, with all its pending messages', async () => {
    await update({ events: ['document.issued'] })
    await program.rows('update notification_endpoints set failures = 9')
    receiver.answer((_received, response) => { response.writeHead(500).end() })
    await program.rows(`insert into notification_deliveries (tenant_id, id, data, at, event, next_attempt)
      select tenant_id, gen_random_uuid(), '{}', now(), 'document.issued', now() from notification_endpoints, generate_series(1, 30)`)
    await program.rows(`insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
      select tenant_id, gen_random_uuid(), 'notify', id, now(), now() from notification_deliveries where state = 1`)

    await until(
      'resting',
      async () => (await program.rows(
        "select count(*)::int as n from outbox_tasks where topic = 'notify' and due_at < now() + interval '4 seconds'"
      ))[0].n === 0
    )
    expect(receiver.received.length).toBeGreaterThan(0)
    expect(receiver.received.length).toBeLessThan(15)

    receiver.answer((_received, response) => { response.writeHead(200).end() })
    await allTold()
  })

  it('that is turned off gets only tests', async () => {
    await update({ enabled: false })
    const { correlationId } = (await andes.save(factura())).body.result
    const { id } = (await program.call('POST', '/Notification/Test', { token: andes.token, body: {} })).body.result

    await until('tested', async () => receiver.received.length === 1)
    expect(JSON.parse(first(receiver.received).body)).toEqual({
      type: 'notification.test', timestamp: expect.any(String), data: {}
    })
    expect(first(receiver.received).headers['webhook-id']).toBe(id)
    expect(await deliveries(correlationId)).toEqual([])
  })

  it('gets both signatures for a day after a rotation', async () => {
    const rotated =
      (await program.call('POST', '/Notification/RotateSecret', { token: andes.token, body: {} })).body.result
    await program.call('POST', '/Notification/Test', { token: andes.token, body: {} })
    await until('tested', async () => receiver.received.length === 1)
    expect([secret, rotated.secret].map((one) => isSignedWith(one, first(receiver.received)))).toEqual([
      true, true
    ])

    await program.rows("update notification_endpoints set older_secret_ends = now() - interval '1 second'")
    await program.call('POST', '/Notification/Test', { token: andes.token, body: {} })

    await until('tested', async () => receiver.received.length === 2)
    expect([secret, rotated.secret].map((one) => isSignedWith(one, defined(receiver.received[1])))).toEqual([
      false, true
    ])
  })

  it('that hangs does not delay documents on their way to the tax authority', async () => {
    await update({})
    const hanging: ServerResponse[] = []
    receiver.answer((_received, response) => { hanging.push(response) })
    for (let count = 0; count < 6; count++) await andes.save(boleta())

    await until('settled', () => allSettled(program))
    expect(await pending()).toBeGreaterThanOrEqual(24)
    receiver.answer((_received, response) => { response.writeHead(204).end() })
    for (const response of hanging) response.destroy()
    await allTold()
  })
})
