import { isOpen, isUnaccepted } from '../../reports/document-sums.ts'
import { type InvoiceFilter, isAboutOpen, isAboutSettled, summedConditions } from './invoice-filters.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { statuses } from '../../../model/document-states.ts'
import { counted, type Found, type InvoiceIds, merged, type SettledDay, type Span, sumOf, upTo } from './invoice-ids.ts'

/**
 * Finds documents by the dimensions of a day's sums, which count them. The ids come from the newest documents or, if
 * too few of those fit, from the days that the sums name.
 */
export async function findByDay (ids: InvoiceIds, filter: InvoiceFilter, span: Span): Promise<Found> {
  const conditions = summedConditions(filter)
  const openOnes = [...conditions, isOpen]
  if (isAboutOpen(filter)) return { ids: await ids.newest(openOnes, span), ...await ids.count(openOnes) }
  const open = isAboutSettled(filter) ? counted(0) : await ids.count(openOnes)
  const total = sumOf([open, counted(await ids.countSettled(conditions))])
  const expected = Math.min(span.take, total.totalRecords - span.skip)
  if (expected <= 0) return { ids: [], ...total }
  const newest = await findAmongNewest(ids, filter, conditions, span)
  if (newest.length >= expected) return { ids: newest, ...total }
  const settled = await newestOfDays(ids, await ids.settledDays(conditions), { conditions, take: upTo(span).take })
  const others = isAboutSettled(filter) ? [] : await ids.newest(openOnes, upTo(span))
  return { ids: merged([settled, others], span), ...total }
}

async function findAmongNewest (
  ids: InvoiceIds, { status = [] }: InvoiceFilter, conditions: Prisma.Sql[], span: Span
): Promise<string[]> {
  if (conditions.length === 0) return ids.newestOfAll(span)
  const areStopped = status.length > 0 && status.every((one) => stopped.includes(one))
  if (conditions.length > 1 || !areStopped) return ids.newestAmong(1000 + 4 * upTo(span).take, conditions, span)
  if (status.length === 1) return ids.newest([...conditions, isUnaccepted], span)
  const lists = []
  for (const one of status) {
    lists.push(await ids.newest([...summedConditions({ status: [one] }), isUnaccepted], upTo(span)))
  }
  return merged(lists, span)
}

const stopped: readonly number[] = [statuses.Rejected, statuses.Failed]

/** Begins with the days of the latest documents. Others matter only if a document was dated back to them. */
async function newestOfDays (
  ids: InvoiceIds, days: SettledDay[], { conditions, take }: { conditions: Prisma.Sql[], take: number }
): Promise<string[]> {
  const latest = days.toSorted((one, other) => one.lastId < other.lastId ? 1 : -1)
  for (let wanted = take; ; wanted *= 4) {
    const count = countReaching(latest, wanted)
    const found = await ids.newestOfDays(latest.slice(0, count), conditions, take)
    const next = latest[count]
    if (!next || (found[take - 1] ?? '') > next.lastId) return found
  }
}

/** How many of the days have so many documents. */
function countReaching (days: SettledDay[], wanted: number): number {
  let [count, documents] = [0, 0]
  while (count < days.length && documents < wanted) documents += days[count++]?.documents ?? 0
  return count
}
