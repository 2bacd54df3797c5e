import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { envelopedBoolean, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { failure } from '../../support/app.ts'
import { defined, first } from '../../support/expecting.ts'
import { httpApp, people } from '../../support/http-app.ts'
import { until } from '../../support/raw-connection.ts'

const { andesAdmin, borealAdmin } = people
let begun: { path: string, tenantId: string, answer: () => void }[]
let world: Awaited<ReturnType<typeof httpApp>>

/** Operations whose requests are in progress until they are answered. */
const waiting = defineGroup('Waiting', (operation, app) => {
  const wait = (path: `/${string}`, more: { access: 'signedIn' | 'public', batched?: true }) => {
    const { access, ...others } = more
    operation({
      method: 'GET',
      path,
      rule: { access },
      summary: 'Wait',
      answer: envelopedBoolean,
      ...others,
      handler: async (call) => {
        const tenantId = (call as { actor?: Actor }).actor?.tenantId ?? ''
        await new Promise<void>((resolve) => { begun.push({ path, tenantId, answer: resolve }) })
        return ok(true)
      }
    })
  }
  wait('/Report', { access: 'signedIn' })
  wait('/Document', { access: 'signedIn', batched: true })
  wait('/SignIn', { access: 'public' })
  // A route that is no operation.
  app.get('/Caller', {
    schema: { hide: true }, config: { rule: { access: 'signedIn' }, admission: 'apart' }
  }, (request) => request.lifecycle.run(async () => {
    const { authorization } = request.headers
    return (await app.inject({ url: '/api/Waiting/Report', headers: { authorization } })).json()
  }))
})

beforeEach(async () => {
  begun = []
  world = await httpApp({ groups: [waiting], config: { trustedProxies: ['127.0.0.1'] } })
  onTestFinished(async () => {
    await until(() => {
      for (const { answer } of begun) answer()
      return world.app.inFlightRequests().length === 0
    })
    await world.app.close()
  })
})

const ask = (path: string, { as, from }: { as?: Actor, from?: string } = {}) => world.app.inject({
  url: `/api/Waiting/${path}`,
  headers: { ...as && world.as(as), ...from !== undefined && { 'x-forwarded-for': from } }
})
const many = (count: number, path: string, options: { as?: Actor, from?: string }): void => {
  // inject() begins once somebody waits for it.
  for (let index = 0; index < count; index++) ask(path, options).then(() => {}, () => {})
}
const inFlight = (count: number) => until(() => world.app.inFlightRequests().length === count)
const countOf = (path: string, { tenantId } = andesAdmin) =>
  begun.filter((one) => one.path === path && one.tenantId === tenantId).length
async function settled (): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => { setImmediate(resolve) })
}

it('a tenant with a hundred reports in progress delays neither another tenant nor its own documents', async () => {
  many(100, 'Report', { as: andesAdmin })
  await inFlight(100)
  many(1, 'Report', { as: borealAdmin })
  many(40, 'Document', { as: andesAdmin })
  await inFlight(141)
  await settled()

  expect([countOf('/Report'), countOf('/Report', borealAdmin), countOf('/Document')]).toEqual([16, 1, 40])
})

it('queued requests start once a request ends, and requests beyond the queue are refused with Retry-After', async () => {
  many(516, 'Report', { as: andesAdmin })
  await inFlight(516)
  const refused = await ask('Report', { as: andesAdmin })

  expect({ status: refused.statusCode, body: refused.json() }).toMatchObject(failure(503, 'OVERLOADED'))
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  first(begun).answer()
  await until(() => countOf('/Report') === 17)
})

it('unauthenticated requests share few places, which their networks take in turns', async () => {
  many(30, 'SignIn', { from: '203.0.113.1' })
  await inFlight(30)
  many(1, 'SignIn', { from: '203.0.113.2' })
  await inFlight(31)
  expect(begun).toHaveLength(8)
  first(begun).answer()
  defined(begun[1]).answer()
  await inFlight(29)
  await until(() => begun.length === 10)
  many(50, 'Report', { as: andesAdmin })
  await until(() => countOf('/Report') === 16)
})

it('admits four requests of a tenant that call operations, which are counted themselves, and others in parallel', async () => {
  many(16, 'Report', { as: andesAdmin })
  await inFlight(16)
  many(20, 'Caller', { as: andesAdmin })
  // The four that are in progress wait with their operations.
  await inFlight(16 + 20 + 4)
  many(1, 'Caller', { as: borealAdmin })
  await until(() => countOf('/Report', borealAdmin) === 1)
  expect(countOf('/Report')).toBe(16)

  for (const { answer } of begun.splice(0)) answer()
  await until(() => countOf('/Report') === 4)
  await settled()
  expect(countOf('/Report')).toBe(4)
})
