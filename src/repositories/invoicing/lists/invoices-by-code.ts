import { Prisma } from '../../../generated/prisma/client.ts'
import { type Status, statuses } from '../../../model/document-states.ts'
import { isUnaccepted } from '../../reports/document-sums.ts'
import { type InvoiceFilter, summedConditions } from './invoice-filters.ts'
import { counted, type Found, type InvoiceIds, merged, type Span, upTo } from './invoice-ids.ts'
import { mostCounted } from '../../postgres/totals.ts'

interface Wanted {
  code: string
  /** Everything that is wanted of a document, the code too. */
  conditions: Prisma.Sql[]
}

const unaccepted = Object.values(statuses)
  .filter((status) => status < statuses.Accepted || status > statuses.AcceptedWithObjections)
const isObjectedTo = Prisma.sql`status = ${statuses.AcceptedWithObjections}`

/**
 * Documents whose reason names a code. Those that were not accepted are few and have an index; objections, of which
 * there may be many, are read from the days whose sums name the code.
 */
export async function findByCode (
  ids: InvoiceIds, { code, conditions }: Wanted, filter: InvoiceFilter, span: Span
): Promise<Found> {
  const known = { skip: 0, take: Math.max(upTo(span).take, mostCounted + 1) }
  const isWanted = (status: Status): boolean => filter.status?.includes(status) ?? true
  const lists = []
  // One state after another, for each is in the index in the order of its documents.
  for (const status of unaccepted.filter(isWanted)) {
    lists.push(await ids.newest([...conditions, ...summedConditions({ status: [status] }), isUnaccepted], known))
  }
  if (isWanted(statuses.AcceptedWithObjections)) {
    const days = await ids.daysOfCode(code, [...summedConditions(filter), isObjectedTo])
    lists.push(await ids.newestOfDays(days, [...conditions, isObjectedTo], known.take))
  }
  const found = lists.flat().length
  return { ids: merged(lists, span), ...counted(found, found > mostCounted) }
}
