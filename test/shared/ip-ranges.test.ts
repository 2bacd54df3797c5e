import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createRangeMatcher, formatIpRange, networkOf, parseIpAddress, parseIpRange
} from '../../src/shared/ip-ranges.ts'
import { defined } from '../support/expecting.ts'

const canonical = (text: string) => formatIpRange(networkOf(defined(parseIpRange(text))))
const isIn = (address: string, ...ranges: string[]) =>
  createRangeMatcher(ranges.map((range) => defined(parseIpRange(range))))(defined(parseIpAddress(address)))

describe('reading', () => {
  it.each([
    '',
    ' ',
    '192.0.2.1 ',
    ' 192.0.2.1',
    '192.0.2.1\n',
    '192.0.2',
    '192.0.2.1.',
    '192.0.2.256',
    '010.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '192.0.2.1:80',
    '１.1.1.1',
    'fe80::1%eth0',
    'fe80::%1/64',
    '[::1]',
    '[::1]:80',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::ffff:192.0.2.256',
    'g::',
    'localhost',
    '192.0.2.0/',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/+8',
    '192.0.2.0/08',
    '192.0.2.0/ 8',
    '192.0.2.0/8.0',
    '192.0.2.0/24/24',
    '192.0.2.0/255.255.255.0',
    '/24',
    '::/129',
    '2001:db8::/0x20'
  ])('refuses %j', (text) => {
    expect(parseIpRange(text)).toBeUndefined()
  })

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1/32', '192.0.2.1'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    // RFC 5952, 4.2.2 and 4.2.3: one zero word stays, and the longest run goes, the first of two.
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['::FFFF:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    // IPv4-compatible and NAT64 addresses are not the IPv4 addresses within them.
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201']
  ])('writes %s as %s', (text, expected) => {
    expect(canonical(text)).toBe(expected)
  })

  it('distinguishes a range with host bits from its network', () => {
    expect(parseIpRange('192.0.2.1/24')).not.toEqual(networkOf(defined(parseIpRange('192.0.2.1/24'))))
    expect(canonical('192.0.2.1/24')).toBe('192.0.2.0/24')
    expect(canonical('2001:db8::1/32')).toBe('2001:db8::/32')
  })

  it.each(['::ffff:0:0/95', '::ffff:192.0.2.1/64', '::ffff:0:0/0'])(
    'has host bits in a mapped address below /96: %s',
    (text) => {
      expect(parseIpRange(text)).not.toEqual(networkOf(defined(parseIpRange(text))))
    }
  )
})

describe('matching', () => {
  it('admits a mapped caller by its IPv4 range, and no other IPv6 caller', () => {
    expect(isIn('::ffff:192.0.2.7', '192.0.2.0/24')).toBe(true)
    expect(isIn('::ffff:c000:207', '192.0.2.0/24')).toBe(true)
    expect(isIn('::192.0.2.7', '192.0.2.0/24')).toBe(false)
    expect(isIn('64:ff9b::192.0.2.7', '192.0.2.0/24')).toBe(false)
  })

  it('keeps IPv4 callers out of IPv6 ranges, the widest included', () => {
    expect(isIn('192.0.2.7', '::/0')).toBe(false)
    expect(isIn('::ffff:192.0.2.7', '::/0')).toBe(false)
    expect(isIn('2001:db8::7', '0.0.0.0/0')).toBe(false)
  })

  it('is exact at the edges of a range', () => {
    expect(['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'].map((address) => isIn(address, '192.0.2.0/24')))
      .toEqual([false, true, true, false])
    expect(isIn('192.0.2.1')).toBe(false)
  })
})

const ipv4 = fc.ipV4()
const ipv6 = fc.ipV6().filter((text) => parseIpAddress(text)?.version === 6)
const rangeOfIPv4 = fc.tuple(ipv4, fc.integer({ min: 0, max: 32 }))
const rangeOfIPv6 = fc.tuple(ipv6, fc.integer({ min: 0, max: 128 }))

/** An address near a range, so that both answers come up: its own, with one bit turned over. */
function turned (text: string, bit: number): string {
  const { version, bits } = defined(parseIpAddress(text))
  const width = version === 4 ? 32 : 128
  return formatIpRange({ version, bits: bits ^ 1n << BigInt(bit % width), prefix: width })
}

describe('for any address', () => {
  it('writes a canonical text that reads as the same range and is stable', () => {
    fc.assert(fc.property(fc.oneof(rangeOfIPv4, rangeOfIPv6), ([address, prefix]) => {
      const network = networkOf(defined(parseIpRange(`${address}/${prefix}`)))
      expect(parseIpRange(formatIpRange(network))).toEqual(network)
      expect(canonical(formatIpRange(network))).toBe(formatIpRange(network))
    }))
  })

  it('normalises an IPv4 address, mapped in either spelling', () => {
    fc.assert(fc.property(ipv4, (address) => {
      const { bits } = defined(parseIpAddress(address))
      expect(parseIpAddress(`::ffff:${address}`)).toEqual({ version: 4, bits })
      expect(parseIpAddress(`::ffff:${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`)).toEqual({
        version: 4, bits
      })
    }))
  })

  // Each version for itself: Node takes mapped addresses for IPv6 as well, which is decided otherwise here (see above).
  it.each([['ipv4', ipv4, rangeOfIPv4], ['ipv6', ipv6, rangeOfIPv6]] as const)(
    'matches %s as node:net does',
    (version, address, range) => {
      const seen = { inside: 0, outside: 0 }
      fc.assert(
        fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), fc.nat(127), address, (ranges, bit, anywhere) => {
          const list = new BlockList()
          for (const [network, prefix] of ranges) list.addSubnet(network, prefix, version)
          const matches = createRangeMatcher(ranges.map(([network, prefix]) => defined(parseIpRange(`${network}/${prefix}`))))

          const callers = [anywhere, ...ranges.map(([network]) => turned(network, bit))]
          for (const caller of callers.filter((text) => version === 'ipv4' || defined(parseIpAddress(text)).version === 6)) {
            const expected = list.check(caller, version)
            expect(matches(defined(parseIpAddress(caller))), caller).toBe(expected)
            seen[expected ? 'inside' : 'outside'] += 1
          }
        }), { numRuns: 300 })
      expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(50)
    })
})
