/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { examplePayloads } from '../../src/groups/webhook/save-examples.ts'
import { boleta, factura } from '../support/documents.ts'
import { defined, first } from '../support/expecting.ts'
import { startLossyProxy } from '../support/lossy-proxy.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Listed, Receipt } from '../support/results.ts'
import type { Asked, Driver, Setting } from './drivers/driver.ts'
import { languages } from './drivers/languages.ts'

const types = Object.keys(examplePayloads).map(Number)

let program: Program
let tenant: ProgramTenant
let proxy: Awaited<ReturnType<typeof startLossyProxy>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let setting: Setting
let secret: string
beforeAll(async () => {
  receiver = await startReceiver()
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
  tenant = await program.tenant({ folios: types })
  proxy = await startLossyProxy(await program.app.listen({ host: '127.0.0.1', port: 0 }))
  const closed = await startReceiver()
  await closed.close()
  setting = {
    address: proxy.url, elsewhere: `http://127.0.0.1:${closed.port}`, keys: tenant.keys,
    user: { email: `admin@${tenant.code}.example`, password: 'correo-tinta-lluvia' }
  }
  await notify('PUT', '/Notification/Update', { url: `http://localhost:${receiver.port}/`, enabled: true, events: ['folios.stopped'] })
  // While a secret is replaced, messages carry two signatures.
  secret = (await notify('POST', '/Notification/RotateSecret')).secret
  await notify('POST', '/Notification/Test')
  await program.until('the message arrives', async () => receiver.received.length > 0)
})
afterAll(async () => {
  await proxy.close()
  await program.close()
  await receiver.close()
})
afterEach(() => { proxy.mishaps.length = 0 })

async function notify (method: 'PUT' | 'POST', path: string, body: object = {}): Promise<{ secret: string }> {
  const answer = await program.call(method, path, { token: tenant.token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.result
}

const documents = async (): Promise<number> => (await program.rows('select count(*)::int as n from invoices'))[0].n

const named = languages.map((one) => {
  const { language, missing } = one
  return [`${language} client${missing && ` (left out: needs ${missing})`}`, one] as const
})

describe.each(named)('the %s', (_title, { decimal, missing, drive }) => {
  describe.skipIf(missing !== '')('against the service', () => {
    let driver: Driver
    beforeAll(() => { driver = drive(setting) })
    afterAll(() => driver.close())

    const ask = (verb: string, args: unknown[], client: Asked['client'] = 'keys') => driver.ask({ client, verb, args })

    /** The result of what must succeed. */
    async function does (verb: string, args: unknown[], client?: Asked['client']): Promise<any> {
      const outcome = await ask(verb, args, client)
      expect(outcome).toHaveProperty('result')
      return outcome.result
    }

    const issued = new Map<string, Receipt>()

    it('issues the twelve types, and reads each', async () => {
      for (const payload of Object.values(examplePayloads)) {
        const receipt: Receipt = await does('issue', [payload])
        expect(receipt).toMatchObject({ status: 2, statusText: 'Issued', invoiceNumber: expect.stringMatching(/^\d+$/) })
        issued.set(receipt.correlationId, receipt)
      }

      expect([...issued.values()].map(({ documentType }) => Number(documentType)).sort()).toEqual([...types].sort())
      for (const [correlationId, { invoiceNumber }] of issued) {
        expect(await does('get', [correlationId])).toMatchObject({ correlationId, invoiceNumber })
      }
    })

    it('issues one document when answers are lost', async () => {
      const before = await documents()
      proxy.mishaps.push('lost', 'lost')
      const receipt = await does('issue', [factura()])

      expect(receipt.statusText).toBe('Issued')
      expect(await documents()).toBe(before + 1)
      const [, last] = await Promise.all([does('get', [receipt.correlationId]), does('get', [receipt.correlationId])])
      expect(last.invoiceNumber).toBe(receipt.invoiceNumber)
    })

    it('receives the first document for a repeated externalId or Idempotency-Key, and an error for other content', async () => {
      const sale = (unitPrice: number) => {
        const { header, details } = boleta(unitPrice)
        return { header: { documentId: { ...header.documentId, externalId: `VENTA-${decimal}` } }, details }
      }
      const first = await does('issue', [sale(5000)])
      const byKey = await does('issue', [boleta(7000), `order-${decimal}`])

      expect(await does('issue', [sale(5000)])).toEqual(first)
      expect(await does('issue', [boleta(7000), `order-${decimal}`])).toEqual(byKey)
      expect((await ask('issue', [sale(6000)])).failure).toMatchObject({ status: 409, code: 'EXTERNAL_ID_REUSED' })
    })

    it('waits as long as Retry-After says while the server is overloaded', async () => {
      const overloaded = { status: 503, headers: { 'retry-after': '1' }, body: { errorCode: 'OVERLOADED', errors: ['Overloaded.'] } }
      proxy.mishaps.push(overloaded, { ...overloaded, status: 429, headers: { 'retry-after': '0' } })
      const started = performance.now()
      await does('issue', [boleta()])

      expect(performance.now() - started).toBeGreaterThan(1000)
    })

    it('fails at once when Retry-After is longer than a minute', async () => {
      proxy.mishaps.push({ status: 429, headers: { 'retry-after': '900' }, body: { errorCode: 'SIGN_IN_DELAYED', errors: ['Wait.'] } })

      expect((await ask('get', [crypto.randomUUID()])).failure).toMatchObject({ status: 429, code: 'SIGN_IN_DELAYED' })
    })

    it('reports an unreachable server, with the key to repeat the call', async () => {
      expect((await ask('issue', [factura()], 'brief')).failure).toMatchObject({
        status: 0, idempotencyKey: expect.stringMatching(/^[0-9a-f-]{32,36}$/), code: 'UNREACHABLE', message: expect.stringMatching(/refused|connect/i), requestId: null, docUrl: null,
        remedy: expect.stringContaining('Send the same again later')
      })
    })

    it('reports an error with its code, path, message, remedy, request id and page of the documentation, and issues nothing', async () => {
      const { header, details } = factura()
      const wrong = { header: { ...header, totals: { totalAmount: 1 } }, details }
      const before = await documents()

      expect((await ask('issue', [wrong])).failure).toEqual({
        status: 422, code: 'TOTAL_AMOUNT_MISMATCH', path: 'payload.header.totals.totalAmount',
        message: expect.stringContaining('the computed total is 2368'), requestId: expect.any(String),
        docUrl: expect.stringMatching(/^http:\/\/[\d.:]+\/docs\/errors#TOTAL_AMOUNT_MISMATCH$/),
        idempotencyKey: expect.any(String), remedy: expect.stringContaining('nothing was issued')
      })
      expect((await ask('issue', [wrong], 'spanish')).failure).toMatchObject({
        docUrl: expect.stringContaining('/docs/es/errors#'), message: expect.stringContaining('el total calculado'), remedy: expect.stringContaining('no se emitió nada')
      })
      expect((await ask('get', [crypto.randomUUID()])).failure).toMatchObject({ status: 404, path: '' })
      expect(await documents()).toBe(before)
    })

    it('validates a document without issuing it', async () => {
      const before = await documents()
      const { correlationId, dryRun } = await does('dryRun', [factura()])

      expect({ correlationId, dryRun }).toMatchObject({ correlationId: '', dryRun: { valid: true, totals: { totalAmount: 2368 } } })
      expect(await documents()).toBe(before)
    })

    it('reads decimal numbers exactly', async () => {
      const { header, details: [line] } = examplePayloads[112]
      const { correlationId, totalAmount } = await does('issue', [{ header, details: [line], references: examplePayloads[112].references }])

      expect(Number(totalAmount)).toBe(452.55)
      expect(await does('figure', [correlationId])).toEqual({ text: '45.255', type: decimal })
    })

    it('fetches the PDF and the signed XML', async () => {
      const { correlationId, invoiceNumber } = await does('issue', [factura(3)])
      const pdf = Buffer.from(await does('pdf', [correlationId, { format: '80mm', cedible: true }]), 'base64')
      const xml = Buffer.from(await does('xml', [correlationId]), 'base64')

      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(xml.toString('latin1')).toContain(`<Folio>${invoiceNumber}</Folio>`)
      expect(xml.toString('latin1')).toContain('Cañería')
    })

    it.each(['keys', 'user'] as const)('annuls a document and corrects another with one note each, as %s', async (client) => {
      const sold = await does('issue', [factura(5)])
      await program.comesTo('Accepted', sold.correlationId)
      const other = await does('issue', [factura(4)])
      await program.comesTo('Accepted', other.correlationId)
      proxy.mishaps.push('lost')
      const annulment = await does('annul', [sold.correlationId, 'Venta anulada'], client)
      const correction = await does('correct', [other.correlationId, { lines: [{ line: 1, quantity: 2 }] }], client)

      expect(annulment).toMatchObject({ documentType: '61', totalAmount: sold.totalAmount })
      expect((await does('annul', [sold.correlationId, 'Otra razón'], client)).correlationId).toBe(annulment.correlationId)
      expect(correction).toMatchObject({ documentType: '61', totalAmount: 4736 })
      expect((await ask('correct', [other.correlationId, { lines: [{ line: 9, quantity: 2 }] }], client)).failure)
        .toMatchObject({ status: 422, code: 'CORRECTION_INVALID', path: 'lines[0].line' })
      for (const note of [annulment, correction]) await program.comesTo('Accepted', note.correlationId)
    })

    it('sends a document by email once under an Idempotency-Key, although answers are lost', async () => {
      const { correlationId } = await does('issue', [factura()])
      const to = `compras-${decimal}@roble.example`
      proxy.mishaps.push('lost')
      const queued = await does('send', [correlationId, [to], 'Gracias por su compra.', `send-${decimal}`])

      expect(queued).toEqual([{ to, state: 'queued', at: expect.any(String), failure: null }])
      expect(await does('send', [correlationId, [to], 'Gracias por su compra.', `send-${decimal}`])).toEqual(queued)
      expect((await does('get', [correlationId])).deliveries).toHaveLength(1)
      expect((await does('send', [correlationId, [to], 'Otra vez.'], 'user'))).toHaveLength(1)
      expect((await ask('send', [correlationId, ['nobody'], 'x'])).failure).toMatchObject({
        status: 400, code: 'VALIDATION_FAILED', path: 'to[0]'
      })
    })

    it('retries a rejected document, signed in as a person', async () => {
      await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505' })
      const { correlationId, invoiceNumber } = await does('issue', [factura(4)])
      await program.comesTo('Rejected', correlationId)
      await program.control('/faults', undefined, 'DELETE')
      const again = await does('retry', [correlationId, true])

      expect(Number(again.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
      await program.comesTo('Accepted', correlationId)
      expect((await ask('retry', [correlationId, false])).failure).toMatchObject({ status: 409, code: 'DOCUMENT_NOT_RETRIABLE' })
    })

    it('issues and reads without keys as a person, and signs in again when its token has expired', async () => {
      const { correlationId } = await does('issue', [boleta()], 'user')
      proxy.mishaps.push({ status: 401, body: { errorCode: 'UNAUTHENTICATED', errors: ['Expired.'] } })
      const seen = proxy.seen.length

      expect(await does('get', [correlationId], 'user')).toMatchObject({ correlationId, channelTypeText: 'Console' })
      expect(proxy.seen.slice(seen)).toEqual([
        'GET /api/Webhook/GetWebhook', 'POST /api/Auth/Login', 'GET /api/Webhook/GetWebhook'
      ])
    })

    it('verifies a notification of the service, and refuses one that was altered, is old or has another signature', async () => {
      const { body, headers } = first(receiver.received)
      const id = defined(headers['webhook-id'])
      const sent = Number(headers['webhook-timestamp'])
      const other = `whsec_${Buffer.alloc(32).toString('base64')}`
      const refusal = async (...args: unknown[]) => (await ask('verifyWebhook', args)).refused

      expect(await does('verifyWebhook', [body, headers, secret, sent + 299])).toMatchObject({ id, type: 'notification.test' })
      expect(await refusal(body.replace('notification', 'notificatioN'), headers, secret, sent)).toContain('signature')
      expect(await refusal(body, { ...headers, 'webhook-id': 'x' }, secret, sent)).toContain('signature')
      expect(await refusal(body, headers, other, sent)).toContain('signature')
      expect(await refusal(body, headers, secret, sent + 301)).toContain('five minutes')
      expect(await refusal(body, headers, secret, sent - 301)).toContain('five minutes')
      expect(await refusal(body, { 'webhook-id': id }, secret, sent)).toContain('missing')
    })

    // Last: a document joins the walk some five seconds after its issue.
    it('reads each document once when it pages through the list', async () => {
      await program.until('the walk meets the twelve', async () => {
        const listed = (await does('list', [{}])).map(({ correlationId }: Listed) => correlationId)
        expect(new Set(listed).size).toBe(listed.length)
        return [...issued.keys()].every((id) => listed.includes(id))
      })
      const boletas = await does('list', [{ invoiceTypeCode: 39, status: [2, 3, 4, 5] }])

      expect(boletas.map(({ invoiceTypeCode }: Listed) => invoiceTypeCode)).toContain('39')
      expect(boletas.map(({ invoiceTypeCode }: Listed) => invoiceTypeCode)).not.toContain('33')
    })
  })
})
