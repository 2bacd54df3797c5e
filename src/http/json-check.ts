export type JsonTrouble =
  'JSON_TOO_DEEP' | 'JSON_DUPLICATE_MEMBER' | 'JSON_FORBIDDEN_MEMBER' | 'JSON_NUMBER_INEXACT' | 'BODY_HAS_CONTROL_CHARACTERS'

export class JsonRefused extends Error {
  readonly code: JsonTrouble
  readonly path: string

  constructor (code: JsonTrouble, path: string) {
    super(code)
    this.name = 'JsonRefused'
    this.code = code
    this.path = path
  }
}

const maxDepth = 32
const maxSignificantDigits = 15
const maxNumberLength = 400

// These names reach Object.prototype through careless copying.
const forbiddenMembers = new Set(['__proto__', 'constructor', 'prototype'])

/** One open object or array: the members seen, and where in it we are. */
interface Level { members: Set<string> | undefined, name: string, index: number }

interface Scan { text: string, at: number, levels: Level[], nameExpected: boolean }

const quote = 0x22
const plus = 0x2B
const comma = 0x2C
const minus = 0x2D
const point = 0x2E
const zero = 0x30
const nine = 0x39
const bracket = 0x5B
const backslash = 0x5C
const endOfBracket = 0x5D
const smallE = 0x65
const brace = 0x7B
const endOfBrace = 0x7D

/**
 * Reads a JSON text once, without recursion, and throws JsonRefused for what JSON.parse would take although it is ambiguous,
 * hostile or lossy. Texts that are no JSON at all may pass: JSON.parse comes after and refuses them.
 */
export function checkJson (text: string): void {
  const scan: Scan = { text, at: 0, levels: [], nameExpected: false }
  while (scan.at < text.length) step(scan, text.charCodeAt(scan.at))
}

function step (scan: Scan, character: number): void {
  switch (character) {
    case quote: string(scan); return
    case brace: case bracket: open(scan, character === brace); break
    case endOfBrace: case endOfBracket: close(scan); break
    case comma: next(scan); break
    default:
      if (character === minus || (character >= zero && character <= nine)) {
        number(scan)
        return
      }
  }
  scan.at++
}

function open (scan: Scan, isObject: boolean): void {
  if (scan.levels.length === maxDepth) throw new JsonRefused('JSON_TOO_DEEP', pathOf(scan))
  scan.levels.push({ members: isObject ? new Set() : undefined, name: '', index: 0 })
  scan.nameExpected = isObject
}

function close (scan: Scan): void {
  scan.levels.pop()
  scan.nameExpected = false
}

function next (scan: Scan): void {
  const level = scan.levels.at(-1)
  if (!level) return
  level.index++
  scan.nameExpected = level.members !== undefined
}

function string (scan: Scan): void {
  const start = scan.at + 1
  const { end, escaped } = endOfString(scan, start)
  scan.at = end + 1
  if (scan.nameExpected) nameMember(scan, start, end, escaped)
}

/** Where the string ends, checking its characters on the way: this loop sees most bytes of a body. */
function endOfString (scan: Scan, start: number): { end: number, escaped: boolean } {
  const { text } = scan
  let escaped = false
  let at = start
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) break
    if (character < 0x20) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
    if (character === backslash) {
      escaped = true
      at = endOfEscape(scan, at)
    }
  }
  return { end: at, escaped }
}

/** Checks the escape at this backslash and gives the place of its last character. */
function endOfEscape (scan: Scan, at: number): number {
  const letter = scan.text[at + 1]
  if (letter === 'b' || letter === 'f') throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
  if (letter !== 'u') return at + 1
  const unit = codeUnit(scan.text, at)
  if (isControl(unit) || isLowSurrogate(unit)) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
  if (!isHighSurrogate(unit)) return at + 5
  const paired = scan.text.startsWith('\\u', at + 6) && isLowSurrogate(codeUnit(scan.text, at + 6))
  if (!paired) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
  return at + 11
}

function codeUnit (text: string, backslashAt: number): number {
  return Number.parseInt(text.slice(backslashAt + 2, backslashAt + 6), 16)
}

// XML 1.0, 2.2, Char: tab, line feed and carriage return are the only control characters that a document may hold.
function isControl (unit: number): boolean {
  return unit < 0x20 && unit !== 0x09 && unit !== 0x0A && unit !== 0x0D
}

function isHighSurrogate (unit: number): boolean {
  return unit >= 0xD800 && unit <= 0xDBFF
}

function isLowSurrogate (unit: number): boolean {
  return unit >= 0xDC00 && unit <= 0xDFFF
}

function nameMember (scan: Scan, start: number, end: number, escaped: boolean): void {
  const level = scan.levels.at(-1)
  if (!level?.members) return
  const written = scan.text.slice(start, end)
  const name = escaped ? String(JSON.parse(`"${written}"`)) : written
  level.name = name
  if (forbiddenMembers.has(name)) throw new JsonRefused('JSON_FORBIDDEN_MEMBER', pathOf(scan))
  if (level.members.has(name)) throw new JsonRefused('JSON_DUPLICATE_MEMBER', pathOf(scan))
  level.members.add(name)
  scan.nameExpected = false
}

function number (scan: Scan): void {
  const start = scan.at
  let hasExponent = false
  for (scan.at++; scan.at < scan.text.length; scan.at++) {
    const character = scan.text.charCodeAt(scan.at)
    if (!isOfNumber(character)) break
    hasExponent ||= (character | 0x20) === smallE
  }
  if (!hasExponent && scan.at - start <= maxSignificantDigits) return
  if (!isExact(scan.text.slice(start, scan.at))) throw new JsonRefused('JSON_NUMBER_INEXACT', pathOf(scan))
}

function isOfNumber (character: number): boolean {
  return (character >= zero && character <= nine) || character === point || character === minus || character === plus || (character | 0x20) === smallE
}

/** A decimal of at most 15 significant digits survives the trip through a double (IEEE 754), unless it over- or underflows. */
function isExact (written: string): boolean {
  // The patterns below are slow on megabytes of zeros, and nobody writes such a number.
  if (written.length > maxNumberLength) return false
  const [mantissa = ''] = written.split(/e/i)
  const digits = mantissa.replaceAll(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  const magnitude = Math.abs(Number(written))
  // Not a number at all: JSON.parse will say so.
  if (Number.isNaN(magnitude)) return true
  return digits.length <= maxSignificantDigits && (digits === '' || (magnitude > 1e-300 && magnitude < 1e300))
}

/** Where the scan is, as clients write it: `payload.details[2].quantity`. */
function pathOf ({ levels }: Scan): string {
  return levels.map((level, depth) => level.members
    ? `${depth === 0 || level.name === '' ? '' : '.'}${level.name}`
    : `[${level.index}]`).join('').slice(0, 300)
}
