import { registryStates } from '../../dte/registry/events.ts'
import { registryAnswer } from '../../dte/registry/rules.ts'
import { type ClaimState, claimStates, claimStateText, isOfRegistry } from '../../model/received-claims.ts'
import type { ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivingRules } from '../../repositories/receiving/receiving-rules.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { service } from '../tasks/task-lease.ts'
import { answerFor } from './answers.ts'
import { tellOfFailure } from './claim-failures.ts'
import { type ClaimDetail, endOf, factsOf, noteClaim } from './claim-rows.ts'
import { lacksConfirmation, needsApproval, type Refusal, refusalOf } from './claim-rules.ts'
import { policyToApply } from './policies.ts'
import { registryView } from './registry-view.ts'

/** How a claim ended. */
export type Outcome = Pick<ReceivedClaimRow, 'code' | 'gloss' | 'failure'> & { state: ClaimState }

/**
 * What is to be done with a claim that is due to be sent.
 *
 * - send: nothing is against it
 * - end: it is not sent any more
 * - rest: it waits for a second person
 * - hold: it waits for one from now on, since the amount for one person was lowered or its policy acts no more
 * - wait: it is tried later
 */
export type Verdict =
  | { kind: 'send' | 'rest' | 'hold' }
  | { kind: 'end', outcome: Outcome }
  | { kind: 'wait', cause: string }

/** Judges once more what was asked for, in the transaction that sends it. */
export async function verdictOf (
  repositories: TenantRepositories, detail: ClaimDetail, now: Date
): Promise<Verdict> {
  const { claim, document } = detail
  if (hasEnded(detail, now)) return { kind: 'end', outcome: expired(claim) }
  if (claim.state === claimStates.AwaitingApproval) return { kind: 'rest' }
  const refused = await refusalOf(repositories, document, { action: claim.action, claimId: claim.id }, now)
  if (refused) return { kind: 'end', outcome: refusedBy(refused) }
  if (claim.decidedBy === null && lacksPerson(detail, await repositories.receivingRules.get())) return { kind: 'hold' }
  return lacksConfirmation(document, claim.action) ? { kind: 'wait', cause: 'CLAIM_UNCONFIRMED' } : { kind: 'send' }
}

/** Whether by the rules of now a person, or a second one, has to decide. */
function lacksPerson ({ claim: { policyId }, document }: ClaimDetail, rules: ReceivingRules): boolean {
  return policyId === null ? needsApproval(document, rules) : policyToApply(document, rules)?.id !== policyId
}

/** Stores how a claim ended, with what follows for its document and its supplier; what failed is told at once. */
export async function endClaim (
  repositories: TenantRepositories, { claim, document }: ClaimDetail, outcome: Outcome, at: Date
): Promise<void> {
  const ended = { ...claim, ...outcome, settledAt: at }
  await repositories.receivedClaims.change(claim.id, claim.state, { ...outcome, settledAt: at })
  if (outcome.state !== claimStates.Expired) await changeDocument(repositories, { claim: ended, document, at })
  await noteClaim(repositories, { claim: ended, document, at })
  if (outcome.state === claimStates.Registered) await answerSupplier(repositories, claim, at)
  else await tellOfFailure(repositories, { claim: ended, document }, at)
  repositories.auditLog.add([{
    actor: service, action: outcome.state === claimStates.Expired ? 'received.expireClaim' : 'received.settleClaim',
    entity: 'receivedDocument', entityId: document.id,
    details: {
      ...factsOf(ended), state: claimStateText(outcome.state), code: outcome.code, gloss: outcome.gloss,
      ...outcome.failure !== null && { failure: outcome.failure },
      issuer: document.issuer, documentType: document.documentType, folio: document.folio
    }
  }], at)
  // What the registry lists now, also if somebody else was first.
  await repositories.tasks.schedule('watchReceived', [document.id])
}

/** Lets a claim wait for a second person. */
export async function holdClaim (
  repositories: TenantRepositories, { claim, document }: ClaimDetail, at: Date
): Promise<void> {
  const waiting = { ...claim, state: claimStates.AwaitingApproval }
  await repositories.receivedClaims.change(claim.id, claim.state, { state: waiting.state })
  await noteClaim(repositories, { claim: waiting, document, at })
  repositories.auditLog.add([{
    actor: service, action: 'received.holdClaim', entity: 'receivedDocument', entityId: document.id,
    details: factsOf(waiting)
  }], at)
}

async function answerSupplier (
  repositories: TenantRepositories,
  { documentId, action, answerSupplier: isWanted, reason, place, requestedBy, requestedByName }: ReceivedClaimRow,
  at: Date
): Promise<void> {
  if (!isWanted && isOfRegistry(action)) return
  const actor = requestedBy === null ? service : { id: requestedBy, name: requestedByName ?? '' }
  await answerFor(repositories, { documentId, action, reason, place, actor, at })
}

/** The receipt is queued for the supplier. */
export const given: Outcome = { state: claimStates.Registered, code: null, gloss: null, failure: null }

export function expired ({ state, failure }: ReceivedClaimRow): Outcome {
  const why = state === claimStates.AwaitingApproval ? 'CLAIM_NOT_APPROVED' : failure
  return { state: claimStates.Expired, code: null, gloss: null, failure: why }
}

function refusedBy ({ reason, code }: Refusal): Outcome {
  return { state: claimStates.Refused, code, gloss: null, failure: reason }
}

export function hasEnded (detail: ClaimDetail, now: Date): boolean {
  const last = endOf(detail)
  return last !== null && now > last
}

/** What the registry has taken counts at once, before it lists it. */
async function changeDocument (
  { receivedDocuments, tenant }: TenantRepositories, { claim, document, at }: ClaimDetail & { at: Date }
): Promise<void> {
  const { action, state, code, gloss } = claim
  const { siiReceivedAt, registryEvents, registryState } = document
  if (registryState === null || !isOfRegistry(action)) return
  if (state === claimStates.Registered && registryEvents.every((event) => event.code !== action)) {
    const { taxNumber } = await tenant.get()
    registryEvents.push({ code: action, description: gloss ?? '', responsible: taxNumber, at: at.toISOString() })
  }
  if (code !== null && registryAnswer(code).fate === 'noEvents') document.registryState = registryStates.TakesNoEvent
  await receivedDocuments.change(document.id, {
    ...registryView(document, { siiReceivedAt, events: registryEvents }, at), updatedAt: at
  })
}
