import { chileanPeso } from '../dte/values/currencies.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { type ChannelType, type Status, statuses } from '../model/document-states.ts'
import type { Transaction } from './transaction.ts'

/** Calendar dates of issue, YYYY-MM-DD, both included. */
export interface DateRange { startDate: string, endDate: string }

/** Exact sums over documents of one currency, as decimal texts. */
export interface Sums {
  currency: string
  documents: number
  netAmount: string
  exemptAmount: string
  taxAmount: string
  totalAmount: string
}

export interface ChannelRow extends Sums { channelType: ChannelType, status: Status }

/** One of the three is not null: the sums are by type, by status or by day. */
export interface OverviewRow extends Sums { documentType: number | null, status: Status | null, day: string | null }

/** Seconds from the issue of a document to its verdict. */
export interface VerdictTimes { documents: number, medianSeconds: number | null, p90Seconds: number | null }

export interface CodeRow { code: string, documents: number }

/** The texts of the queries; bench/reports.ts shows their plans. */
export const reportQueries = {
  byChannel: (tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    select channel_type as "channelType", status, ${sums}
    from invoices where ${issuedIn(tenantId, range)}
    group by channel_type, status, currency order by channel_type, status, ${pesosFirst}`,

  /** One pass sums the documents into cells, which are few; each dimension is then summed from the cells. */
  overview: (tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    with cells as materialized (
      select document_type, status, issue_date, currency, count(*) as documents, sum(net_amount) as net_amount,
        sum(exempt_amount) as exempt_amount, sum(tax_amount) as tax_amount, sum(total_amount) as total_amount
      from invoices where ${issuedIn(tenantId, range)}
      group by document_type, status, issue_date, currency
    )
    select document_type as "documentType", status, issue_date::text as day, currency, sum(documents)::int as documents,
      trim_scale(sum(net_amount))::text as "netAmount", trim_scale(sum(exempt_amount))::text as "exemptAmount",
      trim_scale(sum(tax_amount))::text as "taxAmount", trim_scale(sum(total_amount))::text as "totalAmount"
    from cells group by grouping sets ((document_type, currency), (status, currency), (issue_date, currency))
    order by document_type, status, issue_date, ${pesosFirst}`,

  /** Invoices and debit notes less credit notes, of documents that stand, without notes about what is no sale. */
  sales: (tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    with signed as (
      select ${salesSums} from invoices
      where ${issuedIn(tenantId, range)} and status = any(${standing}::int[]) and document_type = any(${sold}::int[])
      group by currency, document_type
      union all
      select currency, document_type, -documents, -net_amount, -exempt_amount, -tax_amount, -total_amount
      from (
        select ${salesSums} from invoices
        where ${issuedIn(tenantId, range)} and status = any(${standing}::int[]) and document_type = any(${notes}::int[])
          and id in (
            select invoice_id from invoice_references
            where tenant_id = ${tenantId}::uuid and document_type = any(${notSold}::int[])
          )
        group by currency, document_type
      ) as about_others
    ), summed as (
      select currency, case when document_type = any(${creditNotes}::int[]) then -1 else 1 end as sign, documents,
        net_amount, exempt_amount, tax_amount, total_amount
      from signed
    )
    select currency, sum(documents)::int as documents,
      trim_scale(sum(sign * net_amount))::text as "netAmount",
      trim_scale(sum(sign * exempt_amount))::text as "exemptAmount",
      trim_scale(sum(sign * tax_amount))::text as "taxAmount",
      trim_scale(sum(sign * total_amount))::text as "totalAmount"
    from summed group by currency having sum(documents) > 0 order by ${pesosFirst}`,

  /** Counted by tenths of a second first, so that only the distinct times have to be sorted. */
  verdictTimes: (tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    with times as (
      select round(date_part('epoch', verdict_at - issued_at) * 10)::int as tenths, count(*) as documents
      from invoices where ${issuedIn(tenantId, range)} and verdict_at is not null and issued_at is not null
      group by 1
    ), ranked as (
      select tenths, documents, sum(documents) over (order by tenths) as up_to, sum(documents) over () as total from times
    )
    select coalesce(max(total), 0)::int as documents,
      min(tenths) filter (where up_to >= total * 0.5) / 10.0::float8 as "medianSeconds",
      min(tenths) filter (where up_to >= total * 0.9) / 10.0::float8 as "p90Seconds"
    from ranked`,

  /** A code counts once for each document whose objections, rejection or failure name it. */
  siiCodes: (tenantId: string, range: DateRange, limit: number): Prisma.Sql => Prisma.sql`
    with named_codes as (
      select distinct id, coalesce(named.code, reason ->> 'code') as code
      from invoices left join lateral (
        select one ->> 'code' as code from jsonb_array_elements(coalesce(reason -> 'reasons', '[]')) as reasons (one)
      ) as named on true
      where ${issuedIn(tenantId, range)} and status = any(${statusesWithCodes}::int[]) and folio is not null
    )
    select code, count(*)::int as documents from named_codes where code is not null
    group by code order by count(*) desc, code limit ${limit}`
}

const statusesWithCodes = [statuses.AcceptedWithObjections, statuses.Rejected, statuses.Failed]

const standing = [
  statuses.Issued, statuses.Sending, statuses.Sent, statuses.Accepted, statuses.AcceptedWithObjections
]
const creditNotes = [61, 112]
const sold = [33, 34, 39, 41, 56, 110, 111, ...creditNotes]
const notes = [56, 61]
// Settlements sell for others, purchase invoices are what was bought, and guides are followed by an invoice.
const notSold = [43, 46, 52]

const salesSums = Prisma.sql`currency, document_type, count(*) as documents, sum(net_amount) as net_amount,
  sum(exempt_amount) as exempt_amount, sum(tax_amount) as tax_amount, sum(total_amount) as total_amount`

const pesosFirst = Prisma.sql`currency <> ${chileanPeso}, currency`

const sums = Prisma.sql`currency, count(*)::int as documents,
  trim_scale(sum(net_amount))::text as "netAmount", trim_scale(sum(exempt_amount))::text as "exemptAmount",
  trim_scale(sum(tax_amount))::text as "taxAmount", trim_scale(sum(total_amount))::text as "totalAmount"`

function issuedIn (tenantId: string, { startDate, endDate }: DateRange): Prisma.Sql {
  return Prisma.sql`tenant_id = ${tenantId}::uuid and issue_date between ${startDate}::date and ${endDate}::date`
}

export const reportRepository = (tx: Transaction, tenantId: string) => ({
  byChannel: (range: DateRange): Promise<ChannelRow[]> => tx.$queryRaw(reportQueries.byChannel(tenantId, range)),

  overview: (range: DateRange): Promise<OverviewRow[]> => tx.$queryRaw(reportQueries.overview(tenantId, range)),

  sales: (range: DateRange): Promise<Sums[]> => tx.$queryRaw(reportQueries.sales(tenantId, range)),

  async verdictTimes (range: DateRange): Promise<VerdictTimes> {
    const [times] = await tx.$queryRaw<VerdictTimes[]>(reportQueries.verdictTimes(tenantId, range))
    return times ?? { documents: 0, medianSeconds: null, p90Seconds: null }
  },

  siiCodes: (range: DateRange, limit: number): Promise<CodeRow[]> =>
    tx.$queryRaw(reportQueries.siiCodes(tenantId, range, limit))
})
