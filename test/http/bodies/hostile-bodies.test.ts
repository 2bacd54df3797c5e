/** @module-tag slow */
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { envelopedBoolean, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { httpApp, people } from '../../support/http-app.ts'

const keysOf = (tenantCode: string) => ({ tenantCode, accessKey: 'ak_test_1', secretKey: 'sk_test_1' })
const actors = { andes: people.andesAdmin, boreal: people.borealAdmin }
const mebibyte = 1024 * 1024

let world: Awaited<ReturnType<typeof httpApp>>
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await world.app.close()
})

/**
 * A server whose one operation takes large documents from two tenants, andes and boreal; `served` names them in order.
 */
async function start (trustedProxies: string[] = []) {
  const served: string[] = []
  let nowMs = 0
  const group = defineGroup('Sample', (operation) => {
    operation({
      method: 'POST',
      path: '/Save',
      rule: { access: 'tenantKeys' },
      summary: 'Take a document',
      body: z.strictObject({
        tenantCode: z.string(), accessKey: z.string(), secretKey: z.string(), payload: z.unknown()
      }),
      bodyLimit: mebibyte,
      idempotency: 'none',
      answer: envelopedBoolean,
      handler: async ({ actor }) => {
        served.push(actor.tenantId)
        return ok(true)
      }
    })
  })
  world = await httpApp({
    groups: [group],
    config: { trustedProxies },
    clock: () => new Date(nowMs),
    services: {
      tenantKeyring: {
        actorOf: async ({ tenantCode, secretKey }) =>
          secretKey === 'sk_test_1' ? actors[tenantCode as keyof typeof actors] : undefined
      }
    }
  })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  return { served, pass: (seconds: number) => { nowMs += seconds * 1000 } }
}

/** One connection: what is posted on it goes out at once, and the answer is awaited. */
function connection (address = '127.0.0.1') {
  const socket = connect({ host: '127.0.0.1', port: (world.app.server.address() as AddressInfo).port })
  sockets.push(socket)
  return {
    async post (
      body: Buffer | string, { length = Buffer.byteLength(body) } = {}
    ): Promise<{ status: number, code: string, head: string }> {
      const answer = new Promise<string>((resolve, reject) => {
        let said = ''
        socket.on('data', function take (chunk: Buffer) {
          said += chunk.toString()
          if (!/"result":\w+\}$/.test(said)) return
          socket.off('data', take)
          resolve(said)
        })
        socket.once('close', () => { reject(new Error(`closed after ${said}`)) })
      })
      socket.write(
        Buffer.concat([
          Buffer.from(
            `POST /api/Sample/Save HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
          ),
          Buffer.from(body as string)
        ])
      )
      const said = await answer
      return {
        status: Number(said.slice(9, 12)), code: /"errorCode":"(\w*)"/.exec(said)?.[1] ?? '', head: said.toLowerCase()
      }
    }
  }
}

const good = JSON.stringify({ ...keysOf('boreal'), payload: {} })
const wrong = { ...keysOf('andes'), secretKey: 'sk_wrong' }
const large = (text: string) => `${text.slice(0, -1)}${' '.repeat(100 * 1024)}}`

describe('wrong keys', () => {
  it('are answered once the body is valid JSON within the limits', async () => {
    await start()
    const members = Array.from({ length: 80_000 }, (_, index) => `"m${index}":1`).join()

    expect(await connection().post(JSON.stringify({ ...wrong, payload: {} })))
      .toMatchObject({ status: 401, code: 'TENANT_KEYS_INVALID' })
    expect(await connection().post(`{"payload":{${members}},${JSON.stringify(wrong).slice(1)}`))
      .toMatchObject({ status: 400, code: 'JSON_TOO_MANY_VALUES' })
  })

  it('do not change the answers of small bodies: malformed JSON is reported as such', async () => {
    await start()

    expect(await connection().post('{"tenantCode":')).toMatchObject({ status: 400, code: 'JSON_MALFORMED' })
    expect(await connection().post('{"payload":{}}')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(
      await connection().post(
        JSON.stringify({ ...keysOf('andes'), payload: {} }).replace('"payload"', '"accessKey":"ak_2","payload"')
      )
    ).toMatchObject({ status: 400, code: 'JSON_DUPLICATE_MEMBER' })
  })

  it('sent too often make the server refuse large bodies of that address unread, and nothing else', async () => {
    const { pass } = await start()
    for (let count = 0; count < 30; count++) await connection().post(JSON.stringify(wrong))

    const refused = await connection().post('{', { length: mebibyte })
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(refused.head).toContain('connection: close')
    expect(refused.head).toContain('retry-after: 2')
    expect(await connection().post(JSON.stringify(wrong))).toMatchObject({ status: 401 })
    pass(3)
    expect(await connection().post(large(JSON.stringify(wrong)))).toMatchObject({ status: 401 })
    expect(await connection().post('{', { length: mebibyte })).toMatchObject({ status: 429 })
  })

  it('lock out neither clients with valid keys at that address nor others', async () => {
    await start(['127.0.0.1'])
    const [shared, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:3::1']
    for (let count = 0; count < 40; count++) await connection(shared).post(JSON.stringify(wrong))

    expect(await connection('2001:db8:1:2:ffff::9').post('{', { length: mebibyte })).toMatchObject({ status: 429 })
    expect(await connection(elsewhere).post(large(good))).toMatchObject({ status: 200 })
    expect(await connection(shared).post(good)).toMatchObject({ status: 200 })
    expect(await connection(shared).post(large(good))).toMatchObject({ status: 200 })
  })
})
