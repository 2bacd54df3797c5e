import { Prisma } from '../../../generated/prisma/client.ts'
import { readStatus, type Status, statuses } from '../../../model/document-states.ts'
import { isOpen } from '../../reports/document-sums.ts'
import { mostCounted } from '../../postgres/totals.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** Number of documents per state. `isMinimum`: counting stopped at the limit. */
export interface StatusCount { status: Status, documents: number, isMinimum: boolean }

type Row = Pick<StatusCount, 'status' | 'documents'>

/** How many documents are counted one by one: those of a search must be gathered from many receivers first. */
export const mostRead = { ofSearch: 250, ofOthers: 1000 }

/** Counts a tenant's documents by state; each state has its count, in their order. */
export const statusCounts = (tx: Transaction, tenantId: string) => {
  const all = (conditions: Prisma.Sql[]) =>
    Prisma.join([Prisma.sql`tenant_id = ${tenantId}::uuid`, ...conditions], ' and ')

  const settled = (conditions: Prisma.Sql[]): Promise<Row[]> => tx.$queryRaw<Row[]>`
    select status, sum(documents)::int as documents from document_days where ${all(conditions)} group by status`

  const open = (conditions: Prisma.Sql[]): Promise<Row[]> => tx.$queryRaw<Row[]>`
    select states.status, counted.documents from unnest(${openStatuses}::int[]) as states (status)
    cross join lateral (
      select count(*)::int as documents from (
        select 1 from invoices where ${all([Prisma.sql`status = states.status`, isOpen, ...conditions])} limit ${mostCounted + 1}
      ) as found
    ) as counted`

  return {
    /** Counts by conditions that are dimensions of a day's sums: settled documents by their sums. */
    async byDay (conditions: Prisma.Sql[]): Promise<StatusCount[]> {
      return inOrder([
        ...(await settled(conditions)).map((row) => ({ ...row, isMinimum: false })),
        ...(await open(conditions)).map(({ status, documents }) => ({
          status, documents: Math.min(documents, mostCounted), isMinimum: documents > mostCounted
        }))
      ])
    },

    /** Of these documents; with `areMinima`, each state may have more. */
    async among (ids: string[], areMinima: boolean): Promise<StatusCount[]> {
      const rows = await tx.$queryRaw<Row[]>`
        select status, count(*)::int as documents from invoices where ${all([Prisma.sql`id = any(${ids}::uuid[])`])}
        group by status`
      return inOrder(rows.map((row) => ({ ...row, isMinimum: false })), areMinima)
    }
  }
}

const allStatuses = Object.values(statuses)
const openStatuses = allStatuses.filter((status) => status < statuses.Accepted)

function inOrder (counts: StatusCount[], areMinima = false): StatusCount[] {
  return allStatuses.map((status) => {
    const found = counts.find((count) => readStatus(count.status) === status)
    return { status, documents: found?.documents ?? 0, isMinimum: areMinima || (found?.isMinimum ?? false) }
  })
}
