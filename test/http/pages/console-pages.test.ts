import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleOptions } from '../../../src/http/pages/console-pages.ts'
import { createContents } from '../../../src/services/mail/contents.ts'
import { version } from '../../../src/shared/version.ts'
import { defined } from '../../support/expecting.ts'
import { httpApp } from '../../support/http-app.ts'

type App = Awaited<ReturnType<typeof httpApp>>['app']

const directory = mkdtempSync(join(tmpdir(), 'timbre-console-'))
const script = 'export const answer = 42\n'.repeat(50)
const facts = { version: '1.2.3', registration: 'open', mail: true, privateAddresses: false } as const
const apps: App[] = []

async function serving (options?: Partial<ConsoleOptions>): Promise<App> {
  const { app } = await httpApp({ groups: [], console: options && { facts, publicPath: '', directory, ...options } })
  apps.push(app)
  return app
}

let app: App
beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), [
    '<meta name="csp-nonce" content="__NONCE__"><meta name="console-path" content="__PATH__">',
    '<head><meta name="console-facts" content="__FACTS__"><script type="module" src="./assets/index-Ab12.js"></script></head><body><style nonce="__NONCE__"></style><div id="root"></div></body>'
  ].join('\n'))
  writeFileSync(join(directory, 'assets/index-Ab12.js'), script)
  writeFileSync(join(directory, 'assets/index-Ab12.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'assets/list-Cd34.js'), script)
  writeFileSync(join(directory, 'assets/list-Cd34.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'assets/list-Cd34.js.br'), brotliCompressSync(script))
  writeFileSync(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(directory, 'places.json'), JSON.stringify({
    '/overview': ['assets/overview-Ef56.js'], '/documents': ['assets/list-Cd34.js', 'assets/list-Gh78.css'], '/documents/$id': ['assets/document-Ij90.js']
  }))
  app = await serving({})
})
afterAll(async () => {
  for (const one of apps) await one.close()
  rmSync(directory, { recursive: true })
})

describe('the console', () => {
  it('is the target of /; without it, / redirects to the reference', async () => {
    const without = await serving()

    expect((await app.inject('/')).headers.location).toBe('console')
    expect((await without.inject('/')).headers.location).toBe('docs/')
    expect((await without.inject('/console')).statusCode).toBe(404)
  })

  it('is one page at each of its addresses, never cached', async () => {
    for (const url of ['/console', '/console/', '/console/documents', '/console/documents/01a2?page=2']) {
      const answer = await app.inject(url)

      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('src="/console/assets/index-Ab12.js"')
    }
  })

  it('preloads the parts of the requested page only', async () => {
    const below = await serving({ publicPath: '/timbre' })
    const linked = async (url: string, from = app) =>
      [...(await from.inject(url)).body.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(([, rel, href]) => `${rel} ${href}`)

    const list = ['modulepreload /console/assets/list-Cd34.js', 'stylesheet /console/assets/list-Gh78.css']
    expect(await linked('/console/documents?page=2')).toEqual(list)
    expect(await linked('/console/documents/')).toEqual(list)
    expect(await linked('/console/documents/01a2')).toEqual(['modulepreload /console/assets/document-Ij90.js'])
    expect(await linked('/console')).toEqual(['modulepreload /console/assets/overview-Ef56.js'])
    expect(await linked('/console/', below)).toEqual(['modulepreload /timbre/console/assets/overview-Ef56.js'])
    for (const other of ['/console/nowhere', '/console/constructor', '/console/places.json']) expect(await linked(other)).toEqual([])
  })

  it('allows only its own scripts, and a nonce that changes with each answer', async () => {
    const answers = [await app.inject('/console'), await app.inject('/console')]
    const nonces = answers.map(({ body }) => /csp-nonce" content="([^"]+)"/.exec(body)?.[1])
    const policies = answers.map(({ headers }) => String(headers['content-security-policy']))

    expect(new Set(nonces).size).toBe(2)
    policies.forEach((policy, index) => {
      expect(policy).toContain(`style-src 'self' 'nonce-${nonces[index]}'`)
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    })
  })

  it("contains the server's settings and the path of its proxy", async () => {
    const below = await serving({ publicPath: '/timbre', facts: { ...facts, version: '1.0.0-"&' } })
    const { body } = await below.inject('/console')
    const meta = /console-facts" content="([^"]+)"/.exec(body)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

    expect(body).toContain('src="/timbre/console/assets/index-Ab12.js"')
    expect(body).toContain('name="console-path" content="/timbre/console"')
    expect(JSON.parse(meta ?? '')).toEqual({ ...facts, version: '1.0.0-"&' })
  })

  it('sends parts compressed if accepted, cacheable for ever, and other files for an hour', async () => {
    const ask = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })
    const [plain, compressed, icon] = [
      await ask('/console/assets/index-Ab12.js', 'identity'), await ask('/console/assets/index-Ab12.js', 'br, gzip'),
      await ask('/console/icon.svg', 'br, gzip')
    ]

    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined])
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable'
    })
    expect(compressed.rawPayload.equals(gzipSync(script))).toBe(true)
    expect(compressed.headers.vary).toContain('accept-encoding')
    expect(compressed.headers['x-timbre-version']).toBe(version)
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' })
  })

  it('sends the smallest accepted encoding, in any order of Accept-Encoding', async () => {
    const sent = async (encoding: string) => {
      const { headers } = await app.inject({ url: '/console/assets/list-Cd34.js', headers: { 'accept-encoding': encoding } })
      return headers['content-encoding']
    }

    expect(await sent('gzip, deflate, br, zstd')).toBe('br')
    expect(await sent('gzip, br;q=0')).toBe('gzip')
    expect(await sent('gzip;q=0, identity')).toBeUndefined()
    expect(await sent('')).toBeUndefined()
  })

  it('sends neither the page in place of a missing part nor other files', async () => {
    expect((await app.inject('/console/assets/index-Old1.js')).statusCode).toBe(404)
    for (const url of ['/console/..%2f..%2fpackage.json', '/console/%2e%2e/package.json', '/console/assets/..%2findex.html']) {
      expect((await app.inject(url)).body).not.toContain('"dependencies"')
    }
  })

  it('opens the links of mails, also of earlier ones; without it, their addresses name the operation', async () => {
    const without = await serving()
    const contentsAt = (hasConsole: boolean) => createContents({
      sealing: { open: () => Buffer.from('abc') } as never, publicUrl: 'https://facturas.example/', hasConsole,
      documentMail: () => Promise.reject(new Error('has no link')), answerMail: () => Promise.reject(new Error('has no link'))
    })
    const facts = {
      taxNumber: '76123456-0', businessName: 'Andes SpA', tenantCode: 'andes', fullName: 'Ana Rojas', hours: 24, minutes: 30,
      hasAccount: false, active: true, at: new Date('2026-11-20T15:00:00.000Z')
    }
    const pages = {
      registration: 'confirm-email', passwordReset: 'reset-password', invitation: 'reset-password', passwordChanged: 'forgot-password',
      secondFactorChanged: 'forgot-password'
    }
    for (const [kind, page] of Object.entries(pages)) {
      const mail = { kind, language: 'es', facts, recipient: 'ana@andes.example', sealedToken: Buffer.from('x') } as never
      const [withConsole, plain] = await Promise.all([contentsAt(true)(mail), contentsAt(false)(mail)])
      const linkIn = ({ letter }: typeof plain) => new URL(defined(letter.link).address)
      const [link, linkWithout] = [linkIn(withConsole), linkIn(plain)]

      expect([link.pathname, linkWithout.pathname]).toEqual([`/console/${page}`, `/${page}`])
      expect((await app.inject(link.pathname)).statusCode).toBe(200)
      const earlier = await app.inject(`/${page}`)
      expect([earlier.statusCode, earlier.headers.location]).toEqual([302, `console/${page}`])
      const named = await without.inject(linkWithout.pathname)
      expect([named.statusCode, named.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(named.body).toMatch(/Auth\/(ConfirmEmail|ForgotPassword|ChangePasswordForUsingToken)/)
    }
  })

  it('says that it is not built', async () => {
    const unbuilt = await serving({ directory: join(directory, 'missing') })
    const answer = await unbuilt.inject('/console/documents')

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(answer.body).toContain('npm run build')
  })
})
