import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocumentRefused } from '../../src/services/invoicing/issuing/refusal.ts'
import { failureOf, statusOf } from '../../src/http/failure.ts'
import { errorTable, ServiceError, type ErrorCode } from '../../src/shared/errors.ts'
import { httpApp } from '../support/http-app.ts'
import { sampleGroup } from './sample-group.ts'

const facts = { fail: (): unknown => new Error('unset'), calls: 0 }
let world: Awaited<ReturnType<typeof httpApp>>
beforeAll(async () => { world = await httpApp({ groups: [sampleGroup(facts)] }) })
afterAll(() => world.app.close())

async function failWith (error: unknown, language = 'en') {
  facts.fail = () => error
  return await world.app.inject({ method: 'PUT', url: '/api/Sample/Fail', headers: { 'accept-language': language } })
}

it('gives every code the status of its kind and its own message, in both languages', () => {
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    for (const language of ['en', 'es'] as const) {
      const failure = failureOf(new ServiceError(code), { language, requestId: 'r' })
      expect(failure).toMatchObject({
        status: statusOf[errorTable[code].kind], code, errors: [errorTable[code][language]]
      })
    }
  }
})

it('lists the problems of a service error, paths first, in the requested language', async () => {
  const error = new ServiceError('VALIDATION_FAILED', {
    problems: [{ path: 'email', message: { en: 'is taken', es: 'está en uso' } }, {
      path: '', message: { en: 'All is wrong.', es: 'Todo está mal.' }
    }]
  })

  expect((await failWith(error)).json()).toEqual({
    success: false, statusCode: 400, errorCode: 'VALIDATION_FAILED', errors: ['email: is taken', 'All is wrong.'],
    result: null
  })
  expect((await failWith(error, 'es-CL')).json().errors).toEqual(['email: está en uso', 'Todo está mal.'])
})

it("lists the violations of a refused document with the SII's codes", async () => {
  const refusal = new DocumentRefused([{
    rule: 'TOTAL_AMOUNT_MISMATCH', path: 'payload.header.totals.totalAmount',
    message: { en: 'is 100, but comes to 119', es: 'es 100, pero da 119' }, source: 'HED-3-305', posted: '100',
    computed: '119'
  }])

  expect((await failWith(refusal)).json()).toEqual({
    success: false,
    statusCode: 422,
    errorCode: 'TOTAL_AMOUNT_MISMATCH',
    errors: ['payload.header.totals.totalAmount: is 100, but comes to 119 (SII HED-3-305)'],
    result: null
  })
})

describe('answers 503 with Retry-After when the database is unreachable, full or overloaded', () => {
  it.each([
    ['Prisma cannot reach it', Object.assign(new Error('Can\'t reach database server at 10.0.0.1'), { code: 'P1001' })],
    ['no connection came free', Object.assign(new Error('x'), { code: 'P2024' })],
    ['it is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['its disk is full', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['the connection failed', Object.assign(new Error('x'), { code: '08006' })],
    ['a statement ran out of time', Object.assign(new Error('canceling statement'), { code: '57014' })],
    [
      'the adapter says so below',
      new Error('DriverAdapterError', { cause: { kind: 'postgres', originalCode: '57P03' } })
    ],
    [
      'the connection was refused, two causes down',
      new Error('a', { cause: new Error('b', { cause: Object.assign(new Error('c'), { code: 'ECONNREFUSED' }) }) })
    ],
    [
      'no transaction could begin in time',
      Object.assign(new Error('Unable to start a transaction in the given time.'), { code: 'P2028' })
    ],
    [
      'a raw query says so below',
      Object.assign(new Error('Raw query failed.'), {
        code: 'P2010', meta: { driverAdapterError: new Error('x', { cause: { originalCode: '57P01' } }) }
      })
    ],
    ['pg lost it', new Error('Connection terminated unexpectedly')],
    ['pg waited for it', new Error('timeout exceeded when trying to connect')]
  ])('%s', async (_name, error) => {
    const answer = await failWith(error)

    expect(answer.json()).toMatchObject({ statusCode: 503, errorCode: 'DATABASE_UNAVAILABLE' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('but not for a violated constraint', async () => {
    expect(
      (await failWith(Object.assign(new Error('duplicate key value violates'), { code: '23505' }))).json().errorCode
    ).toBe('INTERNAL')
  })
})

it.each([
  ['an error', new Error('SELECT secret FROM prisma at /srv/timbre/src/x.ts')],
  ['a text', 'SELECT secret'],
  ['nothing', undefined],
  ['an error that calls itself a client\'s', Object.assign(new Error('SELECT secret'), { statusCode: 400 })]
])('reveals of %s thrown only the request id', async (_name, error) => {
  const answer = await failWith(error)

  expect(answer.json()).toEqual({
    success: false,
    statusCode: 500,
    errorCode: 'INTERNAL',
    errors: [`${errorTable.INTERNAL.en} (${String(answer.headers['x-request-id'])})`],
    result: null
  })
})

it('adds WWW-Authenticate to 401 and Retry-After to 429', async () => {
  expect((await failWith(new ServiceError('CREDENTIALS_INVALID'))).headers['www-authenticate']).toBe(
    'Bearer realm="timbre"'
  )
  expect((await failWith(new ServiceError('SIGN_IN_DELAYED', { retryAfterSeconds: 64 }))).headers['retry-after']).toBe(
    '64'
  )
})

it.each(['40P01', '40001'])('reports a transaction that PostgreSQL rolled back for another one (%s) as retryable', async (code) => {
  const answer = await failWith(Object.assign(new Error('deadlock detected'), { code }))

  expect(answer.json()).toMatchObject({ statusCode: 503, errorCode: 'OVERLOADED' })
  expect(answer.headers['retry-after']).toBe('2')
})
