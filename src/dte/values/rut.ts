/**
 * A tax number with a right check digit, as the XML carries it: "77777777-7", "60803000-K" [S5, RUTType].
 */
export type Rut = string & { readonly __brand: 'Rut' }

// [S5, RUTType]: ten characters at most, so eight digits before the dash.
const rutShape = /^(\d{1,8})-([0-9K])$/

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
 * Reads a RUT written with or without dots and leading zeros, with k in either case and blanks around it.
 * Gives nothing for a wrong check digit, a missing dash or the number 0.
 */
export function parseRut (text: string): Rut | undefined {
  const match = rutShape.exec(text.trim().replaceAll('.', '').replace(/^0+(?=\d)/, '').toUpperCase())
  if (!match) return undefined
  const [rut, digits, digit] = match
  if (digits === undefined || digits === '0' || checkDigit(digits) !== digit) return undefined
  return rut as Rut
}

/** As people write it: "77.777.777-7". */
export function formatRut (rut: string): string {
  const [digits = '', digit = ''] = rut.split('-')
  return `${digits.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}
