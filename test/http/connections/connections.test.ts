/** @module-tag slow */
import { Readable } from 'node:stream'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import type { Group } from '../../../src/http/operation.ts'
import { defined } from '../../support/expecting.ts'
import { httpApp } from '../../support/http-app.ts'
import { get, openConnection, readSlowly, until } from '../../support/raw-connection.ts'

const mebibyte = 1024 * 1024
const large = Buffer.alloc(64 * mebibyte)

/** Routes whose answers are large, endless or late, below /test. */
function testRoutes () {
  const streams: Readable[] = []
  const facts = { release: () => {}, streams }
  const released = new Promise<void>((resolve) => { facts.release = resolve })
  const options = { schema: { hide: true } as object, config: { rule: { access: 'public' } } } as const
  const endless = () => {
    const stream = Readable.from((async function * () {
      for (;;) {
        await new Promise((resolve) => { setImmediate(resolve) })
        yield Buffer.alloc(mebibyte)
      }
    })())
    streams.push(stream)
    return stream
  }

  const group: Group = {
    name: 'Test',
    register: (_operation, app) => {
      app.get('/large', options, async (_request, reply) => reply.send(large))
      app.get('/text', options, async (_request, reply) => reply.send('x'.repeat(16 * mebibyte)))
      app.get('/stream', options, async (_request, reply) => reply.send(endless()))
      app.post('/guarded', { ...options, config: { rule: { access: 'signedIn' } } }, async () => ({}))
      app.get('/held', options, async () => {
        await released
        return {}
      })
    }
  }
  return { group, facts }
}

let close: (() => Promise<unknown>) | undefined
afterEach(async () => { await close?.() })

async function server (config: { answerIdleMs?: number, maxConnections?: number } = {}) {
  const { group, facts } = testRoutes()
  const metrics = new Registry()
  const { app } = await httpApp({ groups: [group], metrics, config })
  await app.listen({ host: '127.0.0.1', port: 0 })
  close = () => {
    facts.release()
    return app.close()
  }
  const count = async (name: string): Promise<number | undefined> =>
    (await defined(metrics.getSingleMetric(`timbre_http_${name}`)).get()).values[0]?.value
  return {
    app,
    facts,
    open: () => count('connections'),
    refused: () => count('connections_refused_total'),
    isLive: async () => {
      const client = await openConnection(app)
      client.send(get('/health/live', 'Connection: close\r\n'))
      await until(() => client.closed)
      return client.received.includes('{"status":"live"}')
    }
  }
}

describe('a client that does not read', () => {
  it.each(['/api/Test/large', '/api/Test/text', '/api/Test/stream'])(
    'loses its connection, and the server forgets what it had for it: %s',
    async (path) => {
      const { app, facts, open } = await server({ answerIdleMs: 200 })
      const clients = await Promise.all(Array.from({ length: 4 }, () => openConnection(app)))
      for (const { sendDeaf } of clients) sendDeaf(get(path))

      await until(async () => await open() === 0)
      await until(() => facts.streams.every(({ destroyed }) => destroyed))
      for (const { socket } of clients) socket.destroy()
    })

  it('receives a large answer completely, however slowly, as long as it keeps reading', async () => {
    const { app } = await server({ answerIdleMs: 1000 })
    const { socket } = await openConnection(app)
    const reading = readSlowly(socket, 8 * mebibyte)
    socket.write(get('/api/Test/large', 'Connection: close\r\n'))

    expect(await reading.ended).toBeGreaterThan(large.length)
  })
})

describe('pipelined requests', () => {
  it('are answered', async () => {
    const { app } = await server()
    const client = await openConnection(app)
    client.send(get('/health/live').repeat(31) + get('/health/live', 'Connection: close\r\n'))
    await until(() => client.closed)

    expect(client.received.split('{"status":"live"}')).toHaveLength(33)
  })

  it('close the connection when they exceed 32', async () => {
    const { app, isLive } = await server()
    const client = await openConnection(app)
    client.send(get('/api/Test/held').repeat(33))
    await until(() => client.closed)

    expect(client.received).toBe('')
    expect(await isLive()).toBe(true)
  })
})

describe('connections', () => {
  it('are limited in total, and a new one replaces an idle one', async () => {
    const { app, refused, isLive, open } = await server({ maxConnections: 3 })
    const busy = await openConnection(app)
    busy.send(get('/api/Test/held'))
    const idle = await Promise.all([openConnection(app), openConnection(app)])
    for (const one of idle) one.send(get('/health/live'))
    await until(() => idle.every(({ received }) => received.includes('live')))
    const fourth = await openConnection(app)
    await until(() => fourth.closed)

    expect(await refused()).toBe(1)
    await until(() => isLive())
    expect(idle.map(({ closed }) => closed)).toEqual([true, true])
    expect(busy.closed).toBe(false)
    await until(async () => await open() === 1)
  })
})

describe('a body whose request is already refused', () => {
  it('keeps the connection open when it is short', async () => {
    const { app } = await server()
    const client = await openConnection(app)
    client.send(
      'POST /api/Test/guarded HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n'
    )
    await until(() => client.received.includes(' 401 '))
    client.socket.write('"12345678"' + get('/health/live', 'Connection: close\r\n'))
    await until(() => client.closed)

    expect(client.received).toContain('{"status":"live"}')
  })
})

it('a client that does not close its side after the server did is disconnected', async () => {
  const { app, open } = await server()
  const client = await openConnection(app)
  client.socket.allowHalfOpen = true
  client.send('CONNECT intranet.example:443 HTTP/1.1\r\nHost: intranet.example:443\r\n\r\n')
  await until(async () => await open() === 0)

  expect(client.received).toMatch(/^HTTP\/1.1 400/)
  client.socket.destroy()
})

it('a stopping server does not wait for unused connections', async () => {
  const { app, isLive } = await server()
  // Node would end it after a minute.
  app.server.headersTimeout = 0
  app.server.requestTimeout = 0
  const silent = await openConnection(app)
  expect(await isLive()).toBe(true)

  await app.close()

  await until(() => silent.closed)
})
