import { isOpen, isUnaccepted } from './document-sums.ts'
import { mostLosses } from '../tasks/tasks.ts'
import type { Transaction } from '../postgres/transaction.ts'

export interface OpenDocuments { documentType: number, status: number, documents: number }

/** `perDay`: documents of the type in a day, over the last week; `endsInDays`: until the last block expires. */
export interface FolioFigure {
  tenant: string
  documentType: number
  left: number
  perDay: number
  endsInDays: number | null
}

/** Tasks of a topic that are set aside. */
export interface TasksFigure { topic: string, tasks: number }

export interface CertificateFigure { tenant: string, days: number }

/** What the operator of the whole service watches, over all tenants. Each goes from tenant to tenant along an index. */
export const operatingFigures = (tx: Transaction) => ({
  openDocuments: (statuses: readonly number[]): Promise<OpenDocuments[]> => tx.$queryRaw<OpenDocuments[]>`
    select open.document_type as "documentType", open.status::int, count(*)::int as documents
    from tenants t cross join lateral (
      select document_type, status from invoices
      where tenant_id = t.tenant_id and status = any(${statuses}::int[]) and ${isUnaccepted}
    ) open group by 1, 2`,

  /** Seconds since the oldest document in one of these states was issued; 0 without one. */
  async oldestSeconds (statuses: readonly number[]): Promise<number> {
    const [row] = await tx.$queryRaw<{ seconds: number }[]>`
      select greatest(coalesce(extract(epoch from now() - min(oldest.at)), 0), 0)::float8 as seconds
      from tenants t cross join lateral (
        select min(issued_at) as at from invoices
        where tenant_id = t.tenant_id and status = any(${statuses}::int[]) and ${isUnaccepted}
      ) oldest`
    return row?.seconds ?? 0
  },

  /** @param today YYYY-MM-DD */
  folios: (today: string): Promise<FolioFigure[]> => tx.$queryRaw<FolioFigure[]>`
    select t.code as tenant, b.document_type as "documentType", b.left, coalesce(pace.documents, 0)::float8 / 7 as "perDay",
      b.ends_in_days as "endsInDays"
    from tenants t cross join lateral (
      select document_type,
        coalesce(sum(range_to - next + 1) filter (where expires_on is null or expires_on >= ${today}::date), 0)::float8 as left,
        case when bool_or(expires_on is null) then null else max(expires_on) - ${today}::date + 1 end as ends_in_days
      from folio_blocks
      where tenant_id = t.tenant_id and environment = t.environment and position is not null
      group by document_type
    ) b left join lateral (
      select sum(documents) as documents from (
        select documents from document_days
        where tenant_id = t.tenant_id and issue_date > ${today}::date - 7 and document_type = b.document_type and status < 8
        union all
        select 1 from invoices
        where tenant_id = t.tenant_id and issue_date > ${today}::date - 7 and document_type = b.document_type and ${isOpen}
          and folio is not null
      ) as issued
    ) pace on true`,

  tasksSetAside: (): Promise<TasksFigure[]> => tx.$queryRaw<TasksFigure[]>`
    select topic, count(*)::int as tasks from outbox_tasks where losses >= ${mostLosses} group by topic`,

  certificates: (): Promise<CertificateFigure[]> => tx.$queryRaw<CertificateFigure[]>`
    select t.code as tenant, extract(epoch from c.not_after - now())::float8 / 86400 as days
    from certificates c join tenants t on t.tenant_id = c.tenant_id where c.replaced_at is null`
})
