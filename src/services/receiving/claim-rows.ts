import { registryAnswer } from '../../dte/registry/rules.ts'
import { type ClaimedAction, claimStates, claimStateText, isOfRegistry } from '../../model/received-claims.ts'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { type ErrorCode, errorTable, type Sentence } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'

/** A claim with its document. */
export interface ClaimDetail { claim: ReceivedClaimRow, document: ReceivedDocumentRow }

// The law has no days for a receipt. It waits as long as a claim would.
const receiptWaitMs = 8 * dayMs

interface ClaimMembers extends Partial<ReceivedClaimRow> { action: ClaimedAction, createdAt: Date }

/** A claim with the members that are given; all others are empty. */
export function newClaim ({ id: documentId }: Pick<ReceivedDocumentRow, 'id'>, members: ClaimMembers): ReceivedClaimRow {
  return {
    id: newId(), documentId, state: claimStates.Queued, code: null, gloss: null, failure: null, reason: null,
    requestedBy: null, requestedByName: null, decidedBy: null, decidedByName: null, policyId: null,
    answerSupplier: false, place: null, sentAt: null, settledAt: null, ...members
  }
}

/**
 * Stores a claim with its audit row and the task that sends it; of one that waits for approval, the task that ends it
 * with its days. False if the same action is under way.
 */
export async function addClaim (
  repositories: TenantRepositories,
  { claim, document, actor, policy }: ClaimDetail & { actor: AuditActor, policy?: Record<string, unknown> }
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
  const waits = claim.state === claimStates.AwaitingApproval
  const seconds = waits ? secondsUntilEnd({ claim, document }, claim.createdAt) : 0
  await repositories.tasks.schedule('sendClaim', [claim.id], seconds)
  return true
}

/**
 * After which it is not sent any more: the last moment to claim, by the later reading of the law, since the SII has the
 * last word before. Null where the document has no days.
 */
export function endOf (
  { claim: { action, createdAt }, document: { claimByLatest } }: ClaimDetail
): Date | null {
  return isOfRegistry(action) ? claimByLatest : new Date(createdAt.getTime() + receiptWaitMs)
}

/** Until just after its end. */
export function secondsUntilEnd (detail: ClaimDetail, now: Date): number {
  return Math.max(0, ((endOf(detail) ?? now).getTime() + 1000 - now.getTime()) / 1000)
}

/** What audit rows say of a claim. */
export function factsOf ({ id, action, reason, requestedByName, decidedByName, policyId }: ReceivedClaimRow) {
  return {
    claimId: id, action, ...reason !== null && { reason },
    ...requestedByName !== null && { requestedBy: requestedByName },
    ...decidedByName !== null && { decidedBy: decidedByName }, ...policyId !== null && { policyId }
  }
}

/** What the registry's code means, or why it was not sent; null where there is nothing to explain. */
export function explanationOf ({ code, failure }: Pick<ReceivedClaimRow, 'code' | 'failure'>): Sentence | null {
  const known = failure !== null && Object.hasOwn(errorTable, failure) ? errorTable[failure as ErrorCode] : undefined
  const sentence = code === null ? known : registryAnswer(code)
  return sentence ? { en: sentence.en, es: sentence.es } : failure === null ? null : { en: failure, es: failure }
}

/** Adds the state of a claim to what happened to its document. */
export async function noteClaim (
  { receivedDocuments }: TenantRepositories, { claim: { action, state }, document, at }: ClaimDetail & { at: Date }
): Promise<void> {
  const detail = `${action} ${claimStateText(state)}`
  const timeline = [...document.timeline, { at: at.toISOString(), event: 'claim' as const, detail }]
  document.timeline = timeline
  await receivedDocuments.change(document.id, { timeline, updatedAt: at })
}
