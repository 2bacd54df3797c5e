import { Prisma } from '../../../generated/prisma/client.ts'
import { timeOfId } from '../../../shared/ids.ts'
import { foldedName, isSettled } from '../../reports/document-sums.ts'
import type { InvoiceOrder } from './invoice-filters.ts'
import { setLocally } from '../../postgres/local-settings.ts'
import { mostCounted, type Total, totalOf } from '../../postgres/totals.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** Part of a list. */
export interface Span { skip: number, take: number }

/** The settled documents of a day of issue, YYYY-MM-DD, that fit a filter; their ids are between these two. */
export interface SettledDay { day: string, documents: number, firstId: string, lastId: string }

/** A receiver of documents; without a name, under any. */
export interface NamedReceiver { taxNumber: string, name: string | null }

const orders: Record<InvoiceOrder['by'], Prisma.Sql> = {
  date: Prisma.sql`issue_date`, amount: Prisma.sql`total_amount`, number: Prisma.sql`folio`,
  customer: foldedName(Prisma.sql`receiver_name`)
}

/** Ids of a tenant's documents, the newest first. */
export const invoiceIds = (tx: Transaction, tenantId: string) => {
  const ofTenant = Prisma.sql`tenant_id = ${tenantId}::uuid`
  const all = (conditions: Prisma.Sql[]) => Prisma.join([ofTenant, ...conditions], ' and ')
  const read = async (query: Prisma.Sql) => (await tx.$queryRaw<{ id: string }[]>(query)).map(({ id }) => id)

  return {
    /** Those of these documents that fit. */
    among: (ids: string[], conditions: Prisma.Sql[]): Promise<string[]> => read(Prisma.sql`
      select id from invoices where ${all([Prisma.sql`id = any(${ids}::uuid[])`, ...conditions])} order by id desc`),

    /** A part of these documents in an order; those without a value for it come last. */
    inOrder: (ids: string[], { by, descending }: InvoiceOrder, { skip, take }: Span): Promise<string[]> => read(Prisma.sql`
      select id from invoices where ${all([Prisma.sql`id = any(${ids}::uuid[])`])}
      order by ${orders[by]} ${descending ? Prisma.sql`desc` : Prisma.sql`asc`} nulls last, id desc offset ${skip} limit ${take}`),

    /** Those of these documents that fit, by day, type and folio. */
    inBook: (ids: string[], condition: Prisma.Sql): Promise<string[]> => read(Prisma.sql`
      select id from invoices where ${all([Prisma.sql`id = any(${ids}::uuid[])`, condition])}
      order by issue_date, document_type, folio, id`),

    newest: (conditions: Prisma.Sql[], { skip, take }: Span): Promise<string[]> => read(Prisma.sql`
      select id from invoices where ${all(conditions)} order by id desc offset ${skip} limit ${take}`),

    /** The oldest first. */
    oldest: (conditions: Prisma.Sql[], take: number): Promise<string[]> => read(Prisma.sql`
      select id from invoices where ${all(conditions)} order by id limit ${take}`),

    /** Of all documents, along the primary key: for a far page PostgreSQL would rather sort those of another index. */
    async newestOfAll ({ skip, take }: Span): Promise<string[]> {
      await setLocally(tx, { enable_sort: 'off' })
      const ids = await read(
        Prisma.sql`select id from invoices where ${ofTenant} order by id desc offset ${skip} limit ${take}`
      )
      await setLocally(tx, { enable_sort: 'on' })
      return ids
    },

    /** Those that fit among so many of the newest. */
    newestAmong: (most: number, conditions: Prisma.Sql[], { skip, take }: Span): Promise<string[]> => read(Prisma.sql`
      select id from (select * from invoices where ${ofTenant} order by id desc limit ${most}) as newest
      where ${all(conditions)} order by id desc offset ${skip} limit ${take}`),

    /** How many fit, counted along them from the newest one. */
    async count (conditions: Prisma.Sql[]): Promise<Total> {
      const [row] = await tx.$queryRaw<{ count: number, first: string, last: string, oldest: string }[]>`
        select count(*)::int as count, max(id::text collate "C") as first, min(id::text collate "C") as last,
          (select id from invoices where ${ofTenant} order by id limit 1)::text as oldest
        from (select id from invoices where ${all(conditions)} order by id desc limit ${mostCounted + 1}) as counted`
      if (!row || row.count === 0) return { totalRecords: 0, totalIsEstimate: false }
      const [from, reached, to] = [timeOfId(row.first), timeOfId(row.last), timeOfId(row.oldest)]
      return totalOf({ count: row.count, from, reached, to })
    },

    /** How many settled documents fit, by the sums of their days. */
    async countSettled (conditions: Prisma.Sql[]): Promise<number> {
      const [row] = await tx.$queryRaw<{ documents: number }[]>`
        select coalesce(sum(documents), 0)::int as documents from document_days where ${all(conditions)}`
      return row?.documents ?? 0
    },

    settledDays: (conditions: Prisma.Sql[]): Promise<SettledDay[]> => tx.$queryRaw<SettledDay[]>`
      select issue_date::text as day, sum(documents)::int as documents, min(first_id::text collate "C") as "firstId",
        max(last_id::text collate "C") as "lastId"
      from document_days where ${all(conditions)} and documents > 0 group by issue_date`,

    /** Days of which settled documents name a code, with those documents that fit. */
    daysOfCode: (code: string, conditions: Prisma.Sql[]): Promise<SettledDay[]> => tx.$queryRaw<SettledDay[]>`
      select issue_date::text as day, sum(documents)::int as documents, min(first_id::text collate "C") as "firstId",
        max(last_id::text collate "C") as "lastId"
      from document_days where ${all(conditions)} and documents > 0 and issue_date in (
        select issue_date from document_codes where ${ofTenant} and code = ${code} and documents > 0
      ) group by issue_date`,

    /** The newest settled documents of these days that fit. */
    newestOfDays: (days: SettledDay[], conditions: Prisma.Sql[], take: number): Promise<string[]> => read(Prisma.sql`
      select i.id from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (day date, "firstId" uuid, "lastId" uuid)
      cross join lateral (
        select id from invoices
        where ${all([Prisma.sql`id between d."firstId" and d."lastId" and issue_date = d.day`, isSettled, ...conditions])}
        order by id desc limit ${take}
      ) as i order by i.id desc limit ${take}`),

    /** The newest settled documents of these receivers that fit. */
    newestOfReceivers: (receivers: NamedReceiver[], conditions: Prisma.Sql[], take: number): Promise<string[]> =>
      read(Prisma.sql`
        select i.id from jsonb_to_recordset(${JSON.stringify(receivers)}::jsonb) as r ("taxNumber" text, name text)
        cross join lateral (
          select id from invoices
          where ${all([
            Prisma.sql`receiver_tax_number = r."taxNumber" and receiver_name = coalesce(r.name, receiver_name)`, isSettled,
            ...conditions
          ])}
          order by id desc limit ${take}
        ) as i order by i.id desc limit ${take}`)
  }
}

export type InvoiceIds = ReturnType<typeof invoiceIds>

export interface Found extends Total { ids: string[] }

/** A span of several lists, of which each reaches to the span's end. */
export function merged (lists: string[][], { skip, take }: Span): string[] {
  return [...new Set(lists.flat())].sort().reverse().slice(skip, skip + take)
}

/** A total of so many, or of so many at least. */
export function counted (totalRecords: number, totalIsEstimate = false): Total {
  return { totalRecords, totalIsEstimate }
}

/** The sum of totals; an estimate if one of them is. */
export function sumOf (totals: Total[]): Total {
  return {
    totalRecords: totals.reduce((sum, { totalRecords }) => sum + totalRecords, 0),
    totalIsEstimate: totals.some(({ totalIsEstimate }) => totalIsEstimate)
  }
}

/** How far the list must be known. */
export function upTo ({ skip, take }: Span): Span {
  return { skip: 0, take: skip + take }
}
