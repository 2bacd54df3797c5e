import type { Prisma, ReceivedClaim } from '../../generated/prisma/client.ts'
import { type ClaimedAction, type ClaimState, claimStates, readClaimState } from '../../model/received-claims.ts'
import type { PageOf } from '../postgres/totals.ts'
import type { Transaction } from '../postgres/transaction.ts'

export interface ReceivedClaimRow extends Omit<ReceivedClaim, 'tenantId' | 'action' | 'state'> {
  action: ClaimedAction
  state: ClaimState
}

export interface ClaimFilter { documentId?: string | undefined, state?: number | undefined }

const omit = { tenantId: true } as const
const live: readonly ClaimState[] = [claimStates.AwaitingApproval, claimStates.Queued]

/** What a tenant tells the SII's registry of received documents. */
export const receivedClaimRepository = (tx: Transaction, tenantId: string) => ({
  /** False if the same action waits or is being sent. */
  async add (claim: ReceivedClaimRow): Promise<boolean> {
    const { count } = await tx.receivedClaim.createMany({ data: [{ ...claim, tenantId }], skipDuplicates: true })
    return count === 1
  },

  async find (id: string): Promise<ReceivedClaimRow | undefined> {
    const row = await tx.receivedClaim.findUnique({ where: { tenantId_id: { tenantId, id } }, omit })
    return row ? rowOf(row) : undefined
  },

  /** Those of a document, the oldest first. */
  async listOf (documentId: string): Promise<ReceivedClaimRow[]> {
    const rows = await tx.receivedClaim.findMany({
      where: { tenantId, documentId }, omit, orderBy: { id: 'asc' }
    })
    return rows.map(rowOf)
  },

  /** False if it has left the state `from` meanwhile. */
  async change (
    id: string, from: ClaimState, change: Partial<Omit<ReceivedClaimRow, 'id' | 'documentId' | 'action'>>
  ): Promise<boolean> {
    const { count } = await tx.receivedClaim.updateMany({ where: { tenantId, id, state: from }, data: change })
    return count === 1
  },

  /** The documents of which something is being sent, and nothing hinders it. */
  async listUnderWay (): Promise<string[]> {
    const rows = await tx.receivedClaim.findMany({
      where: { tenantId, state: claimStates.Queued, failure: null }, select: { documentId: true }, distinct: ['documentId']
    })
    return rows.map(({ documentId }) => documentId)
  },

  countSettled: (state: ClaimState, since: Date): Promise<number> =>
    tx.receivedClaim.count({ where: { tenantId, state, settledAt: { gte: since } } }),

  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    { documentId, state }: ClaimFilter, page: number, pageSize: number
  ): Promise<PageOf<ReceivedClaimRow>> {
    const where: Prisma.ReceivedClaimWhereInput = {
      tenantId, ...documentId !== undefined && { documentId }, ...state !== undefined && { state }
    }
    const rows = await tx.receivedClaim.findMany({
      where, omit, orderBy: { id: 'desc' }, skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(rowOf), totalRecords: await tx.receivedClaim.count({ where }), totalIsEstimate: false }
  }
})

export function isLive ({ state }: Pick<ReceivedClaimRow, 'state'>): boolean {
  return live.includes(state)
}

function rowOf ({ action, state, ...row }: Omit<ReceivedClaim, 'tenantId'>): ReceivedClaimRow {
  return { ...row, action: action as ClaimedAction, state: readClaimState(state) }
}
