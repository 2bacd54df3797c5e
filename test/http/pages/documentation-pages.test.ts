import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleTable } from '../../../src/dte/errors.ts'
import { errorTable, ServiceError } from '../../../src/shared/errors.ts'
import { allCaptured } from '../../support/expecting.ts'
import { httpApp } from '../../support/http-app.ts'
import { sampleGroup } from '../sample-group.ts'

const facts = { fail: (): unknown => new ServiceError('TENANT_REQUIRED'), calls: 0 }

const created: Awaited<ReturnType<typeof httpApp>>['app'][] = []
const create = async (options: object = {}) => {
  const { app } = await httpApp({ groups: [sampleGroup(facts)], ...options })
  created.push(app)
  return app
}

let app: Awaited<ReturnType<typeof create>>
beforeAll(async () => { app = await create() })
afterAll(() => Promise.all(created.map((one) => one.close())))

const failIn = async (language: string, from = app) =>
  (await from.inject({ method: 'PUT', url: '/api/Sample/Fail', headers: { 'accept-language': language } })).headers['link']

describe('an error', () => {
  it('links to the row of its code, in the language of its sentences', async () => {
    expect(await failIn('en')).toBe('</docs/errors#TENANT_REQUIRED>; rel="help"')
    expect(await failIn('es-CL')).toBe('</docs/es/errors#TENANT_REQUIRED>; rel="help"')
  })

  it('links to the address that people use, where the operator has set one', async () => {
    expect(await failIn('en', await create({ config: { publicUrl: 'https://timbre.example/path/' } })))
      .toBe('<https://timbre.example/path/docs/errors#TENANT_REQUIRED>; rel="help"')
  })

  it('has the link also for a path that cannot be decoded or does not exist', async () => {
    expect((await app.inject('/%zz')).headers['link']).toBe('</docs/errors#REQUEST_MALFORMED>; rel="help"')
    expect((await app.inject('/api/Nothing')).headers['link']).toBe('</docs/errors#ROUTE_NOT_FOUND>; rel="help"')
  })

  it.each(['/docs/errors', '/docs/es/errors'])('of any code has its row in %s', async (page) => {
    const ids = allCaptured(/ id="([^"]+)"/g, (await app.inject(page)).body)

    expect([...Object.keys(errorTable), ...Object.keys(ruleTable)].filter((code) => !ids.includes(code))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the documentation', () => {
  it('leads from its contents to every page, and no link of a page leads nowhere', async () => {
    const [seen, waiting] = [new Map<string, string[]>(), ['/docs/index', '/docs/es/index']]
    const broken: string[] = []
    const targets: [from: string, path: string, section: string][] = []
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (seen.has(page)) continue
      const { statusCode, body } = await app.inject(page)
      seen.set(page, statusCode === 200 ? allCaptured(/ id="([^"]+)"/g, body) : [])
      if (statusCode !== 200) broken.push(page)
      for (const href of allCaptured(/<a href="(?!https?:)([^"]+)"/g, body)) {
        const { pathname, hash } = new URL(href, `http://timbre${page}`)
        if (pathname === '/docs/') continue
        targets.push([page, pathname, decodeURIComponent(hash.slice(1))])
        waiting.push(pathname)
      }
    }

    expect(broken).toEqual([])
    expect(targets.filter(([, path, section]) => section !== '' && !seen.get(path)?.includes(section))).toEqual([])
    expect(seen.size).toBeGreaterThan(80)
  })

  it('runs no script, and refuses to be framed', async () => {
    const { headers, body } = await app.inject('/docs/es/errors')

    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; /)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(body).toContain('<html lang="es">')
    expect(body).not.toMatch(/<script|<img|style="|<token>/)
  })

  it.each(['/docs/nothing', '/docs/es/nothing', '/docs/..%2fpackage.json'])('answers %s with 404', async (path) => {
    expect((await app.inject(path)).json()).toMatchObject({ errorCode: 'ROUTE_NOT_FOUND' })
  })
})
