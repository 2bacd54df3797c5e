import { afterEach, beforeEach, expect, it } from 'vitest'
import { httpApp, people } from '../../support/http-app.ts'
import { sampleGroup } from '../sample-group.ts'

const facts = { fail: () => new Error('unset'), calls: 0 }
let world: Awaited<ReturnType<typeof httpApp>>
beforeEach(async () => {
  facts.calls = 0
  world = await httpApp({ groups: [sampleGroup(facts)] })
})
afterEach(() => world.app.close())

const body = (note: string) => ({ payload: { details: [], note } })

async function post (key: string, payload: object, as = people.andesAdmin, url = '/api/Sample/Echo') {
  return await world.app.inject({ method: 'POST', url, payload, headers: { ...world.as(as), 'idempotency-key': key } })
}

it('repeats the first answer byte for byte and does the work once', async () => {
  const first = await post('k1', body('a'))
  const second = await post('k1', body('a'))

  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.statusCode).toBe(200)
  expect(second.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(second.body).toBe(first.body)
  expect(facts.calls).toBe(1)
})

it('refuses the key with other content (409)', async () => {
  await post('k1', body('a'))

  expect((await post('k1', body('b'))).json()).toMatchObject({ statusCode: 409, errorCode: 'IDEMPOTENCY_KEY_REUSED' })
})

it('treats the older path as the same operation, and each tenant separately', async () => {
  await post('k1', body('a'))

  expect((await post('k1', body('a'), people.andesAdmin, '/api/Sample/GetEcho')).headers['idempotent-replayed']).toBe(
    'true'
  )
  expect((await post('k1', body('b'), people.borealAdmin)).statusCode).toBe(200)
  expect(facts.calls).toBe(2)
})

it('answers 409 while the first request is in progress', async () => {
  const known = await world.idempotency.begin(people.andesAdmin, {
    operation: 'Sample/Echo', key: 'k1', requestHash: Buffer.alloc(32)
  })
  expect(known.outcome).toBe('new')
  const { kept } = world.idempotency as typeof world.idempotency & { kept: Map<string, { requestHash: string }> }
  const [name] = kept.keys()
  const once = await post('k2', body('a'))
  const hash = [...kept.values()].at(-1)?.requestHash ?? ''
  kept.set(name ?? '', { requestHash: hash })

  expect(once.statusCode).toBe(200)
  const answer = await post('k1', body('a'))
  expect(answer.json()).toMatchObject({ statusCode: 409, errorCode: 'IDEMPOTENCY_IN_PROGRESS' })
  expect(answer.headers['retry-after']).toBe('1')
})

it('releases the key when nothing was done', async () => {
  expect((await post('k1', { payload: 1 })).statusCode).toBe(400)
  expect((await post('k1', body('a'))).statusCode).toBe(200)
})

it.each(['', 'é', 'a'.repeat(256), 'a\tb'])('refuses the key %j (400)', async (key) => {
  expect((await post(key, body('a'))).json()).toMatchObject({ statusCode: 400, errorCode: 'IDEMPOTENCY_KEY_INVALID' })
})
