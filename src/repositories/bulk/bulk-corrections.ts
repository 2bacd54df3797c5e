import { Prisma } from '../../generated/prisma/client.ts'
import type { BulkDocument } from '../../model/bulk-document.ts'
import { readPlace, readRowProblems, type Place, type RowProblem } from '../../model/bulk-rows.ts'
import { readRowState, rowStates, type RowState } from '../../model/bulk-states.ts'
import { readBulkDocument } from '../../model/stored-documents.ts'
import { dateColumn, json, type Transaction } from '../postgres/transaction.ts'

/** A row as it can be corrected. */
export interface CorrectableRow {
  id: string
  position: number
  key: string
  state: RowState
  /** The document to be issued; null for one with mistakes. */
  payload: BulkDocument | null
  /** A document that was not issued, as it was posted; null for one that is to be. */
  posted: unknown
  place: Place | null
  problems: RowProblem[]
  isReplaced: boolean
}

/** What references by key need of a row. */
export interface KeyedRow { id: string, key: string, state: RowState, documentType: number, issueDate: string | null }

/** What a row becomes: Ready with its document, or Invalid with what was posted and its problems. */
export interface CorrectedRow {
  documentType: number
  /** YYYY-MM-DD; null for the day on which it is issued. */
  issueDate: string | null
  receiverName: string
  totalAmount: string | null
  payload: BulkDocument | undefined
  posted: unknown
  dependsOn: string[]
  problems: RowProblem[]
}

const columns = {
  id: true, position: true, key: true, state: true, payload: true, posted: true, place: true, problems: true,
  replacedById: true
} as const

/** Corrects single rows of a submission. The caller has locked the submission. */
export const bulkCorrectionRepository = (tx: Transaction, tenantId: string) => ({
  async find (bulkId: string, position: number): Promise<CorrectableRow | null> {
    const row = await tx.bulkRow.findUnique({
      where: { tenantId_bulkId_position: { tenantId, bulkId, position } }, select: columns
    })
    return row && correctableOf(row)
  },

  /** Rows after a position that were not issued and that nothing replaces, as they were posted. */
  async listUnissued (bulkId: string, { after, limit }: { after: number, limit: number }): Promise<CorrectableRow[]> {
    const rows = await tx.bulkRow.findMany({
      where: {
        tenantId, bulkId, position: { gt: after }, replacedById: null, posted: { not: Prisma.DbNull },
        state: { in: [rowStates.Invalid, rowStates.Failed, rowStates.Cancelled] }
      },
      select: columns, orderBy: { position: 'asc' }, take: limit
    })
    return rows.map(correctableOf)
  },

  /** Every row with one of these keys. */
  findByKeys: (bulkId: string, keys: string[]): Promise<KeyedRow[]> => tx.$queryRaw<KeyedRow[]>`
    select id, key, state, document_type as "documentType", issue_date::text as "issueDate" from bulk_rows
    where tenant_id = ${tenantId}::uuid and bulk_id = ${bulkId}::uuid and key = any(${keys})`,

  /** The first rows with mistakes of which a code is one, in the order of the file. */
  async listWithProblem (bulkId: string, codes: readonly string[], most: number): Promise<CorrectableRow[]> {
    const rows = await tx.bulkRow.findMany({
      where: {
        tenantId, bulkId, state: rowStates.Invalid, replacedById: null,
        OR: codes.map((code) => ({ problems: { array_contains: [{ code }] } }))
      },
      select: columns, orderBy: { position: 'asc' }, take: most
    })
    return rows.map(correctableOf)
  },

  async correct (id: string, { payload, posted, problems, issueDate, ...row }: CorrectedRow): Promise<void> {
    await tx.bulkRow.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...row,
        state: payload === undefined ? rowStates.Invalid : rowStates.Ready,
        issueDate: issueDate === null ? null : dateColumn(issueDate),
        payload: payload === undefined ? Prisma.DbNull : json(payload),
        posted: posted === undefined || posted === null ? Prisma.DbNull : json(posted),
        problems: problems.length === 0 ? Prisma.DbNull : json(problems)
      }
    })
  }
})

type StoredRow = Prisma.BulkRowGetPayload<{ select: typeof columns }>

function correctableOf ({ state, payload, place, problems, replacedById, ...row }: StoredRow): CorrectableRow {
  return {
    ...row, state: readRowState(state), payload: readBulkDocument(payload), place: readPlace(place),
    problems: readRowProblems(problems), isReplaced: replacedById !== null
  }
}
