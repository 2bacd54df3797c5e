import { type RegistryAction, registryStates } from '../../dte/registry/events.ts'
import { beforeMonthEnd } from '../../dte/registry/rules.ts'
import { confirmations } from '../../model/received.ts'
import { claimStates } from '../../model/received-claims.ts'
import type { Policy } from '../../model/receiving-rules.ts'
import { isLive } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { service } from '../tasks/task-lease.ts'
import { addClaim, newClaim, refusalOf } from './claims.ts'
import { policyFor } from './policies.ts'

interface Occasion {
  /** The registry was not asked before. */
  isFirst: boolean
  now: Date
}

/**
 * Asks for what the first policy that matches says, of a document that the SII confirmed, with no failed check and up
 * to the amount above which two persons decide.
 */
export async function applyPolicies (
  repositories: TenantRepositories, document: ReceivedDocumentRow, occasion: Occasion
): Promise<void> {
  if (document.confirmation !== confirmations.Confirmed || document.failed) return
  const { policies, approvalAmount } = await repositories.receivingRules.get()
  const policy = policyFor(policies, document)
  if (!policy || (approvalAmount !== null && Number(document.totalAmount) > approvalAmount)) return
  const claims = await repositories.receivedClaims.listOf(document.id)
  for (const action of actionsOf(policy, document, occasion)) {
    const live = claims.filter(isLive).map((claim) => claim.action)
    // What it asked for before was refused or withdrawn.
    const isDone = claims.some((claim) => claim.action === action && claim.policyId === policy.id)
    if (isDone || refusalOf(document, action, { live, now: occasion.now })) continue
    const { id: policyId, answerSupplier, place } = policy
    const claim = newClaim(document, {
      action, state: claimStates.Queued, policyId, answerSupplier, place, createdAt: occasion.now
    })
    await addClaim(repositories, { claim, document, actor: service, policy: { ...policy, name: nameOf(policy) } })
  }
}

const actionsAtOnce: Record<Policy['action'], readonly RegistryAction[]> = {
  accept: ['ACD', 'ERM'], receipt: ['ERM'], receiptBeforeMonthEnd: [], leave: []
}

function actionsOf (
  { action }: Policy, { registryState, receiptBy }: ReceivedDocumentRow, { isFirst, now }: Occasion
): readonly RegistryAction[] {
  if (action !== 'receiptBeforeMonthEnd') {
    return isFirst && registryState === registryStates.Open ? actionsAtOnce[action] : []
  }
  return receiptBy && now >= beforeMonthEnd(receiptBy) && now <= receiptBy ? ['ERM'] : []
}

/** What it does with which documents, for the audit log. */
function nameOf ({ action, issuer, documentType, minAmount, maxAmount }: Policy): string {
  const amounts = minAmount === null && maxAmount === null ? [] : [`${minAmount ?? 0}–${maxAmount ?? '∞'}`]
  return [action, issuer ?? '*', documentType ?? '*', ...amounts].join(' ')
}
