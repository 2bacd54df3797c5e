import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { enveloped, fileAnswer, ok } from '../../../src/http/envelope.ts'
import { sendFile } from '../../../src/http/plugins/downloads.ts'
import { uploadForm } from '../../../src/http/plugins/multipart.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { createLogger } from '../../../src/http/plugins/request-log.ts'
import { streamedBody } from '../../../src/http/bodies/streamed-body.ts'
import { ServiceError } from '../../../src/shared/errors.ts'
import { defined, first } from '../../support/expecting.ts'
import { httpApp, people, testKeys } from '../../support/http-app.ts'
import { form } from '../../support/app.ts'
import { holdLimits, limitPasses } from '../../support/held-limits.ts'

const answer = enveloped('Cut', z.object({ bytes: z.int() }))
const upload = uploadForm({ fileMissing: 'CERTIFICATE_FILE_MISSING', maxFileBytes: 1_000_000, fields: {} })

const briefMs = 100_000
const metrics = new Registry()
const logs: Record<string, unknown>[] = []
let world: Awaited<ReturnType<typeof httpApp>>
let port: number
let authorization: string
/** What whoever is looked up waits for. */
let signedIn = Promise.resolve()
/** Handlers that were begun, each until it is let go. */
let begun: { go: () => void, signal: AbortSignal }[] = []

/** Operations that hold a place for each request while its body comes and while it is worked on. */
const cut = defineGroup('Cut', (operation, scope) => {
  const common = { method: 'POST', rule: { access: 'signedIn' }, maxConcurrent: 2, bodyLimit: 1024 * 1024, answer } as const
  const held = async (signal: AbortSignal) => new Promise<void>((resolve) => { begun.push({ go: resolve, signal }) })

  operation({
    ...common,
    path: '/Form',
    summary: 'A form',
    ...upload,
    handler: async ({ body, signal }) => {
      await held(signal)
      return ok({ bytes: body.File.length })
    }
  })
  operation({
    ...common,
    path: '/Json',
    summary: 'JSON',
    body: z.object({ text: z.string() }),
    handler: async ({ body, signal }) => {
      await held(signal)
      return ok({ bytes: body.text.length })
    }
  })
  operation({
    ...common,
    path: '/Streamed',
    summary: 'JSON as it comes',
    streamed: true,
    handler: async ({ request }) => {
      let bytes = 0
      for await (const chunk of defined(streamedBody(request))) {
        bytes += chunk.length
        if (chunk.includes('!')) throw new ServiceError('JSON_MALFORMED')
      }
      return ok({ bytes })
    }
  })
  operation({
    ...common,
    path: '/Keys',
    summary: 'With the tenant\'s keys',
    rule: { access: 'tenantKeys' },
    body: z.object({}),
    handler: async ({ signal }) => {
      await held(signal)
      return ok({ bytes: 0 })
    }
  })
  operation({
    ...common,
    path: '/Brief',
    summary: 'With little time',
    maxConcurrent: 10,
    timeoutMs: briefMs,
    body: z.object({ text: z.string() }),
    handler: async ({ body, signal }) => {
      await held(signal)
      if (body.text === 'fails') throw new Error('too late')
      return ok({ bytes: body.text.length })
    }
  })
  operation({
    ...common,
    method: 'GET',
    path: '/File',
    summary: 'A file',
    maxConcurrent: 4,
    answer: fileAnswer('A file', ['text/plain']),
    handler: async ({ reply, signal }) => {
      await held(signal)
      return sendFile(reply, { bytes: Buffer.alloc(100), mediaType: 'text/plain', fileName: 'a.txt' })
    }
  })
  scope.addHook('onSend', async () => { await turn() })
})

beforeAll(async () => {
  const logger = createLogger({
    level: 'info',
    destination: {
      write: (line: string) => {
        logs.push(JSON.parse(line) as Record<string, unknown>)
      }
    }
  })
  world = await httpApp({
    groups: [cut],
    metrics,
    logger,
    services: {
      sessions: {
        actorOf: async () => {
          await signedIn
          return people.andesAdmin
        }
      }
    }
  })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  port = (world.app.server.address() as AddressInfo).port
  authorization = world.as(people.andesAdmin).authorization
})
afterAll(() => world.app.close())
beforeEach(() => {
  begun = []
  logs.length = 0
})
afterEach(() => { vi.useRealTimers() })

const file = form({ File: Buffer.alloc(200_000, 'x') })
const bodies = {
  Form: { type: defined(file.headers)['content-type'] as string, body: file.payload as Buffer },
  Json: { type: 'application/json', body: Buffer.from(JSON.stringify({ text: 'x'.repeat(200_000) })) },
  Streamed: { type: 'application/json', body: Buffer.from(JSON.stringify({ text: 'x'.repeat(200_000) })) }
}
const names = ['Form', 'Json', 'Streamed'] as const

async function post (
  name: string, { type, body }: { type: string, body: Buffer }, { bytes = body.length, headers = '' } = {}
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.write(
    `POST /api/Cut/${name} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${body.length}\r\n\r\n`
  )
  socket.write(body.subarray(0, bytes))
  return socket
}

async function until (isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!await isSo()) await turn()
}

async function held (): Promise<Record<string, number>> {
  const { values } = await defined(metrics.getSingleMetric('timbre_held')).get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels['what'], value]))
}
const nothing = { request: 0, at_once_place: 0, admitted_request: 0, body: 0, idempotency_key: 0, download: 0 }
const isFree = async () => Object.values(await held()).every((count) => count === 0)

it.each(names)('%s: a place is released when the connection is cut during the body', async (name) => {
  for (let round = 0; round < 3; round++) {
    const socket = await post(name, bodies[name], { bytes: 100_000 })
    await until(async () => (await held())['at_once_place'] === 1)
    socket.resetAndDestroy()
    await until(isFree)
  }

  expect(await held()).toEqual(nothing)
  const lines = logs.filter(({ operation }) => operation === `Cut/${name}`)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatchObject({ level: 'info', msg: 'client closed the connection', status: 499, errorCode: 'CLIENT_CLOSED_REQUEST' })
  expect(logs.filter(({ level }) => level === 'error')).toEqual([])
  const { values } = await defined(metrics.getSingleMetric('timbre_http_request_duration_seconds')).get()
  expect(values).toContainEqual(
    expect.objectContaining({
      labels: { operation: `Cut/${name}`, method: 'POST', status: '499', errorCode: 'CLIENT_CLOSED_REQUEST' },
      metricName: 'timbre_http_request_duration_seconds_count', value: 3
    })
  )
})

it('a place is released when the connection is lost before it is used', async () => {
  for (const name of names) {
    let goOn = () => {}
    signedIn = new Promise((resolve) => { goOn = resolve })
    // Few bytes: a server that reads no further does not see that the client is gone.
    const socket = await post(name, bodies[name], { bytes: 1000 })
    await until(async () => (await held())['request'] === 1)
    socket.resetAndDestroy()
    await until(() => logs.some(({ operation, status }) => operation === `Cut/${name}` && status === 499))
    goOn()
    await until(isFree)
  }

  expect(begun).toEqual([])
})

it('the places of pipelined downloads are released when their connection is cut before the first is sent', async () => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.write(`GET /api/Cut/File HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`.repeat(2))
  await until(() => begun.length === 2)
  socket.resetAndDestroy()
  await until(() => logs.filter(({ status }) => status === 499).length === 2)
  for (const { go } of begun) go()
  await until(isFree)

  expect(await held()).toEqual(nothing)
})

it('a place is kept while the handler works for a client that left, and the handler is told', async () => {
  const socket = await post('Json', bodies.Json)
  await until(() => begun.length === 1)
  expect(first(begun).signal.aborted).toBe(false)
  socket.resetAndDestroy()
  await until(() => first(begun).signal.aborted)
  expect(first(begun).signal.reason).toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' })
  expect(await held()).toMatchObject({ at_once_place: 1, request: 1 })
  first(begun).go()
  await until(isFree)
})

it('a complete request is executed although its client left', async () => {
  const socket = connect({ host: '127.0.0.1', port })
  const body = JSON.stringify(testKeys)
  socket.end(
    `POST /api/Cut/Keys HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
  await until(() => begun.length === 1)
  first(begun).go()
  await until(isFree)
})

it('answers written directly to the socket are logged as such', async () => {
  const { type } = bodies.Json
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(
    `POST /api/Cut/Json HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{ \r\nno length\r\n`
  )
  expect(await text(socket)).toContain('400 Bad Request')
  await until(isFree)

  expect(logs.at(-1)).toMatchObject({ operation: 'Cut/Json', status: 400, errorCode: 'REQUEST_MALFORMED', msg: 'answered' })
})

it('the refusal of a streamed body reaches its client', async () => {
  const socket = await post('Streamed', {
    ...bodies.Streamed, body: Buffer.concat([Buffer.from('!'), bodies.Streamed.body])
  }, { bytes: 1000 })

  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*connection: close[^]*"errorCode":"JSON_MALFORMED"/)
})

const brief = (word: string) => ({
  method: 'POST',
  url: '/api/Cut/Brief',
  headers: { ...world.as(people.andesAdmin), 'content-type': 'application/json', 'idempotency-key': word },
  payload: { text: word }
}) as const

it('a handler that takes too long is timed out; its key stays in progress until it ends, and then stores its answer', { tags: 'slow' }, async () => {
  holdLimits()
  const socket = await post('Brief', { type: 'application/json', body: Buffer.from('{"text":"late"}') }, {
    headers: 'Idempotency-Key: late\r\nConnection: close\r\n'
  })
  await limitPasses(briefMs, () => begun.length === 1)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 [^]*"errorCode":"OVERLOADED"/)
  expect(first(begun).signal.reason).toMatchObject({ code: 'OVERLOADED' })
  expect((await world.app.inject(brief('late'))).json()).toMatchObject({
    statusCode: 409, errorCode: 'IDEMPOTENCY_IN_PROGRESS'
  })
  expect(await held()).toMatchObject({ at_once_place: 1, request: 1, idempotency_key: 1 })

  first(begun).go()
  await until(isFree)
  const replayed = await world.app.inject(brief('late'))
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(replayed.json()).toMatchObject({ statusCode: 200, result: { bytes: 4 } })
})

it('hooks before a handler have the same time limit, after which the handler does not start', async () => {
  let goOn = () => {}
  signedIn = new Promise((resolve) => { goOn = resolve })
  holdLimits()
  const answering = world.app.inject(brief('waits'))
  await limitPasses(briefMs, async () => (await held())['request'] === 1)
  expect((await answering).json()).toMatchObject({ statusCode: 503, errorCode: 'OVERLOADED' })
  goOn()
  await until(isFree)

  expect(begun).toEqual([])
})

it('a handler that fails after its time limit releases its key, and is logged', async () => {
  holdLimits()
  const answering = world.app.inject(brief('fails'))
  await limitPasses(briefMs, () => begun.length === 1)
  expect((await answering).statusCode).toBe(503)
  first(begun).go()
  await until(isFree)

  expect(logs).toContainEqual(
    expect.objectContaining({ level: 'error', msg: 'a handler failed after its client had left or timed out' })
  )
  expect(Array.from(world.idempotency.kept.keys())).not.toContain('andes Cut/Brief fails')
})
