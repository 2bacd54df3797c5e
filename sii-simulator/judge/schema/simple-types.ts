import { namedTypes } from './named-types.ts'

/** Whether a text is a value of the type. */
export type Check = (text: string) => boolean

interface Facets { base: string, facets: string[] }

const checks = new Map<string, Check>()

/**
 * Reads a type in the notation of the tables: a base or a name, then facets. `..20` and `1..20` limit the length, `18d`
 * and `18d.6` the digits and decimals, `[1,99]` the value; `/…/` is a pattern and `(a|b)` an enumeration.
 */
export function checkFor (notation: string): Check {
  const known = checks.get(notation)
  if (known) return known
  const { base, facets } = split(notation)
  const named = namedTypes[base]
  const isInBase = named === undefined ? lexicalCheck(base) : checkFor(named)
  const facetChecks = facets.map((facet) => facetCheck(facet, primitiveOf(base)))
  const isString = primitiveOf(base) === 'string'
  const check: Check = (text) => {
    const value = isString ? text : collapse(text)
    return isInBase(value) && facetChecks.every((isWithin) => isWithin(value))
  }
  checks.set(notation, check)
  return check
}

function split (notation: string): Facets {
  const [base = '', ...facets] = notation.match(/\([^)]*\)(?=\s|$)|\/.*\/(?=\s|$)|\S+/g) ?? []
  return { base, facets }
}

function primitiveOf (base: string): string {
  const named = namedTypes[base]
  return named === undefined ? base : primitiveOf(split(named).base)
}

/** Types other than strings ignore spaces around their values. */
function collapse (text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').trim()
}

const base64Group = '[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?'
const base64End =
  '[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?[A-Za-z0-9+/]|[A-Za-z0-9+/] ?[A-Za-z0-9+/] ?[AEIMQUYcgkosw048] ?=|[A-Za-z0-9+/] ?[AQgw] ?= ?='
const zone = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?'
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?'

const lexical: Record<string, RegExp> = {
  positive: /^\+?0*[1-9]\d*$/,
  nonNegative: /^(?:\+?\d+|-0+)$/,
  integer: /^[+-]?\d+$/,
  long: /^[+-]?\d+$/,
  unsignedLong: /^(?:\+?\d+|-0+)$/,
  decimal: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  base64: new RegExp(`^(?:(?:${base64Group})*(?:${base64End}))?$`),
  date: new RegExp(`^\\d{4}-\\d{2}-\\d{2}${zone}$`),
  dateTime: new RegExp(`^\\d{4}-\\d{2}-\\d{2}T${clock}${zone}$`),
  time: new RegExp(`^${clock}${zone}$`),
  gYearMonth: new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])${zone}$`),
  id: /^[\p{L}_][\p{L}\p{N}._·-]*$/u,
}

const bounds: Record<string, string[]> = {
  long: ['-9223372036854775808', '9223372036854775807'],
  unsignedLong: ['0', '18446744073709551615'],
}

function lexicalCheck (base: string): Check {
  const pattern = lexical[base]
  if (base === 'string' || base === 'uri') return () => true
  if (!pattern) throw new Error(`The schema tables name an unknown type, ${base}.`)
  const isInRange = base === 'date' || base === 'dateTime' ? isInCalendar : rangeCheck(bounds[base] ?? [], base)
  return (text) => pattern.test(text) && isInRange(text)
}

function isInCalendar (text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function facetCheck (facet: string, primitive: string): Check {
  if (facet.startsWith('(')) return enumerationCheck(facet.slice(1, -1).split('|'), primitive)
  if (facet.startsWith('/')) return patternCheck(facet.slice(1, -1))
  if (facet.startsWith('[')) return rangeCheck(facet.slice(1, -1).split(','), primitive)
  return facet.includes('..') ? lengthCheck(facet) : digitsCheck(facet)
}

function enumerationCheck (values: string[], primitive: string): Check {
  if (primitive === 'string' || primitive === 'uri') return (text) => values.includes(text)
  return (text) => values.some((value) => compareNumbers(value, text) === 0)
}

function patternCheck (pattern: string): Check {
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  return (text) => expression.test(text)
}

function lengthCheck (facet: string): Check {
  const [least = '', most = ''] = facet.split('..')
  return (text) => {
    const length = /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length
    return length >= Number(least) && (most === '' || length <= Number(most))
  }
}

/** Leading zeros and the last zeros of a fraction do not count. */
function digitsCheck (facet: string): Check {
  const [digits = '', decimals] = facet.split('d')
  const mostDecimals = decimals === '' ? undefined : Number(decimals?.slice(1))
  return (text) => {
    const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)\.?(\d*?)0*$/.exec(text) ?? []
    const isFine = mostDecimals === undefined || fraction.length <= mostDecimals
    return isFine && Math.max(significantWhole(text, whole).length + fraction.length, 1) <= Number(digits)
  }
}

/** In a text without a fraction, the pattern above removes the last zeros of the whole number; this restores them. */
function significantWhole (text: string, whole: string): string {
  return text.includes('.') ? whole : text.replace(/^[+-]?0*/, '')
}

function rangeCheck ([least = '', most = '']: string[], primitive: string): Check {
  const compare = ['date', 'dateTime', 'time'].includes(primitive) ? compareTexts : compareNumbers
  return (text) => (least === '' || compare(text, least) >= 0) && (most === '' || compare(text, most) <= 0)
}

function compareTexts (a: string, b: string): number {
  const [first, second] = [a.slice(0, b.length), b]
  return first < second ? -1 : first > second ? 1 : 0
}

function compareNumbers (a: string, b: string): number {
  if (isSmallInteger(a) && isSmallInteger(b)) return Number(a) - Number(b)
  const difference = scaled(a) - scaled(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** What most numbers are, and a double holds exactly. */
function isSmallInteger (text: string): boolean {
  return text.length <= 15 && /^\d+$/.test(text)
}

/** The number in units of 10^-30, far below any bound of the schemas. */
function scaled (text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? []
  const magnitude = BigInt(`${whole}${fraction.slice(0, 30).padEnd(30, '0')}`)
  return sign === '-' ? -magnitude : magnitude
}
