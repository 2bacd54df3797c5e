/** The simple types of the schemas [S5], as schema-table.ts writes them. */
import { isCalendarDate, isTimeOfDay } from '../values/calendar.ts'
import { currencies } from '../values/currencies.ts'

export type IsValue = (text: string) => boolean

// [S5, ImpAdicDTEType].
const taxes = '14 15 16 17 18 19 23 24 25 26 27 28 30 31 32 33 34 35 36 37 38 39 40 41 44 45 46 47 48 49 50 51 52 53 54 55 ' +
  '271 301 321 331 341 361 371 481'

const named: Readonly<Record<string, IsValue>> = {
  any: () => true,
  b64: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))?$/.test(text.replace(/\s/g, '')),
  currency: (text) => currencies.some(({ name }) => name === text),
  date: isCalendarDate,
  moment: (text) => isCalendarDate(text.slice(0, 10)) && text[10] === 'T' && isTimeOfDay(text.slice(11).replace(/\.\d+$/, '')),
  // The schema asks for K; some programs write k, which says the same.
  rut: (text) => /^\d{1,8}-[\dKk]$/.test(text),
  tax: (text) => taxes.split(' ').includes(text),
  time: isTimeOfDay
}

/** The check of a type of schema-table.ts. */
export function valueOf (type: string): IsValue {
  const found = named[type]
  if (found) return found
  if (type.startsWith('=')) {
    const values = type.slice(1).split('|')
    return (text) => values.includes(text)
  }
  const [, kind = '', digits = '', fraction = '0', most] = /^(\w)(\d*)(?:\.(\d+))?(?:<(\d+))?$/.exec(type) ?? []
  const longest = Number(digits) || Infinity
  if (/t/i.test(kind)) return (text) => text.length <= longest && (kind === 't' || text !== '')
  return (text) => isNumber(text, { kind, longest, fraction: Number(fraction), most: Number(most ?? Infinity) })
}

const leastOf: Readonly<Record<string, number>> = { n: 1, d: Number.MIN_VALUE, z: 0, f: 0 }

/** `longest` counts the digits without leading zeros, and without those at the end of a fraction. */
function isNumber (
  text: string, { kind, longest, fraction, most }: { kind: string, longest: number, fraction: number, most: number }
): boolean {
  const [, whole, decimals = ''] = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === undefined || !/\d/.test(text)) return false
  const isShort = decimals.length <= fraction && whole.length + decimals.length <= longest
  return isShort && Number(text) <= most && Number(text) >= (leastOf[kind] ?? -Infinity)
}
