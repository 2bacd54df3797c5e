import type { Sentence } from './errors.ts'

/** Durations by name, in seconds and in milliseconds. A day has 24 hours here; dates belong to the calendar of dte. */
export const minuteSeconds = 60
export const hourSeconds = 60 * minuteSeconds
export const daySeconds = 24 * hourSeconds

export const minuteMs = 1000 * minuteSeconds
export const hourMs = 1000 * hourSeconds
export const dayMs = 1000 * daySeconds

/** @param days whole days */
export function daysInWords (days: number): Sentence {
  if (days === 0) return { en: 'less than a day', es: 'menos de un día' }
  return days === 1 ? { en: '1 day', es: '1 día' } : { en: `${days} days`, es: `${days} días` }
}
