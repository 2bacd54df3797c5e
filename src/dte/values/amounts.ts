/**
 * An exact decimal number as canonical text: "0", "1234", "-12.5". No exponent, no plus sign, no leading or trailing
 * zeros, no "-0". Two decimals are equal exactly when their texts are.
 */
export type Decimal = string & { readonly __brand: 'Decimal' }

export const zero = '0' as Decimal
const one = '1' as Decimal
const hundred = '100' as Decimal

const decimalShape = /^(-?)(\d+)(?:\.(\d+))?$/
const canonicalShape = /^-?\d+(?:\.\d+)?$/
const exponentShape = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

/** Reads plain decimal text ("012.50" gives "12.5"); nothing for anything else, exponents included. */
export function parseDecimal (text: string): Decimal | undefined {
  const match = decimalShape.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  return print(BigInt(sign + whole + fraction), fraction.length)
}

/** The shortest decimal that a number stands for, which is what was posted. Throws RangeError unless finite. */
export function decimalFromNumber (value: number): Decimal {
  const text = String(value)
  if (canonicalShape.test(text)) return text as Decimal
  const match = exponentShape.exec(text)
  if (!match) throw new RangeError(`${text} is not a finite number`)
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match
  const scale = fraction.length - Number(exponent)
  const digits = sign + whole + fraction
  return scale > 0 ? print(BigInt(digits), scale) : print(BigInt(digits + '0'.repeat(-scale)), 0)
}

// Programs that count in binary fractions post 3.3000000000000003 for 3.3.
const noise = '0.000000001' as Decimal

/** Rounded to so many decimals if what is beyond them is noise of binary fractions: at most 1e-9. */
export function withoutNoise (value: Decimal, decimals: number): Decimal {
  if (fractionDigits(value) <= Math.max(decimals, 8)) return value
  const rounded = roundHalfUpTo(value, decimals)
  return compare(absolute(subtract(value, rounded)), noise) <= 0 ? rounded : value
}

/** The nearest JSON number: exact for up to 15 significant digits. */
export function toNumber (value: Decimal): number {
  return Number(value)
}

/** Whether both are the same JSON number; of up to 15 significant digits, only equal decimals are. */
export function isSameNumber (left: Decimal, right: Decimal): boolean {
  return left === right || Number(left) === Number(right)
}

/*
 * Each operation counts in units of the last digit: in safe integers while these hold them, as they nearly always do,
 * and otherwise in bigints, which cost ten times as much. What a safe integer does not hold is NaN, and so is whatever
 * is computed from it.
 */

export function add (left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(fractionDigits(left), fractionDigits(right))
  const total = safeUnits(left, scale) + safeUnits(right, scale)
  if (Number.isSafeInteger(total)) return print(total, scale)
  return print(units(left, scale) + units(right, scale), scale)
}

export function subtract (left: Decimal, right: Decimal): Decimal {
  return add(left, negate(right))
}

export function negate (value: Decimal): Decimal {
  if (value === zero) return zero
  return (isNegative(value) ? value.slice(1) : `-${value}`) as Decimal
}

export function sum (values: readonly Decimal[]): Decimal {
  return values.reduce(add, zero)
}

export function multiply (left: Decimal, right: Decimal): Decimal {
  const leftScale = fractionDigits(left)
  const rightScale = fractionDigits(right)
  const product = safeUnits(left, leftScale) * safeUnits(right, rightScale)
  const scale = leftScale + rightScale
  if (Number.isSafeInteger(product)) return print(product, scale)
  return print(units(left, leftScale) * units(right, rightScale), scale)
}

/** Negative, zero or positive, as left is below, equal to or above right. */
export function compare (left: Decimal, right: Decimal): number {
  if (left === right) return 0
  const moreDigits = wholeDigits(left) - wholeDigits(right)
  if (moreDigits !== 0 && !isNegative(left) && !isNegative(right)) return moreDigits
  const scale = Math.max(fractionDigits(left), fractionDigits(right))
  const difference = safeUnits(left, scale) - safeUnits(right, scale)
  if (Number.isSafeInteger(difference)) return difference
  return units(left, scale) < units(right, scale) ? -1 : 1
}

export function isNegative (value: Decimal): boolean {
  return value.startsWith('-')
}

export function isPositive (value: Decimal): boolean {
  return value !== zero && !isNegative(value)
}

export function isWhole (value: Decimal): boolean {
  return !value.includes('.')
}

export function absolute (value: Decimal): Decimal {
  return isNegative(value) ? negate(value) : value
}

export function fractionDigits (value: Decimal): number {
  const point = value.indexOf('.')
  return point === -1 ? 0 : value.length - point - 1
}

function wholeDigits (value: Decimal): number {
  const point = value.indexOf('.')
  return point === -1 ? value.length : point
}

/** To a whole number; a half goes away from zero, as the SII rounds pesos [S1]. */
export function roundHalfUp (value: Decimal): Decimal {
  return roundHalfUpTo(value, 0)
}

/** To so many decimals; a half goes away from zero. */
export function roundHalfUpTo (value: Decimal, decimals: number): Decimal {
  return fractionDigits(value) <= decimals ? value : divideHalfUpTo(value, one, decimals)
}

/** value × rate %, as a whole number or to so many decimals; a half goes away from zero. */
export function percentageHalfUp (value: Decimal, rate: Decimal, decimals = 0): Decimal {
  return divideHalfUpTo(multiply(value, rate), hundred, decimals)
}

/** left ÷ right as a whole number; a half goes away from zero. Throws RangeError when right is zero. */
export function divideHalfUp (left: Decimal, right: Decimal): Decimal {
  return divideHalfUpTo(left, right, 0)
}

/** left ÷ right to so many decimals; a half goes away from zero. Throws RangeError when right is zero. */
export function divideHalfUpTo (left: Decimal, right: Decimal, decimals: number): Decimal {
  const scale = Math.max(fractionDigits(left), fractionDigits(right))
  const quotient = safeQuotient(safeUnits(left, scale + decimals), safeUnits(right, scale))
  if (Number.isSafeInteger(quotient)) return print(quotient, decimals)
  return print(bigQuotient(units(left, scale + decimals), units(right, scale)), decimals)
}

// Of fifteen digits, so that twice the dividend and the divisor together are a safe integer.
function safeQuotient (dividend: number, divisor: number): number {
  const twice = 2 * Math.abs(divisor)
  const raised = 2 * Math.abs(dividend) + Math.abs(divisor)
  // Without its remainder, which is exact, the division is exact too.
  const quotient = (raised - raised % twice) / twice
  return (dividend < 0) === (divisor < 0) ? quotient : -quotient
}

function bigQuotient (dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * magnitude(divisor)
  const quotient = (2n * magnitude(dividend) + magnitude(divisor)) / twice
  return (dividend < 0n) === (divisor < 0n) ? quotient : -quotient
}

function magnitude (value: bigint): bigint {
  return value < 0n ? -value : value
}

const safeDigits = 15

/** As `units`, or NaN where these have more digits than a safe integer surely holds. */
function safeUnits (value: Decimal, scale: number): number {
  return value.length + scale <= safeDigits ? Number(unitsText(value, scale)) : NaN
}

/** value × 10^scale, where that is whole. */
function units (value: Decimal, scale: number): bigint {
  return BigInt(unitsText(value, scale))
}

function unitsText (value: Decimal, scale: number): string {
  const point = value.indexOf('.')
  if (point !== -1) return value.slice(0, point) + value.slice(point + 1).padEnd(scale, '0')
  return scale === 0 ? value : value + '0'.repeat(scale)
}

/** units × 10^-scale. */
function print (units: number | bigint, scale: number): Decimal {
  const text = String(units)
  if (scale === 0) return text as Decimal
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -scale)}${fraction && `.${fraction}`}` as Decimal
}
