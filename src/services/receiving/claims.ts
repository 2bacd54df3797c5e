import { type ClaimedAction, claimStates } from '../../model/received-claims.ts'
import type { PageOf } from '../../repositories/postgres/totals.ts'
import type { ClaimFilter, ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { type ErrorCode, type Sentence, ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import { giveAnswers } from './answers.ts'
import { addClaim, type ClaimDetail, factsOf, newClaim, noteClaim } from './claim-rows.ts'
import { isConfirmed, needsApproval, type Refusal, refusal, refusalOf } from './claim-rules.ts'

export interface ClaimDependencies {
  store: Store
  clock: Clock
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

export interface ClaimRequest {
  action: ClaimedAction
  reason?: string | null
  answerSupplier?: boolean
  place?: string
}

/** Result of a claim request, or of giving the supplier a receipt. */
export interface ClaimResult {
  id: string
  outcome: 'queued' | 'awaitingApproval' | 'refused'
  /** Null where nothing waits: it was refused, or the receipt is queued already. */
  claimId: string | null
  /** Why it was refused. */
  reason: ErrorCode | null
  explanation: Sentence | null
  /** The claim in the way. */
  blockedBy: string | null
}

/** `answerId`: the receipt, once it is queued. */
export interface ReceiptResult extends ClaimResult { answerId: string | null }

const nothing = { claimId: null, reason: null, explanation: null, blockedBy: null }

/** What persons tell the SII's registry of received documents: acceptances, receipts and claims. */
export function createReceivedClaims ({ store, clock, onWork }: ClaimDependencies) {
  async function ask (
    repositories: TenantRepositories, id: string, { actor, ...asked }: ClaimRequest & { actor: Actor }
  ): Promise<ClaimResult> {
    const document = await repositories.receivedDocuments.findLocked(id)
    const refused = document
      ? await refusalOf(repositories, document, asked, clock())
      : refusal('RECEIVED_DOCUMENT_NOT_FOUND')
    if (refused || !document) return { ...nothing, id, outcome: 'refused', ...refused && shown(refused) }
    const waits = needsApproval(document, await repositories.receivingRules.get())
    const outcome = waits ? 'awaitingApproval' : 'queued'
    if (asked.action === 'receipt' && !waits && isConfirmed(document)) return { ...nothing, id, outcome }
    const claim = newClaim(document, {
      ...asked, state: waits ? claimStates.AwaitingApproval : claimStates.Queued,
      requestedBy: actor.userId, requestedByName: actor.userName, createdAt: clock()
    })
    await addClaim(repositories, { claim, document, actor: audited(actor) })
    return { ...nothing, id, outcome, claimId: claim.id }
  }

  /** In one order, so that two that ask for the same documents do not wait for each other. */
  async function askAll (
    repositories: TenantRepositories, ids: readonly string[], asked: ClaimRequest & { actor: Actor }
  ): Promise<ClaimResult[]> {
    const results: ClaimResult[] = []
    for (const id of [...new Set(ids)].sort()) results.push(await ask(repositories, id, asked))
    return [...new Set(ids)].flatMap((id) => results.filter((result) => result.id === id))
  }

  async function decide (
    repositories: TenantRepositories, actor: Actor,
    { claimId, approve, reason }: { claimId: string, approve: boolean, reason: string | null }
  ): Promise<ClaimDetail> {
    const { claim, document } = await lockedClaim(repositories, claimId)
    checkDecision(claim, { approve, userId: actor.userId })
    const at = clock()
    const refused = approve ? await refusalOf(repositories, document, { action: claim.action, claimId }, at) : undefined
    if (refused) throw new ServiceError(refused.reason)
    const change = {
      state: approve ? claimStates.Queued : claimStates.Withdrawn, decidedBy: actor.userId,
      decidedByName: actor.userName, ...!approve && { settledAt: at }
    }
    if (!await repositories.receivedClaims.change(claimId, claim.state, change)) throw new ServiceError('CLAIM_DECIDED')
    const decided = { ...claim, ...change }
    await noteClaim(repositories, { claim: decided, document, at })
    repositories.auditLog.add([{
      actor: audited(actor), action: approve ? 'received.approveClaim' : 'received.withdrawClaim',
      entity: 'receivedDocument', entityId: document.id,
      details: { ...factsOf(claim), ...reason !== null && { decisionReason: reason } }
    }], at)
    if (approve) await repositories.tasks.schedule('sendClaim', [claimId])
    return { claim: decided, document }
  }

  return {
    /** Asks for the action on each document, whose results are in the order of the ids. */
    async claim (actor: Actor, ids: readonly string[], asked: ClaimRequest): Promise<ClaimResult[]> {
      const results = await store.asTenant(actor.tenantId, (repositories) =>
        askAll(repositories, ids, { ...asked, actor }))
      onWork()
      return results
    },

    /**
     * Gives the suppliers the receipts of documents (EnvioRecibos): at once where the SII has confirmed a document and
     * one person suffices, as what is told to the registry where not.
     */
    async giveReceipts (actor: Actor, ids: readonly string[], place: string): Promise<ReceiptResult[]> {
      const results = await store.asTenant(actor.tenantId, async (repositories) => {
        // Before the documents, as receptions lock it.
        await repositories.supplierAnswers.lock()
        const asked = await askAll(repositories, ids, { action: 'receipt', place, actor })
        const atOnce = asked.filter(({ outcome, claimId }) => outcome === 'queued' && claimId === null)
        const given = await giveAnswers(
          repositories, atOnce.map(({ id }) => id), { kind: 'receipt', place }, { actor: audited(actor), at: clock() }
        )
        const answerIds = new Map(given.flatMap((one) => one.outcome === 'queued' ? [[one.id, one.answerId]] : []))
        return asked.map((one) => ({ ...one, answerId: answerIds.get(one.id) ?? null }))
      })
      onWork()
      return results
    },

    /**
     * Approves a claim, or withdraws it before it is sent. Throws ServiceError RECEIVED_CLAIM_NOT_FOUND,
     * CLAIM_NEEDS_ANOTHER_PERSON, CLAIM_DECIDED, and to approve what could not be asked for now, why not.
     */
    async decide (
      actor: Actor, decision: { claimId: string, approve: boolean, reason: string | null }
    ): Promise<ClaimDetail> {
      const decided = await store.asTenant(actor.tenantId, (repositories) => decide(repositories, actor, decision))
      onWork()
      return decided
    },

    paginate: (
      { tenantId }: Actor, filter: ClaimFilter, { page, pageSize }: { page: number, pageSize: number }
    ): Promise<Omit<PageOf<ClaimDetail>, 'rows'> & { data: ClaimDetail[] }> =>
      store.asTenant(tenantId, async ({ receivedClaims, receivedDocuments }) => {
        const { rows, ...total } = await receivedClaims.paginate(filter, page, pageSize)
        const documents = await receivedDocuments.findAll(rows.map(({ documentId }) => documentId))
        const data = rows.flatMap((claim) => {
          const document = documents.find(({ id }) => id === claim.documentId)
          return document ? [{ claim, document }] : []
        })
        return { ...total, data }
      })
  }
}

export type ReceivedClaims = ReturnType<typeof createReceivedClaims>

function shown ({ reason, explanation, blockedBy }: Refusal) {
  return { reason, explanation, blockedBy }
}

function checkDecision (
  { state, requestedBy, sentAt }: ReceivedClaimRow, { approve, userId }: { approve: boolean, userId: string }
): void {
  if (approve && requestedBy === userId) throw new ServiceError('CLAIM_NEEDS_ANOTHER_PERSON')
  const waits = state === claimStates.AwaitingApproval
  const canBeWithdrawn = waits || (state === claimStates.Queued && sentAt === null)
  if (!(approve ? waits : canBeWithdrawn)) throw new ServiceError('CLAIM_DECIDED')
}

/** Read again once its document is locked: the task that sends it changes it under the same lock. */
async function lockedClaim (repositories: TenantRepositories, id: string): Promise<ClaimDetail> {
  const { documentId } = await foundClaim(repositories, id)
  const document = await repositories.receivedDocuments.findLocked(documentId)
  if (!document) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
  return { claim: await foundClaim(repositories, id), document }
}

async function foundClaim ({ receivedClaims }: TenantRepositories, id: string): Promise<ReceivedClaimRow> {
  const claim = await receivedClaims.find(id)
  if (!claim) throw new ServiceError('RECEIVED_CLAIM_NOT_FOUND')
  return claim
}
