import { calendarDateOf } from '../../dte/values/calendar.ts'

/** The day, YYYY-MM-DD, of a date of transport as it was posted; undefined for no date. */
export function optionDayOf (text: string | null | undefined): string | undefined {
  return text ? calendarDateOf(text) : undefined
}
