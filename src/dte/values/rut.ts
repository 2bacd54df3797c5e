/**
 * A tax number with a right check digit, as the XML carries it: "77777777-7", "60803000-K" [S5, RUTType].
 */
export type Rut = string & { readonly __brand: 'Rut' }

// [S5, RUTType]: ten characters at most, so eight digits before the dash.
const rutShape = /^(\d{1,8})-([0-9K])$/
// Without a dash, a number of less than seven digits could be anything, and a last group of three digits has no check
// digit.
const groupOfThree = /\.\d{3}\s*$/
const undashedShape = /^(\d{7,8})([0-9K])$/
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu
const ignored = /[\s.\u00ad\u200b-\u200d\u2060]/gu

/** Modulo 11 with weights 2 to 7 from the right; 11 is written 0 and 10 is written K. */
export function checkDigit (digits: string): string {
  let sum = 0
  for (let place = 0; place < digits.length; place++) sum += Number(digits.at(-1 - place)) * (2 + place % 6)
  const remainder = 11 - sum % 11
  if (remainder === 11) return '0'
  if (remainder === 10) return 'K'
  return String(remainder)
}

/**
 * A RUT, or a part of one, as people write and paste it, without dots, blanks and leading zeros, with a plain dash and
 * K.
 */
export function plainRut (text: string): string {
  return text.replace(dashes, '-').replace(ignored, '').replace(/^0+(?=\d)/, '').toUpperCase()
}

/**
 * Reads a RUT as people write and paste it: with or without dots, blanks and leading zeros, with any dash or none, with
 * k in either case. Gives nothing for a wrong check digit or the number 0.
 */
export function parseRut (text: string): Rut | undefined {
  const plain = plainRut(text)
  const undashed = groupOfThree.test(text) ? null : undashedShape.exec(plain)
  const [, digits, digit] = rutShape.exec(plain) ?? undashed ?? []
  if (digits === undefined || digits === '0' || checkDigit(digits) !== digit) return undefined
  return `${digits}-${digit}` as Rut
}

/** The beginning of a RUT, as it is stored, if a text can be one: digits, the dash, the check digit. */
export function taxNumberBeginning (search: string): string | undefined {
  const plain = plainRut(search)
  return /^\d{1,8}(-[\dK]?)?$/.test(plain) ? plain : undashedShape.test(plain) ? plain.replace(/.$/, '-$&') : undefined
}

/** As people write it: "77.777.777-7". */
export function formatRut (rut: string): string {
  const [digits = '', digit = ''] = rut.split('-')
  return `${digits.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}
