const maxSignificantDigits = 15
// Nobody writes a longer one.
const maxCharacters = 400
// Doubles end near 1e308 and 1e-308.
const maxOrder = 300

const point = 0x2E
const zero = 0x30
const nine = 0x39
const minus = 0x2D
const smallE = 0x65

/**
 * What was read of a mantissa: its digits from the first that is not 0, how many zeros end them, and the place of that
 * first one.
 */
interface Mantissa { digits: number, zeros: number, order: number, isFraction: boolean }

/**
 * Whether the decimal between two places of a text survives the trip through a double (IEEE 754): it has at most 15
 * significant digits, and neither over- nor underflows. What is no number may pass as well: JSON.parse comes after and
 * refuses it.
 */
export function isExactNumber (text: string, start: number, end: number): boolean {
  if (end - start > maxCharacters) return false
  const mantissa: Mantissa = { digits: 0, zeros: 0, order: 0, isFraction: false }
  let at = start
  for (; at < end; at++) {
    const character = text.charCodeAt(at)
    if (isExponentMark(character)) break
    if (character === point) mantissa.isFraction = true
    else if (character >= zero && character <= nine) addDigit(mantissa, character)
  }
  const significant = mantissa.digits - mantissa.zeros
  return significant <= maxSignificantDigits &&
    (significant === 0 || Math.abs(mantissa.order + exponent(text, at + 1, end)) <= maxOrder)
}

export function isExponentMark (character: number): boolean {
  return (character | 0x20) === smallE
}

function addDigit (mantissa: Mantissa, character: number): void {
  const isLeadingZero = mantissa.digits === 0 && character === zero
  if (!isLeadingZero) {
    mantissa.digits++
    mantissa.zeros = character === zero ? mantissa.zeros + 1 : 0
  }
  if (isLeadingZero && mantissa.isFraction) mantissa.order--
  else if (!isLeadingZero && !mantissa.isFraction) mantissa.order++
}

function exponent (text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const character = text.charCodeAt(at)
    if (character >= zero && character <= nine) value = value * 10 + character - zero
  }
  return text.charCodeAt(start) === minus ? -value : value
}
