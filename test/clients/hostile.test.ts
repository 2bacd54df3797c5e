/** @module-tag slow */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedHeaders } from '../../src/services/notifications/signing.ts'
import { defined } from '../support/expecting.ts'
import {
  answerOf, dripping, endless, rightAnswer, startHostileServer, type WrongAnswer, wrongAnswers
} from '../support/hostile-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { certificateFor } from '../support/tls-certificate.ts'
import { hasTool } from '../support/tools.ts'
import type { Asked, Driver, Outcome } from './drivers/driver.ts'
import { languages } from './drivers/languages.ts'

const id = '00000000-0000-4000-8000-000000000001'
const key = 'order-2026-42'

/** The verbs of the clients; signing in is part of each call of a person. */
const verbs: Readonly<Record<string, Asked & { hasKey?: true, signsIn?: false }>> = {
  issue: { client: 'brief', verb: 'issue', args: [{ header: {} }, key], hasKey: true },
  dryRun: { client: 'brief', verb: 'dryRun', args: [{ header: {} }] },
  get: { client: 'brief', verb: 'get', args: [id] },
  list: { client: 'brief', verb: 'list', args: [{ status: 5 }] },
  pdf: { client: 'brief', verb: 'pdf', args: [id, { format: '80mm' }] },
  xml: { client: 'brief', verb: 'xml', args: [id] },
  annul: { client: 'brief', verb: 'annul', args: [id, 'Venta anulada'] },
  correct: { client: 'brief', verb: 'correct', args: [id, { lines: [{ line: 1, quantity: 2 }] }] },
  send: { client: 'brief', verb: 'send', args: [id, ['compras@roble.example'], 'Gracias.', key], hasKey: true },
  retry: { client: 'brief', verb: 'retry', args: [id, true] },
  signIn: { client: 'briefUser', verb: 'issue', args: [{ header: {} }, key], hasKey: true, signsIn: false }
}

interface Tried { language: string, driver: Driver, server: Awaited<ReturnType<typeof startHostileServer>> }

let elsewhere: Awaited<ReturnType<typeof startReceiver>>
let tried: Tried[]
beforeAll(async () => {
  elsewhere = await startReceiver()
  tried = await Promise.all(languages.filter(({ missing }) => missing === '').map(async ({ language, drive }) => {
    const server = await startHostileServer(`http://localhost:${elsewhere.port}`)
    const keys = { tenantCode: 'losandes', accessKey: 'ak_test', secretKey: 'sk_secret' }
    const user = { email: 'ana@losandes.example', password: 'correo-tinta-lluvia' }
    return { language, server, driver: drive({ address: server.url, elsewhere: server.url, keys, user }) }
  }))
})
afterAll(async () => {
  for (const { driver, server } of tried) {
    await driver.close()
    await server.close()
  }
  await elsewhere.close()
})

/** What each language makes of it, by its name. */
async function inEach (work: (one: Tried) => Promise<unknown>): Promise<Record<string, unknown>> {
  return Object.fromEntries(await Promise.all(tried.map(async (one) => [one.language, await work(one)] as const)))
}

const alike = <T>(expected: T): Record<string, T> =>
  Object.fromEntries(tried.map(({ language }) => [language, expected]))

async function ask (
  { driver, server }: Tried, asked: Asked, answers: WrongAnswer['send'][], signsIn?: boolean
): Promise<Outcome> {
  server.answerWith(answers, signsIn)
  return driver.ask(asked)
}

describe('the clients', () => {
  it.each(Object.entries(wrongAnswers))('distinguish %s from an answer, with every verb', async (_name, { send, status, code, isRepeated }) => {
    const outcomes = await inEach(async (one) => {
      const byVerb: Record<string, unknown> = {}
      for (const [name, { hasKey, signsIn, ...asked }] of Object.entries(verbs)) {
        const { failure, ...other } = await ask(one, asked, [send], signsIn)
        byVerb[name] = {
          ...other, status: failure?.status, code: failure?.code, calls: one.server.calls(),
          ...(hasKey && { key: failure?.idempotencyKey })
        }
      }
      return byVerb
    })

    expect(outcomes).toEqual(alike(Object.fromEntries(Object.entries(verbs).map(([name, { hasKey }]) =>
      [name, { status, code, calls: isRepeated ? 2 : 1, ...(hasKey && { key }) }]))))
    expect(elsewhere.received).toEqual([])
  })

  it.each(['headers', 'body'] as const)('end an attempt in time when the %s arrive byte by byte', async (part) => {
    expect(await inEach((one) => ask(one, defined(verbs['get']), [dripping(part)]))).toMatchObject(
      alike({ failure: { status: 0, code: 'UNREACHABLE' } })
    )
  })

  // The other languages leave the limit to their libraries, which know no difference here.
  it.skipIf(!hasTool('python3', '--version'))('end an attempt in time over TLS in Python, too', async () => {
    const tls = certificateFor('localhost')
    const server = await startReceiver({ tls, answer: (_received, { socket }) => { dripping('body')(defined(socket)) } })
    const program = `
import sys, timbre_client
timbre = timbre_client.Timbre(sys.argv[1], keys=timbre_client.TenantKeys("a", "b", "c"), retries=0, timeout_seconds=1)
try:
    print(timbre.get(""))
except timbre_client.TimbreError as error:
    print(error.code, error.message)
`
    const environment = { PYTHONPATH: 'clients/python/src', PYTHONDONTWRITEBYTECODE: '1' }
    const folder = mkdtempSync(join(tmpdir(), 'timbre-tls-'))
    const authorities = join(folder, 'ca.pem')
    writeFileSync(authorities, tls.cert)
    const printed = await promisify(execFile)('python3', ['-c', program, `https://localhost:${server.port}`], {
      env: { ...process.env, ...environment, SSL_CERT_FILE: authorities }
    })
    await server.close()
    rmSync(folder, { recursive: true })

    expect(printed.stdout).toMatch(/^UNREACHABLE .*(timed out|too long)/)
  })

  it.each([
    ['get', ['content-type: application/json']],
    ['pdf', ['content-type: application/pdf', 'content-disposition: inline; filename="a.pdf"']]
  ] as const)('stop reading an answer to %s that does not end', async (verb, headers) => {
    const outcomes = await inEach(async (one) => {
      const { failure } = await ask(one, { ...defined(verbs[verb]), client: 'single' }, [endless(...headers)])
      const isBounded = one.server.bytesOfLastAnswer() < 100 * 1024 * 1024
      return { status: failure?.status, code: failure?.code, isBounded }
    })

    expect(outcomes).toEqual(alike({ status: 200, code: 'NOT_TIMBRE', isBounded: true }))
  })

  it.each([
    ['nonsense', ['-5', 'soon', '1e9', '٣', '0\r\nretry-after: 900', 'Wed, 99 Oct 2015 07:28:00 GMT'], 'result'],
    ['a time that is past', ['0', 'Wed, 21 Oct 2015 07:28:00 GMT'], 'result'],
    ['more than a minute', ['900', '9'.repeat(30), '9'.repeat(5000), 'Fri, 31 Dec 2100 23:59:59 GMT'], 'failure']
  ])('read a Retry-After that is %s', async (_name, values, outcome) => {
    for (const value of values) {
      const overloaded = answerOf(503, [`retry-after: ${value}`], '')

      expect(await inEach(async (one) => Object.keys(await ask(one, defined(verbs['get']), [overloaded, rightAnswer]))))
        .toEqual(alike([outcome]))
    }
  })

  it('refuse an Idempotency-Key that is invalid or would split the header', async () => {
    for (const wrong of ['', 'a\nb', 'a\r\nx-dry-run: true', 'pedido-ñ', 'x'.repeat(256)]) {
      const outcomes = await inEach(async (one) => {
        const { crash = '' } = await ask(one, { client: 'brief', verb: 'issue', args: [{}, wrong] }, [])
        return { says: /1 to 255 printable ASCII/.exec(crash)?.[0], calls: one.server.calls() }
      })

      expect(outcomes).toEqual(alike({ says: '1 to 255 printable ASCII', calls: 0 }))
    }
  })

  it('refuse keys that a header cannot contain, without showing them', async () => {
    const outcomes = await inEach(async (one) => (await one.driver.ask({ client: 'brief', verb: 'withSecretKey', args: ['sk_visible\n'] })).crash)

    for (const crash of Object.values(outcomes)) {
      expect(crash).toContain('printable ASCII')
      expect(crash).not.toContain('sk_visible')
    }
  })
})

describe('verifying a notification', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const now = at.getTime() / 1000
  const secret = Buffer.alloc(32, 7)
  const notification = '{"type":"document.accepted","timestamp":"2026-11-20T12:00:00Z","data":{"folio":1}}'
  const textOf = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`

  const verify = (body: string, headers: object, given = textOf(secret)) => inEach((one) =>
    one.driver.ask({ client: 'brief', verb: 'verifyWebhook', args: [body, headers, given, now] }))

  it('refuses a secret of fewer than 16 bytes, though the message is signed with it', async () => {
    for (const bytes of [0, 15]) {
      const short = Buffer.alloc(bytes, 7)
      const headers = signedHeaders({ id: 'msg_1', body: notification, at }, [short])
      for (const given of [textOf(short), short.toString('base64'), `whsec_${'%'.repeat(32)}`]) {
        for (const outcome of Object.values(await verify(notification, headers, given))) {
          expect(outcome).toEqual({ crash: expect.stringContaining('at least 16 bytes') })
        }
      }
    }
  })

  it('accepts one valid signature of two, and a secret with a line break', async () => {
    const headers = signedHeaders({ id: 'msg_1', body: notification, at }, [secret])
    const both = { ...headers, 'webhook-signature': `v1,### v2,x  ${headers['webhook-signature']}` }

    expect(await verify(notification, both, `${textOf(secret)}\n`)).toMatchObject(alike({ result: { id: 'msg_1', data: { folio: 1 } } }))
  })

  it('refuses a timestamp far from the current time', async () => {
    for (const timestamp of [
      `1${'0'.repeat(20)}`, '9'.repeat(400), '9'.repeat(5000), 'NaN', 'Infinity', `-${now}`, `+${now}`, `${now}.0`, ` ${now}`,
      `${now}\n`, '1e9', '١٧٦٣', `0x${now.toString(16)}`
    ]) {
      const headers = { ...signedHeaders({ id: 'msg_1', body: notification, at }, [secret]), 'webhook-timestamp': timestamp }

      expect(await verify(notification, headers)).toEqual(alike({ refused: 'webhook-timestamp is more than five minutes off' }))
    }
  })

  it('refuses a signed body that is not a notification', async () => {
    for (const body of [
      '', 'null', '[]', '"x"', '{', '{"type":1,"timestamp":"","data":{}}', '{"type":"a","timestamp":"b","data":null}', '['.repeat(100_000)
    ]) {
      expect(await verify(body, signedHeaders({ id: 'msg_1', body, at }, [secret]))).toEqual(alike({ refused: 'The body is not a notification' }))
    }
  })

  it('refuses headers that are lists', async () => {
    const headers = { ...signedHeaders({ id: 'msg_1', body: notification, at }, [secret]), 'webhook-id': ['msg_1', 'msg_2'] }

    expect(await verify(notification, headers)).toEqual(alike({ refused: 'A webhook- header is missing' }))
  })
})
