import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalRut } from '../../../console/src/shared/rut.ts'
import { checkDigit, formatRut, parseRut } from '../../../src/dte/values/rut.ts'
import { defined } from '../../support/expecting.ts'
import { noRuts, pastedRuts } from '../../support/pasted.ts'

describe('parseRut', () => {
  // Vectors of [S41].
  it.each(['76354771-K', '60803000-K', '76192083-9', '96670340-7', '12345678-5', '55555555-5', '66666666-6', '1-9'])(
    'takes %s',
    (rut) => {
      expect(parseRut(rut)).toBe(rut)
    }
  )

  it.each(pastedRuts)('reads %j as %s, and so does the console', (written, rut) => {
    expect(parseRut(written)).toBe(rut)
    expect(normalRut(written)).toBe(rut)
  })

  it.each(noRuts)('refuses %j, and so does the console', (written) => {
    expect(parseRut(written)).toBeUndefined()
    expect(normalRut(written)).toBeUndefined()
  })

  it('accepts exactly one check digit for each number', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 99_999_999 }), (number) => {
      const taken = Array.from('0123456789K').filter((digit) => parseRut(`${number}-${digit}`) !== undefined)

      expect(taken).toEqual([checkDigit(String(number))])
    }))
  })

  it('reads what formatRut writes', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 99_999_999 }), (number) => {
      const rut = defined(parseRut(`${number}-${checkDigit(String(number))}`))

      expect(parseRut(formatRut(rut))).toBe(rut)
    }))
  })
})

describe('formatRut', () => {
  it.each([['76192083-9', '76.192.083-9'], ['1000005-K', '1.000.005-K'], ['999-3', '999-3']])(
    'writes %s as people do: %s',
    (rut, written) => {
      expect(formatRut(rut as never)).toBe(written)
    }
  )
})
