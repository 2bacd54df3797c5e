import type { Prisma } from '../generated/prisma/client.ts'
import { invoiceOf, type InvoiceRow } from './invoices.ts'
import { mostCounted, type PageOf, totalOf } from './totals.ts'
import { dateColumn, literally, type Transaction } from './transaction.ts'

export interface InvoiceFilter {
  status?: number | undefined
  channelType?: number | undefined
  invoiceTypeCode?: number | undefined
  customerTaxNumber?: string | undefined
  invoiceNumber?: number | undefined
  correlationId?: string | undefined
  /** Calendar dates of issue, YYYY-MM-DD, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
  search?: string | undefined
}

/** `formerly`: the documents that had the number looked for as an earlier folio. */
function conditions (tenantId: string, filter: InvoiceFilter, formerly: string[]): Prisma.InvoiceWhereInput {
  const wanted = {
    status: filter.status,
    channelType: filter.channelType,
    documentType: filter.invoiceTypeCode,
    receiverTaxNumber: filter.customerTaxNumber,
    AND: filter.invoiceNumber === undefined
      ? undefined
      : [{ OR: [{ folio: filter.invoiceNumber }, { id: { in: formerly } }] }],
    id: filter.correlationId,
    issueDate: between(filter.startDate, filter.endDate),
    OR: filter.search === undefined ? undefined : searchConditions(filter.search, formerly)
  }
  // With exactOptionalPropertyTypes an absent condition must be absent, not undefined.
  return { tenantId, ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) }
}

function between (startDate: string | undefined, endDate: string | undefined): Prisma.DateTimeFilter | undefined {
  if (startDate === undefined && endDate === undefined) return undefined
  return {
    ...(startDate === undefined ? {} : { gte: dateColumn(startDate) }),
    ...(endDate === undefined ? {} : { lte: dateColumn(endDate) })
  }
}

function searchConditions (search: string, formerly: string[]): Prisma.InvoiceWhereInput[] {
  const text = search.trim()
  const matches: Prisma.InvoiceWhereInput[] = [
    { receiverName: { contains: literally(text), mode: 'insensitive' } },
    { receiverTaxNumber: { startsWith: literally(text.replaceAll('.', '').toUpperCase()) } }
  ]
  if (folioIn(search) !== undefined) matches.push({ folio: Number(text) }, { id: { in: formerly } })
  return matches
}

function folioIn (search: string): number | undefined {
  return /^\d{1,10}$/.test(search.trim()) ? Number(search) : undefined
}

export const invoiceListRepository = (tx: Transaction, tenantId: string) => ({
  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    filter: InvoiceFilter, page: number, pageSize: number
  ): Promise<PageOf<InvoiceRow>> {
    const folio = filter.invoiceNumber ?? folioIn(filter.search ?? '')
    const spent = folio === undefined
      ? []
      : await tx.spentFolio.findMany({ where: { tenantId, folio }, select: { invoiceId: true } })
    const where = conditions(tenantId, filter, spent.map(({ invoiceId }) => invoiceId))
    const newest = { where, orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] }
    const { _count: count, _min: last, _max: first } = await tx.invoice.aggregate({
      ...newest, take: mostCounted + 1, _count: true, _min: { createdAt: true }, _max: { createdAt: true }
    })
    const { _min: oldest } = await tx.invoice.aggregate({ where: { tenantId }, _min: { createdAt: true } })
    const rows = await tx.invoice.findMany({ ...newest, skip: (page - 1) * pageSize, take: pageSize })
    return {
      rows: rows.map(invoiceOf),
      ...totalOf({
        count, from: Number(first.createdAt), reached: Number(last.createdAt), to: Number(oldest.createdAt)
      })
    }
  }
})
