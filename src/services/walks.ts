import type { PageOf, Total } from '../repositories/postgres/totals.ts'
import { changesKnownUntil, type Step, type Walked } from '../repositories/postgres/walks.ts'

/** A page of a list, or what comes after an id. */
export interface WalkRequest {
  page?: number | undefined
  pageSize: number
  after?: string | undefined
  updatedSince?: Date | undefined
}

/** `after` and `updatedSince`: what to ask for next; `after` is null where a page was asked for. */
export interface Walk { after: string | null, hasMore: boolean, updatedSince: Date }

interface WalkedList<Row> {
  visibleUntil: () => Promise<Date>
  walk: (step: Step) => Promise<Walked<Row>>
  paginate: (page: number, pageSize: number) => Promise<PageOf<Row>>
}

/**
 * Reads a list as it was asked for. A walk counts nothing: its total are the rows at hand, of which there may be more.
 * Everything must happen in one transaction.
 */
export async function walkOrPage<Row extends { id: string }> (
  { page = 1, pageSize, after, updatedSince }: WalkRequest, list: WalkedList<Row>
): Promise<Total & { rows: Row[], walk?: Walk }> {
  if (after !== undefined) {
    const { rows, hasMore, until } = await list.walk({ after, take: pageSize })
    const walk = { after: rows.at(-1)?.id ?? after, hasMore, updatedSince: changesKnownUntil(until) }
    return { rows, totalRecords: rows.length, totalIsEstimate: hasMore, walk }
  }
  if (updatedSince === undefined) return list.paginate(page, pageSize)
  const until = await list.visibleUntil()
  const found = await list.paginate(page, pageSize)
  const hasMore = page * pageSize < found.totalRecords
  return { ...found, walk: { after: null, hasMore, updatedSince: changesKnownUntil(until) } }
}
