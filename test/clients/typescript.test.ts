import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient, TimbreError } from '../../clients/typescript/client.ts'
import { issueAndWait } from '../../clients/typescript/examples/issue-invoice.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import { factura } from '../support/documents.ts'
import { defined } from '../support/expecting.ts'
import { patience } from '../support/patience.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

let baseUrl: string
const program = sharedProgram()
const tenant = sharedTenant(program, { folios: [33] })

beforeAll(async () => { baseUrl = await program.app.listen({ host: '127.0.0.1', port: 0 }) })

describe('the TypeScript client', () => {
  it('issues an invoice, waits for the verdict and fetches the PDF, as its example shows', { tags: 'slow' }, async () => {
    const { invoiceNumber, statusText, totals, pdf } = await issueAndWait({
      baseUrl, keys: tenant.keys, payload: factura(), patienceSeconds: patience.timeout / 1000, pauseSeconds: 0.05
    })

    expect({ invoiceNumber, statusText }).toEqual({ invoiceNumber: '1', statusText: 'Accepted' })
    expect(totals).toMatchObject({ totalAmount: 2368 })
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('uploads files as forms', async () => {
    const caf = await program.control('/cafs', {
      taxNumber: tenant.taxNumber, businessName: 'Comercial', documentType: 39, from: 1, to: 5
    })
    const timbre = createClient({ baseUrl, token: () => tenant.token })

    const { id } = await timbre.post('/api/Folio/Upload', { body: { File: new Blob([new Uint8Array(caf)]) } })

    expect(await timbre.get('/api/Folio/List')).toContainEqual(
      expect.objectContaining({ id, documentType: 39, remaining: 5 })
    )
    expect(await timbre.delete('/api/Folio/Delete', { query: { id } })).toBe(true)
  })

  it('throws an error with its code, messages and request id', async () => {
    const failure = await createClient({ baseUrl }).get('/api/Folio/List').catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(TimbreError)
    expect(failure).toMatchObject({
      status: 401, code: 'UNAUTHENTICATED', errors: [expect.any(String)], requestId: expect.any(String)
    })
  })

  it('reads the events of a stream until its end', { tags: 'slow' }, async () => {
    const timbre = createClient({ baseUrl, token: tenant.token })
    const { id } = await timbre.post('/api/BulkInvoice/Create', { body: { invoices: [factura(3), factura(4)] } })
    const stream = await timbre.events('/api/BulkInvoice/Get', { query: { id } })
    const events = [(await stream.next()).value]
    await timbre.put('/api/BulkInvoice/Process', { body: { id } })
    for await (const event of stream) events.push(event)

    expect(events[0]).toMatchObject({ event: 'progress', data: { id, statusText: 'Created' } })
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { statusText: 'Completed', counters: { taken: 2 } } })
    await expect(timbre.events('/api/BulkInvoice/Get', { query: { id: randomUUID() } })).rejects.toThrow('BULK_NOT_FOUND')
  })

  it('reads events that arrive in pieces, and closes a stream that falls silent', async () => {
    const pieces = ['event: progr', 'ess\ndata: {"a"', ':1}\r\n\r', '\n: still here\n\n', 'data: {"a":2}\n\n']
    const body = new ReadableStream({
      async start (controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      }
    })
    const timbre = createClient({
      baseUrl: 'http://timbre.example',
      fetch: async (_address, init) => {
        const signal = defined(init?.signal)
        const { readable, writable } = new TransformStream()
        body.pipeTo(writable, { signal }).catch(() => {})
        return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
      }
    })
    const seen: unknown[] = []
    const reading = (async () => {
      const stream = await timbre.events('/api/BulkInvoice/Get', { query: { id: '' }, silenceMs: 100 })
      for await (const event of stream) seen.push(event)
    })()

    await expect(reading).rejects.toThrow('silent for 100 ms')
    expect(seen).toEqual([{ event: 'progress', data: { a: 1 } }, { event: 'message', data: { a: 2 } }])
  })

  it('stops a call or a stream when its signal is aborted', async () => {
    const timbre = createClient({ baseUrl, token: tenant.token })
    const { id } = await timbre.post('/api/BulkInvoice/Create', { body: { invoices: [factura(5)] } })
    const leaving = new AbortController()
    const stream = await timbre.events('/api/BulkInvoice/Get', { query: { id }, signal: leaving.signal })
    await stream.next()
    leaving.abort(new Error('enough'))

    await expect(stream.next()).rejects.toThrow('enough')
    await expect(timbre.get('/api/Folio/List', { signal: leaving.signal })).rejects.toThrow('enough')
  })

  it('stops a stream after a time limit', { tags: 'slow' }, async () => {
    const timbre = createClient({
      baseUrl: 'http://timbre.example',
      fetch: async (_address, { signal } = {}) => new Response(new ReadableStream({
        start (controller) {
          signal?.addEventListener('abort', () => { controller.error(signal.reason) })
        }
      }), { headers: { 'content-type': 'text/event-stream' } })
    })
    const stream = await timbre.events('/api/BulkInvoice/Get', {
      query: { id: '' }, signal: AbortSignal.timeout(500), silenceMs: patience.timeout
    })
    const reading = expect(stream.next()).rejects.toThrow('timeout')
    // Once this turn is over: until then the program holds what it has just looked at.
    await new Promise((resolve) => { setImmediate(resolve) })
    collectGarbage()

    await reading
  })

  it.each([['https://timbre.example/'], ['https://proxy.example/timbre'], ['https://proxy.example/timbre/']])(
    'keeps the path of its base address %s',
    async (baseUrl) => {
      const asked: string[] = []
      const timbre = createClient({
        baseUrl,
        fetch: async (address) => {
          asked.push(String(address))
          return Response.json({ success: true, result: [] })
        }
      })
      await timbre.get('/api/Folio/List')

      expect(asked).toEqual([`${baseUrl.replace(/\/$/, '')}/api/Folio/List`])
    }
  )

  it.each([
    ['get', { status: 502, headers: { 'content-type': 'text/html' } }],
    ['get', { status: 200, headers: { 'content-type': 'text/html' } }],
    ['open', { status: 200, headers: { 'content-type': 'text/html' } }],
    ['events', { status: 200, headers: { 'content-type': 'application/json' } }]
  ] as const)("distinguishes another server's answer to %s: %j", async (verb, init) => {
    const elsewhere = createClient({ baseUrl: 'http://timbre.example', fetch: async () => new Response('<html>', init) })
    const calls = {
      get: () => elsewhere.get('/api/Folio/List'),
      open: () => elsewhere.open('get', '/api/Folio/List'),
      events: () => elsewhere.events('/api/BulkInvoice/Get', { query: { id: '' } })
    }

    await expect(calls[verb]()).rejects.toMatchObject({ status: init.status, code: 'NOT_TIMBRE' })
  })
})
