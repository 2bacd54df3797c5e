/** @module-tag slow */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idleAfterCloseMs } from '../../src/http/limits.ts'
import { httpApp } from '../support/http-app.ts'
import { startNameServer } from '../support/name-server.ts'
import { portOf, until } from '../support/raw-connection.ts'
import { isInstalled, startNginx } from '../support/reverse-proxy.ts'

/** What the service saw of the requests that reached it. */
const seen: string[] = []
let app: Awaited<ReturnType<typeof httpApp>>['app']
let proxy: Awaited<ReturnType<typeof startNginx>>

const isLinux = process.platform === 'linux'

describe.skipIf(!isInstalled.nginx || !isLinux)('behind the nginx of docker-compose.yml', () => {
  beforeAll(async () => {
    ({ app } = await httpApp({
      groups: [{
        name: 'Test',
        register: (_operation, scope) => {
          const options = { schema: { hide: true } as object, config: { rule: { access: 'public' } } } as const
          scope.post('/Echo', options, async ({ ip, body }) => {
            seen.push(ip)
            return { ip, bytes: JSON.stringify(body).length }
          })
          scope.get('/Slow', options, async ({ ip }) => {
            seen.push(ip)
            await new Promise((resolve) => { setTimeout(resolve, 3000) })
            return {}
          })
        }
      }],
      config: { trustedProxies: ['127.0.0.1'] }
    }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    proxy = await startNginx({ service: `127.0.0.1:${portOf(app)}` })
  })
  afterAll(async () => {
    await proxy.stop()
    await app.close()
  })

  it.each([undefined, 'key-1'])("a request arrives with its client's address, whatever its headers (Idempotency-Key: %s)", async (key) => {
    const answer = await send('POST', '/api/Test/Echo', { body: '{"a":1}', from: '127.0.0.7', forged: '8.8.8.8', key })

    expect(JSON.parse(answer.text)).toEqual({ ip: '127.0.0.7', bytes: 7 })
  })

  it('plain HTTP is redirected to HTTPS', async () => {
    const answer = await fetch(`http://127.0.0.1:${proxy.plainPort}/console`, { redirect: 'manual' })

    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://127.0.0.1/console'])
  })

  it('a body reaches the service once complete, however slowly it arrives', async () => {
    seen.length = 0
    const socket = await openTls('127.0.0.8')
    socket.write('POST /api/Test/Echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a"')
    await send('POST', '/api/Test/Echo', { body: '{}', from: '127.0.0.9' })
    expect(seen).toEqual(['127.0.0.9'])
    socket.write(':1}')

    await until(() => seen.includes('127.0.0.8'))
    socket.destroy()
  })

  it('an address with too many requests in progress is refused in the envelope, without affecting others', async () => {
    const crowd = Array.from({ length: 160 }, (_, index) =>
      send('GET', '/api/Test/Slow', { from: '127.0.0.10', key: index % 2 === 0 ? undefined : `key-${index}` }))
    const answers = await Promise.all(crowd)
    const refused = answers.filter(({ status }) => status === 503)

    expect(refused.length).toBeGreaterThanOrEqual(20)
    for (const { text, headers } of refused) {
      expect(JSON.parse(text)).toMatchObject({ success: false, statusCode: 503, errorCode: 'OVERLOADED' })
      expect(headers['retry-after']).toBe('1')
    }
    expect(await send('POST', '/api/Test/Echo', { body: '{}', from: '127.0.0.11' })).toMatchObject({ status: 200 })
  })
})

describe.skipIf(!isInstalled.nginx || !isLinux)('behind it, with one of two instances refusing', () => {
  it("a request with an Idempotency-Key gets the other's answer, and one without gets the refusal", async () => {
    const one = await answering({ status: 503 })
    const two = await answering({ status: 200 })
    const both = await startNginx({ ports: [one.port, two.port] })
    const statuses = async (key?: string): Promise<(number | undefined)[]> => {
      const answers = [1, 2, 3, 4].map(() =>
        send('POST', '/api/Test/Echo', { body: '{}', from: '127.0.0.12', key, port: both.port }))
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }

    expect(await statuses('key-1')).toEqual([200, 200, 200, 200])
    expect(await statuses()).toEqual([200, 200, 503, 503])
    await both.stop()
    one.close()
    two.close()
  })
})

describe.skipIf(!isInstalled.nginx || !isLinux)('behind it, with a service that has a name', () => {
  it('requests reach the service at its new address a few seconds after its container was created again', async () => {
    const before = await answering({ status: 200, host: '127.0.0.2' })
    const after = await answering({ status: 201, host: '127.0.0.3', port: before.port })
    let address = '127.0.0.2'
    const nameServer = await startNameServer(() => address)
    const named = await startNginx({ service: `service:${before.port}`, nameServer: nameServer.address })
    const status = async (): Promise<number | undefined> =>
      (await send('POST', '/api/Test/Echo', { body: '{}', from: '127.0.0.13', port: named.port })).status
    expect(await status()).toBe(200)

    address = '127.0.0.3'
    before.close()

    await until(async () => await status() === 201)
    await named.stop()
    after.close()
    nameServer.close()
  })
})

it.each([
  ['nginx.conf', /upstream[^}]*keepalive_timeout (\d+)s/], ['Caddyfile', /keepalive (\d+)s/]
])('docker/%s closes idle connections before a stopping instance does', (file, pattern) => {
  const seconds = Number(pattern.exec(readFileSync(`docker/${file}`, 'utf8'))?.[1])

  expect(seconds * 1000).toBeLessThan(idleAfterCloseMs)
})

/** A server that gives every request the same answer. */
async function answering ({ status, host = '127.0.0.1', port = 0 }: { status: number, host?: string, port?: number }) {
  const server = createServer((_request, answer) => { answer.writeHead(status).end(String(status)) }).listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

async function openTls (from: string): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: proxy.port, rejectUnauthorized: false, localAddress: from } as object)
  await once(socket, 'secureConnect')
  return socket
}

interface Received { status: number | undefined, headers: Record<string, unknown>, text: string }

interface Sent { from: string, body?: string, forged?: string, key?: string | undefined, port?: number }

function send (
  method: string, path: string, { body, from, forged, key, port = proxy.port }: Sent
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1', port, method, path, localAddress: from, rejectUnauthorized: false,
      agent: new Agent({ keepAlive: false }),
      headers: {
        ...body === undefined ? {} : { 'content-type': 'application/json' },
        ...key === undefined ? {} : { 'idempotency-key': key },
        ...forged === undefined ? {} : { 'x-forwarded-for': forged }
      }
    }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => { text += chunk.toString() })
      answer.on('end', () => { resolve({ status: answer.statusCode, headers: answer.headers, text }) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
