import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays, calendarDateOf, dayMonthYear, daysBetween, isCalendarDate, isTimeOfDay, localDateTimeOf, momentOf,
  santiagoDate, santiagoDateTime, startOfSantiagoDay
} from '../../../src/dte/values/calendar.ts'

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
    ['2026-12-01T00:00:00Z', '2026-12-01'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['2026-12-01T00:00Z', '2026-12-01'],
    ['2026-12-01T00:00:00+00:00', '2026-12-01'],
    ['2026-12-01T00:00:00.001Z', '2026-11-30'],
    ['2026-12-01T00:00:00+01:00', '2026-11-30'],
    ['2026-12-01T00:00:00-03:00', '2026-12-01'],
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

describe('momentOf', () => {
  it.each([
    ['2026-11-20T02:59:59.999Z', '2026-11-20T02:59:59.999Z'],
    ['2026-11-20T23:59:00-03:00', '2026-11-21T02:59:00.000Z'],
    ['2026-11-20T00:00:00-03:00', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20T10:30', '2026-11-20T13:30:00.000Z'],
    ['2026-06-20T10:30:00.25', '2026-06-20T14:30:00.250Z']
  ])('is a moment, on Chile\'s clock where "%s" has no offset', (text, moment) => {
    expect(momentOf(text)?.toISOString()).toBe(moment)
  })

  it.each(['2026-11-20', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000', '2026-02-30T10:00:00Z', 'ayer'])('"%s" is a day or no date', (text) => {
    expect(momentOf(text)).toBeUndefined()
  })
})

const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
const dates = instants.map((moment) => moment.toISOString().slice(0, 10))
const hourMs = 3_600_000

describe('santiagoDateTime', () => {
  it.each([
    ['before the clocks go forward', '2026-09-06T03:59:59Z', '2026-09-05T23:59:59'],
    ['when midnight becomes one o\'clock', '2026-09-06T04:00:00Z', '2026-09-06T01:00:00'],
    ['before the clocks go back', '2026-04-05T02:59:59Z', '2026-04-04T23:59:59'],
    ['when midnight becomes eleven o\'clock', '2026-04-05T03:00:00Z', '2026-04-04T23:00:00'],
    ['at the second midnight', '2026-04-05T04:00:00Z', '2026-04-05T00:00:00']
  ])('%s, %s is %s', (_when, instant, onTheWall) => {
    expect(santiagoDateTime(new Date(instant))).toBe(onTheWall)
    expect(santiagoDate(new Date(instant))).toBe(onTheWall.slice(0, 10))
    expect(localDateTimeOf(instant)).toBe(onTheWall)
    expect(calendarDateOf(instant)).toBe(onTheWall.slice(0, 10))
  })

  it('is three or four hours behind UTC, in any year', () => {
    fc.assert(fc.property(instants, (moment) => {
      const whole = Math.floor(moment.getTime() / 1000) * 1000

      expect([3, 4]).toContain((whole - Date.parse(`${santiagoDateTime(moment)}Z`)) / hourMs)
    }))
  })
})

describe('startOfSantiagoDay', () => {
  it.each([
    ['in winter', '2026-06-20', '2026-06-20T04:00:00.000Z'],
    ['in summer', '2026-11-20', '2026-11-20T03:00:00.000Z'],
    ['that begins at 01:00, for the clocks go forward', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['that begins at the second midnight, for the clocks go back', '2026-04-05', '2026-04-05T04:00:00.000Z']
  ])('of a day %s: %s begins at %s', (_when, date, instant) => {
    expect(startOfSantiagoDay(date).toISOString()).toBe(instant)
  })

  it('is the first moment of its date: the moment before belongs to the day before', () => {
    fc.assert(fc.property(dates, (date) => {
      const start = startOfSantiagoDay(date)

      expect(santiagoDate(start)).toBe(date)
      expect(santiagoDate(new Date(start.getTime() - 1))).toBe(addDays(date, -1))
    }))
  })

  it('makes each day 23, 24 or 25 hours long', () => {
    fc.assert(fc.property(dates, (date) => {
      const length = startOfSantiagoDay(addDays(date, 1)).getTime() - startOfSantiagoDay(date).getTime()

      expect([23, 24, 25]).toContain(length / hourMs)
    }))
  })
})

describe('addDays', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'], ['2026-12-31', 1, '2027-01-01'], ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'], ['2026-09-05', 1, '2026-09-06'], ['2026-04-04', 1, '2026-04-05'],
    ['2026-06-30', 180, '2026-12-27'], ['2026-06-30', 0, '2026-06-30']
  ])('%s and %d days: %s', (date, days, sum) => {
    expect(addDays(date, days)).toBe(sum)
  })

  it('returns the calendar day that many days away', () => {
    fc.assert(fc.property(dates, fc.integer({ min: -1000, max: 1000 }), (date, days) => {
      const sum = addDays(date, days)

      expect(isCalendarDate(sum)).toBe(true)
      expect(daysBetween(date, sum)).toBe(days)
    }))
  })
})

describe('dayMonthYear', () => {
  it('writes the day first', () => {
    expect(dayMonthYear('2026-11-20')).toBe('20-11-2026')
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
