import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNotificationPost } from '../../../src/adapters/notifications/index.ts'
import type { PostOptions } from '../../../src/adapters/addresses/post.ts'
import { createNotificationSender } from '../../../src/adapters/notifications/sender.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'
import { patience } from '../../support/patience.ts'
import { startReceiver } from '../../support/receiver.ts'
import { certificateFor } from '../../support/tls-certificate.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

let receiver: Receiver
let secure: Receiver
const tls = certificateFor('receiver.example')
beforeAll(async () => {
  receiver = await startReceiver()
  secure = await startReceiver({ tls })
})
afterAll(() => Promise.all([receiver.close(), secure.close()]))
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer((_received, response) => { response.writeHead(204).end() })
})

/** A sender to which 127.0.0.1 is the public internet and everything else is not. */
const sender = (options: Partial<PostOptions> = {}) => createNotificationSender({
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  timeoutMs: patience.timeout,
  maxAnswerBytes: 64 * 1024,
  ...options
})

const to = (url: string) => ({
  url: new URL(url),
  headers: { 'webhook-id': 'one', 'content-type': 'application/json' },
  body: '{"ñ":1}'
})
const toReceiver = (path = '/in?key=1') => to(`http://receiver.example:${receiver.port}${path}`)

describe('a message', () => {
  it('arrives complete, under the host name that the tenant set', async () => {
    expect(await sender().post(toReceiver())).toEqual({ kind: 'answered', httpStatus: 204, excerpt: '' })

    expect(receiver.received).toMatchObject([{
      path: '/in?key=1',
      host: `receiver.example:${receiver.port}`,
      body: '{"ñ":1}',
      headers: { 'webhook-id': 'one', 'content-length': '8' }
    }])
  })

  it('verifies the TLS certificate by name, though it connects to an address', async () => {
    const outcome = await sender({ authorities: tls.cert }).post(to(`https://receiver.example:${secure.port}/`))

    expect(outcome).toMatchObject({ kind: 'answered', httpStatus: 204 })
  })

  it.each([
    ['that nobody vouches for', {}, 'receiver.example'],
    ['of another name', { authorities: tls.cert }, 'other.example'],
    ['of another name than the address', { authorities: tls.cert }, '127.0.0.1']
  ])('does not go to a certificate %s', async (_what, options, host) => {
    const before = secure.received.length

    expect(await sender(options).post(to(`https://${host}:${secure.port}/`))).toEqual({
      kind: 'failed', problem: 'CERTIFICATE_REFUSED'
    })
    expect(secure.received.length).toBe(before)
  })

  it('connects to the address that was checked: the name is resolved once', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    let asked = 0
    const rebinding = sender({ resolve: async () => answers[asked++] ?? [] })

    expect(await rebinding.post(toReceiver())).toMatchObject({ kind: 'answered' })
    expect(asked).toBe(1)
    expect(await rebinding.post(toReceiver())).toEqual({ kind: 'failed', problem: 'ADDRESS_NOT_ALLOWED' })
    expect(receiver.received).toHaveLength(1)
  })

  it('is not sent when one of several addresses is not allowed', async () => {
    expect(await sender({ resolve: async () => ['127.0.0.1', '10.0.0.1'] }).post(toReceiver())).toEqual({
      kind: 'failed', problem: 'ADDRESS_NOT_ALLOWED'
    })
    expect(receiver.received).toEqual([])
  })

  it('is refused for any private address in production', async () => {
    const production = createNotificationPost({ allowPrivate: false })

    for (
      const host of [
        '127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1', '0177.0.0.1', '10.1.2.3', '169.254.169.254',
        '[fd00::1]', '[64:ff9b::7f00:1]', '0.0.0.0'
      ]
    ) {
      expect(await production.post(to(`http://${host}:${receiver.port}/`)), host).toEqual({
        kind: 'failed', problem: 'ADDRESS_NOT_ALLOWED'
      })
    }
    expect(receiver.received).toEqual([])
  })

  it('reaches this machine by its name in development', async () => {
    const development = createNotificationPost({ allowPrivate: true })

    expect(await development.post(to(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({
      kind: 'answered', httpStatus: 204
    })
    expect(await development.post(to(`http://localhost:${receiver.port}/`))).toMatchObject({
      kind: 'answered', httpStatus: 204
    })
  })

  it.each([
    ['nobody has the name', { resolve: async () => [] }, 'NAME_NOT_FOUND'],
    [
      'the name cannot be asked for', { resolve: () => Promise.reject(new Error('no name server')) },
      'CONNECTION_FAILED'
    ],
    ['the name server does not answer', { resolve: () => new Promise<string[]>(() => {}), timeoutMs: 50 }, 'TIMEOUT']
  ])('tells that %s', async (_what, options, problem) => {
    expect(await sender(options).post(toReceiver())).toEqual({ kind: 'failed', problem })
  })

  it('reports that nothing listens', async () => {
    const gone = await startReceiver()
    await gone.close()

    expect(await sender().post(to(`http://receiver.example:${gone.port}/`))).toEqual({
      kind: 'failed', problem: 'CONNECTION_FAILED'
    })
  })
})

describe('an answer', () => {
  it('with a redirect is not followed', async () => {
    receiver.answer(({ path }, response) => {
      response.writeHead(path === '/secret' ? 200 : 302, { location: `http://127.0.0.1:${receiver.port}/secret` }).end(
        'elsewhere'
      )
    })

    expect(await sender().post(toReceiver())).toEqual({ kind: 'answered', httpStatus: 302, excerpt: 'elsewhere' })
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['that never begins', () => {}],
    [
      'that never ends',
      (_received: unknown, response: { writeHead: (status: number) => { write: (text: string) => void } }) => {
        response.writeHead(200).write('wait')
      }
    ]
  ])('%s is abandoned in time', { tags: 'slow' }, async (_what, answer) => {
    const arrival = new Promise<void>((resolve) => {
      receiver.answer((received, response) => {
        answer(received, response)
        resolve()
      })
    })
    const outcome = sender({ timeoutMs: 500 }).post(toReceiver())
    await Promise.race([arrival, outcome])
    // The limit is not garbage while it is all that ends the wait.
    collectGarbage()

    expect(await outcome).toEqual({ kind: 'failed', problem: 'TIMEOUT' })
  })

  it('that is too large is cut off', async () => {
    let sent = 0
    receiver.answer((_received, response) => {
      response.writeHead(200)
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })

    expect(await sender().post(toReceiver())).toEqual({ kind: 'answered', httpStatus: 200, excerpt: 'x'.repeat(200) })
    expect(sent).toBeLessThan(20_000_000)
  })

  it('that is a compressed bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    receiver.answer((_received, response) => { response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb) })
    const before = process.memoryUsage().rss

    expect(await sender().post(toReceiver())).toMatchObject({ kind: 'answered', httpStatus: 200 })
    expect(receiver.received[0]?.headers['accept-encoding']).toBe('identity')
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('is excerpted without control characters or half characters, to 200 at most', async () => {
    receiver.answer((_received, response) => {
      response.writeHead(500).end(`no\u0000pe\u001b[31m\r\n<ñ>${'😀'.repeat(300)}`)
    })

    const outcome = await sender().post(toReceiver())

    expect(outcome).toEqual({ kind: 'answered', httpStatus: 500, excerpt: `no pe [31m <ñ>${'😀'.repeat(200 - 14)}` })
  })

  it('whose headers never end is a failed connection', async () => {
    receiver.answer((_received, response) => { response.writeHead(200, { 'x-long': 'y'.repeat(100_000) }).end() })

    expect(await sender().post(toReceiver())).toEqual({ kind: 'failed', problem: 'CONNECTION_FAILED' })
  })

  it('that breaks off is a failed connection, with no other effect', async () => {
    receiver.answer((_received, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      response.socket?.destroy()
    })

    expect(await sender().post(toReceiver())).toMatchObject({ kind: 'failed', problem: 'CONNECTION_FAILED' })
    receiver.answer((_received, response) => { response.writeHead(204).end() })
    expect(await sender().post(toReceiver())).toMatchObject({ httpStatus: 204 })
  })
})
