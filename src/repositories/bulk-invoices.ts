import type { BulkInvoice } from '../generated/prisma/client.ts'
import { json, literally, type Transaction } from './transaction.ts'

export type BulkInvoiceRow = BulkInvoice

export interface NewBulkInvoice {
  id: string
  name: string
  source: string
  replacesId: string | null
  createdById: string
  createdAt: Date
}

/** How many rows of a submission are in one state, and their documents in one status (null without a document). */
export interface RowCount {
  bulkId: string
  state: number
  documentStatus: number | null
  rows: number
  reason: string | null
}

/** Its documents still come in: nobody sees it yet. */
export const receiving = 0

export const bulkInvoiceRepository = (tx: Transaction, tenantId: string) => ({
  async create (row: NewBulkInvoice): Promise<void> {
    await tx.bulkInvoice.create({ data: { ...row, tenantId, status: receiving } })
  },

  /** One that has been received whole. */
  find: (id: string): Promise<BulkInvoiceRow | null> =>
    tx.bulkInvoice.findFirst({ where: { tenantId, id, status: { not: receiving } } }),

  /**
   * The submissions that mend one another, this one among them, the latest first; none when there is no such
   * submission.
   */
  async listFamily (id: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      with recursive family as (
        select id, replaces_id, created_at from bulk_invoices where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and status <> ${receiving}
        union
        select b.id, b.replaces_id, b.created_at from bulk_invoices b join family f on b.id = f.replaces_id or b.replaces_id = f.id
        where b.tenant_id = ${tenantId}::uuid and b.status <> ${receiving}
      )
      select id from family order by created_at desc, id desc`
    return rows.map((row) => row.id)
  },

  async update (
    id: string,
    { processedBy, columns, ...change }: {
      status?: number, name?: string, skipped?: number, columns?: unknown, processedBy?: unknown, pausedFor?: string[],
      startedAt?: Date, finishedAt?: Date
    }
  ): Promise<void> {
    await tx.bulkInvoice.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...change,
        ...(columns === undefined ? {} : { columns: json(columns) }),
        ...(processedBy === undefined ? {} : { processedBy: json(processedBy) })
      }
    })
  },

  /** Locks the submission against every change of its status, and against other changes by those who lock it so. */
  async lock (id: string): Promise<BulkInvoiceRow | null> {
    await tx.$queryRaw`select 1 from bulk_invoices where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for update`
    return tx.bulkInvoice.findFirst({ where: { tenantId, id, status: { not: receiving } } })
  },

  /** The submission, with its status held as it is until the transaction ends; many may hold it at once. */
  async hold (id: string): Promise<BulkInvoiceRow | null> {
    await tx.$queryRaw`select 1 from bulk_invoices where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for share`
    return tx.bulkInvoice.findUnique({ where: { tenantId_id: { tenantId, id } } })
  },

  async delete (id: string): Promise<void> {
    // Those that mend it are left to mend what it mended, or a document issued there could come again.
    await tx.$executeRaw`
      update bulk_invoices b set replaces_id = gone.replaces_id from bulk_invoices gone
      where b.tenant_id = ${tenantId}::uuid and b.replaces_id = ${id}::uuid and gone.tenant_id = ${tenantId}::uuid and gone.id = ${id}::uuid`
    await tx.bulkRow.updateMany({ where: { tenantId, replacedById: id }, data: { replacedById: null } })
    await tx.bulkRow.deleteMany({ where: { tenantId, bulkId: id } })
    await tx.bulkInvoice.deleteMany({ where: { tenantId, id } })
  },

  /** Submissions of which only a part ever arrived. */
  async listAbandoned (before: Date): Promise<string[]> {
    const rows = await tx.bulkInvoice.findMany({
      where: { tenantId, status: receiving, createdAt: { lt: before } }, select: { id: true }
    })
    return rows.map(({ id }) => id)
  },

  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    { status, search }: { status?: number | undefined, search?: string | undefined }, page: number, pageSize: number
  ): Promise<{ rows: BulkInvoiceRow[], total: number }> {
    const where = {
      tenantId,
      status: status ?? { not: receiving },
      ...(search === undefined ? {} : { name: { contains: literally(search), mode: 'insensitive' as const } })
    }
    const total = await tx.bulkInvoice.count({ where })
    const rows = await tx.bulkInvoice.findMany({
      where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows, total }
  },

  /** What became of the rows of these submissions, in numbers; `reason` tells what documents wait for. */
  countRows: (bulkIds: string[], waiting: number): Promise<RowCount[]> => tx.$queryRaw<RowCount[]>`
    select r.bulk_id as "bulkId", r.state, i.status as "documentStatus", count(*)::int as rows,
           case when i.status = ${waiting} then i.reason ->> 'code' end as reason
    from bulk_rows r left join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = any(${bulkIds}::uuid[])
    group by 1, 2, 3, 5`,

  /** Rows settled since a moment. */
  async countSettled (bulkId: string, since: Date): Promise<number> {
    return tx.bulkRow.count({ where: { tenantId, bulkId, settledAt: { gt: since } } })
  }
})
