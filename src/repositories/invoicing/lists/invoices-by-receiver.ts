import { Prisma } from '../../../generated/prisma/client.ts'
import { isOpen, isSettled } from '../../reports/document-sums.ts'
import { type InvoiceFilter, isAboutOpen, isAboutSettled, summedConditions } from './invoice-filters.ts'
import { counted, type Found, type InvoiceIds, merged, type Span, sumOf, upTo } from './invoice-ids.ts'
import { isOfReceiver, type ReceiverRepository, type Receivers, type Search } from './receivers.ts'
import { mostCounted } from '../../postgres/totals.ts'

/** Documents of some receivers. */
interface Wanted {
  /** Conditions of documents that are settled, and of those that are open. */
  settled: Prisma.Sql
  open: Prisma.Sql
  receivers: (limit: number) => Promise<Receivers>
}

// To go through these is quicker than through all documents of the days that fit.
const fewDocuments = 5000
// A page further on is sought along the documents instead of along as many receivers.
const farthest = 500

export function findOfReceiver (
  ids: InvoiceIds, receivers: ReceiverRepository, taxNumbers: readonly string[], filter: InvoiceFilter, span: Span
): Promise<Found> {
  const condition = Prisma.sql`receiver_tax_number = any(${taxNumbers})`
  return find(ids, {
    settled: condition, open: condition, receivers: (limit) => receivers.find(taxNumbers, limit)
  }, filter, span)
}

/** `named`: the documents that have, or had, the folio that is looked for, or have the external id. */
export async function findBySearch (
  ids: InvoiceIds, receivers: ReceiverRepository, { search, named }: { search: Search, named: string[] },
  filter: InvoiceFilter, span: Span
): Promise<Found> {
  const isOfRow = isOfReceiver(search)
  const found = await find(ids, {
    settled: receivers.isSettledOf(search), open: isOfRow, receivers: (limit) => receivers.search(search, limit)
  }, filter, upTo(span))
  const others = await ids.among(named, [...summedConditions(filter), Prisma.sql`not ${isOfRow}`])
  return { ids: merged([found.ids, others], span), ...sumOf([found, counted(others.length)]) }
}

async function find (ids: InvoiceIds, wanted: Wanted, filter: InvoiceFilter, span: Span): Promise<Found> {
  const conditions = summedConditions(filter)
  const open = isAboutSettled(filter) ? [] : await ids.newest([...conditions, isOpen, wanted.open], known(span))
  const settled = isAboutOpen(filter) ? { ids: [], ...counted(0) } : await findSettled(ids, wanted, filter, span)
  return { ids: merged([open, settled.ids], span), ...sumOf([countOf(open), settled]) }
}

/** Their ids up to the end of the span. */
async function findSettled (ids: InvoiceIds, wanted: Wanted, filter: InvoiceFilter, span: Span): Promise<Found> {
  const conditions = summedConditions(filter)
  if (conditions.length === 0) return findNewest(ids, wanted, upTo(span))
  const { latest, documents } = await wanted.receivers(fewDocuments)
  if (documents === 0) return { ids: [], ...counted(0) }
  const found = documents <= fewDocuments
    ? await ids.newestOfReceivers(latest, conditions, known(span).take)
    : await ids.newestOfDays(await ids.settledDays(conditions), [...conditions, wanted.settled], known(span).take)
  return { ids: found, ...countOf(found) }
}

/** The newest documents are those of the receivers with the latest ones. */
async function findNewest (ids: InvoiceIds, wanted: Wanted, span: Span): Promise<Found> {
  for (let count = Math.min(span.take, farthest); ; count *= 4) {
    const { latest, documents } = await wanted.receivers(count + 1)
    if (documents === 0) return { ids: [], ...counted(0) }
    const next = latest[count]
    if (next && count >= farthest) {
      return { ids: await ids.newest([isSettled, wanted.settled], span), ...counted(documents) }
    }
    const found = await ids.newestOfReceivers(latest.slice(0, count), [], span.take)
    if (!next || (found[span.take - 1] ?? '') > next.lastId) return { ids: found, ...counted(documents) }
  }
}

/** As many as are counted, and at least up to the end of the span. */
function known (span: Span): Span {
  return { skip: 0, take: Math.max(upTo(span).take, mostCounted + 1) }
}

function countOf (found: string[]) {
  return counted(found.length, found.length > mostCounted)
}
