import { chileanPeso } from '../../dte/values/currencies.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { statuses } from '../../model/document-states.ts'
import { environment } from '../../model/tax-authorities.ts'
import type { Transaction } from '../postgres/transaction.ts'
import { isOpen } from './document-sums.ts'

/** Exact sums over documents of one currency, as decimal texts. */
export interface Sums {
  currency: string
  documents: number
  netAmount: string
  exemptAmount: string
  taxAmount: string
  totalAmount: string
}

/** Sums of documents by day, type, channel, status and currency. */
export type Cells = Prisma.Sql

/** Settled documents from their sums, and the few open ones as they are; `where` knows the columns of both. */
export const summedCells = (where: Prisma.Sql): Cells => Prisma.sql`
  select issue_date, document_type, channel_type, status, currency, documents, net_amount, exempt_amount, tax_amount, total_amount
  from document_days where ${where} and documents <> 0
  union all
  ${countedCells(Prisma.sql`${where} and ${isOpen}`)}`

/** From the documents alone, while their sums are not complete. */
export const countedCells = (where: Prisma.Sql): Cells => Prisma.sql`
  select issue_date, document_type, channel_type, status, currency, count(*)::int, sum(net_amount), sum(exempt_amount),
    sum(tax_amount), sum(total_amount)
  from invoices where ${where} group by issue_date, document_type, channel_type, status, currency`

export const sums = Prisma.sql`currency, sum(documents)::int as documents,
  trim_scale(sum(net_amount))::text as "netAmount", trim_scale(sum(exempt_amount))::text as "exemptAmount",
  trim_scale(sum(tax_amount))::text as "taxAmount", trim_scale(sum(total_amount))::text as "totalAmount"`

export const cellColumns = Prisma.sql`cells (issue_date, document_type, channel_type, status, currency, documents, net_amount,
  exempt_amount, tax_amount, total_amount)`

export const pesosFirst = Prisma.sql`currency <> ${chileanPeso}, currency`

const standing: readonly number[] = [
  statuses.Issued, statuses.Sending, statuses.Sent, statuses.Accepted, statuses.AcceptedWithObjections
]
const environments = environment.options
/** Types that take off what was sold. */
export const creditNotes: readonly number[] = [61, 112]
const sold: readonly number[] = [33, 34, 39, 41, 56, 110, 111, ...creditNotes]
const notes = [56, 61]
const notSold = [43, 46, 52]

/** The states and types that are summed up: those that are sales, or those that are asked for by name. */
interface Summed { status?: readonly number[] | undefined, types?: readonly number[] | undefined }

/** Whether a document is a note about one that is no sale. */
const isNoSale = (tenantId: string): Prisma.Sql => Prisma.sql`document_type = any(${notes}::int[]) and id in (
  select invoice_id from invoice_references
  where tenant_id = ${tenantId}::uuid and environment = any(${environments}) and document_type = any(${notSold}::int[]))`

/**
 * What "sold" and "billed" mean everywhere: invoices, boletas and debit notes, less credit notes, of documents that
 * stand (Waiting, Rejected and Failed ones do not). Guides are followed by an invoice, settlements sell for others, and
 * purchase invoices are what was bought: they are no sales, and neither are the notes about them.
 */
export const soldCells = (
  tenantId: string, cells: Cells, where: Prisma.Sql, { status = standing, types = sold }: Summed = {}
): Prisma.Sql => Prisma.sql`
  with signed as (
    select issue_date, document_type, channel_type, currency, documents, net_amount, exempt_amount, tax_amount, total_amount
    from (${cells}) as ${cellColumns} where status = any(${[...status]}::int[]) and document_type = any(${[...types]}::int[])
    union all
    select issue_date, document_type, channel_type, currency, -1, -net_amount, -exempt_amount, -tax_amount, -total_amount
    from invoices where ${where} and status = any(${[...status]}::int[]) and ${isNoSale(tenantId)}
  )
  select issue_date, document_type, channel_type, currency, documents, sign * net_amount as net_amount,
    sign * exempt_amount as exempt_amount, sign * tax_amount as tax_amount, sign * total_amount as total_amount
  from signed cross join lateral (select case when document_type = any(${[...creditNotes]}::int[]) then -1 else 1 end) as of_type (sign)`

/** What the documents of `cells` add up to, by currency, pesos first. */
export function soldSums (
  tx: Transaction, tenantId: string, { cells, where, summed }: { cells: Cells, where: Prisma.Sql, summed: Summed }
): Promise<Sums[]> {
  return tx.$queryRaw`
    select ${sums} from (${soldCells(tenantId, cells, where, summed)}) as sold group by currency having sum(documents) <> 0
    order by ${pesosFirst}`
}

/** Whether a document is in `soldCells`. */
export const isSold = (tenantId: string): Prisma.Sql => Prisma.sql`status = any(${[...standing]}::int[]) and document_type = any(${[...sold]}::int[])
  and not (${isNoSale(tenantId)})`
