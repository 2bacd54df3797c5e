/** @module-tag slow */
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { envelopedBoolean, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { placesEach } from '../../../src/http/plugins/places.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { httpApp, people } from '../../support/http-app.ts'
import { get, openConnection, until } from '../../support/raw-connection.ts'

let begun: { path: string, address: string, at: number, answer: () => void }[]
let metrics: Registry
let world: Awaited<ReturnType<typeof httpApp>>

/** Operations whose requests are in progress until they are let go, and one that is answered at once. */
const waiting = defineGroup('Waiting', (operation) => {
  const wait = (path: `/${string}`, more: { access: 'signedIn' | 'public', together?: true }) => {
    const { access, ...others } = more
    operation({
      method: 'GET',
      path,
      rule: { access },
      summary: 'Wait',
      answer: envelopedBoolean,
      ...others,
      handler: async ({ address }) => {
        await new Promise<void>((resolve) => { begun.push({ path, address, at: performance.now(), answer: resolve }) })
        return ok(true)
      }
    })
  }
  wait('/Read', { access: 'signedIn' })
  wait('/Join', { access: 'signedIn', together: true })
  wait('/SignIn', { access: 'public' })
  operation({
    method: 'GET',
    path: '/Once',
    rule: { access: 'signedIn' },
    summary: 'Answer at once',
    answer: envelopedBoolean,
    handler: async () => ok(true)
  })
})

beforeEach(async () => {
  begun = []
  metrics = new Registry()
  world = await httpApp({ groups: [waiting], metrics })
  onTestFinished(async () => {
    await until(() => {
      for (const { answer } of begun) answer()
      return world.app.requestsInHand().length === 0
    })
    await world.app.close()
  })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})

async function ask (path: string, { as, from }: { as?: Actor, from?: string } = {}) {
  const client = await openConnection(world.app, { ...(from ? { from } : {}) })
  client.send(get(`/api/Waiting/${path}`, as ? `Authorization: ${world.as(as).authorization}\r\n` : ''))
  return client
}
const many = (count: number, path: string, options: (index: number) => { as?: Actor, from?: string }) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(path, options(index))))
const arrived = (count: number) => until(() => world.app.requestsInHand().length === count)
const begunOf = (path: string) => begun.filter((one) => one.path === path)
/** What could begin has begun. */
async function settled (): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => { setImmediate(resolve) })
}
async function withAnotherTenant (): Promise<void> {
  for (const as of [people.borealAdmin, people.andesAdmin]) {
    const client = await ask('Once', { as })
    await until(() => client.received !== '')
  }
}

describe('requests of one tenant in progress', () => {
  it('are any number while it is alone', async () => {
    await many(20, 'Read', () => ({ as: people.andesAdmin }))

    await until(() => begunOf('/Read').length === 20)
  })

  it('are few in a second while there is another tenant, which has its own', async () => {
    await withAnotherTenant()
    const askedAt = performance.now()
    await many(placesEach + 18, 'Read', (index) => ({ as: people.andesAdmin, from: `127.0.1.${index + 1}` }))
    const client = await ask('Once', { as: people.borealAdmin, from: '127.0.0.2' })
    await until(() => client.received !== '')
    await until(() => begun.length > placesEach)

    expect(begun[placesEach]!.at - askedAt).toBeGreaterThan(990)
  })

  it('follow those that are answered', async () => {
    await withAnotherTenant()
    const all = placesEach + 18
    await many(all, 'Read', () => ({ as: people.andesAdmin }))

    for (let count = placesEach; count < all; count++) {
      await until(() => begun.length >= count)
      begun[count - placesEach]!.answer()
    }
    await until(() => begun.length === all)
  })

  it('are any number of those that are done together', async () => {
    await withAnotherTenant()
    await many(20, 'Join', () => ({ as: people.andesAdmin }))

    await until(() => begunOf('/Join').length === 20)
  })

  it('do not count when they take longer than a second, nor when their client has left and they are over', async () => {
    await withAnotherTenant()
    const clients = await many(3 * placesEach, 'Read', () => ({ as: people.andesAdmin }))
    await until(() => begun.length >= 2 * placesEach)

    for (const { socket } of clients.slice(0, 2 * placesEach)) socket.destroy()
    for (const { answer } of begun.slice(0, 2 * placesEach)) answer()
    await until(() => begun.length === 3 * placesEach)
  })

  it('hold no place once they are answered', async () => {
    await withAnotherTenant()
    await many(4 * placesEach, 'Read', () => ({ as: people.andesAdmin }))
    await until(() => {
      for (const { answer } of begun) answer()
      return world.app.requestsInHand().length === 0
    })

    expect(await metrics.metrics()).toContain('timbre_held{what="place"} 0')
  })
})

describe('requests of strangers in progress', () => {
  it('are few in all, in turns by network', async () => {
    await many(placesEach + 18, 'SignIn', () => ({ from: '127.0.1.1' }))
    await arrived(placesEach + 18)
    await many(1, 'SignIn', () => ({ from: '127.0.0.2' }))
    await arrived(placesEach + 19)
    await settled()
    expect(begun).toHaveLength(placesEach)

    begun[0]!.answer()
    begun[1]!.answer()
    await until(() => begun.length === placesEach + 2)
    expect(begun.map(({ address }) => address)).toContain('127.0.0.2')
  })

  it('do not keep a tenant waiting', async () => {
    await many(placesEach + 18, 'SignIn', (index) => ({ from: `127.0.1.${index + 1}` }))
    await arrived(placesEach + 18)
    const client = await ask('Once', { as: people.andesAdmin, from: '127.0.0.2' })

    await until(() => client.received !== '')
    expect(begunOf('/SignIn')).toHaveLength(placesEach)
  })

  it('wait, however many networks crowd, and are let in before those of a network that come second', async () => {
    for (let index = 1; index <= 8; index++) await many(50, 'SignIn', () => ({ from: `127.0.1.${index}` }))
    await arrived(400)
    await ask('SignIn', { from: '127.0.0.2' })
    await arrived(401)
    await settled()
    for (let count = placesEach; count < placesEach + 18; count++) {
      begun[count - placesEach]!.answer()
      await until(() => begun.length > count)
    }

    expect(begun.findIndex(({ address }) => address === '127.0.0.2')).toBeLessThan(placesEach + 10)
  })

  it('are refused beyond sixty of one network, at once, and of no other', async () => {
    const crowd = await many(placesEach + 68, 'SignIn', () => ({ from: '127.0.1.1' }))
    await until(() => crowd.filter(({ received }) => received.startsWith('HTTP/1.1 503')).length === 8)
    await ask('SignIn', { from: '127.0.0.2' })
    await arrived(placesEach + 61)
    await settled()

    expect(begun).toHaveLength(placesEach)
  })
})
