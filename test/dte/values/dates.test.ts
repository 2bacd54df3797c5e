import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarDateOf, dayAfter, isCalendarDate, isTimeOfDay, localDateTimeOf
} from '../../../src/dte/values/dates.ts'

describe('calendarDateOf', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T02:59:59.999Z', '2026-11-19'],
    ['2026-11-20T03:00:00Z', '2026-11-20'],
    ['2026-06-20T03:59:00Z', '2026-06-19'],
    ['2026-06-20T04:00:00Z', '2026-06-20'],
    ['2026-11-20T23:59:00-03:00', '2026-11-20'],
    ['2026-11-21T01:00:00+09:00', '2026-11-20'],
    ['2026-11-20T00:00:00', '2026-11-20'],
    ['2026-11-20T23:59:59.1234567', '2026-11-20'],
    ['2026-11-20T10:30', '2026-11-20'],
    [' 2024-02-29 ', '2024-02-29']
  ])('takes %s as %s in Chile', (text, date) => {
    expect(calendarDateOf(text)).toBe(date)
  })

  it.each([
    '2026-02-30', '2026-13-01', '2026-00-10', '2025-02-29', '20-11-2026', '2026-11-20T24:00:00', '2026-11-20T10:60:00Z',
    '2026-11-20 10:00', 'hoy', '', '2026-11-20T10:00:00+99:99', '2026-11-31T00:00:00Z'
  ])('takes no "%s"', (text) => {
    expect(calendarDateOf(text)).toBeUndefined()
  })
})

describe('dayAfter', () => {
  it.each([['2026-11-20', '2026-11-21'], ['2026-12-31', '2027-01-01'], ['2024-02-28', '2024-02-29']])(
    'of %s is %s',
    (date, next) => {
      expect(dayAfter(date)).toBe(next)
    }
  )

  it('is always a later day of the calendar', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2050-12-31'), noInvalidDate: true }), (day) => {
        const date = day.toISOString().slice(0, 10)

        expect(isCalendarDate(dayAfter(date))).toBe(true)
        expect(dayAfter(date) > date).toBe(true)
      }))
  })
})

describe('isTimeOfDay', () => {
  it.each([['00:00:00', true], ['23:59:59', true], ['24:00:00', false], ['8:30:00', false], ['08:30', false]])(
    '%s: %s',
    (text, right) => {
      expect(isTimeOfDay(text)).toBe(right)
    }
  )
})

describe('localDateTimeOf', () => {
  it.each([
    ['2027-01-15T21:00:00', '2027-01-15T21:00:00'],
    ['2027-01-15T21:00', '2027-01-15T21:00:00'],
    ['2027-01-15T21:00:00.500-03:00', '2027-01-15T21:00:00'],
    ['2027-01-16T00:30:00Z', '2027-01-15T21:30:00'],
    ['2027-07-16T00:30:00Z', '2027-07-15T20:30:00']
  ])('%s is %s on a Chilean clock', (text, local) => {
    expect(localDateTimeOf(text)).toBe(local)
  })

  it.each(['2027-01-15', '2027-02-30T10:00:00', '2027-01-15T25:00:00', 'mañana', ''])(
    '%j is no date and time',
    (text) => {
      expect(localDateTimeOf(text)).toBeUndefined()
    }
  )
})
