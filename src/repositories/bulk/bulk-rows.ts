import { Prisma, type BulkRow } from '../../generated/prisma/client.ts'
import type { BulkDocument } from '../../model/bulk-document.ts'
import { bulkStatuses, readRowState, rowStates, type RowState } from '../../model/bulk-states.ts'
import { type Place, readPlace, readRowProblems, type RowProblem } from '../../model/bulk-rows.ts'
import { type Status, statuses } from '../../model/document-states.ts'
import { type Reason, readReason, readVerdict, type Verdict } from '../../model/reasons.ts'
import { readBulkDocument } from '../../model/stored-documents.ts'
import { type BulkFailure, type CauseFilter, hasCause, listFailures } from './bulk-failures.ts'
import { each, eachAmount, eachJson } from '../postgres/new-rows.ts'
import type { Transaction } from '../postgres/transaction.ts'

export interface NewBulkRow {
  id: string
  bulkId: string
  position: number
  key: string
  state: RowState
  documentType: number
  /** YYYY-MM-DD; null for the day on which it is issued. */
  issueDate: string | null
  receiverName: string
  totalAmount: string | null
  payload: BulkDocument | undefined
  /** Of a document with mistakes, as it was posted. */
  posted?: unknown
  place: Place | undefined
  problems: RowProblem[]
}

/** A row with its document, as far as there is one. */
export interface BulkOutcome {
  id: string
  position: number
  key: string
  /** Of the document, or as it was posted. */
  externalId: string | null
  state: RowState
  documentType: number
  receiverName: string
  totalAmount: Prisma.Decimal | null
  problems: RowProblem[]
  replacedById: string | null
  invoiceId: string | null
  documentStatus: Status | null
  folio: bigint | null
  /** YYYY-MM-DD */
  issueDate: string | null
  trackId: string | null
  reason: Reason | null
  verdict: Verdict | null
}

/** A row of an earlier submission; the greater its `age`, the older that is. */
export type EarlierRow = Pick<BulkRow, 'id' | 'key' | 'documentType'> & {
  state: RowState, isReplaced: boolean, age: number
  /** Its submission was never processed. */
  isUnprocessed: boolean
}

/** A row to be issued. */
export type ReadyRow = Pick<BulkRow, 'id' | 'position' | 'key' | 'documentType' | 'dependsOn'> & {
  payload: BulkDocument, place: Place | null
}

/** What a reference needs of the document that a row became; `issueDate` is YYYY-MM-DD. */
export interface Referred { rowId: string, documentType: number, folio: bigint, issueDate: string }

/** `code` and `field` are those of a failure. */
export interface OutcomeFilter extends CauseFilter {
  state?: number | undefined
  documentStatus?: number | undefined
  onlyWithProblems?: boolean | undefined
}

const { Ready, Invalid, Taken, Failed, Cancelled } = rowStates

type StoredReadyRow = Omit<ReadyRow, 'payload' | 'place'> & Pick<BulkRow, 'payload' | 'place'>

function readyRowOf ({ payload, place, ...row }: StoredReadyRow): ReadyRow {
  const document = readBulkDocument(payload)
  if (!document) throw new Error(`The row ${row.id} is ready, but has no document`)
  return { ...row, payload: document, place: readPlace(place) }
}

export const bulkRowRepository = (tx: Transaction, tenantId: string) => ({
  async addAll (rows: NewBulkRow[]): Promise<void> {
    const values = <Column extends keyof NewBulkRow>(name: Column) => rows.map((row) => row[name])
    const posted = rows.map((row) => row.posted ?? undefined)
    const problems = rows.map((row) => row.problems.length === 0 ? undefined : row.problems)
    await tx.$executeRaw`
      insert into bulk_rows (
        tenant_id, id, bulk_id, position, key, state, document_type, issue_date, receiver_name, total_amount, payload,
        posted, depends_on, place, problems)
      values (
        ${tenantId}::uuid, ${each('uuid', values('id'))}, ${each('uuid', values('bulkId'))},
        ${each('int', values('position'))}, ${each('text', values('key'))}, ${each('smallint', values('state'))},
        ${each('int', values('documentType'))}, ${each('date', values('issueDate'))},
        ${each('text', values('receiverName'))}, ${eachAmount(values('totalAmount'))}, ${eachJson(values('payload'))},
        ${eachJson(posted)}, '{}', ${eachJson(values('place'))}, ${eachJson(problems)})`
  },

  /** The documents of these rows, in the order of the file. */
  async listDocuments (ids: string[]): Promise<{ id: string, key: string, payload: BulkDocument | null }[]> {
    const rows = await tx.bulkRow.findMany({
      where: { tenantId, id: { in: ids } }, select: { id: true, key: true, payload: true }, orderBy: { position: 'asc' }
    })
    return rows.map(({ payload, ...row }) => ({ ...row, payload: readBulkDocument(payload) }))
  },

  /** Adds problems to rows and makes them Invalid. */
  async refuse (problems: { id: string, problems: RowProblem[] }[]): Promise<void> {
    await tx.$executeRaw`
      update bulk_rows r set state = ${Invalid}, posted = coalesce(r.payload, r.posted), payload = null, problems = coalesce(r.problems, '[]') || found.problems
      from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as found (id uuid, problems jsonb)
      where r.tenant_id = ${tenantId}::uuid and r.id = found.id`
  },

  async setDependencies (rows: { id: string, dependsOn: string[] }[]): Promise<void> {
    await tx.$executeRaw`
      update bulk_rows r set depends_on = array(select jsonb_array_elements_text(found.depends)::uuid)
      from jsonb_to_recordset(${
      JSON.stringify(rows.map(({ id, dependsOn }) => ({ id, depends: dependsOn })))
    }::jsonb) as found (id uuid, depends jsonb)
      where r.tenant_id = ${tenantId}::uuid and r.id = found.id`
  },

  /** The rows with these keys in submissions, in the order of those. */
  findByKeys: (bulkIds: string[], keys: string[]): Promise<EarlierRow[]> => tx.$queryRaw<EarlierRow[]>`
    select r.id, r.key, r.state, r.document_type as "documentType", r.replaced_by_id is not null as "isReplaced",
           b.status = ${bulkStatuses.Created} as "isUnprocessed", array_position(${bulkIds}::uuid[], r.bulk_id) as age
    from bulk_rows r join bulk_invoices b on b.tenant_id = ${tenantId}::uuid and b.id = r.bulk_id
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = any(${bulkIds}::uuid[]) and r.key = any(${keys})
    order by age`,

  /**
   * Adopts rows that were not issued, for a later submission. A row is adopted once: false when another submission was
   * faster.
   */
  async claimUnissued (rowIds: string[], claimantId: string): Promise<boolean> {
    const { count } = await tx.bulkRow.updateMany({
      where: { tenantId, id: { in: rowIds }, replacedById: null, state: { in: [Invalid, Failed, Cancelled] } },
      data: { replacedById: claimantId }
    })
    return count === rowIds.length
  },

  async existsTaken (bulkId: string): Promise<boolean> {
    return await tx.bulkRow.findFirst({ where: { tenantId, bulkId, state: Taken }, select: { id: true } }) !== null
  },

  countIn: (bulkId: string, state: RowState): Promise<number> =>
    tx.bulkRow.count({ where: { tenantId, bulkId, state } }),

  /**
   * Locks and gives the first rows that can be issued now, all of one type and date, in the order of the file. Skips
   * rows that another worker has locked, the types `exceptTypes`, and rows that refer to a row without a folio.
   */
  async lockReady (bulkId: string, exceptTypes: number[], limit: number): Promise<ReadyRow[]> {
    const rows = await tx.$queryRaw<StoredReadyRow[]>`
    with first as (
      select document_type, issue_date from bulk_rows r
      where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.state = ${Ready}
        and r.document_type <> all(${exceptTypes}::int[]) and not ${isBlocked(tenantId)}
      order by r.position limit 1 for update of r skip locked
    )
    select r.id, r.position, r.key, r.document_type as "documentType", r.payload, r.depends_on as "dependsOn", r.place
    from bulk_rows r
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.state = ${Ready}
      and (r.document_type, coalesce(r.issue_date, '-infinity')) = (select document_type, coalesce(issue_date, '-infinity') from first) and not ${isBlocked(tenantId)}
    order by r.position limit ${limit} for update of r skip locked`
    return rows.map(readyRowOf)
  },

  /** The documents that rows became, with their folios. */
  listReferred: (rowIds: string[]): Promise<Referred[]> => tx.$queryRaw<Referred[]>`
    select r.id as "rowId", i.document_type as "documentType", i.folio, i.issue_date::text as "issueDate"
    from bulk_rows r join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
    where r.tenant_id = ${tenantId}::uuid and r.id = any(${rowIds}::uuid[]) and i.folio is not null`,

  /** Locks and gives rows that refer to a row which will never have a folio. */
  async lockHopeless (bulkId: string, limit: number): Promise<ReadyRow[]> {
    const rows = await tx.$queryRaw<StoredReadyRow[]>`
    select r.id, r.position, r.key, r.document_type as "documentType", r.payload, r.depends_on as "dependsOn", r.place
    from bulk_rows r
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.state = ${Ready} and cardinality(r.depends_on) > 0
      and exists (
        select 1 from unnest(r.depends_on) as needed (id)
        left join bulk_rows t on t.tenant_id = ${tenantId}::uuid and t.id = needed.id
        left join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = t.invoice_id
        where t.id is null or t.state = any(${[Invalid, Failed, Cancelled]}::int[])
          or (i.status = ${statuses.Failed} and i.folio is null)
      )
    order by r.position limit ${limit} for update of r skip locked`
    return rows.map(readyRowOf)
  },

  /**
   * Links rows to the documents that they became. False when any of them was not ready: the caller must then roll its
   * transaction back.
   */
  async take (taken: { rowId: string, invoiceId: string }[], at: Date): Promise<boolean> {
    const rowIds = taken.map(({ rowId }) => rowId)
    // A join with a list of ids reads all rows of the tenant where PostgreSQL does not know how few they are.
    const count = await tx.$executeRaw`
      update bulk_rows r set state = ${Taken}, settled_at = ${at}, payload = null,
        invoice_id = (${taken.map(({ invoiceId }) => invoiceId)}::uuid[])[array_position(${rowIds}::uuid[], r.id)]
      where r.tenant_id = ${tenantId}::uuid and r.id = any(${rowIds}::uuid[]) and r.state = ${Ready}`
    return count === taken.length
  },

  async fail (failures: { rowId: string, problems: RowProblem[] }[], at: Date): Promise<void> {
    await tx.$executeRaw`
      update bulk_rows r set state = ${Failed}, problems = failed.problems, settled_at = ${at}, posted = r.payload, payload = null
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failed ("rowId" uuid, problems jsonb)
      where r.tenant_id = ${tenantId}::uuid and r.id = failed."rowId" and r.state = ${Ready}`
  },

  cancelReady: (bulkId: string, at: Date): Promise<number> => tx.$executeRaw`
    update bulk_rows r set state = ${Cancelled}, settled_at = ${at}, posted = r.payload, payload = null
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.state = ${Ready}`,

  /** What was posted at a position, while it is not issued; null for none. */
  async findPosted (bulkId: string, position: number): Promise<unknown> {
    const row = await tx.bulkRow.findUnique({
      where: { tenantId_bulkId_position: { tenantId, bulkId, position } }, select: { payload: true, posted: true }
    })
    return row?.payload ?? row?.posted ?? null
  },

  async countOutcomes (bulkId: string, filter: OutcomeFilter): Promise<number> {
    const [row] = await tx.$queryRaw<{ total: number }[]>`
      select count(*)::int as total
      from bulk_rows r left join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
      where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and ${outcomeConditions(filter)}`
    return row?.total ?? 0
  },

  /** Rows after a position, in the order of the file, with their documents. */
  async listOutcomes (
    bulkId: string, filter: OutcomeFilter,
    { after = 0, skip = 0, limit }: { after?: number, skip?: number, limit: number }
  ): Promise<BulkOutcome[]> {
    const rows = await tx.$queryRaw<StoredOutcome[]>`
    select r.id, r.position, r.key, ${externalIdOfRow} as "externalId", r.state, r.document_type as "documentType", r.receiver_name as "receiverName",
           coalesce(i.total_amount, r.total_amount) as "totalAmount", r.problems, r.replaced_by_id as "replacedById",
           r.invoice_id as "invoiceId", i.status as "documentStatus", i.folio, i.issue_date::text as "issueDate",
           i.track_id as "trackId", i.reason, i.verdict
    from bulk_rows r left join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = r.invoice_id
    where r.tenant_id = ${tenantId}::uuid and r.bulk_id = ${bulkId}::uuid and r.position > ${after}
      and ${outcomeConditions(filter)}
    order by r.position offset ${skip} limit ${limit}`
    return rows.map(outcomeOf)
  },

  listFailures: (bulkId: string): Promise<BulkFailure[]> => listFailures(tx, tenantId, bulkId)
})

/** What was posted may have any shape and length. */
const externalIdOfRow = Prisma.sql`coalesce(
  i.external_id, left(nullif(trim(normalize(coalesce(r.payload, r.posted) #>> '{header,documentId,externalId}', NFC)), ''), 100))`

type StoredOutcome = Omit<BulkOutcome, 'problems' | 'reason' | 'verdict'> &
  Record<'problems' | 'reason' | 'verdict', unknown>

function outcomeOf ({ problems, reason, verdict, ...row }: StoredOutcome): BulkOutcome {
  return {
    ...row, state: readRowState(row.state), problems: readRowProblems(problems), reason: readReason(reason),
    verdict: readVerdict(verdict)
  }
}

/** Whether a row `r` refers to another one that has no folio yet. */
function isBlocked (tenantId: string): Prisma.Sql {
  return Prisma.sql`(cardinality(r.depends_on) > 0 and exists (
    select 1 from unnest(r.depends_on) as needed (id)
    left join bulk_rows t on t.tenant_id = ${tenantId}::uuid and t.id = needed.id
    left join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = t.invoice_id
    where i.folio is null
  ))`
}

function outcomeConditions ({ state, documentStatus, onlyWithProblems, ...cause }: OutcomeFilter): Prisma.Sql {
  const conditions = [
    ...(cause.code === undefined ? [] : [hasCause(cause)]),
    ...(state === undefined ? [] : [Prisma.sql`r.state = ${state}`]),
    ...(documentStatus === undefined ? [] : [Prisma.sql`i.status = ${documentStatus}`]),
    ...(onlyWithProblems === true ? [Prisma.sql`r.problems is not null`] : [])
  ]
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' and ')
}
