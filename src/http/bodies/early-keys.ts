import type { TenantKeys } from '../../services/actor.ts'

const quote = 0x22
const comma = 0x2C
const backslash = 0x5C
const bracket = 0x5B
const endOfBracket = 0x5D
const brace = 0x7B
const endOfBrace = 0x7D

// A name or a value of so many characters, each written as \uXXXX.
const mostNameBytes = 6 * 'tenantCode'.length
const mostValueBytes = 6 * 200

type Found = { [Name in keyof TenantKeys]: string | undefined }

interface Scan {
  depth: number
  /** Whether the next string of the outermost object is a name. */
  isName: boolean
  /** The last name, if it is one of the three. */
  name: keyof TenantKeys | undefined
  found: Found
}

/**
 * The keys among the members of the outermost object, found without parsing: some nanoseconds a byte, and no more than
 * up to the last of them. It judges nothing: text that is no JSON may have keys as well, and the strict parse comes
 * after.
 */
export function findTenantKeys (body: Buffer): TenantKeys | undefined {
  const scan: Scan = {
    depth: 0, isName: false, name: undefined,
    found: { tenantCode: undefined, accessKey: undefined, secretKey: undefined }
  }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte !== quote) {
      step(scan, byte)
      continue
    }
    const end = endOfString(body, at + 1)
    if (scan.depth === 1) takeString(scan, body, { start: at, end })
    if (isWhole(scan.found)) return scan.found
    at = end
  }
  return undefined
}

function step (scan: Scan, byte: number): void {
  switch (byte) {
    case brace: case bracket:
      scan.isName = ++scan.depth === 1 && byte === brace
      break
    case endOfBrace: case endOfBracket:
      scan.depth--
      break
    case comma:
      if (scan.depth !== 1) break
      scan.isName = true
      scan.name = undefined
  }
}

function takeString (scan: Scan, body: Buffer, { start, end }: { start: number, end: number }): void {
  if (scan.isName) scan.name = nameIn(body, start, end)
  else if (scan.name !== undefined) scan.found[scan.name] ??= textIn(body, start, { end, most: mostValueBytes })
  scan.isName = false
}

function isWhole (found: Found): found is TenantKeys {
  return found.tenantCode !== undefined && found.accessKey !== undefined && found.secretKey !== undefined
}

/** Where the string's closing quotation mark is, or the end of the text. */
function endOfString (body: Buffer, start: number): number {
  let at = start
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
}

function nameIn (body: Buffer, start: number, end: number): keyof TenantKeys | undefined {
  const name = textIn(body, start, { end, most: mostNameBytes })
  return name === 'tenantCode' || name === 'accessKey' || name === 'secretKey' ? name : undefined
}

/** The text between two quotation marks; undefined if it is longer, or not valid JSON. */
function textIn (body: Buffer, start: number, { end, most }: { end: number, most: number }): string | undefined {
  if (end - start - 1 > most) return undefined
  const written = body.toString('utf8', start + 1, end)
  if (!written.includes('\\')) return written
  try {
    return String(JSON.parse(`"${written}"`))
  } catch {
    return undefined
  }
}
