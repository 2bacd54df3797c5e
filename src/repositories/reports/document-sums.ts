import { Prisma } from '../../generated/prisma/client.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** States of documents that are summed up; the others are few, and read as they are. */
export const settledStatuses: readonly Status[] = [
  statuses.Accepted, statuses.AcceptedWithObjections, statuses.Rejected, statuses.Failed
]

/** Constants, so that PostgreSQL knows that the partial index invoices_unaccepted_idx has these documents. */
export const isOpen = Prisma.sql`status < 5`
export const isUnaccepted = Prisma.sql`status not in (5, 6)`
export const isSettled = Prisma.sql`status >= 5`

const statusesWithCodes: readonly Status[] = [statuses.AcceptedWithObjections, statuses.Rejected, statuses.Failed]

/** A name as searches compare it: without accents and capitals (foldedText of shared/search-words.ts does the same). */
export const foldedName = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036F]', '', 'g'))`

/** The codes that a settled document's reason names. */
const codesOf = Prisma.sql`
  select distinct coalesce(named.code, i.reason ->> 'code') as code
  from (select 1) as one left join lateral (
    select reasons.one ->> 'code' as code from jsonb_array_elements(coalesce(i.reason -> 'reasons', '[]')) as reasons (one)
  ) as named on true`

/** What the documents of `source` amount to, in the columns of document_days but the tenant. */
export const daySums = (sign: number, source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select issue_date, environment, document_type, channel_type, status, currency, (${sign}::int * count(*))::int as documents,
    ${sign}::int * sum(net_amount) as net_amount, ${sign}::int * sum(exempt_amount) as exempt_amount,
    ${sign}::int * sum(tax_amount) as tax_amount, ${sign}::int * sum(total_amount) as total_amount,
    min(id::text collate "C")::uuid as first_id, max(id::text collate "C")::uuid as last_id
  from ${source} group by issue_date, environment, document_type, channel_type, status, currency`

export const codeSums = (sign: number, source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select i.issue_date, codes.code, (${sign}::int * count(*))::int as documents
  from (select * from ${source}) as i cross join lateral (${codesOf}) as codes
  where i.status = any(${statusesWithCodes}::int[]) and i.folio is not null and codes.code is not null
  group by i.issue_date, codes.code`

export const receiverSums = (sign: number, source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select receiver_tax_number as tax_number, receiver_name as name, ${foldedName(Prisma.sql`receiver_name`)} as folded,
    (${sign}::int * count(*))::int as documents, max(id::text collate "C")::uuid as last_id
  from ${source} group by receiver_tax_number, receiver_name`

/** Adds sums to those that are there. `sums` is a query with the columns that are named. */
export const adding = {
  days: (tenantId: string, sums: Prisma.Sql): Prisma.Sql => Prisma.sql`
    insert into document_days as kept (
      tenant_id, issue_date, environment, document_type, channel_type, status, currency, documents, net_amount, exempt_amount,
      tax_amount, total_amount, first_id, last_id)
    select ${tenantId}::uuid, issue_date, environment, document_type, channel_type, status, currency, documents, net_amount,
      exempt_amount, tax_amount, total_amount, first_id, last_id
    from (${sums}) as sums order by issue_date, document_type, channel_type, status, currency, environment
    on conflict (tenant_id, issue_date, document_type, channel_type, status, currency, environment) do update set
      documents = kept.documents + excluded.documents, net_amount = kept.net_amount + excluded.net_amount,
      exempt_amount = kept.exempt_amount + excluded.exempt_amount, tax_amount = kept.tax_amount + excluded.tax_amount,
      total_amount = kept.total_amount + excluded.total_amount, first_id = least(kept.first_id, excluded.first_id),
      last_id = greatest(kept.last_id, excluded.last_id)`,

  codes: (tenantId: string, sums: Prisma.Sql): Prisma.Sql => Prisma.sql`
    insert into document_codes as kept (tenant_id, issue_date, code, documents)
    select ${tenantId}::uuid, issue_date, code, documents from (${sums}) as sums order by issue_date, code
    on conflict (tenant_id, issue_date, code) do update set documents = kept.documents + excluded.documents`,

  receivers: (tenantId: string, sums: Prisma.Sql): Prisma.Sql => Prisma.sql`
    insert into receivers as kept (tenant_id, tax_number, name, folded, documents, last_id)
    select ${tenantId}::uuid, tax_number, name, folded, documents, last_id from (${sums}) as sums order by tax_number, name
    on conflict (tenant_id, tax_number, name) do update set
      documents = kept.documents + excluded.documents, last_id = greatest(kept.last_id, excluded.last_id)`
}

/** Whether the sums count every settled document of the tenant. Until the first check they lack older documents. */
export async function hasSums (tx: Transaction, tenantId: string): Promise<boolean> {
  return await tx.sumsCheck.findUnique({ where: { tenantId }, select: { tenantId: true } }) !== null
}

/** Adds those of these documents that are in one of these states to the sums. */
export async function addToSums (
  tx: Transaction, tenantId: string, ids: string[], to: readonly Status[] = settledStatuses
): Promise<void> {
  const states = to.filter((status) => settledStatuses.includes(status))
  if (states.length > 0 && ids.length > 0) await change(tx, tenantId, { ids, sign: 1, states })
}

/** Takes those of these documents that are in one of these states out of the sums, before they leave it. */
export async function subtractFromSums (
  tx: Transaction, tenantId: string, ids: string[], from: readonly Status[]
): Promise<void> {
  const states = from.filter((status) => settledStatuses.includes(status))
  if (states.length === 0 || ids.length === 0) return
  await tx.$queryRaw`
    select 1 from invoices where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) order by issued_at, id for update`
  await change(tx, tenantId, { ids, sign: -1, states })
}

/** Changes a document whose state stays, whether it is in the sums or not. */
export async function withSumsUpdated<T> (
  tx: Transaction, tenantId: string, id: string, changing: () => Promise<T>
): Promise<T> {
  await subtractFromSums(tx, tenantId, [id], settledStatuses)
  const result = await changing()
  await addToSums(tx, tenantId, [id])
  return result
}

interface SumsChange { ids: string[], sign: 1 | -1, states: readonly Status[] }

async function change (tx: Transaction, tenantId: string, { ids, sign, states }: SumsChange): Promise<void> {
  await takeTurn(tx, tenantId)
  const documents = Prisma.sql`(
    select * from invoices
    where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) and status = any(${states}::int[])) as settled`
  await tx.$executeRaw(adding.days(tenantId, daySums(sign, documents)))
  await tx.$executeRaw(adding.receivers(tenantId, receiverSums(sign, documents)))
  if (!states.some((status) => statusesWithCodes.includes(status))) return
  await tx.$executeRaw(adding.codes(tenantId, codeSums(sign, documents)))
}

/** Transactions that change several rows of a tenant's sums take turns: they lock them in different orders. */
export async function takeTurn (tx: Transaction, tenantId: string): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`sums ${tenantId}`}, 0))::text`
}
