import { minuteMs } from '../../shared/durations.ts'
import type { Transaction } from './transaction.ts'

/** One part of a walk through a list, the oldest first; everything up to `until` is visible. */
export interface Walked<Row> { rows: Row[], hasMore: boolean, until: Date }

/** What comes after an id. */
export interface Step { after: string, take: number }

// Machines' clocks differ, and a transaction begins at PostgreSQL a moment after its process began it.
const clockSeconds = 5
// Walks of this service end after half a minute; a transaction forgotten in a terminal must not hold up all walks.
const forgottenMinutes = 10

/**
 * The moment before which nothing can still appear: rows get their ids in the transaction that stores them, so none is
 * older than the oldest transaction in progress. It is read before the rows, in a statement of its own: transactions
 * that end in between are visible then, and those that begin are newer.
 */
export async function visibleUntil (tx: Transaction): Promise<Date> {
  const [row] = await tx.$queryRaw<{ until: Date }[]>`
    select least(clock_timestamp(), min(xact_start)) - make_interval(secs => ${clockSeconds}::int) as until from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start is not null
      and not (state like 'idle in transaction%' and state_change < clock_timestamp() - make_interval(mins => ${forgottenMinutes}::int))`
  if (!row) throw new Error('PostgreSQL gave no time')
  return row.until
}

/** The moment from which to ask for changes next: the time of a change is taken before its transaction begins. */
export function changesKnownUntil (until: Date): Date {
  return new Date(until.getTime() - minuteMs)
}

/** The rows of a walk that took one more than was asked for, to know whether there are more. */
export function stepOf<Row> (found: Row[], take: number): { rows: Row[], hasMore: boolean } {
  return { rows: found.slice(0, take), hasMore: found.length > take }
}
