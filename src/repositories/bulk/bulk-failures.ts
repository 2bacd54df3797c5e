import { Prisma } from '../../generated/prisma/client.ts'
import { rowStates } from '../../model/bulk-states.ts'
import { statuses } from '../../model/document-states.ts'
import { readSentence } from '../../model/reasons.ts'
import type { Sentence } from '../../shared/errors.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** A cause for which documents of a submission were refused, not issued, stopped or rejected. */
export interface BulkFailure {
  code: string
  /** The heading of the column, or the path of the member without positions; empty for the document as a whole. */
  field: string
  /** As the first of these documents says it; null where only the code is known. */
  message: Sentence | null
  /** What the SII wrote to the first of them. */
  description: string
  documents: number
  /** The first of their rows. */
  rows: number[]
}

/** Selects the documents of one cause. */
export interface CauseFilter { code?: string | undefined, field?: string | undefined }

const mostFailures = 50
const firstRows = 5

const fieldOfProblem = Prisma.sql`regexp_replace(p.value ->> 'field', '\\[\\d+\\]', '[]', 'g')`
// The SII names the line in some codes: "REF L2-3-758".
const codeOfReason = Prisma.sql`regexp_replace(p.value ->> 'code', '^([A-Z]{3})\\s*L(\\[\\d+\\]|\\d+)', '\\1')`
// Ten thousand documents may have a hundred mistakes each.
const problemsOfRow = Prisma.sql`jsonb_path_query(r.problems, '$[0 to 19]') p (value)`
const reasonsOfDocument = Prisma.sql`jsonb_array_elements(
  case when jsonb_array_length(coalesce(i.reason -> 'reasons', '[]')) > 0 then i.reason -> 'reasons'
    else jsonb_build_array(i.reason - 'reasons') end) p`
const isStopped = Prisma.sql`i.status = any(${[statuses.Rejected, statuses.Failed]}::int[]) and i.reason ->> 'code' is not null`

/**
 * The causes of a submission by the first twenty mistakes of each document, those with the most documents first.
 * Sentences differ by the values of a document; only those of VALIDATION_FAILED differ in kind.
 */
export async function listFailures (tx: Transaction, tenantId: string, bulkId: string): Promise<BulkFailure[]> {
  const rows = await tx.$queryRaw<(Omit<BulkFailure, 'message'> & { message: unknown })[]>`
    with failed as (
      select r.position, (p.value ->> 'row')::int as row, p.value ->> 'code' as code, ${fieldOfProblem} as field,
             p.value -> 'message' as message, '' as description
      from bulk_rows r cross join lateral ${problemsOfRow}
      where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid
        and r.state = any(${[rowStates.Invalid, rowStates.Failed]}::int[])
      union all
      select r.position, coalesce((r.place ->> 'first')::int, r.position), ${codeOfReason}, '',
             p.value -> 'explanation', coalesce(p.value ->> 'description', '')
      from bulk_rows r join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
      cross join lateral ${reasonsOfDocument}
      where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.state = ${rowStates.Taken} and ${isStopped}
    )
    select code, field, (array_agg(message order by position))[1] as message,
           (array_agg(description order by position))[1] as description, count(distinct position)::int as documents,
           (array_agg(distinct row))[1:${firstRows}::int] as rows
    from failed group by code, field, case when code = 'VALIDATION_FAILED' then message end
    order by documents desc, min(position), code, field limit ${mostFailures}`
  return rows.map(({ message, ...failure }) => ({ ...failure, message: readSentence(message) }))
}

/** Whether a row `r` with its document `i` has this cause. */
export function hasCause ({ code, field }: CauseFilter): Prisma.Sql {
  const ofField = field === undefined ? Prisma.sql`true` : Prisma.sql`${fieldOfProblem} = ${field}`
  const ofDocument = field === undefined || field === '' ? isStopped : Prisma.sql`false`
  return Prisma.sql`(
    exists (select 1 from ${problemsOfRow} where p.value ->> 'code' = ${code} and ${ofField})
    or (${ofDocument} and exists (select 1 from ${reasonsOfDocument} where ${codeOfReason} = ${code})))`
}
