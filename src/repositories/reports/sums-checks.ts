import { Prisma } from '../../generated/prisma/client.ts'
import { adding, codeSums, daySums, isSettled, receiverSums, takeTurn } from './document-sums.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** What a sum lacks, as the JSON of a row: amounts stay exact. */
export type Difference = string

/**
 * Holds the sums against a tenant's documents. Differences are found in one statement, which sees both at one moment,
 * and are added later: what other transactions add meanwhile is added to the same sums.
 */
export const sumsCheckRepository = (tx: Transaction, tenantId: string) => {
  const documents = Prisma.sql`(select * from invoices where tenant_id = ${tenantId}::uuid and ${isSettled})`
  const find = async (differences: Prisma.Sql): Promise<Difference[]> => {
    const rows = await tx.$queryRaw<{ row: string }[]>`
      select to_jsonb(difference)::text as row from (${differences}) as difference`
    return rows.map(({ row }) => row)
  }
  const correct = async (
    add: (tenantId: string, sums: Prisma.Sql) => Prisma.Sql, rows: Difference[], columns: string
  ): Promise<void> => {
    await takeTurn(tx, tenantId)
    await tx.$executeRaw(add(tenantId, Prisma.sql`
      select * from jsonb_to_recordset(${`[${rows.join()}]`}::jsonb) as lacking (${Prisma.raw(columns)})`))
  }

  return {
    /** From now on the sums are complete: of a new tenant, or after a check. Gives whether they were before. */
    async recordCheck (at: Date): Promise<boolean> {
      const { count } = await tx.sumsCheck.updateMany({ where: { tenantId }, data: { checkedAt: at } })
      if (count === 0) await tx.sumsCheck.createMany({ data: [{ tenantId, checkedAt: at }], skipDuplicates: true })
      return count > 0
    },

    days: () => find(Prisma.sql`
      select issue_date, environment, document_type, channel_type, status, currency,
        coalesce(d.documents, 0) - coalesce(k.documents, 0) as documents,
        coalesce(d.net_amount, 0) - coalesce(k.net_amount, 0) as net_amount,
        coalesce(d.exempt_amount, 0) - coalesce(k.exempt_amount, 0) as exempt_amount,
        coalesce(d.tax_amount, 0) - coalesce(k.tax_amount, 0) as tax_amount,
        coalesce(d.total_amount, 0) - coalesce(k.total_amount, 0) as total_amount,
        coalesce(d.first_id, k.first_id) as first_id, coalesce(d.last_id, k.last_id) as last_id
      from (${daySums(1, Prisma.sql`${documents} as settled`)}) as d
      full join (select * from document_days where tenant_id = ${tenantId}::uuid) as k
        using (issue_date, environment, document_type, channel_type, status, currency)
      where coalesce(d.documents, 0) <> coalesce(k.documents, 0) or coalesce(d.net_amount, 0) <> coalesce(k.net_amount, 0)
        or coalesce(d.exempt_amount, 0) <> coalesce(k.exempt_amount, 0)
        or coalesce(d.tax_amount, 0) <> coalesce(k.tax_amount, 0)
        or coalesce(d.total_amount, 0) <> coalesce(k.total_amount, 0)
        or d.first_id < k.first_id or d.last_id > k.last_id`),

    codes: () => find(Prisma.sql`
      select issue_date, code, coalesce(d.documents, 0) - coalesce(k.documents, 0) as documents
      from (${codeSums(1, Prisma.sql`${documents} as settled`)}) as d
      full join (select * from document_codes where tenant_id = ${tenantId}::uuid) as k using (issue_date, code)
      where coalesce(d.documents, 0) <> coalesce(k.documents, 0)`),

    /** The receivers after one, in the order of their tax numbers: the last of so many; null without one. */
    async receiverAfter (after: string, count: number): Promise<string | null> {
      const [last] = await tx.$queryRaw<{ taxNumber: string | null }[]>`
        select max(tax_number) as "taxNumber" from (
          select distinct receiver_tax_number as tax_number from invoices
          where tenant_id = ${tenantId}::uuid and receiver_tax_number > ${after} order by 1 limit ${count}) as next`
      return last?.taxNumber ?? null
    },

    /** Those after one and up to another; null for all that follow. */
    receivers: (after: string, upTo: string | null) => find(Prisma.sql`
      select tax_number, name, coalesce(d.folded, k.folded) as folded,
        coalesce(d.documents, 0) - coalesce(k.documents, 0) as documents, coalesce(d.last_id, k.last_id) as last_id
      from (${receiverSums(1, Prisma.sql`(
        select * from invoices where tenant_id = ${tenantId}::uuid and ${isSettled}
          and receiver_tax_number > ${after} and (${upTo}::text is null or receiver_tax_number <= ${upTo})) as settled`)}) as d
      full join (
        select * from receivers where tenant_id = ${tenantId}::uuid and tax_number > ${after}
          and (${upTo}::text is null or tax_number <= ${upTo})) as k using (tax_number, name)
      where coalesce(d.documents, 0) <> coalesce(k.documents, 0) or d.last_id > k.last_id`),

    correctDays: (rows: Difference[]) => correct(adding.days, rows,
      `issue_date date, environment text, document_type int, channel_type smallint, status smallint, currency text, documents int,
       net_amount numeric, exempt_amount numeric, tax_amount numeric, total_amount numeric, first_id uuid, last_id uuid`),

    correctCodes: (rows: Difference[]) => correct(adding.codes, rows, 'issue_date date, code text, documents int'),

    correctReceivers: (rows: Difference[]) => correct(adding.receivers, rows,
      'tax_number text, name text, folded text, documents int, last_id uuid')
  }
}

export const uncheckedTenants = (tx: Transaction) => ({
  /** Those that were never checked and, if a moment is given, those whose last check is from before it. */
  async listUnchecked (before: Date | null): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select t.tenant_id as id from tenants t left join sums_checks c on c.tenant_id = t.tenant_id
      where c.checked_at is null or c.checked_at < ${before} order by c.checked_at nulls first, 1`
    return rows.map(({ id }) => id)
  }
})
