import { currentActivities, formerActivities } from './activity-names.ts'

/** An economic activity of the SII's table: six digits, leading zeros included, and its name. */
export interface Activity { code: string, name: string }

/** The activities in force, in the order of their codes. */
export const activities: readonly Activity[] = rowsOf(currentActivities)

const names = new Map([...rowsOf(formerActivities), ...activities].map(({ code, name }) => [code, name]))

/** The name of an activity, of the former table too; undefined for a code of neither. Leading zeros may be missing. */
export function activityName (code: number | string): string | undefined {
  return names.get(String(code).padStart(6, '0'))
}

function rowsOf (table: string): Activity[] {
  return table.trim().split('\n').map((row) => ({ code: row.slice(0, 6), name: row.slice(7) }))
}
