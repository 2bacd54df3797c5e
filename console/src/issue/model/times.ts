/** A time of day as it is typed, `8:30`, `08.30`, `0830` or `8`, as it is shown: `08:30`. Undefined for any other text. */
export function timeIn (typed: string): string | undefined {
  const [, hour, minute = '00', second = '00'] = /^(\d{1,2})(?:[:.]?(\d{2})(?:[:.](\d{2}))?)?$/.exec(typed.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}${second === '00' ? '' : `:${second}`}`
}
