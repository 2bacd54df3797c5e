import { addDays, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import { chileanPeso } from '../../dte/values/currencies.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type ChannelType, type Status, statuses } from '../../model/document-states.ts'
import { environment } from '../../model/tax-authorities.ts'
import { firstIdAt } from '../../shared/ids.ts'
import { codeSums, hasSums, isOpen } from './document-sums.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import type { Transaction } from '../postgres/transaction.ts'
import { type DateRange, type VerdictTimes, verdictTimesIn } from './verdict-times.ts'

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

/** One of the three is not null, or none: the sums are by type, by channel, by day or of all. */
export interface SalesRow extends Sums {
  documentType: number | null
  channelType: ChannelType | null
  day: string | null
}

/** `month`: YYYY-MM. */
export interface MonthRow extends Sums { month: string }

export interface CodeRow { code: string, documents: number }

/** Whose documents are added up: of several receivers who share a tax number, the one with the name. */
export interface SummedReceiver { taxNumber: string, name?: string | undefined }

/** Sums of documents by day, type, channel, status and currency. */
type Cells = Prisma.Sql

/** Settled documents from their sums, and the few open ones as they are. */
const summedCells = (tenantId: string, range: DateRange): Cells => Prisma.sql`
  select issue_date, document_type, channel_type, status, currency, documents, net_amount, exempt_amount, tax_amount, total_amount
  from document_days where ${issuedIn(tenantId, range)} and documents <> 0
  union all
  ${countedCells(Prisma.sql`${issuedIn(tenantId, range)} and ${isOpen}`)}`

/** From the documents alone, such as while their sums are not complete. */
const countedCells = (condition: Prisma.Sql): Cells => Prisma.sql`
  select issue_date, document_type, channel_type, status, currency, count(*)::int, sum(net_amount), sum(exempt_amount),
    sum(tax_amount), sum(total_amount)
  from invoices where ${condition}
  group by issue_date, document_type, channel_type, status, currency`

const sums = Prisma.sql`currency, sum(documents)::int as documents,
  trim_scale(sum(net_amount))::text as "netAmount", trim_scale(sum(exempt_amount))::text as "exemptAmount",
  trim_scale(sum(tax_amount))::text as "taxAmount", trim_scale(sum(total_amount))::text as "totalAmount"`

const columns = Prisma.sql`cells (issue_date, document_type, channel_type, status, currency, documents, net_amount,
  exempt_amount, tax_amount, total_amount)`

const queries = {
  byChannel: (cells: Cells): Prisma.Sql => Prisma.sql`
    select channel_type as "channelType", status, ${sums} from (${cells}) as ${columns}
    group by channel_type, status, currency order by channel_type, status, ${pesosFirst}`,

  overview: (cells: Cells): Prisma.Sql => Prisma.sql`
    select document_type as "documentType", status, issue_date::text as day, ${sums} from (${cells}) as ${columns}
    group by grouping sets ((document_type, currency), (status, currency), (issue_date, currency))
    order by document_type, status, issue_date, ${pesosFirst}`,

  /** What `soldCells` add up to: together, and by day, type and channel. */
  sales: (cells: Cells, tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    select document_type as "documentType", channel_type as "channelType", issue_date::text as day, ${sums}
    from (${soldCells(cells, tenantId, issuedIn(tenantId, range))}) as sold
    group by grouping sets ((currency), (issue_date, currency), (document_type, currency), (channel_type, currency))
    having sum(documents) > 0 order by document_type, channel_type, issue_date, ${pesosFirst}`,

  /** The same by month, of the documents that fit. */
  months: (tenantId: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
    select to_char(issue_date, 'YYYY-MM') as month, ${sums}
    from (${soldCells(countedCells(condition), tenantId, condition)}) as sold
    group by month, currency having sum(documents) > 0 order by month, ${pesosFirst}`,

  codes: (tenantId: string, range: DateRange, limit: number): Prisma.Sql => Prisma.sql`
    select code, sum(documents)::int as documents from document_codes where ${issuedIn(tenantId, range)}
    group by code having sum(documents) > 0 order by sum(documents) desc, code limit ${limit}`,

  countedCodes: (tenantId: string, range: DateRange, limit: number): Prisma.Sql => Prisma.sql`
    select code, sum(documents)::int as documents from (
      ${codeSums(1, Prisma.sql`invoices where ${issuedIn(tenantId, range)}`)}) as counted
    group by code order by sum(documents) desc, code limit ${limit}`
}

/**
 * What "sold" and "billed" mean everywhere: invoices, boletas and debit notes, less credit notes, of documents that
 * stand (Waiting, Rejected and Failed ones do not). Guides are followed by an invoice, settlements sell for others, and
 * purchase invoices are what was bought: they are no sales, and neither are the notes about them.
 */
const soldCells = (cells: Cells, tenantId: string, condition: Prisma.Sql): Cells => Prisma.sql`
  with signed as (
    select issue_date, document_type, channel_type, currency, documents, net_amount, exempt_amount, tax_amount, total_amount
    from (${cells}) as ${columns} where status = any(${standing}::int[]) and document_type = any(${sold}::int[])
    union all
    select issue_date, document_type, channel_type, currency, -1, -net_amount, -exempt_amount, -tax_amount, -total_amount
    from invoices
    where ${condition} and status = any(${standing}::int[]) and document_type = any(${notes}::int[])
      and id in (
        select invoice_id from invoice_references
        where tenant_id = ${tenantId}::uuid and environment = any(${environments}) and document_type = any(${notSold}::int[])
      )
  )
  select issue_date, document_type, channel_type, currency, documents, sign * net_amount as net_amount,
    sign * exempt_amount as exempt_amount, sign * tax_amount as tax_amount, sign * total_amount as total_amount
  from signed cross join lateral (select case when document_type = any(${creditNotes}::int[]) then -1 else 1 end) as of_type (sign)`

const standing = [
  statuses.Issued, statuses.Sending, statuses.Sent, statuses.Accepted, statuses.AcceptedWithObjections
]
const environments = environment.options
const creditNotes = [61, 112]
const sold = [33, 34, 39, 41, 56, 110, 111, ...creditNotes]
const notes = [56, 61]
const notSold = [43, 46, 52]

const pesosFirst = Prisma.sql`currency <> ${chileanPeso}, currency`

function issuedIn (tenantId: string, { startDate, endDate }: DateRange): Prisma.Sql {
  return Prisma.sql`tenant_id = ${tenantId}::uuid and issue_date between ${startDate}::date and ${endDate}::date`
}

export const reportRepository = (tx: Transaction, tenantId: string) => {
  const cellsOf = async (range: DateRange): Promise<Cells> => {
    await planAlongIndexes(tx)
    return await hasSums(tx, tenantId) ? summedCells(tenantId, range) : countedCells(issuedIn(tenantId, range))
  }

  return {
    byChannel: async (range: DateRange): Promise<ChannelRow[]> => tx.$queryRaw(queries.byChannel(await cellsOf(range))),

    overview: async (range: DateRange): Promise<OverviewRow[]> => tx.$queryRaw(queries.overview(await cellsOf(range))),

    sales: async (range: DateRange): Promise<SalesRow[]> =>
      tx.$queryRaw(queries.sales(await cellsOf(range), tenantId, range)),

    /** What was sold to a receiver, by month; of more than `most` documents, what the newest of them add up to. */
    async months (
      { taxNumber, name }: SummedReceiver, range: DateRange, most: number
    ): Promise<{ rows: MonthRow[], isComplete: boolean }> {
      await planAlongIndexes(tx)
      // A document may be dated tomorrow.
      const first = firstIdAt(startOfSantiagoDay(addDays(range.startDate, -1)).getTime())
      const ofReceiver = Prisma.sql`tenant_id = ${tenantId}::uuid and receiver_tax_number = ${taxNumber}`
      const [beyond] = await tx.$queryRaw<{ id: string }[]>`
        select id from invoices where ${ofReceiver} and id >= ${first}::uuid order by id desc offset ${most} limit 1`
      const condition = Prisma.sql`${ofReceiver} and id >= ${first}::uuid and ${issuedIn(tenantId, range)}
        ${beyond ? Prisma.sql`and id > ${beyond.id}::uuid` : Prisma.empty}
        ${name === undefined ? Prisma.empty : Prisma.sql`and receiver_name = ${name}`}`
      return { rows: await tx.$queryRaw(queries.months(tenantId, condition)), isComplete: beyond === undefined }
    },

    /** Of many documents a sample, spread over the days as the documents are. */
    verdictTimes: (range: DateRange): Promise<VerdictTimes> => verdictTimesIn(tx, tenantId, range),

    siiCodes: async (range: DateRange, limit: number): Promise<CodeRow[]> =>
      tx.$queryRaw(
        await hasSums(tx, tenantId)
          ? queries.codes(tenantId, range, limit)
          : queries.countedCodes(tenantId, range, limit)
      )
  }
}
