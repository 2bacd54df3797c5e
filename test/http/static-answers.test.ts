import { gunzipSync } from 'node:zlib'
import accepts from '@fastify/accepts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveStatic } from '../../src/http/static-answers.ts'
import { httpApp } from '../support/http-app.ts'
import { sampleGroup } from './sample-group.ts'

let app: Awaited<ReturnType<typeof httpApp>>['app']
beforeAll(async () => {
  ;({ app } = await httpApp({
    groups: [sampleGroup({ fail: () => new Error('unset'), calls: 0 })],
    config: { corsOrigins: ['https://shop.example'] }
  }))
})
afterAll(() => app.close())

const paths = ['/openapi.json', '/openapi-3.0.json', '/docs/', '/docs/js/scalar.js']
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

describe.each(paths)('%s', (path) => {
  it('is the same compressed and uncompressed', { tags: 'slow' }, async () => {
    const [plain, compressed] = [await ask(path), await ask(path, { 'accept-encoding': 'br, gzip;q=0.8' })]

    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect([plain.headers.vary, compressed.headers.vary].join()).toMatch(/accept-encoding.*accept-encoding/)
  })

  it('is not sent again to a client that has it cached', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const first = await ask(path, { 'accept-encoding': encoding })
      const again = await ask(path, {
        'accept-encoding': encoding, 'if-none-match': `"other", W/${String(first.headers.etag)}`
      })

      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      expect((await ask(path, { 'accept-encoding': encoding, 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
  })

  it('has a different ETag in each encoding', async () => {
    const tags = [await ask(path), await ask(path, { 'accept-encoding': 'gzip' })].map(({ headers }) =>
      String(headers.etag)
    )

    expect(new Set(tags).size).toBe(2)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  })

  it('answers HEAD with its headers', async () => {
    const [head, full] = [await ask(path, {}, 'HEAD'), await ask(path)]

    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers).toMatchObject({
      etag: full.headers.etag, 'content-length': full.headers['content-length'],
      'content-type': full.headers['content-type']
    })
  })
})

it.each([['', false], ['identity', false], ['gzip;q=0', false], ['*', true], ['*;q=0', false], ['gzip;q=0, *', false], [
  'GZIP', true
], ['deflate, gzip ; q=0.5', true]])(
  'compresses for Accept-Encoding "%s": %s',
  async (accepted, compressed) => {
    expect((await ask('/openapi.json', { 'accept-encoding': accepted })).headers['content-encoding'] === 'gzip').toBe(
      compressed
    )
  }
)

it('lists in Vary what the answer depends on', async () => {
  const { headers } = await ask('/openapi.json', { origin: 'https://shop.example' })

  expect(headers).toMatchObject({
    vary: 'Origin, accept, accept-encoding', 'access-control-allow-origin': 'https://shop.example'
  })
})

it('changes its ETag, and the address of the script, with the version', async () => {
  const newer = await httpApp({ groups: [], config: { version: '9.9.9' } })
  const [older, newest] = [await ask('/openapi.json'), await newer.app.inject('/openapi.json')]
  await newer.app.close()

  expect(newest.headers.etag).not.toBe(older.headers.etag)
  expect((await ask('/docs/')).body).toContain('js/scalar.js?v=0.0.0-test')
})

it("redirects from /docs to the page, also below a proxy's path", async () => {
  const { statusCode, headers } = await ask('/docs?theme=dark')

  expect([statusCode, headers.location]).toEqual([301, 'docs/'])
})

describe('content served from memory', () => {
  it('is one Buffer for all requests, created once', async () => {
    let made = 0
    const sent: unknown[] = []
    const server = Fastify()
    await server.register(accepts)
    server.addHook('onSend', async (_request, _reply, payload) => {
      sent.push(payload)
      return payload
    })
    serveStatic(server, '/page', { make: async () => { made++; return 'page' }, headers: {} })
    await Promise.all([1, 2, 3].map(() => server.inject({ url: '/page', headers: { 'accept-encoding': 'gzip' } })))
    await server.close()

    expect(made).toBe(1)
    expect(sent).toHaveLength(3)
    expect(sent[0]).toBeInstanceOf(Buffer)
    expect(new Set(sent).size).toBe(1)
  })

  it('is created again after a failure', async () => {
    let tries = 0
    const server = Fastify()
    await server.register(accepts)
    serveStatic(server, '/page', {
      make: async () => {
        if (++tries === 1) throw new Error('not now')
        return 'page'
      },
      headers: {}
    })
    const statuses = [await server.inject('/page'), await server.inject('/page')].map(({ statusCode }) => statusCode)
    await server.close()

    expect(statuses).toEqual([500, 200])
  })
})
