import { type RegistryAction, registryStates } from '../../dte/registry/events.ts'
import { beforeMonthEnd } from '../../dte/registry/rules.ts'
import { claimStates } from '../../model/received-claims.ts'
import type { Policy } from '../../model/receiving-rules.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { service } from '../tasks/task-lease.ts'
import { addClaim, newClaim } from './claim-rows.ts'
import { refusalOf } from './claim-rules.ts'
import { policyToApply } from './policies.ts'

interface Occasion {
  /** The registry was not asked before. */
  isFirst: boolean
  now: Date
}

/** Asks for what the policy of a document says. */
export async function applyPolicies (
  repositories: TenantRepositories, document: ReceivedDocumentRow, occasion: Occasion
): Promise<void> {
  const policy = policyToApply(document, await repositories.receivingRules.get())
  if (!policy) return
  const claims = await repositories.receivedClaims.listOf(document.id)
  for (const action of actionsOf(policy, document, occasion)) {
    // What it asked for before was refused or withdrawn.
    const isDone = claims.some((claim) => claim.action === action && claim.policyId === policy.id)
    if (isDone || await refusalOf(repositories, document, { action }, occasion.now)) continue
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
