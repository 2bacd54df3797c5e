import { santiagoDate } from '../dte/values/santiago-time.ts'

const dayMs = 86_400_000

/** The calendar date `days` after this one (before it when negative), both YYYY-MM-DD. */
export function addDays (date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** How many calendar days lie between two dates, both included; 1 for the same date, less when they run backwards. */
export function daysFrom (startDate: string, endDate: string): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1
}

/**
 * The moment at which a calendar date begins in Chile, which is three or four hours behind UTC by season. When the
 * clocks go forward at midnight, the day begins at 01:00; when they go back, its midnight is the second one.
 */
export function startOfChileanDay (date: string): Date {
  const inSummer = new Date(`${date}T03:00:00Z`)
  return santiagoDate(inSummer) === date ? inSummer : new Date(`${date}T04:00:00Z`)
}
