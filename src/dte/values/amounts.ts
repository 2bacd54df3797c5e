/**
 * An exact decimal number as canonical text: "0", "1234", "-12.5". No exponent, no plus sign, no leading or trailing
 * zeros, no "-0". Two decimals are equal exactly when their texts are.
 */
export type Decimal = string & { readonly __brand: 'Decimal' }

/** units × 10^-scale, with scale ≥ 0. */
interface Scaled { units: bigint, scale: number }

export const zero = '0' as Decimal

const decimalShape = /^(-?)(\d+)(?:\.(\d+))?$/
const numberShape = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** Reads plain decimal text ("012.50" gives "12.5"); nothing for anything else, exponents included. */
export function parseDecimal (text: string): Decimal | undefined {
  const match = decimalShape.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  return print({ units: BigInt(sign + whole + fraction), scale: fraction.length })
}

/**
 * The decimal that a JSON number stands for: exact for up to 15 significant digits. Throws RangeError unless finite.
 */
export function decimalFromNumber (value: number): Decimal {
  const match = numberShape.exec(String(value))
  if (!match) throw new RangeError(`${String(value)} is not a finite number`)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  return print(shifted({ units: BigInt(sign + whole + fraction), scale: fraction.length }, Number(exponent)))
}

/** The nearest JSON number: exact for up to 15 significant digits. */
export function toNumber (value: Decimal): number {
  return Number(value)
}

export function add (left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = aligned(left, right)
  return print({ units: a + b, scale })
}

export function subtract (left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = aligned(left, right)
  return print({ units: a - b, scale })
}

export function sum (values: readonly Decimal[]): Decimal {
  return values.reduce(add, zero)
}

export function multiply (left: Decimal, right: Decimal): Decimal {
  const a = scaled(left)
  const b = scaled(right)
  return print({ units: a.units * b.units, scale: a.scale + b.scale })
}

/** Negative, zero or positive, as left is below, equal to or above right. */
export function compare (left: Decimal, right: Decimal): number {
  const [a, b] = aligned(left, right)
  if (a === b) return 0
  return a < b ? -1 : 1
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
  return (isNegative(value) ? value.slice(1) : value) as Decimal
}

export function fractionDigits (value: Decimal): number {
  return scaled(value).scale
}

/** To a whole number; a half goes away from zero, as the SII rounds pesos [S1]. */
export function roundHalfUp (value: Decimal): Decimal {
  const { units, scale } = scaled(value)
  return divideUnits(units, 10n ** BigInt(scale))
}

/** left ÷ right as a whole number; a half goes away from zero. Throws RangeError when right is zero. */
export function divideHalfUp (left: Decimal, right: Decimal): Decimal {
  const [a, b] = aligned(left, right)
  return divideUnits(a, b)
}

/** value × rate %, as a whole number or to so many decimals; a half goes away from zero. */
export function percentageHalfUp (value: Decimal, rate: Decimal, decimals = 0): Decimal {
  return divideHalfUpTo(multiply(value, rate), '100' as Decimal, decimals)
}

export function negate (value: Decimal): Decimal {
  return subtract(zero, value)
}

/** To so many decimals; a half goes away from zero. */
export function roundHalfUpTo (value: Decimal, decimals: number): Decimal {
  return divideHalfUpTo(value, '1' as Decimal, decimals)
}

/** left ÷ right to so many decimals; a half goes away from zero. Throws RangeError when right is zero. */
export function divideHalfUpTo (left: Decimal, right: Decimal, decimals: number): Decimal {
  const units = scaled(divideHalfUp(multiply(left, `1${'0'.repeat(decimals)}` as Decimal), right)).units
  return print({ units, scale: decimals })
}

function divideUnits (numerator: bigint, denominator: bigint): Decimal {
  const negative = (numerator < 0n) !== (denominator < 0n)
  const dividend = magnitude(numerator)
  const divisor = magnitude(denominator)
  const quotient = (2n * dividend + divisor) / (2n * divisor)
  return print({ units: negative ? -quotient : quotient, scale: 0 })
}

function magnitude (units: bigint): bigint {
  return units < 0n ? -units : units
}

function aligned (left: Decimal, right: Decimal): [bigint, bigint, number] {
  const a = scaled(left)
  const b = scaled(right)
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

function scaled (value: Decimal): Scaled {
  const [whole = '0', fraction = ''] = value.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

function shifted ({ units, scale }: Scaled, exponent: number): Scaled {
  if (scale >= exponent) return { units, scale: scale - exponent }
  return { units: units * 10n ** BigInt(exponent - scale), scale: 0 }
}

function print ({ units, scale }: Scaled): Decimal {
  const digits = String(magnitude(units)).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const sign = units < 0n ? '-' : ''
  return `${sign}${whole}${fraction && `.${fraction}`}` as Decimal
}
