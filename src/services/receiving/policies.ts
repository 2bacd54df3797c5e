import { confirmations } from '../../model/received.ts'
import type { Policy } from '../../model/receiving-rules.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { ReceivingRules } from '../../repositories/receiving/receiving-rules.ts'
import type { Store } from '../../repositories/store.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { Clock } from '../ports.ts'
import { needsApproval } from './claim-rules.ts'

export interface NewRules extends Omit<ReceivingRules, 'policies'> {
  /** New ones have no id. */
  policies: (Omit<Policy, 'id'> & { id?: string | undefined })[]
}

/** By which rules the tenant acts on received documents by itself, and what a second person approves. */
export function createReceivingPolicies ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    get: ({ tenantId }: Actor): Promise<ReceivingRules> =>
      store.asTenant(tenantId, ({ receivingRules }) => receivingRules.get()),

    /** Replaces all of them. */
    set: (actor: Actor, { policies, ...rules }: NewRules): Promise<ReceivingRules> =>
      store.asTenant(actor.tenantId, async ({ receivingRules, auditLog }) => {
        const at = clock()
        const before = await receivingRules.get()
        const after = { ...rules, policies: policies.map((policy) => ({ ...policy, id: policy.id ?? newId() })) }
        await receivingRules.set(after, at)
        auditLog.add([{
          actor: audited(actor), action: 'received.setPolicies', entity: 'tenant', entityId: actor.tenantId,
          details: changesBetween({ ...before }, { ...after })
        }], at)
        return after
      })
  }
}

export type ReceivingPolicies = ReturnType<typeof createReceivingPolicies>

/**
 * The policy that acts on a document by itself: on one that the SII confirmed, with no failed check, and up to the
 * amount above which two persons decide.
 */
export function policyToApply (document: ReceivedDocumentRow, rules: ReceivingRules): Policy | undefined {
  const isPlain = document.confirmation === confirmations.Confirmed && !document.failed
  return isPlain && !needsApproval(document, rules) ? policyFor(rules.policies, document) : undefined
}

type Matched = Pick<Policy, 'issuer' | 'documentType' | 'minAmount' | 'maxAmount'>

/** The first policy that matches a document. */
function policyFor<Some extends Matched> (
  policies: readonly Some[], { issuer, documentType, totalAmount }:
  { issuer: string, documentType: number, totalAmount: string }
): Some | undefined {
  const total = Number(totalAmount)
  return policies.find((policy) =>
    (policy.issuer ?? issuer) === issuer && (policy.documentType ?? documentType) === documentType &&
    (policy.minAmount ?? total) <= total && (policy.maxAmount ?? total) >= total)
}
