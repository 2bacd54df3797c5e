import { santiagoDate, startOfSantiagoDay } from '../dte/values/calendar.ts'
import { hourMs } from '../shared/durations.ts'

const [windowFrom, windowTo] = [2 * hourMs, 6 * hourMs]

export const maintenanceWindowMs = windowTo - windowFrom

/** Whether it is night in Chile, the window for heavy jobs. */
export function isMaintenanceWindow (at: Date): boolean {
  const sinceMidnight = at.getTime() - startOfSantiagoDay(santiagoDate(at)).getTime()
  return sinceMidnight >= windowFrom && sinceMidnight < windowTo
}
