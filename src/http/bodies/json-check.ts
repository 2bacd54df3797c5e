import { fitsDouble, isNumeral } from '../../shared/numerals.ts'

export type JsonTrouble =
  | 'JSON_TOO_DEEP'
  | 'JSON_TOO_MANY_VALUES'
  | 'JSON_DUPLICATE_MEMBER'
  | 'JSON_FORBIDDEN_MEMBER'
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

// These names reach Object.prototype through careless copying.
const forbiddenMembers = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The object or list that is open at one depth. All objects of a depth share one table of members, with the number of
 * the object that had each last: a table for each of 100,000 objects would cost more than everything else.
 */
interface Level { isObject: boolean, name: string, index: number, object: number, members: Map<string, number> }

interface Scan {
  text: string, at: number, depth: number, values: number, levels: Level[], nameExpected: boolean, inexact: Range[]
}

/** A part of the text. */
export interface Range { from: number, to: number }

const quote = 0x22
const comma = 0x2C
const minus = 0x2D
const zero = 0x30
const nine = 0x39
const bracket = 0x5B
const backslash = 0x5C
const endOfBracket = 0x5D
const brace = 0x7B
const endOfBrace = 0x7D

/**
 * Reads a JSON text once, in as many steps as the caller likes and without recursion. `advance` throws JsonRefused for
 * what JSON.parse would take although it is ambiguous or hostile, and `inexact` collects the numbers that it would
 * change. Texts that are no JSON at all may pass: JSON.parse comes after and refuses them.
 */
export function createJsonCheck (text: string) {
  const scan: Scan = { text, at: 0, depth: 0, values: 0, levels: [], nameExpected: false, inexact: [] }
  return {
    inexact: scan.inexact as readonly Range[],
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
  const level = scan.levels[scan.depth] ??= { isObject, name: '', index: 0, object: 0, members: new Map() }
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
  const { text, at: start } = scan
  let isEscaped = false
  let at = start + 1
  // This loop sees most bytes of a body.
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) break
    if (character < 0x20) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
    if (character !== backslash) continue
    isEscaped = true
    at++
  }
  scan.at = at + 1
  const value = isEscaped ? unescaped(scan, text.slice(start, at + 1)) : undefined
  if (scan.nameExpected) nameMember(scan, value ?? text.slice(start + 1, at))
}

// XML 1.0, 2.2, Char: tab, line feed and carriage return are the only control characters that a document may hold; and
// no half of a character.
const unwanted = /[^\P{Cc}\t\n\r\x7F-\x9F]|\p{Cs}/u

function unescaped (scan: Scan, written: string): string {
  const value = JSON.parse(written) as string
  if (unwanted.test(value)) throw new JsonRefused('BODY_HAS_CONTROL_CHARACTERS', pathOf(scan))
  return value
}

function nameMember (scan: Scan, name: string): void {
  const level = innermost(scan)
  if (!level) return
  const { members, object } = level
  level.name = name
  scan.nameExpected = false
  const lastObject = members.get(name)
  if (lastObject === object) throw new JsonRefused('JSON_DUPLICATE_MEMBER', pathOf(scan))
  if (lastObject === undefined && forbiddenMembers.has(name)) throw new JsonRefused('JSON_FORBIDDEN_MEMBER', pathOf(scan))
  members.set(name, object)
  if (members.size > jsonLimits.names) throw new JsonRefused('JSON_TOO_MANY_VALUES', pathOf(scan))
}

const numeral = /[\d.eE+-]+/y
const surelyExact = 15

function number (scan: Scan): void {
  const from = scan.at
  numeral.lastIndex = from
  const [written = ''] = numeral.exec(scan.text) ?? []
  scan.at += written.length
  const isExact = (written.length <= surelyExact && !/e/i.test(written)) || fitsDouble(written)
  if (!isExact && !scan.nameExpected && isNumeral(written)) scan.inexact.push({ from, to: scan.at })
}

/** Where the scan is, as clients write it: `payload.details[2].quantity`. */
function pathOf ({ levels, depth }: Scan): string {
  return levels.slice(0, depth).map((level, above) => level.isObject
    ? `${above === 0 || level.name === '' ? '' : '.'}${level.name.slice(0, 300)}`
    : `[${level.index}]`).join('').slice(0, 300)
}
