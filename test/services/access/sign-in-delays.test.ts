import { describe, expect, it } from 'vitest'
import { createSignIn } from '../../../src/services/access/sign-in.ts'
import { type Attempt, createSignInDelays, type Guess } from '../../../src/services/access/sign-in-delays.ts'
import { first } from '../../support/expecting.ts'
import { noting } from '../../support/noting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { password, refusedAddress, rut } from '../../support/world.ts'

const world = sharedWorld()

let accounts = 0

/** An account of its own, which signed in from the address if one is given. */
async function account ({ knownFrom }: { knownFrom?: string } = {}): Promise<string> {
  const name = `cuenta-${++accounts}`
  await world.registration.createTenant({
    email: `${name}@cumbre.example`, password, fullName: name, companyTitle: `Cumbre ${name}`, taxNumber: rut(79000001)
  })
  if (knownFrom !== undefined) await login(`${name}@cumbre.example`, password, knownFrom)
  return `${name}@cumbre.example`
}

const login = (email: string, secret: string, address: string) =>
  world.signIn.login({ email, password: secret, address })
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(
  () => 'OK',
  (error: { code: string, retryAfterSeconds?: number }) =>
    error.retryAfterSeconds === undefined ? error.code : `${error.code} ${error.retryAfterSeconds}`
)
const addressOf = (number: number): string => `198.51.${Math.floor(number / 200)}.${number % 200 + 1}`

// The delays themselves, without the cost of hashing.
const begin = (guess: Guess) => world.store.asPlatform((repositories) => world.signInDelays.begin(repositories, guess))
const guess = async (email: string, address: string) => world.signInDelays.failed(await begin({ email, address }))

/** Wrong guesses that are all under way before one of them is counted. */
async function burst (email: string, addresses: string[]): Promise<void> {
  const attempts = await beginAll(addresses.map((address) => ({ email, address })))
  await failAll(attempts)
}

/** In one transaction: a hundred of them would wait for the few connections of a test. */
const beginAll = (guesses: Guess[]) => world.store.asPlatform(async (repositories) => {
  const attempts: Attempt[] = []
  for (const one of guesses) attempts.push(await world.signInDelays.begin(repositories, one))
  return attempts
})

/** A few at the same moment. */
async function failAll (attempts: Attempt[]): Promise<void> {
  for (let index = 0; index < attempts.length; index += 4) {
    await Promise.all(
      attempts.slice(index, index + 4).map((attempt) => world.signInDelays.failed(attempt).catch(() => {}))
    )
  }
}

describe('a burst of a hundred wrong passwords from one address', () => {
  it('delays that address, and nobody else longer than one step', { tags: 'slow' }, async () => {
    const email = await account()

    await burst(email, Array.from({ length: 100 }, () => '192.0.2.66'))

    expect(await codeOf(begin({ email, address: '192.0.2.66' }))).toBe('SIGN_IN_DELAYED 900')
    expect(await codeOf(login(email, password, '192.0.2.1'))).toBe('OK')
  })

  it("does not raise others' delay over time: one address counts one step a day", async () => {
    const email = await account()
    for (let failure = 0; failure < 12; failure++) {
      await guess(email, '192.0.2.68')
      world.pass(900)
    }
    await guess(email, '192.0.2.68')

    expect(await codeOf(begin({ email, address: '192.0.2.68' }))).toBe('SIGN_IN_DELAYED 256')
    expect(await codeOf(begin({ email, address: '192.0.2.1' }))).toBe('OK')
  })
})

describe('guesses from many addresses', () => {
  it.each([['a known', true], ['an unknown', false]])(
    'make %s account wait, one step longer with each burst',
    async (_, isKnown) => {
      const email = isKnown ? await account() : 'fantasma@nowhere.example'
      const waits: string[] = []
      const expected = isKnown ? [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] : [1, 2, 4]
      for (let turn = 0; turn < expected.length; turn++) {
        await burst(email, Array.from({ length: 5 }, (__, index) => addressOf(turn * 5 + index)))
        const code = await codeOf(begin({ email, address: '192.0.2.1' }))
        waits.push(code)
        world.pass(Number(code.split(' ')[1] ?? 0))
      }

      expect(waits).toEqual(expected.map((seconds) => `SIGN_IN_DELAYED ${seconds}`))
    }
  )

  it('restart the delay without raising it when the same addresses continue', async () => {
    const email = await account()
    const addresses = Array.from({ length: 6 }, (_, index) => addressOf(index))
    for (const address of addresses) {
      await guess(email, address)
      world.pass(2)
    }

    for (const address of addresses) {
      await guess(email, address)
      expect(await codeOf(begin({ email, address: '192.0.2.1' }))).toBe('SIGN_IN_DELAYED 2')
      world.pass(2)
    }
  })

  it('do not delay the owner at an address that they signed in from before', async () => {
    const email = await account({ knownFrom: '192.0.2.1' })
    await burst(email, Array.from({ length: 8 }, (_, index) => addressOf(index)))

    expect(await codeOf(begin({ email, address: '192.0.2.2' }))).toBe('SIGN_IN_DELAYED 1')
    expect(await codeOf(login(email, password, '192.0.2.1'))).toBe('OK')
    expect(await codeOf(login(email, password, '::ffff:192.0.2.1'))).toBe('OK')
    expect(await codeOf(begin({ email, address: '192.0.2.2' })), 'they go on waiting').toBe('SIGN_IN_DELAYED 1')
  })

  it('of one /64 count as one address', async () => {
    const email = await account({ knownFrom: '2001:db8:1:2::1' })
    await burst(email, Array.from({ length: 20 }, (_, index) => `2001:db8:9:9::${index}`))

    expect(await codeOf(begin({ email, address: '2001:db8:9:9:ffff::1' }))).toBe('SIGN_IN_DELAYED 900')
    expect(await codeOf(begin({ email, address: '2001:db8:9:8::1' }))).toBe('OK')
    for (let turn = 0; turn < 8; turn++) await guess(email, addressOf(turn)).catch(() => {})
    expect(await codeOf(begin({ email, address: '2001:db8:1:2:3::4' }))).toBe('OK')
  })

  it("outside of the tenant's list do not delay allowed addresses, and get the delay of an unknown account", async () => {
    const email = await account()
    for (const one of [email, 'fantasma-2@nowhere.example']) {
      const outside = (address: string) => begin({ email: one, address, outside: one === email })
      await failAll(await Promise.all(Array.from({ length: 8 }, (_, index) => outside(addressOf(index)))))
      expect(await codeOf(outside(addressOf(9)))).toBe('SIGN_IN_DELAYED 1')
    }

    expect(await codeOf(begin({ email, address: '192.0.2.1' }))).toBe('OK')
    expect(await codeOf(login(email, password, refusedAddress))).toBe('SIGN_IN_DELAYED 1')
  })
})

describe('a known address', () => {
  it('waits for its own failures', async () => {
    const email = await account({ knownFrom: '192.0.2.1' })
    for (let failure = 0; failure < 5; failure++) await guess(email, '192.0.2.1')

    expect(await codeOf(begin({ email, address: '192.0.2.1' }))).toBe('SIGN_IN_DELAYED 1')
    expect(await codeOf(begin({ email, address: '192.0.2.2' }))).toBe('OK')
  })

  it('is forgotten after ninety days, or after ten later ones', async () => {
    const isKnown = async (email: string) => (await begin({ email, address: '192.0.2.1' })).isKnownNetwork
    const [idle, busy] = [await account({ knownFrom: '192.0.2.1' }), await account({ knownFrom: '192.0.2.1' })]
    const signInFrom = async (address: string) => world.signInDelays.succeeded(await begin({ email: busy, address }))
    const networks = async () =>
      first(await world.rows<{ count: number }>('select count(*)::int from sign_in_networks')).count

    for (let number = 0; number < 9; number++) {
      world.pass(1)
      await signInFrom(addressOf(number))
    }
    expect(await isKnown(busy)).toBe(true)
    world.pass(1)
    await signInFrom(addressOf(9))
    expect([await isKnown(busy), await isKnown(idle)]).toEqual([false, true])

    world.pass(91 * 24 * 3600)
    expect(await isKnown(idle)).toBe(false)
    await world.signInDelays.forgetOld()
    expect(await networks()).toBe(0)
  })
})

it('an unknown email takes the same queries as a known one', async () => {
  const email = await account({ knownFrom: '192.0.2.1' })
  const asked: string[] = []
  const { asPlatform } = world.store
  const store = {
    ...world.store,
    asPlatform: ((work) => asPlatform((repositories) => work(noting(repositories, asked)))) as typeof asPlatform
  }
  const delays = createSignInDelays({ store, pepper: Buffer.alloc(32, 5), clock: world.clock })
  const signIn = createSignIn({
    store, passwords: world.passwords, allowList: world.ipAllowList, delays, userSessions: world.userSessions,
    secondFactors: world.secondFactors, clock: world.clock
  })
  const questionsOf = async (one: string) => {
    asked.length = 0
    await expect(signIn.login({ email: one, password: 'wrong', address: '192.0.2.9' })).rejects.toMatchObject({
      code: 'CREDENTIALS_INVALID'
    })
    return [...asked]
  }

  const [known, unknown] = [await questionsOf(email), await questionsOf('nadie@nowhere.example')]

  expect(known).toContain('directory.find')
  expect(known).toContain('memberships.list')
  expect(unknown).toEqual(known)
})
