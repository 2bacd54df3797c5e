import { isIPv4, isIPv6 } from 'node:net'

/** An address as a number. IPv4-mapped IPv6 (::ffff:192.0.2.1, RFC 4291, 2.5.5.2) is IPv4 here. */
export interface IpAddress { version: 4 | 6, bits: bigint }

/** The addresses that share their first `prefix` bits: one address, or a network as CIDR writes it (RFC 4632, 3.1). */
export interface IpRange extends IpAddress { prefix: number }

const widths = { 4: 32, 6: 128 } as const
const mappedPrefix = 96

/**
 * Reads an address as it is written strictly: no leading zeros, no short or hexadecimal IPv4, no zone, no port, no
 * blanks.
 */
export function parseIpAddress (text: string): IpAddress | undefined {
  const address = addressAsWritten(text)
  return address && folded(address)
}

/** Reads `192.0.2.0/24`, `2001:db8::/32` or one address. What it gives may have host bits set; see `networkOf`. */
export function parseIpRange (text: string): IpRange | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/')
  const address = addressAsWritten(addressText)
  if (!address || rest.length > 0) return undefined
  const width = widths[address.version]
  const prefix = prefixText === undefined ? width : prefixOf(prefixText)
  if (prefix === undefined || prefix > width) return undefined
  // Below /96 a mapped address reaches beyond the mapped ones, and has bits of its own in the host's part.
  if (!isMapped(address) || prefix < mappedPrefix) return { ...address, prefix }
  return { ...folded(address), prefix: prefix - mappedPrefix }
}

/** The range with its host bits cleared: the one that CIDR allows to be written so. */
export function networkOf ({ version, bits, prefix }: IpRange): IpRange {
  const hostBits = BigInt(widths[version] - prefix)
  return { version, bits: bits >> hostBits << hostBits, prefix }
}

/** Canonical text: IPv6 after RFC 5952, one address without its prefix. */
export function formatIpRange ({ version, bits, prefix }: IpRange): string {
  const address = version === 4 ? ipv4Text(bits) : ipv6Text(bits)
  return prefix === widths[version] ? address : `${address}/${prefix}`
}

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which is the least that one customer of a
 * provider holds. A text that is not an address stands for itself.
 */
export function callerNetwork (text: string): string {
  // What nearly all are, and it is asked several times for each request.
  if (isIPv4(text)) return text
  // The zone of a caller on the same link says by which of our interfaces it came.
  const address = parseIpAddress(text.replace(/%.*$/, ''))
  if (!address) return text
  return formatIpRange(networkOf({ ...address, prefix: address.version === 4 ? 32 : 64 }))
}

/** Whether an address lies in any of the ranges; costs one look-up for each length of prefix among them. */
export function createRangeMatcher (ranges: readonly IpRange[]): (address: IpAddress) => boolean {
  const networks = { 4: new Map<bigint, Set<bigint>>(), 6: new Map<bigint, Set<bigint>>() }
  for (const { version, bits, prefix } of ranges) {
    const hostBits = BigInt(widths[version] - prefix)
    const known = networks[version].get(hostBits)
    if (known) known.add(bits >> hostBits)
    else networks[version].set(hostBits, new Set([bits >> hostBits]))
  }
  return ({ version, bits }) => [...networks[version]].some(([hostBits, known]) => known.has(bits >> hostBits))
}

function addressAsWritten (text: string): IpAddress | undefined {
  if (isIPv4(text)) return { version: 4, bits: bitsOfIPv4(text) }
  // Node takes a zone (fe80::1%eth0), which means something on one machine only.
  if (isIPv6(text) && !text.includes('%')) return { version: 6, bits: bitsOfIPv6(text) }
  return undefined
}

function isMapped ({ version, bits }: IpAddress): boolean {
  return version === 6 && bits >> 32n === 0xffffn
}

function folded (address: IpAddress): IpAddress {
  return isMapped(address) ? { version: 4, bits: address.bits & 0xffffffffn } : address
}

function prefixOf (text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined
}

function bitsOfIPv4 (text: string): bigint {
  return text.split('.').reduce((bits, part) => bits << 8n | BigInt(part), 0n)
}

function bitsOfIPv6 (text: string): bigint {
  const [head = '', tail = ''] = hexadecimal(text).split('::').map(wordsOf)
  return BigInt(`0x${head}${tail.padStart(32 - head.length, '0')}`)
}

function wordsOf (text: string): string {
  return text.split(':').filter(Boolean).map((word) => word.padStart(4, '0')).join('')
}

function ipv4Text (bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String(bits >> shift & 0xffn)).join('.')
}

function ipv6Text (bits: bigint): string {
  const words = bits.toString(16).padStart(32, '0').match(/.{4}/g) ?? []
  return hexadecimal(words.join(':'))
}

/**
 * The URL standard writes IPv6 as RFC 5952 does, and without the dotted form of its last 32 bits (WHATWG URL, IPv6
 * serializer).
 */
function hexadecimal (text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1)
}
