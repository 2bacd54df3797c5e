import { isClaimable } from '../../dte/registry/deadline.ts'
import { isClaim, type RegistryAction, registryActions, registryStates } from '../../dte/registry/events.ts'
import { expectedCode, registryAnswer } from '../../dte/registry/rules.ts'
import { confirmations } from '../../model/received.ts'
import { claimStates, claimStateText } from '../../model/received-claims.ts'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { PageOf } from '../../repositories/postgres/totals.ts'
import { type ClaimFilter, isLive, type ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { type ErrorCode, errorTable, type Sentence, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'

export interface ClaimDependencies {
  store: Store
  clock: Clock
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

export interface AskedClaim { action: RegistryAction, reason: string | null, answerSupplier: boolean }

/** What became of the wish to tell the registry something of a document. */
export interface ClaimResult {
  id: string
  outcome: 'queued' | 'awaitingApproval' | 'refused'
  claimId: string | null
  /** Why it was refused. */
  reason: ErrorCode | null
  explanation: Sentence | null
}

export interface ClaimDetail { claim: ReceivedClaimRow, document: ReceivedDocumentRow }

/** What persons tell the SII's registry of received documents: acceptances, receipts and claims. */
export function createReceivedClaims ({ store, clock, onWork }: ClaimDependencies) {
  async function ask (
    repositories: TenantRepositories, documentId: string, { actor, ...asked }: AskedClaim & { actor: Actor }
  ): Promise<ClaimResult> {
    const document = await repositories.receivedDocuments.findLocked(documentId)
    const refused = document
      ? refusalOf(document, asked.action, { live: await liveOf(repositories, documentId), now: clock() })
      : refusal('RECEIVED_DOCUMENT_NOT_FOUND')
    const result = { id: documentId, claimId: null, reason: null, explanation: null }
    if (refused || !document) return { ...result, outcome: 'refused', ...refused }
    const { approvalAmount } = await repositories.receivingRules.get()
    // What the SII has not confirmed may be of another amount there.
    const isLarge = approvalAmount !== null && Number(document.totalAmount) > approvalAmount
    const needsApproval = isLarge || (approvalAmount !== null && !isConfirmed(document))
    const claim = newClaim(document, {
      ...asked, state: needsApproval ? claimStates.AwaitingApproval : claimStates.Queued,
      requestedBy: actor.userId, requestedByName: actor.userName, createdAt: clock()
    })
    await addClaim(repositories, { claim, document, actor: audited(actor) })
    return { ...result, outcome: needsApproval ? 'awaitingApproval' : 'queued', claimId: claim.id }
  }

  async function decide (
    repositories: TenantRepositories, actor: Actor,
    { claimId, approve, reason }: { claimId: string, approve: boolean, reason: string | null }
  ): Promise<ClaimDetail> {
    const { documentId } = await foundClaim(repositories, claimId)
    const document = await repositories.receivedDocuments.findLocked(documentId)
    if (!document) throw new ServiceError('RECEIVED_DOCUMENT_NOT_FOUND')
    const claim = await foundClaim(repositories, claimId)
    checkDecision(claim, { approve, userId: actor.userId })
    const at = clock()
    const change = {
      state: approve ? claimStates.Queued : claimStates.Withdrawn, decidedBy: actor.userId,
      decidedByName: actor.userName, ...!approve && { settledAt: at }
    }
    // The task that sends it does not wait for the document.
    if (!await repositories.receivedClaims.change(claimId, claim.state, change)) throw new ServiceError('CLAIM_DECIDED')
    const decided = { ...claim, ...change }
    await noteClaim(repositories, { claim: decided, document, at })
    repositories.auditLog.add([{
      actor: audited(actor), action: approve ? 'received.approveClaim' : 'received.withdrawClaim',
      entity: 'receivedDocument', entityId: documentId,
      details: { ...factsOf(claim), ...reason !== null && { decisionReason: reason } }
    }], at)
    if (approve) await repositories.tasks.schedule('sendClaim', [claimId])
    return { claim: decided, document }
  }

  return {
    /** Asks for the action on each document, whose results are in the order of the ids. */
    async claim (actor: Actor, ids: readonly string[], asked: AskedClaim): Promise<ClaimResult[]> {
      const results = await store.asTenant(actor.tenantId, async (repositories) => {
        const found: ClaimResult[] = []
        // In one order, so that two that ask for the same documents do not wait for each other.
        for (const id of [...new Set(ids)].sort()) found.push(await ask(repositories, id, { ...asked, actor }))
        return found
      })
      onWork()
      return [...new Set(ids)].flatMap((id) => results.filter((result) => result.id === id))
    },

    /**
     * Approves a claim, or withdraws it before it is sent. Throws ServiceError RECEIVED_CLAIM_NOT_FOUND,
     * CLAIM_NEEDS_ANOTHER_PERSON, CLAIM_DECIDED.
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

function checkDecision (
  { state, requestedBy, sentAt }: ReceivedClaimRow, { approve, userId }: { approve: boolean, userId: string }
): void {
  if (approve && requestedBy === userId) throw new ServiceError('CLAIM_NEEDS_ANOTHER_PERSON')
  const waits = state === claimStates.AwaitingApproval
  const canBeWithdrawn = waits || (state === claimStates.Queued && sentAt === null)
  if (!(approve ? waits : canBeWithdrawn)) throw new ServiceError('CLAIM_DECIDED')
}

async function foundClaim ({ receivedClaims }: TenantRepositories, id: string): Promise<ReceivedClaimRow> {
  const claim = await receivedClaims.find(id)
  if (!claim) throw new ServiceError('RECEIVED_CLAIM_NOT_FOUND')
  return claim
}

export async function liveOf ({ receivedClaims }: TenantRepositories, documentId: string): Promise<RegistryAction[]> {
  return (await receivedClaims.listOf(documentId)).filter(isLive).map(({ action }) => action)
}

export interface Refusal { reason: ErrorCode, explanation: Sentence }

function refusal (reason: ErrorCode, { en, es }: Sentence = errorTable[reason]): Refusal {
  return { reason, explanation: { en, es } }
}

/** Why an action cannot be asked for; what is under way counts as if the registry had it. */
export function refusalOf (
  document: ReceivedDocumentRow, action: RegistryAction, { live, now }: { live: readonly RegistryAction[], now: Date }
): Refusal | undefined {
  if (live.includes(action)) return refusal('CLAIM_UNDER_WAY')
  if (!isClaim(action) && document.confirmation === confirmations.Contradicted) return refusal('CLAIM_CONTRADICTED')
  const code = codeOf(document, action, { live, now })
  if (code === undefined) return refusal('CLAIM_NOT_TAKEN')
  return code === 0 ? undefined : refusal('CLAIM_NOT_POSSIBLE', registryAnswer(code))
}

/** What the registry would answer; undefined where it has no place for the document. */
export function codeOf (
  { registryState, registryEvents, claimBy, claimByLatest, documentType }: ReceivedDocumentRow, action: RegistryAction,
  { live = [], now }: { live?: readonly RegistryAction[], now: Date }
): number | undefined {
  if (registryState === null || !isClaimable(documentType)) return undefined
  if (registryState === registryStates.TakesNoEvent) return 27
  const codes = [...registryEvents.map(({ code }) => code), ...live]
  const deadline = claimBy && claimByLatest ? { earlier: claimBy, later: claimByLatest } : undefined
  return expectedCode(codes, action, { now, deadline })
}

/** The SII has the document with the same data, whatever notes did to it since. */
function isConfirmed ({ confirmation }: ReceivedDocumentRow): boolean {
  return confirmation === confirmations.Confirmed || confirmation === confirmations.Changed
}

/** What the registry would take of a document now. */
export function actionsFor (document: ReceivedDocumentRow, now: Date): RegistryAction[] {
  return registryActions.filter((action) => refusalOf(document, action, { live: [], now }) === undefined)
}

interface ClaimMembers extends Partial<ReceivedClaimRow> { action: RegistryAction, createdAt: Date }

/** A claim with the members that are given; all others are empty. */
export function newClaim ({ id: documentId }: Pick<ReceivedDocumentRow, 'id'>, members: ClaimMembers): ReceivedClaimRow {
  return {
    id: newId(), documentId, state: claimStates.Queued, code: null, gloss: null, reason: null, requestedBy: null,
    requestedByName: null, decidedBy: null, decidedByName: null, policyId: null, answerSupplier: false, place: null,
    sentAt: null, settledAt: null, ...members
  }
}

/**
 * Stores a claim with its audit row and the task that sends it; of one that waits for approval, the task that ends it
 * with its days. False if the same action is under way.
 */
export async function addClaim (
  repositories: TenantRepositories,
  { claim, document, actor, policy }:
  { claim: ReceivedClaimRow, document: ReceivedDocumentRow, actor: AuditActor, policy?: Record<string, unknown> }
): Promise<boolean> {
  if (!await repositories.receivedClaims.add(claim)) return false
  await noteClaim(repositories, { claim, document, at: claim.createdAt })
  repositories.auditLog.add([{
    actor, action: 'received.claim', entity: 'receivedDocument', entityId: document.id,
    details: {
      ...factsOf(claim), state: claimStateText(claim.state), issuer: document.issuer,
      documentType: document.documentType, folio: document.folio, ...policy && { policy }
    }
  }], claim.createdAt)
  const waitMs = claim.state === claimStates.AwaitingApproval ? msUntilEnd(document, claim.createdAt) : 0
  await repositories.tasks.schedule('sendClaim', [claim.id], waitMs / 1000)
  return true
}

/** Until the days to claim have ended. */
export function msUntilEnd ({ claimByLatest }: ReceivedDocumentRow, now: Date): number {
  return Math.max(0, (claimByLatest ?? now).getTime() + 1000 - now.getTime())
}

/** What audit rows say of a claim. */
export function factsOf ({ id, action, reason, requestedByName, decidedByName, policyId }: ReceivedClaimRow) {
  return {
    claimId: id, action, ...reason !== null && { reason },
    ...requestedByName !== null && { requestedBy: requestedByName },
    ...decidedByName !== null && { decidedBy: decidedByName }, ...policyId !== null && { policyId }
  }
}

/** Adds the state of a claim to what happened to its document. */
export async function noteClaim (
  { receivedDocuments }: TenantRepositories,
  { claim: { action, state }, document, at }: { claim: ReceivedClaimRow, document: ReceivedDocumentRow, at: Date }
): Promise<void> {
  const detail = `${action} ${claimStateText(state)}`
  const timeline = [...document.timeline, { at: at.toISOString(), event: 'claim' as const, detail }]
  document.timeline = timeline
  await receivedDocuments.change(document.id, { timeline, updatedAt: at })
}
