/** The check digit of a RUT's number, by modulus 11: 0 to 9 or K. */
export function checkDigitOf (body: number): string {
  const sum = [...String(body)].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + index % 6), 0)
  return ['0', 'K', '9', '8', '7', '6', '5', '4', '3', '2', '1'][sum % 11]!
}

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu
const ignored = /[\s.\u00ad\u200b-\u200d\u2060]/gu
const groupOfThree = /\.\d{3}\s*$/

/**
 * A RUT as it was typed or pasted (`76.543.210-k`, `76543210K`, with any dash) as the API takes it: `76543210-K`.
 * Undefined where that is no RUT. The server reads it by the same rules.
 */
export function normalRut (typed: string): string | undefined {
  const plain = typed.replace(dashes, '-').replace(ignored, '').replace(/^0+(?=\d)/, '').toUpperCase()
  const dashed = groupOfThree.test(typed) ? plain : plain.replace(/^(\d{7,8})([\dK])$/, '$1-$2')
  const [, body, digit] = /^(\d{1,8})-([\dK])$/.exec(dashed) ?? []
  if (!body || !digit || Number(body) === 0) return undefined
  const number = Number(body)
  return checkDigitOf(number) === digit ? `${number}-${digit}` : undefined
}
