import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColumnKind, readCell } from '../../src/services/sheet-cells.ts'
import type { Cell } from '../../src/shared/spreadsheet.ts'
import { anyCharacter } from '../support/texts.ts'

const read = (kind: ColumnKind, value: Cell['value'], more: Partial<Cell> = {}) =>
  readCell({ column: 0, value, ...more }, kind)
const said = (kind: ColumnKind, value: Cell['value'], more: Partial<Cell> = {}): unknown => {
  const found = read(kind, value, more)
  return 'value' in found ? found.value : found.problem
}

describe('a number', () => {
  it.each([
    ['1234', 1234],
    ['1234,5', 1234.5],
    ['1.234', 1234],
    ['1.234,5', 1234.5],
    ['1.234.567,89', 1_234_567.89],
    ['0,5', 0.5],
    ['-1.234', -1234],
    ['\u2212 5', 'CELL_NOT_A_NUMBER'],
    ['\u22125', -5],
    ['$ 1.990', 1990],
    ['$1.990,5', 1990.5],
    ['-$ 1.990', -1990],
    [' 12 ', 12],
    ['007', 7],
    ['0', 0],
    ['-0', 0],
    [12.5, 12.5],
    [true, 'CELL_NOT_A_NUMBER'],
    ['1.5', 'CELL_NUMBER_AMBIGUOUS'],
    ['1234.5', 'CELL_NUMBER_AMBIGUOUS'],
    ['0.500', 'CELL_NUMBER_AMBIGUOUS'],
    ['1,234.5', 'CELL_NUMBER_AMBIGUOUS'],
    ['1,234,567', 'CELL_NUMBER_AMBIGUOUS'],
    ['12.34.567', 'CELL_NUMBER_AMBIGUOUS'],
    ['1.2345', 'CELL_NUMBER_AMBIGUOUS'],
    ['1,', 'CELL_NUMBER_AMBIGUOUS'],
    ['1e5', 'CELL_NOT_A_NUMBER'],
    ['doce', 'CELL_NOT_A_NUMBER'],
    ['12 UN', 'CELL_NOT_A_NUMBER'],
    ['0x1F', 'CELL_NOT_A_NUMBER'],
    ['NaN', 'CELL_NOT_A_NUMBER'],
    ['(5)', 'CELL_NOT_A_NUMBER'],
    ['999.999.999.999.999', 999_999_999_999_999],
    ['9.007.199.254.740.993', 'CELL_NUMBER_INEXACT'],
    ['12.345.678.901.234,5678', 'CELL_NUMBER_INEXACT'],
    ['3,3000000000000003', 3.3000000000000003],
    ['3,2999999999999998', 3.3],
    ['1,500000000000000000', 1.5]
  ])('%j is %s', (written, expected) => {
    expect(said('number', written)).toBe(expected)
  })

  it('is not read from a date or a percentage', () => {
    expect(said('number', 46346, { shownAs: 'date' })).toBe('CELL_IS_A_DATE')
    expect(said('number', 0.1, { shownAs: 'percentage' })).toBe('CELL_IS_A_PERCENTAGE')
  })

  it('is read in Chilean notation, to the last decimal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.nat(999_999),
        fc.boolean(),
        (whole, decimals, isGrouped) => {
          const digits = isGrouped ? String(whole).replace(/\B(?=(\d{3})+$)/g, '.') : String(whole)
          const written = `${digits},${String(decimals).padStart(6, '0')}`

          expect(said('number', written)).toBe(Number(`${whole}.${String(decimals).padStart(6, '0')}`))
        }))
  })

  it('is never read from an ambiguous text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 }),
        (whole, decimals) => {
          const found = said('number', `${whole}.${decimals}`)

          // The dot parts thousands, or it is refused: it is never a decimal point.
          expect(
            found === 'CELL_NUMBER_AMBIGUOUS' ||
              (decimals.length === 3 && whole > 0 && whole < 1000 && found === whole * 1000 + Number(decimals))
          ).toBe(true)
        }
      )
    )
  })
})

describe('a percentage', () => {
  it.each([['10', 10], ['12,5', 12.5], ['10%', 10], ['12,5 %', 12.5], [10, 10], ['12.5%', 'CELL_NUMBER_AMBIGUOUS'], [
    '%', 'CELL_NOT_A_NUMBER'
  ]])('%j is %s', (written, expected) => {
    expect(said('percentage', written)).toBe(expected)
  })

  it('of a cell formatted as a percentage is the displayed value', () => {
    fc.assert(fc.property(fc.nat(10_000), (hundredths) => {
      expect(said('percentage', hundredths / 10_000, { shownAs: 'percentage' })).toBe(hundredths / 100)
    }))
  })
})

describe('a date', () => {
  it.each([
    ['20-11-2026', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['1-2-2026', '2026-02-01'],
    ['2026-11-20', '2026-11-20'],
    ['29-02-2028', '2028-02-29'],
    ['2026-11-20T15:30:00.000Z', '2026-11-20T15:30:00.000Z'],
    [46346, '2026-11-20'],
    [61, '1900-03-01'],
    ['29-02-2026', 'CELL_NOT_A_DATE'],
    ['11/20/2026', 'CELL_NOT_A_DATE'],
    ['20-11-26', 'CELL_NOT_A_DATE'],
    ['hoy', 'CELL_NOT_A_DATE'],
    ['2026-13-01', 'CELL_NOT_A_DATE'],
    ['46346', 'CELL_NOT_A_DATE'],
    [20_261_120, 'CELL_NOT_A_DATE'],
    [0, 'CELL_NOT_A_DATE'],
    [-1, 'CELL_NOT_A_DATE'],
    [true, 'CELL_NOT_A_DATE']
  ])('%j is %s', (written, expected) => {
    expect(said('date', written)).toBe(expected)
  })

  it('is the same day as a cell, with or without a time, and as text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 61, max: 100_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (day, time) => {
          const iso = new Date(Date.UTC(1899, 11, 30 + day)).toISOString().slice(0, 10)

          expect(said('date', day + time, { shownAs: 'date' })).toBe(iso)
          expect(said('date', iso.split('-').reverse().join('-'))).toBe(iso)
        }))
  })
})

describe('a yes or no', () => {
  it.each([
    ['Sí', true], ['SI', true], ['s', true], ['x', true], ['VERDADERO', true], [1, true], [true, true], ['No', false],
    ['falso', false], [0, false], [false, false], ['quizás', 'CELL_NOT_YES_OR_NO'], [2, 'CELL_NOT_YES_OR_NO']
  ])('%j is %s', (written, expected) => {
    expect(said('flag', written)).toBe(expected)
  })
})

describe('a text', () => {
  it.each(
    [
      [' 77.777.777-7 ', {}, '77.777.777-7'], ['00123', {}, '00123'], [123, { digits: 5 }, '00123'],
      [7_801_234_567_890, {}, '7801234567890'], [33, {}, '33'], [true, {}, 'Sí'],
      [46346, { shownAs: 'date' }, '2026-11-20'], [0.354166666666667, { shownAs: 'date' }, '08:30:00'],
      [46346.5, { shownAs: 'date' }, '2026-11-20T12:00:00'], ['dos\nlíneas', {}, 'dos\nlíneas'],
      [1e20, {}, 'CELL_NUMBER_INEXACT'], ['7,80123E+12', {}, 'CELL_NUMBER_SHORTENED'],
      ['nul\0', {}, 'CELL_HAS_CONTROL_CHARACTERS'], ['\uD800', {}, 'CELL_HAS_CONTROL_CHARACTERS']
    ] as const
  )('%j %j is %j', (written, more, expected) => {
    expect(said('text', written, more)).toBe(expected)
  })
})

describe('a cell that cannot be read', () => {
  it.each(['text', 'number', 'percentage', 'date', 'flag'] as const)('says nothing in a column of kind %s', (kind) => {
    expect(said(kind, '#N/A', { trouble: 'error' })).toBe('CELL_HAS_ERROR')
    expect(said(kind, '', { trouble: 'formula' })).toBe('CELL_FORMULA_WITHOUT_VALUE')
  })

  it('is reported for any content, without an exception', () => {
    const anything = fc.record({
      column: fc.nat(),
      value: fc.oneof(
        fc.string({ unit: anyCharacter }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()
      ),
      shownAs: fc.constantFrom('date' as const, 'percentage' as const, undefined)
    })
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom('text', 'number', 'percentage', 'date', 'flag'),
        ({ shownAs, ...cell }, kind) => {
          const found = readCell(shownAs ? { ...cell, shownAs } : cell, kind as ColumnKind)

          expect(Object.keys(found)).toHaveLength(1)
        }))
  })
})
