/** The simple types of the schemas [S5], as schema-table.ts writes them. */
import { currencies } from '../values/currencies.ts'
import { dateOf, decimalOf, instantOf, integerOf, isTime } from '../xml/lexical.ts'

/** Whether an element may have a text; `content` is the same untrimmed. */
export type IsValue = (text: string, content: string) => boolean

// [S5, ImpAdicDTEType].
const taxes = '14 15 16 17 18 19 23 24 25 26 27 28 30 31 32 33 34 35 36 37 38 39 40 41 44 45 46 47 48 49 50 51 52 53 54 55 ' +
  '271 301 321 331 341 361 371 481'

const named: Readonly<Record<string, IsValue>> = {
  any: () => true,
  // Validators pass over other characters, as programs that decode it do.
  b64: (text) => /^(?:.{4})*(?:..(?:==|.=))?$/.test(text.replace(/[^A-Za-z0-9+/=]/g, '')) && !/=[^=]*[A-Za-z0-9+/]/.test(text),
  currency: (text) => currencies.some(({ name }) => name === text),
  date: (text) => dateOf(text) !== undefined,
  moment: (text) => instantOf(text) !== undefined,
  // The schema asks for K; some programs write k, which says the same.
  rut: (text) => /^\d{1,8}-[\dKk]$/.test(text),
  tax: (text) => taxes.split(' ').includes(text),
  time: isTime
}

/** The check of a type of schema-table.ts. */
export function valueOf (type: string): IsValue {
  const found = named[type]
  if (found) return found
  if (type.startsWith('=')) {
    const values = type.slice(1).split('|')
    return (text) => values.includes(String(integerOf(text) ?? text))
  }
  const [, kind = '', digits = '', fraction = '0', most] = /^(\w)(\d*)(?:\.(\d+))?(?:<(\d+))?$/.exec(type) ?? []
  const longest = Number(digits) || Infinity
  if (/t/i.test(kind)) return (text, content) => lengthOf(text) <= longest && (kind === 't' || content !== '')
  return (text) => isNumber(text, { kind, longest, fraction: Number(fraction), most: Number(most ?? Infinity) })
}

/** In characters, of which some take two places in memory. */
function lengthOf (text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '.').length
}

const leastOf: Readonly<Record<string, number>> = { n: 1, d: Number.MIN_VALUE, z: 0, f: 0 }

/** `longest` counts the digits without leading zeros, and without those at the end of a fraction. */
function isNumber (
  text: string, { kind, longest, fraction, most }: { kind: string, longest: number, fraction: number, most: number }
): boolean {
  const value = decimalOf(text)
  if (value === undefined) return false
  const [whole = '', decimals = ''] = value.replace(/^-?0?/, '').split('.')
  const isShort = decimals.length <= fraction && whole.length + decimals.length <= longest
  return isShort && Number(value) <= most && Number(value) >= (leastOf[kind] ?? -Infinity)
}
