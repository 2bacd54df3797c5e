import { describe, expect, it } from 'vitest'
import { dateOf, decimalOf, instantOf, integerOf, isTime } from '../../../src/dte/xml/lexical.ts'

describe('a value in any form of its type in XML Schema', () => {
  it.each([
    ['+012.50', '12.5'], ['.5', '0.5'], ['5.', '5'], ['-0', '0'], ['-.50', '-0.5'], ['000', '0'], ['99999999999999.9999', '99999999999999.9999'],
    ['', undefined], ['.', undefined], ['+', undefined], ['1e3', undefined], ['INF', undefined], ['1 0', undefined], ['--1', undefined]
  ])('is the decimal "%s"', (text, value) => {
    expect(decimalOf(text)).toBe(value)
  })

  it.each([
    ['+060', 60], ['-0', 0], ['-7', -7], ['5.0', undefined], ['0x21', undefined], ['', undefined], ['9007199254740993', undefined]
  ])('is the integer "%s"', (text, value) => {
    expect(integerOf(text)).toBe(value)
  })

  it.each([
    ['2026-11-20', '2026-11-20'], ['2026-11-20Z', '2026-11-20'], ['2026-11-20-03:00', '2026-11-20'], ['2026-11-20+14:00', '2026-11-20'],
    ['2026-02-30', undefined], ['2026-11-20+14:30', undefined], ['2026-11-20T00:00:00', undefined], ['2026-11-20-3', undefined]
  ])('is the day "%s"', (text, value) => {
    expect(dateOf(text)).toBe(value)
  })

  it.each([
    ['2026-11-20T07:30:00', '2026-11-20T10:30:00.000Z'], ['2026-07-20T07:30:00', '2026-07-20T11:30:00.000Z'],
    ['2026-11-20T07:30:00-03:00', '2026-11-20T10:30:00.000Z'], ['2026-11-20T10:30:00Z', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20T10:30:00.123456789Z', '2026-11-20T10:30:00.123Z'], ['2026-11-20T00:00:00', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000Z'], ['2026-11-20T24:00:00', '2026-11-21T03:00:00.000Z'],
    ['2026-12-31T24:00:00.00+05:45', '2026-12-31T18:15:00.000Z'], ['2026-11-21T00:30:00+14:00', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20', undefined], ['2026-11-20T24:00:01', undefined], ['2026-11-20T07:30', undefined], ['2026-11-20 07:30:00', undefined],
    ['2026-02-30T07:30:00', undefined], ['2026-11-20T07:60:00', undefined]
  ])('is the moment "%s"', (text, value) => {
    expect(instantOf(text)?.toISOString()).toBe(value)
  })

  it.each<[string, boolean]>([
    ['10:20:30', true], ['10:20:30.5-03:00', true], ['24:00:00', true], ['24:00:00.1', false], ['25:00:00', false], ['10:20', false]
  ])('is the time "%s": %s', (text, is) => {
    expect(isTime(text)).toBe(is)
  })
})
