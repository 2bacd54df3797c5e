import { Prisma } from '../../generated/prisma/client.ts'
import { firstIdAt, timeOfId } from '../../shared/ids.ts'
import { hasSums } from './document-sums.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** Calendar dates of issue, YYYY-MM-DD, both included. */
export interface DateRange { startDate: string, endDate: string }

/** Seconds from the issue of a document to its verdict, to a tenth; of many documents, of a sample of them. */
export interface VerdictTimes { documents: number, medianSeconds: number | null, p90Seconds: number | null }

// So many are read in some ten milliseconds.
const sampleSize = 10_000
const slicesOfDay = 4

/** The settled documents of a day of issue, YYYY-MM-DD; their ids are between these two. */
interface Day { day: string, documents: number, firstId: string, lastId: string }

export async function verdictTimesIn (tx: Transaction, tenantId: string, range: DateRange): Promise<VerdictTimes> {
  const issued = Prisma.sql`tenant_id = ${tenantId}::uuid and issue_date between ${range.startDate}::date and ${range.endDate}::date`
  const judged = Prisma.sql`status between 5 and 7 and verdict_at is not null and issued_at is not null`
  await planAlongIndexes(tx)
  if (!await hasSums(tx, tenantId)) {
    return timesOf(tx, Prisma.sql`select verdict_at, issued_at from invoices where ${issued} and ${judged}`)
  }
  const days = await tx.$queryRaw<Day[]>`
    select issue_date::text as day, sum(documents)::int as documents, min(first_id::text collate "C") as "firstId",
      max(last_id::text collate "C") as "lastId"
    from document_days where ${issued} and status between 5 and 7 and documents > 0 group by issue_date`
  const documents = days.reduce((sum, day) => sum + day.documents, 0)
  const slices = JSON.stringify(days.flatMap((day) => slicesOf(day, sampleSize / documents)))
  const times = await timesOf(tx, Prisma.sql`
    select i.verdict_at, i.issued_at
    from jsonb_to_recordset(${slices}::jsonb) as slice (day date, "firstId" uuid, "lastId" uuid, most int)
    cross join lateral (
      select verdict_at, issued_at from invoices
      where tenant_id = ${tenantId}::uuid and id between slice."firstId" and slice."lastId" and issue_date = slice.day
        and ${judged}
      order by id limit slice.most
    ) as i`)
  return { ...times, documents: documents <= sampleSize ? times.documents : documents }
}

/** Where to read how many documents of a day; `share`: of all documents, how large the sample is. */
function slicesOf (day: Day, share: number): (Omit<Day, 'documents'> & { most: number })[] {
  if (share >= 1) return [{ ...day, most: day.documents }]
  const [from, to] = [timeOfId(day.firstId), timeOfId(day.lastId)]
  const starts = Array.from({ length: slicesOfDay - 1 }, (_, slice) =>
    firstIdAt(from + Math.floor((to - from) * (slice + 1) / slicesOfDay)))
  const most = Math.ceil(day.documents * share / slicesOfDay)
  return [day.firstId, ...starts].map((firstId, slice) =>
    ({ day: day.day, firstId, lastId: starts[slice] ?? day.lastId, most }))
}

/** Counted by tenths of a second first, so that only the distinct times have to be sorted. */
async function timesOf (tx: Transaction, documents: Prisma.Sql): Promise<VerdictTimes> {
  const [times] = await tx.$queryRaw<VerdictTimes[]>`
    with times as (
      select round(date_part('epoch', verdict_at - issued_at) * 10)::int as tenths, count(*) as documents
      from (${documents}) as judged group by 1
    ), ranked as (
      select tenths, documents, sum(documents) over (order by tenths) as up_to, sum(documents) over () as total from times
    )
    select coalesce(max(total), 0)::int as documents,
      min(tenths) filter (where up_to >= total * 0.5) / 10.0::float8 as "medianSeconds",
      min(tenths) filter (where up_to >= total * 0.9) / 10.0::float8 as "p90Seconds"
    from ranked`
  return times ?? { documents: 0, medianSeconds: null, p90Seconds: null }
}
