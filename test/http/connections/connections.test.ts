/** @module-tag slow */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import type { WireLimits } from '../../../src/http/limits.ts'
import type { Group } from '../../../src/http/operation.ts'
import { httpApp } from '../../support/http-app.ts'
import { get, openConnection, readSlowly, until } from '../../support/raw-connection.ts'

const mebibyte = 1024 * 1024
const large = Buffer.alloc(64 * mebibyte)
const impatient = { answerGraceMs: 200, sweepMs: 20, unreadBodyMs: 200, farewellMs: 100 }

/** Routes whose answers are large, endless or late, below /test. */
function testRoutes () {
  const streams: Readable[] = []
  const facts = { atWork: 0, mostAtWork: 0, begun: 0, release: () => {}, streams }
  const released = new Promise<void>((resolve) => { facts.release = resolve })
  const options = { schema: { hide: true } as object, config: { rule: { access: 'public' } } } as const
  const endless = (everyMs: number, bytes: number, most = Infinity) => {
    const stream = Readable.from((async function * () {
      for (let count = 0; count < most; count++) {
        await new Promise((resolve) => { setTimeout(resolve, everyMs) })
        yield Buffer.alloc(bytes)
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
      app.get('/stream', options, async (_request, reply) => reply.send(endless(0, mebibyte)))
      app.get('/late-stream', options, async (_request, reply) => reply.send(endless(30, 1000, 30)))
      app.get('/events', options, async (_request, reply) => {
        reply.hijack()
        const { raw } = reply
        while (!raw.destroyed) {
          if (!raw.write(`data: ${'x'.repeat(mebibyte)}\n\n`)) {
            await Promise.race([once(raw, 'drain'), once(raw, 'close')])
          }
        }
      })
      app.get('/counted', options, async () => {
        facts.begun++
        facts.mostAtWork = Math.max(facts.mostAtWork, ++facts.atWork)
        await new Promise((resolve) => { setImmediate(resolve) })
        facts.atWork--
        return { begun: facts.begun }
      })
      app.post('/guarded', { ...options, config: { rule: { access: 'signedIn' } } }, async () => ({}))
      app.get('/held', options, async () => {
        facts.begun++
        await released
        return {}
      })
    }
  }
  return { group, facts }
}

let close: (() => Promise<unknown>) | undefined
afterEach(async () => { await close?.() })

async function server (limits: Partial<WireLimits>, trustedProxies: string[] = []) {
  const { group, facts } = testRoutes()
  const metrics = new Registry()
  const { app } = await httpApp({
    groups: [group], metrics, config: { limits: { ...impatient, ...limits }, trustedProxies }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  close = () => {
    facts.release()
    return app.close()
  }
  const count = async (name: string, reason?: string): Promise<number> => {
    const { values } = await metrics.getSingleMetric(`timbre_http_${name}`)!.get()
    return values.filter(({ labels }) => reason === undefined || labels['reason'] === reason).reduce(
      (sum, { value }) => sum + value, 0
    )
  }
  return {
    app,
    facts,
    bytesWaiting: () => count('answer_bytes_waiting'),
    open: () => count('connections'),
    ended: (reason?: string) => count('connections_ended_total', reason),
    refused: (reason?: string) => count('connections_refused_total', reason),
    isLive: async (from?: string) => {
      const client = await openConnection(app, from === undefined ? {} : { from })
      client.send(get('/health/live', 'Connection: close\r\n'))
      await until(() => client.closed)
      return client.received.includes('{"status":"live"}')
    }
  }
}

describe('a client that does not read', () => {
  it.each(['/api/Test/large', '/api/Test/text', '/api/Test/stream', '/api/Test/events'])(
    'loses its connection, and the server forgets what it had for it: %s',
    async (path) => {
      const { app, facts, open, ended } = await server({})
      const clients = await Promise.all(Array.from({ length: 4 }, () => openConnection(app)))
      for (const { sendDeaf } of clients) sendDeaf(get(path))

      await until(async () => await ended('answerNotTaken') === 4)
      await until(async () => await open() === 0)
      await until(() => facts.streams.every(({ destroyed }) => destroyed))
      for (const { socket } of clients) socket.destroy()
    })

  it('loses it the sooner, the more bytes wait', async () => {
    const { app, ended, bytesWaiting } = await server({ answerGraceMs: 3_600_000, answerBytesWaiting: 1000 })
    const clients = await Promise.all([openConnection(app), openConnection(app)])
    for (const { sendDeaf } of clients) sendDeaf(get('/api/Test/large'))

    await until(async () => await ended('answerNotTaken') === 2)
    await until(async () => await bytesWaiting() === 0)
    for (const { socket } of clients) socket.destroy()
  })

  it('loses it while the server stops, too', async () => {
    const { app, facts, ended } = await server({})
    const { socket, sendDeaf } = await openConnection(app)
    sendDeaf(get('/api/Test/stream'))
    await until(() => facts.streams.length === 1)
    await app.close()

    expect(await ended('answerNotTaken')).toBe(1)
    socket.destroy()
  })
})

describe('a client that reads slowly', () => {
  it('loses its connection below the rate', async () => {
    const { app, ended } = await server({ answerBytesPerSecond: 1024 * mebibyte })
    const { socket } = await openConnection(app)
    const reading = readSlowly(socket, mebibyte)
    socket.write(get('/api/Test/large', 'Connection: close\r\n'))

    expect(await reading.ended).toBeLessThan(large.length)
    expect(await ended('answerNotTaken')).toBe(1)
  })

  it('gets a large answer whole above the rate, however long that takes', async () => {
    const { app, ended } = await server({ answerBytesPerSecond: mebibyte })
    const { socket } = await openConnection(app)
    const reading = readSlowly(socket, mebibyte)
    socket.write(get('/api/Test/large', 'Connection: close\r\n'))

    expect(await reading.ended).toBeGreaterThan(large.length)
    expect(await ended()).toBe(0)
  })

  it('is not blamed for an answer that the server makes slowly', async () => {
    const { app, ended } = await server({ answerBytesPerSecond: 1024 * mebibyte })
    const client = await openConnection(app)
    client.send(get('/api/Test/late-stream', 'Connection: close\r\n'))
    await until(() => client.closed)

    expect(client.received.length).toBeGreaterThan(30_000)
    expect(await ended()).toBe(0)
  })
})

describe('requests sent ahead of their answers', () => {
  it('are answered one after the other', async () => {
    const { app, facts } = await server({ requestsAhead: 20 })
    const client = await openConnection(app)
    client.send(get('/api/Test/counted').repeat(19) + get('/api/Test/counted', 'Connection: close\r\n'))
    await until(() => client.closed)

    expect(facts).toMatchObject({ begun: 20, mostAtWork: 1 })
    expect([...client.received.matchAll(/"begun":(\d+)/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1)
    )
  })

  it('end the connection when they are too many, and those that wait are never begun', async () => {
    const { app, facts, ended, open } = await server({ requestsAhead: 20 })
    const client = await openConnection(app)
    client.sendDeaf(get('/api/Test/held').repeat(1000))
    await until(async () => await ended('tooManyRequestsAhead') === 1)
    facts.release()
    await until(async () => await open() === 0)

    expect(facts.begun).toBe(1)
    expect(await ended()).toBe(1)
    client.socket.destroy()
  })

  it('wait no longer when an answer before them is not read', async () => {
    const { app, facts, ended } = await server({})
    const client = await openConnection(app)
    client.sendDeaf(get('/api/Test/large') + get('/api/Test/counted').repeat(5))
    await until(async () => await ended('answerNotTaken') === 1)

    expect(facts.begun).toBe(0)
    client.socket.destroy()
  })
})

describe('connections', () => {
  // Other systems have one loopback address only.
  it.skipIf(process.platform !== 'linux')('of one address leave places for the others', async () => {
    const { app, refused, isLive } = await server({ connections: 10, connectionsPerAddress: 3 })
    const held = await Promise.all(Array.from({ length: 3 }, () => openConnection(app)))
    for (const { send } of held) send(get('/api/Test/held'))
    const fourth = await openConnection(app)
    await until(() => fourth.closed)

    expect(await refused('address')).toBe(1)
    expect(await isLive('127.0.0.2')).toBe(true)
    held[0]!.socket.destroy()
    await until(() => isLive())
  })

  it('of a trusted proxy are not counted by address', async () => {
    const { isLive, app, refused } = await server({ connections: 10, connectionsPerAddress: 1 }, ['127.0.0.0/8'])
    const held = await Promise.all(Array.from({ length: 3 }, () => openConnection(app)))

    expect(await isLive()).toBe(true)
    expect(await refused()).toBe(0)
    for (const { socket } of held) socket.destroy()
  })

  it('are bounded in all, and a new one is admitted when an idle one can make room for it', async () => {
    const { app, refused, isLive, open } = await server({ connections: 3 })
    const busy = await openConnection(app)
    busy.send(get('/api/Test/held'))
    const idle = await Promise.all([openConnection(app), openConnection(app)])
    for (const one of idle) one.send(get('/health/live'))
    await until(() => idle.every(({ received }) => received.includes('live')))
    const fourth = await openConnection(app)
    await until(() => fourth.closed)

    expect(await refused('total')).toBe(1)
    await until(() => isLive())
    expect(idle.map(({ closed }) => closed)).toEqual([true, true])
    expect(busy.closed).toBe(false)
    await until(async () => await open() === 1)
  })
})

describe('a body whose request is refused already', () => {
  it('is not read on for ever when it dribbles', async () => {
    const { app, ended } = await server({})
    const client = await openConnection(app)
    client.send(
      'POST /api/Test/guarded HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n'
    )
    const sending = setInterval(() => {
      client.socket.write('x')
    }, 5)
    await until(() => client.closed)
    clearInterval(sending)

    expect(client.received).toMatch(/^HTTP\/1.1 401/)
    expect(await ended('bodyNotWanted')).toBe(1)
  })

  it('costs the connection nothing when it is short', async () => {
    const { app, ended } = await server({ unreadBodyMs: 3_600_000 })
    const client = await openConnection(app)
    client.send(
      'POST /api/Test/guarded HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n'
    )
    await until(() => client.received.includes(' 401 '))
    client.socket.write('"12345678"' + get('/health/live', 'Connection: close\r\n'))
    await until(() => client.closed)

    expect(client.received).toContain('{"status":"live"}')
    expect(await ended()).toBe(0)
  })
})

it('a client that never closes its side after the server closed its own loses the connection', async () => {
  const { app, ended, open } = await server({})
  const client = await openConnection(app)
  client.socket.allowHalfOpen = true
  client.send('CONNECT intranet.example:443 HTTP/1.1\r\nHost: intranet.example:443\r\n\r\n')
  await until(async () => await ended('notClosed') === 1)
  await until(async () => await open() === 0)

  expect(client.received).toMatch(/^HTTP\/1.1 400/)
  client.socket.destroy()
})

it('a server that stops does not wait for a connection on which nothing was ever sent', async () => {
  const { app, isLive } = await server({})
  // Node would end it after a minute.
  app.server.headersTimeout = 0
  app.server.requestTimeout = 0
  const silent = await openConnection(app)
  expect(await isLive()).toBe(true)

  await app.close()

  await until(() => silent.closed)
})
