import { describe, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { contract, operationsOf, problemsOf, violationsOf } from './support/contract.ts'
import { defined } from './support/expecting.ts'

const operations = operationsOf(contract).map((entry) => [`${entry.method} ${entry.path}`, entry.operation] as const)

describe('the examples', () => {
  const bodies = operations.flatMap(([name, { requestBody }]) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema, example, examples }]) =>
      Object.entries(examples ?? { '': { value: example } }).map(([named, { value }]) =>
        [`${name} takes ${type} ${named}`, { schema, example: value }] as const))
  )
  const answers = operations.flatMap(([name, { responses }]) => Object.entries(responses['200']?.content ?? {})
    .filter(([type]) => type === 'application/json').map(([, media]) => [`${name} answers`, media] as const)
  )
  const notifications = Object.entries(contract.webhooks).map(([event, { post }]) =>
    [event, defined(post.requestBody?.content?.['application/json'])] as const
  ).filter(([, { example }]) => example !== undefined)

  it.each(operations)('%s has them', (_name, { requestBody, responses }) => {
    for (const media of Object.values(requestBody?.content ?? {})) expect(media.example ?? media.examples).toBeDefined()
    const answer = responses['200']?.content?.['application/json']
    if (answer) expect(answer.example).toMatchObject({ success: true, statusCode: 200, errorCode: '', errors: [] })
  })

  it.each([...bodies, ...answers, ...notifications])(
    '%s: matches its schema, with a distinct value for every member',
    (_name, { schema, example }) => {
      expect(problemsOf(schema, example)).toEqual([])
      expect(JSON.stringify(example)).not.toMatch(/"text"(?!:)/)
    }
  )
})

it('has patterns that any regular-expression engine accepts, without Unicode classes', () => {
  const patterns = [...JSON.stringify(contract).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern]) =>
    JSON.parse(defined(pattern)) as string
  )

  expect(patterns.length).toBeGreaterThan(0)
  expect(patterns.filter((pattern) => /\\[pPu]/.test(pattern))).toEqual([])
})

describe('the checker of answers', () => {
  const request = { method: 'GET', url: '/api/Role/List' }
  const role = {
    id: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001', name: 'Caja', system: false, claims: [], userCount: 0,
    createdAt: '2026-11-20T13:45:12.345Z'
  }
  const success = { success: true, statusCode: 200, errorCode: '', errors: [], result: [role] }
  const failure = { success: false, statusCode: 403, errorCode: 'CLAIM_MISSING', errors: [], result: null }
  const answer = (
    statusCode: number, body: unknown, type = 'application/json; charset=utf-8', headers: Record<string, string> = {}
  ) => ({
    statusCode, body: JSON.stringify(body), headers: {
      'content-type': type, 'x-request-id': 'r1', 'x-timbre-version': '1.0.0',
      ...statusCode >= 400 && { link: '</docs/errors#CLAIM_MISSING>; rel="help"' }, ...headers
    }
  }) as unknown as LightMyRequestResponse

  it.each([
    ['a success', request, answer(200, success)],
    [
      'a success under another case and with a slash', { method: 'GET', url: '/API/role/list/?x=1' },
      answer(200, success)
    ],
    ['a declared failure', request, answer(403, failure)],
    [
      'a path that does not exist', { method: 'GET', url: '/api/Nothing' }, answer(404, { ...failure, statusCode: 404 })
    ],
    ['what is outside the contract', { method: 'GET', url: '/health/live' }, answer(200, {})]
  ])('lets %s pass', (_name, asked, given) => {
    expect(violationsOf(asked, given)).toEqual([])
  })

  it.each([
    ['a member too many', answer(200, { ...success, result: [{ ...role, tenantId: 'x' }] }), 'additional'],
    ['a member too few', answer(200, { ...success, result: [{ ...role, name: undefined }] }), 'required'],
    ['a value of another type', answer(200, { ...success, result: [{ ...role, userCount: '0' }] }), 'integer'],
    ['a moment that is none', answer(200, { ...success, result: [{ ...role, createdAt: 'today' }] }), 'date-time'],
    ['a failure without its envelope', answer(403, { message: 'no' }), 'required'],
    ['a failure with a result', answer(403, { ...failure, result: [] }), 'null'],
    ['a status that is not declared', answer(418, failure), 'not declared'],
    ['a media type that is not declared', answer(200, success, 'text/html'), 'not declared'],
    ['a header that is not declared', answer(200, success, undefined, { 'retry-after': '2' }), 'not declared'],
    ['a header of another form', answer(503, { ...failure, statusCode: 503 }, undefined, { 'retry-after': 'soon' }), 'integer'],
    ['a header that is missing', { ...answer(200, success), headers: {} } as LightMyRequestResponse, 'missing']
  ])('finds %s', (_name, given, words) => {
    expect(violationsOf(request, given).join()).toContain(words)
  })
})
