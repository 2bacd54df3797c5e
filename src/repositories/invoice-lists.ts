import type { Prisma } from '../generated/prisma/client.ts'
import type { InvoiceRow } from './invoices.ts'
import { dateColumn, type Transaction } from './transaction.ts'

export interface InvoiceFilter {
  status?: number | undefined
  channelType?: number | undefined
  invoiceTypeCode?: number | undefined
  customerTaxNumber?: string | undefined
  invoiceNumber?: number | undefined
  correlationId?: string | undefined
  /** Calendar dates of issue, AAAA-MM-DD, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
  search?: string | undefined
}

/** Undefined members of a Prisma filter are no condition at all. */
function conditions (tenantId: string, filter: InvoiceFilter): Prisma.InvoiceWhereInput {
  const { startDate, endDate, search } = filter
  return {
    tenantId,
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.channelType === undefined ? {} : { channelType: filter.channelType }),
    ...(filter.invoiceTypeCode === undefined ? {} : { documentType: filter.invoiceTypeCode }),
    ...(filter.customerTaxNumber === undefined ? {} : { receiverTaxNumber: filter.customerTaxNumber }),
    ...(filter.invoiceNumber === undefined ? {} : { folio: filter.invoiceNumber }),
    ...(filter.correlationId === undefined ? {} : { id: filter.correlationId }),
    ...(startDate === undefined && endDate === undefined
      ? {}
      : { issueDate: { ...(startDate && { gte: dateColumn(startDate) }), ...(endDate && { lte: dateColumn(endDate) }) } }),
    ...(search === undefined ? {} : { OR: searchConditions(search) })
  }
}

function searchConditions (search: string): Prisma.InvoiceWhereInput[] {
  const text = search.trim()
  const matches: Prisma.InvoiceWhereInput[] = [
    { receiverName: { contains: text, mode: 'insensitive' } },
    { receiverTaxNumber: { startsWith: text.replaceAll('.', '').toUpperCase() } }
  ]
  if (/^\d{1,10}$/.test(text)) matches.push({ folio: Number(text) })
  return matches
}

export const invoiceListRepository = (tx: Transaction, tenantId: string) => ({
  /** One page, the newest first. `page` counts from 1. */
  async paginate (filter: InvoiceFilter, page: number, pageSize: number): Promise<{ rows: InvoiceRow[], total: number }> {
    const where = conditions(tenantId, filter)
    const total = await tx.invoice.count({ where })
    const rows = await tx.invoice.findMany({
      where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows, total }
  }
})
