import type { Prisma } from '../generated/prisma/client.ts'
import { invoiceOf, type InvoiceRow } from './invoices.ts'
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

function conditions (tenantId: string, filter: InvoiceFilter): Prisma.InvoiceWhereInput {
  const wanted = {
    status: filter.status,
    channelType: filter.channelType,
    documentType: filter.invoiceTypeCode,
    receiverTaxNumber: filter.customerTaxNumber,
    folio: filter.invoiceNumber,
    id: filter.correlationId,
    issueDate: between(filter.startDate, filter.endDate),
    OR: filter.search === undefined ? undefined : searchConditions(filter.search)
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

function searchConditions (search: string): Prisma.InvoiceWhereInput[] {
  const text = search.trim()
  const matches: Prisma.InvoiceWhereInput[] = [
    { receiverName: { contains: literally(text), mode: 'insensitive' } },
    { receiverTaxNumber: { startsWith: literally(text.replaceAll('.', '').toUpperCase()) } }
  ]
  if (/^\d{1,10}$/.test(text)) matches.push({ folio: Number(text) })
  return matches
}

export const invoiceListRepository = (tx: Transaction, tenantId: string) => ({
  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    filter: InvoiceFilter, page: number, pageSize: number
  ): Promise<{ rows: InvoiceRow[], total: number }> {
    const where = conditions(tenantId, filter)
    const total = await tx.invoice.count({ where })
    const rows = await tx.invoice.findMany({
      where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(invoiceOf), total }
  }
})
