// The SII's dates and times are Chile's, and a document's date is the one on the wall there.
const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Santiago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23'
})

/** The moment on a Chilean clock: YYYY-MM-DDThh:mm:ss, without zone, as TSTED and TmstFirma want it. */
export function santiagoDateTime (moment: Date): string {
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}`
}

/** The calendar date in Chile at this moment: YYYY-MM-DD. */
export function santiagoDate (moment: Date): string {
  return santiagoDateTime(moment).slice(0, 10)
}
