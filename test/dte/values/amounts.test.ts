import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  compare,
  decimalFromNumber,
  divideHalfUp,
  divideHalfUpTo,
  fractionDigits,
  isNegative,
  isPositive,
  isWhole,
  multiply,
  negate,
  parseDecimal,
  percentageHalfUp,
  roundHalfUp,
  roundHalfUpTo,
  subtract,
  sum,
  toNumber,
  zero,
  type Decimal,
  withoutNoise
} from '../../../src/dte/values/amounts.ts'
import { defined } from '../../support/expecting.ts'

const d = (text: string) => defined(parseDecimal(text))

const around = (centre: bigint) => fc.bigInt({ min: centre - 20n, max: centre + 20n })
const withEitherSign = (units: fc.Arbitrary<bigint>) =>
  fc.tuple(units, fc.boolean()).map(([value, isNegative]) => isNegative ? -value : value)

/**
 * Units and scale of up to 18 digits, and the decimal that they are: many close to where safe integers end, to powers
 * of ten, and to zero.
 */
const scaledNumbers = fc.record({
  units: fc.oneof(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    withEitherSign(fc.integer({ min: 0, max: 999_999 }).map(BigInt)),
    withEitherSign(fc.integer({ min: 1, max: 17 }).chain((digits) => around(10n ** BigInt(digits)))),
    withEitherSign(fc.integer({ min: 1, max: 9 }).chain((divisor) => around(2n ** 53n / BigInt(divisor))))
  ),
  scale: fc.integer({ min: 0, max: 9 })
})
const decimals = scaledNumbers.map(({ units, scale }) => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return d(
    `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale > 0 ? '.' + digits.slice(-scale) : ''}`
  )
})

const magnitude = (value: bigint) => value < 0n ? -value : value

const tenNinth = 10n ** 9n
/** A decimal of at most nine places as billionths. */
const billionths = (value: Decimal) => {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  const units = BigInt(whole) * tenNinth + BigInt(fraction.padEnd(9, '0'))
  return value.startsWith('-') ? -units : units
}

describe('decimals', () => {
  it.each([['012.500', '12.5'], ['-0.0', '0'], ['0', '0'], ['-7', '-7'], [
    '1234567890123456789.000001', '1234567890123456789.000001'
  ]])('writes %s canonically: %s', (text, canonical) => {
    expect(parseDecimal(text)).toBe(canonical)
  })

  it.each(['', '.5', '5.', '+1', '1e3', ' 1', '1,5', 'NaN', '--1'])('refuses "%s"', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  it.each([[0.1, '0.1'], [-0, '0'], [1e-7, '0.0000001'], [1.5e-7, '0.00000015'], [1e21, '1000000000000000000000'], [
    1.25e22, '12500000000000000000000'
  ], [999999999999.999, '999999999999.999']])('takes the number %d as %s', (number, text) => {
    expect(decimalFromNumber(number)).toBe(text)
  })

  it.each([Number.NaN, Infinity, -Infinity])('refuses %d', (number) => {
    expect(() => decimalFromNumber(number)).toThrow(RangeError)
  })

  it('keeps every number of fifteen significant digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 9 }),
        (units, scale) => {
          const number = Number(`${units}e-${scale}`)

          expect(toNumber(decimalFromNumber(number))).toBe(number === 0 ? 0 : number)
          expect(billionths(decimalFromNumber(number))).toBe(BigInt(units) * 10n ** BigInt(9 - scale))
        }))
  })

  it('is equal if and only if its text is', () => {
    fc.assert(fc.property(decimals, decimals, (a, b) => {
      expect(a === b).toBe(billionths(a) === billionths(b))
      expect(Math.sign(compare(a, b))).toBe(billionths(a) < billionths(b) ? -1 : billionths(a) > billionths(b) ? 1 : 0)
    }))
  })

  it('reads back what it writes', () => {
    fc.assert(fc.property(decimals, (value) => { expect(parseDecimal(value)).toBe(value) }))
  })
})

describe('arithmetic', () => {
  it('adds, subtracts and multiplies exactly', () => {
    fc.assert(fc.property(decimals, decimals, (a, b) => {
      expect(billionths(add(a, b))).toBe(billionths(a) + billionths(b))
      expect(billionths(subtract(a, b))).toBe(billionths(a) - billionths(b))
      expect(subtract(add(a, b), b)).toBe(a)
      const [whole = '', fraction = ''] = absolute(multiply(a, b)).split('.')
      const product = BigInt(whole + fraction.padEnd(18, '0'))
      const expected = billionths(a) * billionths(b)
      expect(product).toBe(expected < 0n ? -expected : expected)
    }))
  })

  it('sums an empty list to zero', () => {
    expect(sum([])).toBe(zero)
    expect(sum([d('0.1'), d('0.2')])).toBe('0.3')
  })

  it.each([['0.5', '1'], ['1.5', '2'], ['2.5', '3'], ['0.499999', '0'], ['-0.5', '-1'], ['-0.4', '0'], ['7', '7'], [
    '992.56', '993'
  ]])('rounds %s half up to %s', (value, rounded) => {
    expect(roundHalfUp(d(value))).toBe(rounded)
  })

  it('never rounds by more than a half, and a half goes away from zero', () => {
    fc.assert(fc.property(decimals, (value) => {
      const rounded = roundHalfUp(value)
      const difference = 2n * (billionths(rounded) - billionths(value))

      expect(isWhole(rounded)).toBe(true)
      expect(isNegative(value) ? -difference : difference).toBeLessThanOrEqual(tenNinth)
      expect(isNegative(value) ? -difference : difference).toBeGreaterThan(-tenNinth)
    }))
  })

  it.each([['4970', '1.19', '4176'], ['1', '2', '1'], ['-1', '2', '-1'], ['1', '-2', '-1'], ['1', '3', '0'], [
    '2', '3', '1'
  ]])('divides %s by %s half up: %s', (left, right, quotient) => {
    expect(divideHalfUp(d(left), d(right))).toBe(quotient)
  })

  it('divides to the nearest, and a half goes away from zero', () => {
    fc.assert(fc.property(decimals, decimals, fc.integer({ min: 0, max: 6 }), (a, b, places) => {
      fc.pre(b !== zero)
      const quotient = billionths(divideHalfUpTo(a, b, places))
      const [dividend, divisor] = [billionths(a) * 10n ** BigInt(places), billionths(b)]
      // |quotient − dividend ÷ divisor| ≤ ½, in units of the last place.
      const [units, unit] = [quotient / 10n ** BigInt(9 - places), magnitude(divisor)]
      const rest = magnitude(dividend) - magnitude(units) * unit

      expect(2n * rest).toBeLessThan(unit)
      expect(2n * rest).toBeGreaterThanOrEqual(-unit)
      expect(units === 0n || (units < 0n) === ((dividend < 0n) !== (divisor < 0n))).toBe(true)
      expect(percentageHalfUp(a, b, places)).toBe(divideHalfUpTo(multiply(a, b), d('100'), places))
    }))
  })

  it('is exact beyond safe integers', () => {
    expect(add(d('9007199254740991'), d('1'))).toBe('9007199254740992')
    expect(add(d('9007199254740992'), d('1'))).toBe('9007199254740993')
    expect(subtract(d('9007199254740993'), d('5'))).toBe('9007199254740988')
    expect(multiply(d('94906267'), d('94906267'))).toBe('9007199515875289')
    expect(multiply(d('9007199.254740993'), d('10'))).toBe('90071992.54740993')
    expect(divideHalfUpTo(d('999999999999999'), d('7'), 6)).toBe('142857142857142.714286')
    expect(compare(d('9007199254740993'), d('9007199254740992'))).toBeGreaterThan(0)
    expect(compare(d('999999999999.999999'), d('1000000000000'))).toBeLessThan(0)
  })

  it('refuses division by zero', () => {
    expect(() => divideHalfUp(d('1'), zero)).toThrow(RangeError)
  })

  it('computes percentages exactly before rounding', () => {
    expect(percentageHalfUp(d('5970'), d('12.5'))).toBe('746')
    expect(percentageHalfUp(d('50'), d('19'))).toBe('10')
  })

  it('rounds to the given number of decimals', () => {
    expect(roundHalfUpTo(d('1234.56775'), 4)).toBe('1234.5678')
    expect(roundHalfUpTo(d('-0.00005'), 4)).toBe('-0.0001')
    expect(roundHalfUpTo(d('2.5'), 0)).toBe('3')
    expect(divideHalfUpTo(d('764050'), d('945.32'), 4)).toBe('808.2448')
    expect(percentageHalfUp(d('317.7200'), d('2.5'), 4)).toBe('7.943')
    expect([negate(d('2')), negate(zero), negate(d('-0.5'))]).toEqual(['-2', '0', '0.5'])
  })

  it('removes noise of binary fractions, and nothing more', () => {
    const clean = (value: number, decimals: number) => withoutNoise(decimalFromNumber(value), decimals)

    expect([clean(1.1 * 3, 6), clean(0.1 + 0.2, 2), clean(-2.9999999999999996, 0)]).toEqual(['3.3', '0.3', '-3'])
    expect([clean(1.000000001, 6), clean(1.0000000011, 6)]).toEqual(['1', '1.0000000011'])
    expect([clean(1.1234567, 6), clean(0.5, 0), clean(1e-10, 6)]).toEqual(['1.1234567', '0.5', '0'])
  })

  it('reports sign and decimals', () => {
    expect([d('-1'), zero, d('1')].map(isPositive)).toEqual([false, false, true])
    expect([d('12.345'), d('12')].map(fractionDigits)).toEqual([3, 0])
  })
})
