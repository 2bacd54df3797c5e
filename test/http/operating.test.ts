import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ruleTable } from '../../src/dte/errors.ts'
import { envelopedBoolean } from '../../src/http/envelope.ts'
import { id } from '../../src/http/ids.ts'
import { buildMetricsServer, createMetrics } from '../../src/http/plugins/metrics.ts'
import { defineGroup, type Group } from '../../src/http/operation.ts'
import { createLogger } from '../../src/http/plugins/request-log.ts'
import { errorTable, ServiceError } from '../../src/shared/errors.ts'
import { build, version } from '../../src/shared/version.ts'
import { allCaptured, defined, first } from '../support/expecting.ts'
import { httpApp, people, testConfig, tokenFor } from '../support/http-app.ts'
import { get, openConnection, portOf, until } from '../support/raw-connection.ts'
import { sampleGroup } from './sample-group.ts'

const groups = [sampleGroup({ fail: () => new Error('the cause, for the operator'), calls: 0 })]

describe('health', () => {
  const checks = {
    database: async () => ({ ok: true }),
    queue: async () => ({ ok: true, detail: 'oldest due task waits 3 s' })
  }

  it('is live without any check, and ready when every check passes', async () => {
    const { app } = await httpApp({
      groups: [], services: { health: { checks, simulatorAddress: 'http://127.0.0.1:4000' } }
    })

    expect((await app.inject('/health/live')).json()).toEqual({ status: 'live' })
    expect((await app.inject('/Health/Ready/')).json()).toEqual({
      status: 'ready', checks: { database: 'ok', queue: 'ok' }, simulator: 'http://127.0.0.1:4000'
    })
    await app.close()
  })

  it('stays ready with a failed check that the caller excludes, and no other', async () => {
    const writes = async () => ({ ok: false, detail: 'The database is read-only' })
    const { app } = await httpApp({ groups: [], services: { health: { checks: { ...checks, writes } } } })
    const statusOf = async (query: string): Promise<number> => (await app.inject(`/health/ready${query}`)).statusCode

    expect(await statusOf('')).toBe(503)
    expect((await app.inject('/health/ready?exclude=writes')).json()).toMatchObject({
      status: 'ready', checks: { writes: 'failed' }
    })
    expect(await statusOf('?exclude=queue&exclude=writes')).toBe(200)
    expect(await statusOf('?exclude=queue')).toBe(503)
    await app.close()
  })

  it('answers 503 when a check fails, without saying why', async () => {
    const { app } = await httpApp({
      groups: [],
      services: {
        health: {
          checks: {
            ...checks,
            database: async () => {
              throw new Error('password authentication failed for user timbre')
            }
          }
        }
      }
    })
    const answer = await app.inject('/health/ready')

    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ status: 'unavailable', checks: { database: 'failed', queue: 'ok' } })
    expect((await app.inject({ method: 'HEAD', url: '/health/ready' })).statusCode).toBe(503)
    expect((await app.inject('/health/live')).statusCode).toBe(200)
    await app.close()
  })

  it('answers 503 when a check does not answer, and does not repeat it meanwhile', { tags: 'slow' }, async () => {
    let asked = 0
    const { app } = await httpApp({
      groups: [],
      services: {
        health: {
          checks: {
            database: async () => {
              asked++
              return await new Promise(() => {})
            }
          }
        }
      }
    })

    expect((await app.inject('/health/ready')).json()).toEqual({
      status: 'unavailable', checks: { database: 'failed' }
    })
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
    expect(asked).toBe(1)
    await app.close()
  })

  it('runs a check once for concurrent requests', async () => {
    let asked = 0
    const { app } = await httpApp({
      groups: [], services: { health: { checks: { database: async () => ({ ok: ++asked > 0 }) } } }
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/health/ready')))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    // Two, should a second have passed on a very busy machine.
    expect(asked).toBeLessThan(3)
    await app.close()
  })

  it('reports details on the metrics port', async () => {
    const health = { checks: { ...checks, disk: async () => ({ ok: false, detail: '12 MiB free' }) } }
    const server = buildMetricsServer(new Registry(), { health })
    const answer = await server.inject('/health')

    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'unavailable',
      version,
      commit: build.commit ?? null,
      checks: {
        database: { ok: true }, queue: { ok: true, detail: 'oldest due task waits 3 s' },
        disk: { ok: false, detail: '12 MiB free' }
      }
    })
    await server.close()
  })
})

describe('while stopping', () => {
  it('after an unexpected error answers 503 in the envelope on open connections, and finishes requests in progress', { tags: 'slow' }, async () => {
    const begun = signal()
    const stopping = signal()
    const finish = signal()
    const slow = async () => {
      begun.give()
      await finish.given
      return { ok: true }
    }
    const stopWatcher: Group = {
      name: 'Watcher',
      register: (_operation, scope) => {
        scope.addHook('preClose', async () => {
          stopping.give()
        })
      }
    }
    const { app } = await httpApp({ groups: [...groups, stopWatcher], services: { health: { checks: { slow } } } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
    const answers = text(socket)
    socket.write('GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun.given
    const closing = app.close()
    await stopping.given
    socket.write('PUT /api/Sample/Fail HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => { setImmediate(resolve) })
    finish.give()

    const [first = '', second = ''] = (await answers).split(/(?=HTTP\/1\.1 )/)
    expect(first).toContain('{"status":"stopping"')
    expect(second).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2[^]*"errorCode":"SHUTTING_DOWN"/)
    await closing
  })

  it('is not ready during the delay, and serves everything', async () => {
    const { app } = await httpApp({ groups })
    await app.listen({ host: '127.0.0.1', port: 0 })
    app.drain(60_000).catch(() => {})
    const answers = await Promise.all(['/health/ready', '/api/Sample/Nothing'].map((path) => fetch(addressOf(app, path))))

    expect(answers.map(({ status }) => status)).toEqual([503, 404])
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'keep-alive'])
    await app.close()
  })

  it('serves one more request on each open connection after the port has closed, and then ends it', async () => {
    const { app } = await httpApp({ groups })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = addressOf(app, '/health/live')
    const unused = await openConnection(app)
    const idle = await openConnection(app)
    idle.send(get('/health/live'))
    await until(() => idle.received.includes('live'))
    const drained = app.drain(1)
    await until(() => !app.server.listening)
    for (const client of [unused, idle]) client.send(get('/api/Sample/Nothing'))
    await drained

    await expect(fetch(address)).rejects.toThrow()
    await until(() => unused.closed && idle.closed)
    for (const { received } of [unused, idle]) expect(received).toMatch(/HTTP\/1\.1 404 [^]*connection: close/)
    await app.close()
  })
})

const addressOf = (app: FastifyInstance, path: string): string => `http://127.0.0.1:${portOf(app)}${path}`

function signal () {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => { give = resolve })
  return { given, give }
}

describe('when overloaded', () => {
  it.each([600, 900])('refuses work with 503 but stays live, and recovers, after blocks of %i ms', { tags: 'slow' }, async (ms) => {
    const { app } = await httpApp({ groups, config: { maxEventLoopDelayMs: 200 } })
    const status = async (method: 'GET' | 'PUT', url: string) => (await app.inject({ method, url })).statusCode
    const work = () => status('PUT', '/api/Sample/Fail')

    while (await work() !== 503) {
      hold(ms)
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    expect(await status('GET', '/health/live')).toBe(200)
    while (await work() !== 500) await new Promise((resolve) => { setTimeout(resolve, 25) })
    await app.close()
  })
})

/** The thread does nothing for so many milliseconds, at no cost to others. */
function hold (ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('the log', () => {
  it('has one line per answer, with request, tenant and correlation ids, and no secret', async () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'debug', destination: { write: (line: string) => { lines.push(line) } } })
    const { app } = await httpApp({ groups, logger })
    app.log.info({
      password: 'canary-1', body: { secretKey: 'canary-2', payload: { Password: 'canary-3' } },
      headers: { authorization: 'canary-4', 'x-secret-key': 'canary-5' }
    }, 'noted')
    app.log.child({ secretKey: 'canary-7' }).info('noted')
    const token = tokenFor(app, people.andesAdmin)
    await app.inject({
      method: 'GET', url: '/api/Sample/Page?search=canary-6',
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'r-1' }
    })
    await app.inject({ method: 'PUT', url: '/api/Sample/Fail', headers: { 'x-request-id': 'r-2' } })

    const parsed = lines.map((line) => JSON.parse(line))
    expect(parsed.find(({ reqId, msg }) => reqId === 'r-1' && msg === 'answered')).toMatchObject({
      level: 'info',
      tenantId: 'andes',
      userId: 'andes-ana',
      operation: 'Sample/Page',
      status: 200,
      req: { method: 'GET', path: '/api/Sample/Page' }
    })
    expect(parsed.filter(({ reqId }) => reqId === 'r-1').some((line) => 'errorCode' in line)).toBe(false)
    expect(parsed.find(({ reqId, msg }) => reqId === 'r-2' && msg === 'request failed')).toMatchObject({
      level: 'error', errorCode: 'INTERNAL', err: { message: 'the cause, for the operator' }
    })
    expect(lines.join()).not.toMatch(/canary/)
    expect(lines.join()).not.toContain(token)
    await app.close()
  })

  it('shows no secret at any depth of a line or an error, and handles circular data', () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info', destination: { write: (line: string) => { lines.push(line) } } })
    const deep = { a: [{ b: { c: { d: { e: { password: 'canary-1', kept: 'shown-1' } } } } }] }
    logger.info({ deep, plain: 'shown-2' }, 'noted')
    const answered = Object.assign(new Error('shown-3'), { response: { config: { headers: { cookie: 'canary-2' } } } })
    logger.error({ err: answered }, 'failed')
    const circular = Object.assign(new Error('shown-4'), { self: {} })
    circular.self = { circular: { circular }, password: 'canary-3', it: circular }
    logger.error({ err: circular, circular: { circular } }, 'failed')

    const text = lines.join('')
    expect(text).not.toMatch(/canary/)
    expect(['shown-1', 'shown-2', 'shown-3', 'shown-4'].filter((shown) => !text.includes(shown))).toEqual([])
  })

  it("has the error code and the document's id in each line of a refused request", async () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'debug', destination: { write: (line: string) => { lines.push(line) } } })
    const { app, as } = await httpApp({ groups: [documentGroup], logger })
    const correlationId = '01a203b5-6498-76d4-8e59-89ab5d107ef4'
    const get = async (query: string) => {
      lines.length = 0
      await app.inject({ method: 'GET', url: `/api/Webhook/GetWebhook?${query}`, headers: as(people.andesAdmin) })
      return lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId !== undefined)
    }

    for (const name of ['correlationId', 'id']) {
      const refused = await get(`${name}=${correlationId.toUpperCase()}`)
      expect(refused.map(({ msg }) => msg)).toEqual(['request refused', 'answered'])
      for (const line of refused) expect(line).toMatchObject({ errorCode: 'DOCUMENT_NOT_FOUND', correlationId })
    }
    const invalid = await get('correlationId=canary')
    for (const line of invalid) expect(line).toMatchObject({ errorCode: 'VALIDATION_FAILED' })
    expect(lines.join()).not.toContain('canary')
    await app.close()
  })
})

const documentGroup = defineGroup('Webhook', (operation) => {
  operation({
    method: 'GET', path: '/GetWebhook', rule: { access: 'signedIn' }, summary: 'Get',
    query: z.object({ correlationId: id }), answer: envelopedBoolean,
    handler: async () => { throw new ServiceError('DOCUMENT_NOT_FOUND') }
  })
})

describe.each(['docs/monitoring.md', 'docs/es/monitoring.md'])('the lines of a request as %s explains them', (page) => {
  it('have exactly these members', async () => {
    const [, table = ''] = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').split(/^\| (?:Member|Miembro) /m)
    const cells = [...first(table.split('\n\n')).matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => defined(cell))
    const explained = cells.flatMap((cell) => allCaptured(/`(\w+)`/g, cell))
    const lines: string[] = []
    const logger = createLogger({ level: 'debug', destination: { write: (line: string) => { lines.push(line) } } })
    const { app, as } = await httpApp({ groups: [...groups, documentGroup], logger })
    const id = '01a203b5-6498-76d4-8e59-89ab5d107ef4'
    for (const url of ['/api/Sample/Page', '/api/none', `/api/Webhook/GetWebhook?id=${id}`]) {
      await app.inject({ method: 'GET', url, headers: as(people.andesAdmin) })
    }
    await app.inject({ method: 'PUT', url: '/api/Sample/Fail' })

    const members = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)))
    expect([...members].sort()).toEqual(explained.sort())
    await app.close()
  })
})

describe('metrics', () => {
  it('are served on their own port, by operation, without a series per unknown path', async () => {
    const metrics = createMetrics()
    const { app, as } = await httpApp({ groups, metrics })
    await app.inject({ method: 'GET', url: '/api/Sample/File', headers: as(people.andesAdmin) })
    await app.inject('/probe/1')
    await app.inject('/probe/2')
    const server = buildMetricsServer(metrics)
    const { body, headers } = await server.inject('/metrics')

    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain(
      'timbre_http_request_duration_seconds_count{operation="Sample/File",method="GET",status="200"} 1'
    )
    expect(body).toContain(
      'timbre_http_request_duration_seconds_count{operation="unknown",method="GET",status="404",errorCode="ROUTE_NOT_FOUND"} 2'
    )
    expect(body).toContain('process_cpu_seconds_total')
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    await Promise.all([app.close(), server.close()])
  })

  it("count failures by the contract's codes, for any input", async () => {
    const metrics = createMetrics()
    const { app, as } = await httpApp({ groups, metrics })
    const headers = as(people.andesAdmin)
    await app.inject({ method: 'GET', url: '/api/Sample/Page', headers: { ...headers, authorization: 'Bearer guessed' } })
    for (const page of ['one', 'two']) await app.inject({ method: 'GET', url: `/api/Sample/Page?page=${page}`, headers })
    for (const payload of ['{', '{"guessed":1}']) {
      await app.inject({ method: 'POST', url: '/api/Sample/Echo', headers: { ...headers, 'content-type': 'application/json' }, payload })
    }
    await app.inject({ method: 'PUT', url: '/api/Sample/Fail' })
    const { values } = await defined(metrics.getSingleMetric('timbre_http_request_duration_seconds')).get()
    const counts = values.filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))
    const codes = counts.map(({ labels }) => String(labels['errorCode']))

    expect(counts).toContainEqual(expect.objectContaining({
      labels: { operation: 'Sample/Page', method: 'GET', status: '400', errorCode: 'VALIDATION_FAILED' }, value: 2
    }))
    expect(codes.sort()).toEqual(['INTERNAL', 'JSON_MALFORMED', 'UNAUTHENTICATED', 'VALIDATION_FAILED', 'VALIDATION_FAILED'])
    expect(codes.filter((code) => !(code in errorTable) && !(code in ruleTable))).toEqual([])
    await app.close()
  })
})

describe('browsers and proxies', () => {
  it('allows only the listed origins', async () => {
    const { app } = await httpApp({
      groups, metrics: new Registry(), config: { corsOrigins: ['https://shop.example'] }
    })
    const preflight = async (origin: string) => await app.inject({
      method: 'OPTIONS',
      url: '/api/Sample/Echo',
      headers: { origin, 'access-control-request-method': 'POST' }
    })
    const [listed, other] = [await preflight('https://shop.example'), await preflight('https://evil.example')]

    expect(listed.statusCode).toBe(204)
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example', vary: 'Origin',
      'access-control-expose-headers': expect.stringContaining('X-Timbre-Version')
    })
    expect(other.statusCode).toBe(405)
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
    await app.close()
  })

  it('trusts X-Forwarded-For from the listed proxies only', async () => {
    const { app, as } = await httpApp({ groups, config: { trustedProxies: ['10.0.0.0/8'] } })
    const status = async (remoteAddress: string, forwarded: string) => (await app.inject({
      method: 'GET',
      url: '/api/Sample/File',
      remoteAddress,
      headers: { ...as(people.andesAdmin), 'x-forwarded-for': forwarded }
    })).statusCode

    expect(await status('10.1.2.3', '203.0.113.66')).toBe(403)
    expect(await status('10.1.2.3', '198.51.100.1, 203.0.113.66')).toBe(403)
    expect(await status('10.1.2.3', '203.0.113.66, 198.51.100.1')).toBe(200)
    expect(await status('192.0.2.9', '203.0.113.66')).toBe(200)
    await app.close()
  })
})

describe('the API reference', () => {
  it('loads nothing from other hosts and can call only this server', { tags: 'slow' }, async () => {
    const { app } = await httpApp({ groups })
    const page = await app.inject('/docs/')
    const policy = String(page.headers['content-security-policy'])

    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect((await app.inject('/docs/js/scalar.js')).headers['content-type']).toContain('javascript')
    expect((await app.inject('/openapi-3.0.json')).json()).toMatchObject({ openapi: '3.0.3' })
    expect((await app.inject('/openapi.json')).json()).toMatchObject({
      openapi: '3.1.0', info: { version: testConfig.version }
    })
    await app.close()
  })
})
