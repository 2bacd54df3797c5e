interface Address { bits: bigint, width: 32 | 128 }

/** Whether an address is in a range: `10.0.0.0/8`, `2001:db8::/32`, or one address. False for a text that is not a range. */
export function contains (range: string, address: string): boolean {
  const [network = '', length] = range.trim().split('/')
  const [first, wanted] = [parse(network), parse(address)]
  if (!first || first.width !== wanted?.width) return false
  const prefix = length === undefined ? first.width : Number(length)
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > first.width) return false
  const host = BigInt(first.width - prefix)
  return first.bits >> host === wanted.bits >> host
}

/** Whether it is every address there is. */
export function isEveryone (range: string): boolean {
  return /\/0$/.test(range.trim())
}

function parse (text: string): Address | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1]
  return text.includes(':') && !mapped ? parseV6(text) : parseV4(mapped ?? text)
}

function parseV4 (text: string): Address | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined
  return { bits: parts.reduce((bits, part) => bits << 8n | BigInt(part), 0n), width: 32 }
}

function parseV6 (text: string): Address | undefined {
  const [head = '', tail, ...more] = text.split('::')
  const groupsOf = (part: string) => part === '' ? [] : part.split(':')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const gap = 8 - before.length - after.length
  if (more.length > 0 || (tail === undefined ? gap !== 0 : gap < 1)) return undefined
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined
  return { bits: groups.reduce((bits, group) => bits << 16n | BigInt(`0x${group}`), 0n), width: 128 }
}
