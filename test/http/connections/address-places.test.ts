import { describe, expect, it } from 'vitest'
import { createAddressPlaces } from '../../../src/http/connections/address-places.ts'

const places = (perAddress: number, ...trustedProxies: string[]) => createAddressPlaces({ perAddress, trustedProxies })

describe('places for connections', () => {
  it('are so many for each address, and come back', () => {
    const { take } = places(2)
    const [giveBack] = [take('192.0.2.1'), take('192.0.2.1')]

    expect(take('192.0.2.1')).toBeUndefined()
    expect(take('192.0.2.2')).toBeDefined()
    giveBack!()
    expect(take('192.0.2.1')).toBeDefined()
    expect(take('192.0.2.1')).toBeUndefined()
  })

  it.each([
    ['IPv6 addresses of one /64', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2'],
    ['an IPv4 address in both its forms', '192.0.2.1', '::ffff:192.0.2.1'],
    ['the same link-local address', 'fe80::1%eth0', 'fe80::1%eth0']
  ])('are shared by %s', (_what, first, second) => {
    const { take } = places(1)

    expect(take(first)).toBeDefined()
    expect(take(second)).toBeUndefined()
  })

  it('are not shared by two networks', () => {
    const { take } = places(1)

    expect(take('2001:db8:0:1::1')).toBeDefined()
    expect(take('2001:db8:0:2::1')).toBeDefined()
    expect(take('::1')).toBeDefined()
    expect(take('0.0.0.0')).toBeDefined()
  })

  it.each([['10.0.0.0/8', '10.1.2.3'], ['10.1.2.3', '::ffff:10.1.2.3'], ['loopback', '127.0.0.1'], [
    'uniquelocal', 'fd00::1'
  ]])('have no end for a proxy of %s', (range, address) => {
    const { take } = places(1, range)

    expect([take(address), take(address), take(address)]).not.toContain(undefined)
    expect([take('192.0.2.1'), take('192.0.2.1')][1]).toBeUndefined()
  })
})
