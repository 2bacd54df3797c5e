import { isExactNumber, isExponentMark } from './json-number.ts'

export type JsonTrouble =
  | 'JSON_TOO_DEEP'
  | 'JSON_TOO_MANY_VALUES'
  | 'JSON_DUPLICATE_MEMBER'
  | 'JSON_FORBIDDEN_MEMBER'
  | 'JSON_NUMBER_INEXACT'
  | 'BODY_HAS_CONTROL_CHARACTERS'

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

/**
 * What one body may hold: about twice what the largest lawful document needs, a boleta of 1000 lines with its twenty
 * subtotals (dte/fields/payload.ts; test/http/bodies/json-limits.test.ts holds the numbers against it).
 */
export const jsonLimits = {
  /** Objects and lists within one another. */
  depth: 12,
  /** Members of one object. */
  members: 100,
  /** Elements of one list. */
  elements: 2000,
  /** Names of members at one depth, counted once however many objects have them. */
  names: 500,
  /** Members and elements in all. */
  values: 125_000
} as const

// A number without exponent and no longer than this is exact.
const alwaysExactLength = 15

// These names reach Object.prototype through careless copying.
const forbiddenMembers = new Set(['__proto__', 'constructor', 'prototype'])

/** A member's name, and the number of the object that had it last. */
interface Member { name: string, object: number }

/**
 * The object or list that is open at one depth. All objects of a depth share one table of members: a table for each of
 * 100,000 objects would cost more than everything else. `escaped` has those that were written with a backslash, as
 * written; apart, since one name may be written as another one is, and made when there is one.
 */
interface Level {
  isObject: boolean, name: string, index: number, object: number, members: Map<string, Member>
  escaped: Map<string, Member> | undefined
}

interface Scan { text: string, at: number, depth: number, values: number, levels: Level[], nameExpected: boolean }

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
const smallA = 0x61
const smallF = 0x66
const smallU = 0x75
const brace = 0x7B
const endOfBrace = 0x7D

/**
 * Reads a JSON text once, in as many steps as the caller likes and without recursion. `advance` throws JsonRefused for
 * what JSON.parse would take although it is ambiguous, hostile or lossy. Texts that are no JSON at all may pass:
 * JSON.parse comes after and refuses them.
 */
export function createJsonCheck (text: string) {
  const scan: Scan = { text, at: 0, depth: 0, values: 0, levels: [], nameExpected: false }
  return {
    /** Reads so many characters further, or to the end of the token that is longer; true at the end of the text. */
    advance (characters: number): boolean {
      const end = Math.min(text.length, scan.at + characters)
      while (scan.at < end) step(scan, text.charCodeAt(scan.at))
      return scan.at >= text.length
    }
  }
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
  if (scan.depth === jsonLimits.depth) throw new JsonRefused('JSON_TOO_DEEP', pathOf(scan))
  const level = scan.levels[scan.depth] ??= {
    isObject, name: '', index: 0, object: 0, members: new Map(), escaped: undefined
  }
  scan.depth++
  level.isObject = isObject
  level.name = ''
  level.index = 0
  level.object++
  scan.nameExpected = isObject
  countValue(scan)
}

function close (scan: Scan): void {
  scan.depth = Math.max(0, scan.depth - 1)
  scan.nameExpected = false
}

function next (scan: Scan): void {
  const level = innermost(scan)
  if (!level) return
  level.index++
  if (level.isObject) level.name = ''
  if (level.index === (level.isObject ? jsonLimits.members : jsonLimits.elements)) {
    throw new JsonRefused('JSON_TOO_MANY_VALUES', pathOf(scan))
  }
  scan.nameExpected = level.isObject
  countValue(scan)
}

/** Called at each opening bracket and each comma, which are together at least as many as the values. */
function countValue (scan: Scan): void {
  if (++scan.values > jsonLimits.values) throw new JsonRefused('JSON_TOO_MANY_VALUES', pathOf(scan))
}

function innermost ({ levels, depth }: Scan): Level | undefined {
  return depth === 0 ? undefined : levels[depth - 1]
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
  const paired = isEscapeAt(scan.text, at + 6) && isLowSurrogate(codeUnit(scan.text, at + 6))
  if (!paired) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
  return at + 11
}

function isEscapeAt (text: string, at: number): boolean {
  return text.charCodeAt(at) === backslash && text.charCodeAt(at + 1) === smallU
}

/** The number in an escape of four hexadecimal digits; NaN if they are not. */
function codeUnit (text: string, backslashAt: number): number {
  let unit = 0
  for (let at = backslashAt + 2; at < backslashAt + 6; at++) unit = unit * 16 + hexadecimal(text.charCodeAt(at))
  return unit
}

function hexadecimal (character: number): number {
  if (character >= zero && character <= nine) return character - zero
  const letter = character | 0x20
  return letter >= smallA && letter <= smallF ? letter - smallA + 10 : NaN
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
  const level = innermost(scan)
  if (!level) return
  const written = scan.text.slice(start, end)
  const member = (escaped ? level.escaped : level.members)?.get(written) ?? addMember(scan, level, { written, escaped })
  level.name = member.name
  if (member.object === level.object) throw new JsonRefused('JSON_DUPLICATE_MEMBER', pathOf(scan))
  member.object = level.object
  scan.nameExpected = false
}

function addMember (scan: Scan, level: Level, { written, escaped }: { written: string, escaped: boolean }): Member {
  const name = escaped ? String(JSON.parse(`"${written}"`)) : written
  level.name = name
  if (forbiddenMembers.has(name)) throw new JsonRefused('JSON_FORBIDDEN_MEMBER', pathOf(scan))
  if (level.members.size + (level.escaped?.size ?? 0) >= jsonLimits.names) throw new JsonRefused('JSON_TOO_MANY_VALUES', pathOf(scan))
  const member = level.members.get(name) ?? { name, object: 0 }
  level.members.set(name, member)
  if (escaped) (level.escaped ??= new Map()).set(written, member)
  return member
}

function number (scan: Scan): void {
  const { text, at: start } = scan
  let end = start + 1
  let hasExponent = false
  for (; end < text.length; end++) {
    const character = text.charCodeAt(end)
    if (character >= zero && character <= nine) continue
    if (!isOfNumber(character)) break
    hasExponent ||= isExponentMark(character)
  }
  scan.at = end
  if (!hasExponent && end - start <= alwaysExactLength) return
  if (!isExactNumber(text, start, end)) throw new JsonRefused('JSON_NUMBER_INEXACT', pathOf(scan))
}

function isOfNumber (character: number): boolean {
  return character === point || character === minus || character === plus || isExponentMark(character)
}

/** Where the scan is, as clients write it: `payload.details[2].quantity`. */
function pathOf ({ levels, depth }: Scan): string {
  return levels.slice(0, depth).map((level, above) => level.isObject
    ? `${above === 0 || level.name === '' ? '' : '.'}${level.name.slice(0, 300)}`
    : `[${level.index}]`).join('').slice(0, 300)
}
