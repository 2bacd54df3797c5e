import { santiagoDateTime } from './santiago-time.ts'

const dateShape = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTimeShape = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i
const timeShape = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

// Made once: building a formatter costs far more than using it. en-CA writes YYYY-MM-DD.
const santiago = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Santiago', year: 'numeric', month: '2-digit', day: '2-digit'
})

/** Whether the text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDate (text: string): boolean {
  const match = dateShape.exec(text)
  if (!match) return false
  const [, year = '', month = '', day = ''] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/**
 * The calendar date in Chile of a date (as it stands) or an ISO 8601 date-time: with an offset, the date it is then in
 * America/Santiago; without one, its own date. Nothing for anything else.
 */
export function calendarDateOf (text: string): string | undefined {
  const trimmed = text.trim()
  if (isCalendarDate(trimmed)) return trimmed
  const match = dateTimeShape.exec(trimmed)
  if (!match) return undefined
  const [, date = '', time = '', offset] = match
  if (!isCalendarDate(date) || !isTimeOfDay(time.length === 5 ? `${time}:00` : time.slice(0, 8))) return undefined
  return offset === undefined ? date : dateInSantiago(trimmed)
}

/** Whether the text is a time of day, hh:mm:ss (SiiTypes_v10.xsd, HoraType). */
export function isTimeOfDay (text: string): boolean {
  return timeShape.test(text)
}

/**
 * The moment on a Chilean clock, YYYY-MM-DDThh:mm:ss, of an ISO 8601 date-time: with an offset, what time it is then in
 * America/Santiago; without one, its own time. Nothing for anything else.
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

/** The day after, YYYY-MM-DD. */
export function dayAfter (date: string): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

function dateInSantiago (dateTime: string): string | undefined {
  const instant = new Date(dateTime)
  return Number.isNaN(instant.getTime()) ? undefined : santiago.format(instant)
}
