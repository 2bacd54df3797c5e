/**
 * The one calendar of Timbre. Dates are YYYY-MM-DD texts, moments are `Date` objects. Wherever a moment becomes a date,
 * the date is the one in America/Santiago: the SII's days and times are Chile's.
 */

const dateShape = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTimeShape = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i
const midnightUtc = /T00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]00:?00)$/i
const localMidnight = /T00:00(?::00(?:\.0{1,9})?)?$/i
const timeShape = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const dayMs = 86_400_000

// Made once: building a formatter costs far more than using it.
const santiago = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Santiago',
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  hourCycle: 'h23'
})

// The second asked for last: under load, a hundred documents are of the same one.
let latest = { second: NaN, text: '' }

/** The moment on a Chilean clock: YYYY-MM-DDThh:mm:ss, without a zone, as TSTED and TmstFirma require. */
export function santiagoDateTime (moment: Date): string {
  const second = Math.floor(moment.getTime() / 1000)
  if (second !== latest.second) latest = { second, text: formatted(moment) }
  return latest.text
}

function formatted (moment: Date): string {
  const part = Object.fromEntries(santiago.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}`
}

/** The date in Chile at this moment. */
export function santiagoDate (moment: Date): string {
  return santiagoDateTime(moment).slice(0, 10)
}

/**
 * The moment at which a date begins in Chile, which is three or four hours behind UTC by season. When the clocks go
 * forward at midnight, the day begins at 01:00; when they go back, it begins at the second midnight.
 */
export function startOfSantiagoDay (date: string): Date {
  const inSummer = new Date(`${date}T03:00:00Z`)
  return santiagoDate(inSummer) === date ? inSummer : new Date(`${date}T04:00:00Z`)
}

/**
 * The moment of an ISO 8601 date-time, on Chile's clock where it has no offset. Undefined for a date, for midnight UTC
 * or without an offset, with which serialisers mean a date (see calendarDateOf), and for anything else.
 */
export function momentOf (text: string): Date | undefined {
  const trimmed = text.trim()
  const local = localDateTimeOf(trimmed)
  if (local === undefined || midnightUtc.test(trimmed) || localMidnight.test(trimmed)) return undefined
  if (dateTimeShape.exec(trimmed)?.[3] !== undefined) return new Date(trimmed)
  return momentInSantiago(local, /\.\d+$/.exec(trimmed)?.[0])
}

/** The moment of a time on Chile's clock, YYYY-MM-DDThh:mm:ss, and a fraction such as `.25`. */
export function momentInSantiago (local: string, fraction = ''): Date {
  const inSummer = new Date(`${local}${fraction}-03:00`)
  return santiagoDateTime(inSummer) === local ? inSummer : new Date(`${local}${fraction}-04:00`)
}

/** A day, YYYY-MM-DD, or a moment. */
export type DayOrMoment = string | Date

/** Whether one is after the other; a day and a moment are compared by their days in Chile. */
export function isAfter (one: DayOrMoment, other: DayOrMoment): boolean {
  if (one instanceof Date && other instanceof Date) return one > other
  return dayOf(one) > dayOf(other)
}

function dayOf (one: DayOrMoment): string {
  return one instanceof Date ? santiagoDate(one) : one
}

/** The moment with which a day begins in Chile, or the moment itself. */
export function beginOf (one: DayOrMoment): Date {
  return one instanceof Date ? one : startOfSantiagoDay(one)
}

/** The first moment after a day in Chile, or after the moment, to the millisecond. */
export function endOf (one: DayOrMoment): Date {
  return one instanceof Date ? new Date(one.getTime() + 1) : startOfSantiagoDay(addDays(one, 1))
}

/** Whether the text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDate (text: string): boolean {
  const match = dateShape.exec(text)
  if (!match) return false
  const [, year = '', month = '', day = ''] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Whether the text is a time of day, hh:mm:ss (HoraType [S5]). */
export function isTimeOfDay (text: string): boolean {
  return timeShape.test(text)
}

/** The date `days` later, or earlier when `days` is negative. */
export function addDays (date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** The same day of the month `months` later; the last day of that month where it has no such day. */
export function addMonths (date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** How many days later `to` is than `from`: 0 for the same date, negative when they run backwards. */
export function daysBetween (from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** The date as Chileans write it: DD-MM-YYYY. */
export function dayMonthYear (date: string): string {
  return date.split('-').reverse().join('-')
}

/**
 * The date in Chile of a date (itself) or an ISO 8601 date-time: of midnight UTC, its own date, since date pickers and
 * serialisers write a date so; of any other moment with an offset, the date in America/Santiago; without an offset, its
 * own date. Undefined for anything else.
 */
export function calendarDateOf (text: string): string | undefined {
  const trimmed = text.trim().replace(midnightUtc, '')
  return isCalendarDate(trimmed) ? trimmed : localDateTimeOf(trimmed)?.slice(0, 10)
}

/**
 * The time on a Chilean clock, YYYY-MM-DDThh:mm:ss, of an ISO 8601 date-time: with an offset, the time in
 * America/Santiago at that moment; without one, its own time. Undefined for anything else.
 */
export function localDateTimeOf (text: string): string | undefined {
  const trimmed = text.trim()
  const [, date = '', time = '', offset] = dateTimeShape.exec(trimmed) ?? []
  const seconds = time.length === 5 ? `${time}:00` : time.slice(0, 8)
  if (!isCalendarDate(date) || !isTimeOfDay(seconds)) return undefined
  if (offset === undefined) return `${date}T${seconds}`
  const instant = new Date(trimmed)
  return Number.isNaN(instant.getTime()) ? undefined : santiagoDateTime(instant)
}
