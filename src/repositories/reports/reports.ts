import { addDays, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { ChannelType, Status } from '../../model/document-states.ts'
import { firstIdAt } from '../../shared/ids.ts'
import { codeSums, hasSums } from './document-sums.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import type { Transaction } from '../postgres/transaction.ts'
import { type Cells, cellColumns, countedCells, pesosFirst, soldCells, summedCells, type Sums, sums } from './sold.ts'
import { type DateRange, type VerdictTimes, verdictTimesIn } from './verdict-times.ts'

export type { Sums } from './sold.ts'

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
interface SummedReceiver { taxNumber: string, name?: string | undefined }

const queries = {
  byChannel: (cells: Cells): Prisma.Sql => Prisma.sql`
    select channel_type as "channelType", status, ${sums} from (${cells}) as ${cellColumns}
    group by channel_type, status, currency order by channel_type, status, ${pesosFirst}`,

  overview: (cells: Cells): Prisma.Sql => Prisma.sql`
    select document_type as "documentType", status, issue_date::text as day, ${sums} from (${cells}) as ${cellColumns}
    group by grouping sets ((document_type, currency), (status, currency), (issue_date, currency))
    order by document_type, status, issue_date, ${pesosFirst}`,

  /** What `soldCells` add up to: together, and by day, type and channel. */
  sales: (cells: Cells, tenantId: string, range: DateRange): Prisma.Sql => Prisma.sql`
    select document_type as "documentType", channel_type as "channelType", issue_date::text as day, ${sums}
    from (${soldCells(tenantId, cells, issuedIn(tenantId, range))}) as sold
    group by grouping sets ((currency), (issue_date, currency), (document_type, currency), (channel_type, currency))
    having sum(documents) > 0 order by document_type, channel_type, issue_date, ${pesosFirst}`,

  /** The same by month, of the documents that fit. */
  months: (tenantId: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
    select to_char(issue_date, 'YYYY-MM') as month, ${sums}
    from (${soldCells(tenantId, countedCells(condition), condition)}) as sold
    group by month, currency having sum(documents) > 0 order by month, ${pesosFirst}`,

  codes: (tenantId: string, range: DateRange, limit: number): Prisma.Sql => Prisma.sql`
    select code, sum(documents)::int as documents from document_codes where ${issuedIn(tenantId, range)}
    group by code having sum(documents) > 0 order by sum(documents) desc, code limit ${limit}`,

  countedCodes: (tenantId: string, range: DateRange, limit: number): Prisma.Sql => Prisma.sql`
    select code, sum(documents)::int as documents from (
      ${codeSums(1, Prisma.sql`invoices where ${issuedIn(tenantId, range)}`)}) as counted
    group by code order by sum(documents) desc, code limit ${limit}`
}

function issuedIn (tenantId: string, { startDate, endDate }: DateRange): Prisma.Sql {
  return Prisma.sql`tenant_id = ${tenantId}::uuid and issue_date between ${startDate}::date and ${endDate}::date`
}

export const reportRepository = (tx: Transaction, tenantId: string) => {
  const cellsOf = async (range: DateRange): Promise<Cells> => {
    await planAlongIndexes(tx)
    const inRange = issuedIn(tenantId, range)
    return await hasSums(tx, tenantId) ? summedCells(inRange) : countedCells(inRange)
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
