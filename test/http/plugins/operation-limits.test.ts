import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { enveloped, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { first } from '../../support/expecting.ts'
import { httpApp, people } from '../../support/http-app.ts'

let world: Awaited<ReturnType<typeof httpApp>>
let waiting: (() => void)[]

const lifted = enveloped('HeavyLift', z.boolean())

/** An operation of which four are in hand at most, each until it is let go. */
const heavy = defineGroup('Heavy', (operation) => {
  operation({
    method: 'GET',
    path: '/Lift',
    rule: { access: 'signedIn' },
    summary: 'Lift something',
    maxConcurrent: 4,
    answer: lifted,
    handler: async () => {
      await new Promise<void>((resolve) => { waiting.push(resolve) })
      return ok(true)
    }
  })
})

beforeEach(async () => {
  waiting = []
  world = await httpApp({ groups: [heavy] })
})
afterEach(() => world.app.close())

const lift = (as = people.andesAdmin) =>
  world.app.inject({ method: 'GET', url: '/api/Heavy/Lift', headers: world.as(as) })
const refused = { statusCode: 503, headers: { 'retry-after': '5' } }
const inFlight = async (count: number) => { while (waiting.length < count) await new Promise(setImmediate) }

it('reserves half of the places for other tenants', async () => {
  const own = [lift(), lift()]
  await inFlight(2)
  expect(await lift()).toMatchObject(refused)

  const others = [lift(people.borealAdmin), lift(people.borealAdmin)]
  await inFlight(4)
  expect(await lift(people.borealAdmin)).toMatchObject(refused)
  for (const go of waiting) go()

  expect((await Promise.all([...own, ...others])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

it('releases a place when its request ends, and gives none to unauthenticated callers', async () => {
  expect((await world.app.inject({ method: 'GET', url: '/api/Heavy/Lift' })).statusCode).toBe(401)
  for (let round = 0; round < 5; round++) {
    waiting = []
    const lifting = lift()
    await inFlight(1)
    first(waiting)()
    expect((await lifting).statusCode).toBe(200)
  }
})
