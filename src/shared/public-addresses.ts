import { isIP } from 'node:net'
import { createRangeMatcher, parseIpAddress, parseIpRange, type IpRange } from './ip-ranges.ts'

// IANA IPv4 Special-Purpose Address Registry, without the few entries that are globally reachable; multicast; class E.
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4'
]

// IANA gave out global unicast addresses from 2000::/3 alone. So loopback, link-local, unique local, multicast, NAT64
// and everything yet unheard of stay outside; of the inside, what leads elsewhere: Teredo and its kin, documentation,
// 6to4.
const globalIPv6 = '2000::/3'
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const isSpecial = createRangeMatcher([...specialIPv4, ...specialIPv6].map(rangeOf))
const isGlobalIPv6 = createRangeMatcher([rangeOf(globalIPv6)])

/**
 * Whether an address belongs to the public internet: no private, local, shared, reserved, multicast or translated one.
 */
export function isPublicAddress (text: string): boolean {
  const address = parseIpAddress(text)
  if (!address || isSpecial(address)) return false
  return address.version === 4 || isGlobalIPv6(address)
}

/**
 * Whether a host can be on the public internet, as far as can be seen before the name is resolved. Names of one label,
 * and those of RFC 6761 and RFC 6762, exist only inside a network; a last label of digits is an address in another
 * notation (127.1).
 */
export function isPublicHost (host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  if (isIP(name) !== 0) return isPublicAddress(name)
  return name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa|\d+|0x[\da-f]*)$/.test(name)
}

function rangeOf (text: string): IpRange {
  const range = parseIpRange(text)
  if (!range) throw new RangeError(`${text} is not a range of addresses`)
  return range
}
