export type Clock = () => Date

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

const santiago = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago', dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23',
})

/** "2026-11-20 08:16:01": the SII writes local time of Santiago, without a zone. */
export function localTime (moment: Date): string {
  return santiago.format(moment)
}

/** "20/11/2026 08:16:01", in Santiago. */
export function slashedTime (moment: Date): string {
  const [date = '', time = ''] = localTime(moment).split(' ')
  return `${date.split('-').reverse().join('/')} ${time}`
}

/** "20-11-2026 08:16:01", in Santiago. */
export function dashedTime (moment: Date): string {
  return slashedTime(moment).replaceAll('/', '-')
}

/** "2026-11-20", in Santiago. */
export function localDate (moment: Date): string {
  return localTime(moment).slice(0, 10)
}

/** The same day of the month `months` later; the last day of that month where it has no such day. */
export function addMonths (date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The date `days` later. */
export function addDays (date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** ddmmyyyy and dd-mm-yyyy become YYYY-MM-DD; anything else stays as it is and agrees with nothing. */
export function isoDate (text: string): string {
  const parts = /^(\d{2})-?(\d{2})-?(\d{4})$/.exec(text.trim())
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : text
}
