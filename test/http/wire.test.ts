import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { httpApp, people, testKeys } from '../support/http-app.ts'
import { sampleGroup } from './sample-group.ts'

const facts = { fail: () => new Error('unset') as unknown, calls: 0 }
let world: Awaited<ReturnType<typeof httpApp>>
beforeAll(async () => {
  world = await httpApp({ groups: [sampleGroup(facts)] })
})
beforeEach(() => {
  facts.calls = 0
})
afterAll(() => world.app.close())

const good = { payload: { details: [{ quantity: 2 }], note: 'hola' } }

async function send (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { body, headers = {}, as = people.andesAdmin }: {
    body?: unknown, headers?: Record<string, string>, as?: typeof people.andesAdmin
  } = {}
) {
  const answer = await world.app.inject({
    method, url: `/api/Sample${url}`, headers: { ...world.as(as), ...headers },
    ...(body === undefined ? {} : { payload: body as string | object })
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => JSON.parse(answer.body) }
}

describe('a success', () => {
  it('has the whole envelope and only members of the schema', async () => {
    const answer = await send('POST', '/Echo', { body: good })

    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      success: true, statusCode: 200, errorCode: '', errors: [],
      result: { note: 'hola', quantities: [2], actor: 'ana', at: '2026-11-20T13:45:12.345Z', whole: 1.5 }
    })
  })

  it.each([
    ['text/plain', 'text/plain; charset=utf-8'], ['text/plain, application/json;q=0.5', 'text/plain; charset=utf-8'],
    ['text/json', 'text/json; charset=utf-8'],
    ['text/plain, application/json, text/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'], ['application/xml', 'application/json; charset=utf-8']
  ])('to Accept: %s is %s, with the same body', async (accept, type) => {
    const answer = await send('POST', '/Echo', { body: good, headers: { accept } })

    expect(answer.headers['content-type']).toBe(type)
    expect(answer.text).toBe((await send('POST', '/Echo', { body: good })).text)
  })

  it('answers the older path alike, in any case, with trailing or repeated slashes', async () => {
    for (const url of ['/GetEcho', '/ECHO', '/echo/', '//echo', '///GetEcho//']) {
      expect((await send('POST', url, { body: good })).status).toBe(200)
    }
    const answer = await world.app.inject({
      method: 'POST', url: 'http://localhost//api//Sample//Echo', headers: world.as(people.andesAdmin), payload: good
    })
    expect(answer.statusCode).toBe(200)
  })

  it.each(['ISO-8859-1', 'iso8859-1', 'latin1', '"Windows-1252"', 'cp1252'])('reads JSON in %s, where that is declared', async (charset) => {
    const answer = await send('POST', '/Echo', {
      body: Buffer.from('{"payload":{"details":[],"note":"Ñuñoa \x96 \xABA\xDAN\xBB"}}', 'latin1'),
      headers: { 'content-type': `application/json; charset=${charset}` }
    })

    expect(answer.json().result.note).toBe('Ñuñoa – «AÚN»')
  })

  it('has the version and the security headers, and names no other software', async () => {
    const { headers } = await send('POST', '/Echo', { body: good })

    expect(headers).toMatchObject({
      'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin', 'permissions-policy': expect.stringContaining('camera=()'),
      'x-timbre-version': version
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['/', '/health/live', '/openapi.json', '/docs/', '/reset-password', '/api/Nothing', '/api/Sample/Page'])(
    'names the version at %s, too', async (url) => {
      expect((await world.app.inject(url)).headers['x-timbre-version']).toBe(version)
    }
  )

  it('can be a file, under a name escaped in its header', async () => {
    const answer = await send('GET', '/File')

    expect(answer.text).toBe('<DTE/>')
    expect(answer.headers['content-type']).toBe('application/xml')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="Liquidacion _33__1.xml"; filename*=UTF-8\'\'Liquidaci%C3%B3n%20_33__1.xml')
  })

  it('echoes a valid X-Request-Id and replaces any other', async () => {
    const sane = await send('POST', '/Echo', { body: good, headers: { 'x-request-id': 'abc-1.2_3' } })
    const insane = await send('POST', '/Echo', { body: good, headers: { 'x-request-id': 'a b\tc' } })

    expect(sane.headers['x-request-id']).toBe('abc-1.2_3')
    expect(insane.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('rejects input (400)', () => {
  it('listing every problem with its path', async () => {
    const answer = await send('POST', '/Echo', {
      body: {
        payload: {
          details: [{ quantity: 1 }, { quantity: '2' }, { quantity: 0, name: '', unitOfMeasure: 'LB', colour: 'red' }],
          note: 5
        },
        email: 'x'
      }
    })

    expect(answer.json()).toEqual({
      success: false,
      statusCode: 400,
      errorCode: 'VALIDATION_FAILED',
      errors: expect.arrayContaining([
        'payload.details[1].quantity: must be a number', 'payload.details[2].quantity: must be greater than 0',
        'payload.details[2].name: must have at least 1 character',
        'payload.details[2].unitOfMeasure: must be one of: KG, UN',
        'payload.details[2].colour: is an unknown member', 'payload.note: must be a string',
        'email: must be an email address'
      ]),
      result: null
    })
    expect(facts.calls).toBe(0)
  })

  it('in Spanish on request', async () => {
    const { errors } =
      (await send('POST', '/Echo', {
        body: { payload: { details: [{ quantity: 0 }] } }, headers: { 'accept-language': 'es-CL,es;q=0.9,en;q=0.5' }
      })).json()

    expect(errors).toEqual(['payload.details[0].quantity: debe ser mayor que 0'])
  })

  it.each([
    ['no body', undefined, {}, 'VALIDATION_FAILED', 'body: is required'],
    ['an array for an object', [], {}, 'VALIDATION_FAILED', 'body: must be an object'],
    ['a missing member', { payload: {} }, {}, 'VALIDATION_FAILED', 'payload.details: is required'],
    [
      'broken JSON', '{"payload":', { 'content-type': 'application/json' }, 'JSON_MALFORMED',
      'The body is not valid JSON.'
    ],
    [
      'a member twice', '{"payload":{"note":"a","note":"b"}}', { 'content-type': 'application/json' },
      'JSON_DUPLICATE_MEMBER', expect.stringMatching(/^payload\.note: /)
    ]
  ])('%s', async (_name, body, headers, code, sentence) => {
    const answer = await send('POST', '/Echo', { body, headers })

    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ errorCode: code, errors: [sentence] })
  })

  it.each([
    ['application/xml', '<a/>'], ['text/plain', '{}'], ['application/x-www-form-urlencoded', 'a=1'],
    ['application/json; charset="UTF-16"', '{}'], ['application/json; charset=', '{}'],
    ['multipart/form-data; boundary=x', '--x--']
  ])('of type %s with 415', async (type, body) => {
    const answer = await send('POST', '/Echo', { body, headers: { 'content-type': type } })

    expect(answer.json()).toMatchObject({ statusCode: 415, errorCode: 'MEDIA_TYPE_UNSUPPORTED', result: null })
    if (!type.startsWith('application/json')) {
      expect(answer.json().errors).toEqual(['Send the body as application/json, not compressed.'])
    }
  })

  it.each(['latin-2', 'UTF-16'])('in %s with a 415 that names the charsets that are read', async (charset) => {
    const answer = await send('POST', '/Echo', {
      body: '{}', headers: { 'content-type': `application/json; charset=${charset}` }
    })

    expect(answer.json()).toMatchObject({
      statusCode: 415, errorCode: 'MEDIA_TYPE_UNSUPPORTED',
      errors: ['The charset of a JSON body must be UTF-8, ISO-8859-1 or Windows-1252.']
    })
  })

  it('in UTF-8 declared as ISO-8859-1, with 415, since its names would be corrupted', async () => {
    const answer = await send('POST', '/Echo', {
      body: good, headers: { 'content-type': 'application/json; charset=ISO-8859-1' }
    })
    const named = await send('POST', '/Echo', {
      body: Buffer.from('{"payload":{"details":[],"note":"Ñuñoa"}}'),
      headers: { 'content-type': 'application/json; charset=ISO-8859-1' }
    })

    expect(answer.status).toBe(200)
    expect(named.json()).toMatchObject({ statusCode: 415, errors: [expect.stringContaining('Declare charset=utf-8')] })
  })

  it('that is compressed, with 415', async () => {
    expect((await send('POST', '/Echo', { body: good, headers: { 'content-encoding': 'gzip' } })).json().errorCode)
      .toBe('MEDIA_TYPE_UNSUPPORTED')
  })

  it('larger than 1 MiB, with 413', async () => {
    const answer = await send('POST', '/Echo', { body: { payload: { details: [], note: 'x'.repeat(1024 * 1024) } } })

    expect(answer.json()).toMatchObject({ statusCode: 413, errorCode: 'BODY_TOO_LARGE' })
  })
})

describe('reads queries', () => {
  it('by names in any case, with defaults', async () => {
    expect((await send('GET', '/Page')).json().result).toEqual({
      page: 1, pageSize: 20, totalPage: 3, totalRecords: 41, totalIsEstimate: false, data: [{ id: 1 }]
    })
    expect((await send('GET', '/Page?Page=2&PAGESIZE=5&OnlyOpen=true&search=')).json().result).toMatchObject({
      page: 2, pageSize: 5, totalPage: 9
    })
  })

  it.each([
    ['pageSize=101', 'pageSize: must be at most 100'], ['pageSize=0', 'pageSize: must be at least 1'],
    ['pageSize=-1', 'pageSize: must be at least 1'], ['pageSize=abc', 'pageSize: must be a number'],
    ['pageSize=1e1', 'pageSize: must be a number'], ['utm=x', 'utm: is an unknown parameter'],
    ['page=1.5', 'page: must be a number'], ['page=1&Page=2', 'page: appears twice'],
    ['onlyOpen=1', 'onlyOpen: must be true or false'],
    ['search=%ff', 'search: contains control characters or escapes that are not UTF-8'],
    ['search=a%00b', 'search: contains control characters or escapes that are not UTF-8']
  ])('refusing %s', async (query, sentence) => {
    expect((await send('GET', `/Page?${query}`)).json()).toMatchObject({
      statusCode: 400, errorCode: 'VALIDATION_FAILED', errors: [sentence]
    })
  })

  it.each(['secretKey=sk_1', 'TOKEN=t', 'pass%77ord=p'])(
    'refusing a secret in %s, even without credentials',
    async (query) => {
      const answer = await world.app.inject({ method: 'GET', url: `/api/Sample/Page?${query}` })

      expect(answer.json()).toMatchObject({ statusCode: 400, errorCode: 'SECRET_IN_QUERY' })
    }
  )

  it('taking the id of a Delete from the query or from the body', async () => {
    const id = '01a1f819-9db2-7670-91e5-6186e4dbd021'

    expect((await send('DELETE', `/Delete?ID=${id}`)).status).toBe(200)
    expect((await send('DELETE', '/Delete', { body: { id } })).status).toBe(200)
    expect((await send('DELETE', '/Delete')).json().errors).toEqual(['id: is required'])
    expect((await send('DELETE', '/Delete?id=7')).json().errors).toEqual(['id: must be a UUID'])
    expect((await send('DELETE', `/Delete?id=${id}`, { body: { id: id.replace('01a1', '01a2') } })).json().errors)
      .toEqual(['id: is sent twice with different values'])
  })
})

describe('guards', () => {
  it('by claim (403)', async () => {
    expect((await send('GET', '/Page', { as: people.andesClerk })).json()).toMatchObject({
      statusCode: 403, errorCode: 'CLAIM_MISSING'
    })
  })

  it("by the tenant's addresses (403)", async () => {
    const answer = await world.app.inject({
      method: 'GET', url: '/api/Sample/Page', headers: world.as(people.andesAdmin), remoteAddress: '203.0.113.66'
    })

    expect(answer.json()).toMatchObject({ statusCode: 403, errorCode: 'IP_NOT_ALLOWED' })
  })

  it('ignoring X-Forwarded-For of untrusted peers', async () => {
    const answer = await world.app.inject({
      method: 'GET', url: '/api/Sample/Page',
      headers: { ...world.as(people.andesAdmin), 'x-forwarded-for': '198.51.100.1' }, remoteAddress: '203.0.113.66'
    })

    expect(answer.statusCode).toBe(403)
  })

  it('ending sessions at once when the user is deleted (401)', async () => {
    const headers = world.as(people.borealAdmin)
    world.ended.add(people.borealAdmin.userId)

    expect((await world.app.inject({ method: 'GET', url: '/api/Sample/Page', headers })).statusCode).toBe(401)
  })

  it("by a tenant's keys before the body is validated", async () => {
    const post = async (body: object) =>
      (await world.app.inject({ method: 'POST', url: '/api/Sample/Save', payload: body })).json()

    expect(await post({ ...testKeys, payload: { folio: 1 } })).toMatchObject({ statusCode: 200, result: true })
    expect(await post({ ...testKeys, payload: { folio: 'x' } })).toMatchObject({
      statusCode: 400, errors: ['payload.folio: must be a number']
    })
    const refused = [{ ...testKeys, secretKey: 'wrong' }, { ...testKeys, tenantCode: 'unknown' }, {
      ...testKeys, secretKey: { $ne: 1 }
    }]
    for (const body of refused) {
      expect(await post(body)).toMatchObject({ statusCode: 401, errorCode: 'TENANT_KEYS_INVALID', result: null })
    }
  })

  it('names a missing or misspelled member of the keys (400)', async () => {
    const post = async (body: object) =>
      (await world.app.inject({ method: 'POST', url: '/api/Sample/Save', payload: body })).json()
    const { tenantCode: TenantCode, ...others } = testKeys

    expect(await post({ payload: 1 })).toMatchObject({
      statusCode: 400, errorCode: 'VALIDATION_FAILED',
      errors: ['tenantCode: is required', 'accessKey: is required', 'secretKey: is required']
    })
    expect(await post({ ...others, TenantCode, payload: { folio: 1 } })).toMatchObject({
      statusCode: 400, errors: ['tenantCode: is required, and written so, not "TenantCode"']
    })
  })

  it('refuses to start with a route that has no rule', async () => {
    const naked = {
      name: 'Naked',
      register: (_operation: unknown, scope: typeof world.app) => {
        scope.get('/Open', async () => 'open')
      }
    }

    await expect(httpApp({ groups: [naked] })).rejects.toThrow('Routes without an access rule: GET /api/Naked/Open')
  })
})

describe('unknown paths and methods', () => {
  it('answers 404 for an unknown path', async () => {
    expect((await send('GET', '/Nothing')).json()).toMatchObject({ statusCode: 404, errorCode: 'ROUTE_NOT_FOUND' })
  })

  it.each(['/eCHO/', '//eCHO', '//eCHO//'])('answers 405 with Allow when the path has another method: %s', async (url) => {
    const answer = await send('GET', url)

    expect(answer.json()).toMatchObject({ statusCode: 405, errorCode: 'METHOD_NOT_ALLOWED' })
    expect(answer.headers['allow']).toBe('POST')
  })

  it('answers OPTIONS with 405, without CORS', async () => {
    for (const method of ['OPTIONS', 'PATCH'] as const) {
      const answer = await world.app.inject({
        method, url: '/api/Sample/Page',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
      })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers['allow']).toBe('GET, HEAD')
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('answers an address that cannot be decoded in the envelope, with the usual headers', async () => {
    const answer = await world.app.inject({ method: 'GET', url: '/api/%ff' })

    expect(answer.json()).toMatchObject({ statusCode: 400, errorCode: 'REQUEST_MALFORMED' })
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'DENY', 'x-request-id': expect.any(String), 'x-timbre-version': version
    })
  })
})

describe('rate limits', () => {
  it('allow a burst, then answer 429 with Retry-After, per address', async () => {
    const post = async (remoteAddress: string) =>
      await world.app.inject({ method: 'POST', url: '/api/Sample/SignIn', remoteAddress })
    const answers = [await post('192.0.2.1'), await post('192.0.2.1'), await post('192.0.2.1'), await post('192.0.2.1')]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"sample";q=3;w=30', ratelimit: '"sample";r=2;t=0'
    })
    expect(answers[3]?.json()).toMatchObject({ errorCode: 'RATE_LIMITED' })
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post('192.0.2.2')).statusCode).toBe(200)
  })

  it('treat an IPv6 /64 as one address', async () => {
    const post = async (remoteAddress: string) =>
      (await world.app.inject({ method: 'POST', url: '/api/Sample/SignIn', remoteAddress })).statusCode
    const statuses = [
      await post('2001:db8::1'), await post('2001:db8::2'), await post('2001:db8:0:0:ffff::3'),
      await post('2001:db8::4')
    ]

    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await post('2001:db8:0:1::1')).toBe(200)
  })
})
