import type { TenantKeys } from '../services/actor.ts'

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

/**
 * The keys among the members of the outermost object, found without parsing: some nanoseconds a byte, and no more than up to
 * the last of them. It judges nothing: text that is no JSON may have keys as well, and the strict parse comes after.
 */
export function findTenantKeys (body: Buffer): TenantKeys | undefined {
  const found: Found = { tenantCode: undefined, accessKey: undefined, secretKey: undefined }
  let depth = 0
  // The last name, while its value is awaited.
  let name: keyof TenantKeys | undefined
  let isName = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) {
      const end = endOfString(body, at + 1)
      if (depth === 1 && isName) name = nameIn(body, at, end)
      else if (depth === 1 && name !== undefined) found[name] ??= textIn(body, at, { end, most: mostValueBytes })
      if (isWhole(found)) return found
      isName = false
      at = end
    } else if (byte === brace || byte === bracket) isName = ++depth === 1 && byte === brace
    else if (byte === endOfBrace || byte === endOfBracket) depth--
    else if (byte === comma && depth === 1) {
      isName = true
      name = undefined
    }
  }
  return undefined
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

/** The text between two quotation marks; undefined for a longer one, and for one that is no JSON. */
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
