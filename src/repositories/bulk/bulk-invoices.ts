import type { BulkInvoice, Prisma } from '../../generated/prisma/client.ts'
import { type BulkStatus, readBulkStatus, receivingStatus, rowStates, type RowState } from '../../model/bulk-states.ts'
import { type ColumnPlaces, type PausedTypes, readColumnPlaces, readPausedTypes } from '../../model/bulk-rows.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import { hourMs } from '../../shared/durations.ts'
import { firstIdAt } from '../../shared/ids.ts'
import { type AuditActor, readAuditActor } from '../audit/audit-log.ts'
import type { PageOf } from '../postgres/totals.ts'
import { json, literally, type Transaction } from '../postgres/transaction.ts'
import { type Step, stepOf, visibleUntil, type Walked } from '../postgres/walks.ts'

export interface BulkInvoiceRow extends Omit<BulkInvoice, 'status' | 'columns' | 'processedBy' | 'paused' | 'updatedAt'> {
  status: BulkStatus
  /** Null for documents from JSON. */
  columns: ColumnPlaces | null
  /** Who asked for it to be processed; null before that. */
  processedBy: AuditActor | null
  paused: PausedTypes
  /** When its status last changed. */
  updatedAt: Date
}

/** What its rows are issued with. */
export type HeldBulkInvoice = Pick<BulkInvoiceRow, 'status' | 'columns' | 'processedBy'>

export interface NewBulkInvoice {
  id: string
  name: string
  source: string
  encoding: string | null
  replacesId: string | null
  createdById: string
  createdAt: Date
}

/**
 * How many rows of a submission are of one type and in one state, and their documents in one status (null without a
 * document).
 */
export interface RowCount {
  bulkId: string
  documentType: number
  state: RowState
  documentStatus: Status | null
  rows: number
  /** The sum of their totals, each in the currency of its document. */
  totalAmount: number
  /** The code for which the documents wait. */
  reason: string | null
}

/** How a submission is related to those that it replaces, and that replace it. */
export interface Succession {
  bulkId: string
  /** The latest submission that replaces it. */
  replacedById: string | null
  /** Rows without mistakes of earlier submissions that were not issued, there or later. */
  leftBehind: number
}

/** `updatedSince`: added, or in another status, at this moment or later. */
export interface BulkFilter {
  status?: number | undefined
  search?: string | undefined
  updatedSince?: Date | undefined
}

// A request takes twenty minutes at most; what is older was abandoned.
const longestReceptionMs = hourMs

const isReceived = { status: { not: receivingStatus } }

function bulkInvoiceOf (row: BulkInvoice): BulkInvoiceRow {
  return {
    ...row,
    status: readBulkStatus(row.status),
    columns: readColumnPlaces(row.columns),
    paused: readPausedTypes(row.paused),
    processedBy: readActor(row),
    updatedAt: row.updatedAt ?? row.finishedAt ?? row.startedAt ?? row.createdAt
  }
}

function readActor ({ processedBy }: Pick<BulkInvoice, 'processedBy'>): AuditActor | null {
  return processedBy === null ? null : readAuditActor(processedBy)
}

export const bulkInvoiceRepository = (tx: Transaction, tenantId: string) => ({
  async create (row: NewBulkInvoice): Promise<void> {
    await tx.bulkInvoice.create({ data: { ...row, tenantId, status: receivingStatus } })
  },

  /** A submission that was received whole. */
  find: (id: string): Promise<BulkInvoiceRow | null> => find(tx, tenantId, id),

  /**
   * The submissions that replace one another, this one among them, the latest first; none when there is no such
   * submission.
   */
  async listFamily (id: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      with recursive family as (
        select id, replaces_id, created_at from bulk_invoices where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and status <> ${receivingStatus}
        union
        select b.id, b.replaces_id, b.created_at from bulk_invoices b join family f on b.id = f.replaces_id or b.replaces_id = f.id
        where b.tenant_id = ${tenantId}::uuid and b.status <> ${receivingStatus}
      )
      select id from family order by created_at desc, id desc`
    return rows.map((row) => row.id)
  },

  async update (
    id: string,
    { processedBy, columns, paused, ...change }: {
      status?: BulkStatus, name?: string, skipped?: number, columns?: ColumnPlaces, processedBy?: AuditActor,
      paused?: PausedTypes, startedAt?: Date, finishedAt?: Date, updatedAt?: Date
    }
  ): Promise<void> {
    const updatedAt = change.updatedAt ?? change.finishedAt ?? change.startedAt
    await tx.bulkInvoice.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...change,
        ...(updatedAt === undefined ? {} : { updatedAt }),
        ...(columns === undefined ? {} : { columns: json(columns) }),
        ...(paused === undefined ? {} : { paused: json(paused) }),
        ...(processedBy === undefined ? {} : { processedBy: json(processedBy) })
      }
    })
  },

  /** Locks the submission exclusively until the transaction ends. */
  async lock (id: string): Promise<BulkInvoiceRow | null> {
    await tx.$queryRaw`select 1 from bulk_invoices where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for update`
    return find(tx, tenantId, id)
  },

  /** The submission, with a shared lock on its status until the transaction ends. */
  async hold (id: string): Promise<HeldBulkInvoice | null> {
    const [row] = await tx.$queryRaw<Pick<BulkInvoice, keyof HeldBulkInvoice>[]>`
      select status::int as status, columns, processed_by as "processedBy" from bulk_invoices
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and status <> ${receivingStatus} for share`
    return row
      ? { status: readBulkStatus(row.status), columns: readColumnPlaces(row.columns), processedBy: readActor(row) }
      : null
  },

  async delete (id: string): Promise<void> {
    // Those that replace it now replace what it replaced, or a document issued there could be issued again.
    await tx.$executeRaw`
      update bulk_invoices b set replaces_id = gone.replaces_id from bulk_invoices gone
      where b.tenant_id = ${tenantId}::uuid and b.replaces_id = ${id}::uuid and gone.tenant_id = ${tenantId}::uuid and gone.id = ${id}::uuid`
    await tx.bulkRow.updateMany({ where: { tenantId, replacedById: id }, data: { replacedById: null } })
    await tx.bulkRow.deleteMany({ where: { tenantId, bulkId: id } })
    await tx.bulkInvoice.deleteMany({ where: { tenantId, id } })
  },

  /** Submissions that never arrived whole. */
  async listAbandoned (before: Date): Promise<string[]> {
    const rows = await tx.bulkInvoice.findMany({
      where: { tenantId, status: receivingStatus, createdAt: { lt: before } }, select: { id: true }
    })
    return rows.map(({ id }) => id)
  },

  visibleUntil: (): Promise<Date> => visibleUntil(tx),

  /**
   * What comes after an id, the oldest first, and before all that could still appear: a submission is shown when it was
   * received whole.
   */
  async walk (filter: BulkFilter, { after, take }: Step): Promise<Walked<BulkInvoiceRow>> {
    const until = await visibleUntil(tx)
    const receiving = await tx.bulkInvoice.findFirst({
      where: { tenantId, status: receivingStatus, id: { gt: firstIdAt(until.getTime() - longestReceptionMs) } },
      orderBy: { id: 'asc' }, select: { id: true }
    })
    const [before = ''] = [firstIdAt(until.getTime()), ...receiving ? [receiving.id] : []].sort()
    const found = await tx.bulkInvoice.findMany({
      where: { ...whereOf(tenantId, filter), id: { gt: after, lt: before } }, orderBy: { id: 'asc' }, take: take + 1
    })
    const { rows, hasMore } = stepOf(found, take)
    return { rows: rows.map(bulkInvoiceOf), hasMore, until }
  },

  /** One page, the newest first. `page` counts from 1. */
  async paginate (filter: BulkFilter, page: number, pageSize: number): Promise<PageOf<BulkInvoiceRow>> {
    const where = whereOf(tenantId, filter)
    const totalRecords = await tx.bulkInvoice.count({ where })
    const rows = await tx.bulkInvoice.findMany({
      where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(bulkInvoiceOf), totalRecords, totalIsEstimate: false }
  },

  /** Counts the rows of these submissions by type, state, status of their documents and reason. */
  countRows: (bulkIds: string[]): Promise<RowCount[]> => tx.$queryRaw<RowCount[]>`
    select r.bulk_id as "bulkId", r.document_type as "documentType", r.state, i.status as "documentStatus", count(*)::int as rows,
           coalesce(sum(r.total_amount), 0)::float8 as "totalAmount",
           case when i.status = ${statuses.Waiting} then i.reason ->> 'code' end as reason
    from bulk_rows r left join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = any(${bulkIds}::uuid[])
    group by 1, 2, 3, 4, 7`,

  /** How these submissions are related to others; none for those that are not. */
  listSuccessions: (bulkIds: string[]): Promise<Succession[]> => tx.$queryRaw<Succession[]>`
    with recursive family as (
      select b.id as root, b.created_at as root_at, b.id, b.replaces_id from bulk_invoices b
      where b.tenant_id = ${tenantId}::uuid and b.id = any(${bulkIds}::uuid[])
      union
      select f.root, f.root_at, b.id, b.replaces_id from bulk_invoices b
      join family f on b.id = f.replaces_id or b.replaces_id = f.id
      where b.tenant_id = ${tenantId}::uuid and b.status <> ${receivingStatus}
    )
    select f.root as "bulkId",
           (array_agg(b.id order by b.created_at desc) filter (where b.replaces_id = f.root))[1] as "replacedById",
           coalesce(sum((
             select count(*) from bulk_rows r
             where r.tenant_id = ${tenantId}::uuid and r.bulk_id = b.id and b.created_at < f.root_at
               and r.state = any(${[rowStates.Ready, rowStates.Cancelled]}::int[]) and r.replaced_by_id is null
           )), 0)::int as "leftBehind"
    from family f join bulk_invoices b on b.tenant_id = ${tenantId}::uuid and b.id = f.id and b.id <> f.root
    group by f.root`,

  /** Rows settled since a moment. */
  async countSettled (bulkId: string, since: Date): Promise<number> {
    return tx.bulkRow.count({ where: { tenantId, bulkId, settledAt: { gt: since } } })
  }
})

function whereOf (tenantId: string, { status, search, updatedSince: gte }: BulkFilter): Prisma.BulkInvoiceWhereInput {
  return {
    tenantId,
    status: status ?? isReceived.status,
    ...(search === undefined ? {} : { name: { contains: literally(search), mode: 'insensitive' } }),
    ...(gte && {
      OR: [{ updatedAt: { gte } }, { finishedAt: { gte } }, { startedAt: { gte } }, { createdAt: { gte } }]
    })
  }
}

async function find (tx: Transaction, tenantId: string, id: string): Promise<BulkInvoiceRow | null> {
  const row = await tx.bulkInvoice.findFirst({ where: { tenantId, id, ...isReceived } })
  return row && bulkInvoiceOf(row)
}
