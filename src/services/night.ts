import { santiagoDate, startOfSantiagoDay } from '../dte/values/calendar.ts'
import { hourMs } from '../shared/durations.ts'

const [nightFrom, nightTo] = [2 * hourMs, 6 * hourMs]

/** How long a night is. */
export const nightMs = nightTo - nightFrom

/** Whether it is night in Chile, when heavy work disturbs few. */
export function isNight (at: Date): boolean {
  const sinceMidnight = at.getTime() - startOfSantiagoDay(santiagoDate(at)).getTime()
  return sinceMidnight >= nightFrom && sinceMidnight < nightTo
}
