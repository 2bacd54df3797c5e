import { knownCode } from '../../dte/registry/rules.ts'
import { claimStates, claimStateText } from '../../model/received-claims.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { worthSendingMs } from '../mail/post.ts'
import { mailWhoWants, notifyOf } from '../warnings.ts'
import { type ClaimDetail, endOf, explanationOf } from './claim-rows.ts'

/** Why a claim was not sent at an attempt. */
interface Delay { cause: string, attempts: number, at: Date }

// Some two hours of an SII that does not answer.
const mostQuietAttempts = 10

/**
 * Tells at once of what the SII refused, or was not sent and will not be: silence accepts. Not of what the registry has
 * from elsewhere.
 */
export async function tellOfFailure (repositories: TenantRepositories, detail: ClaimDetail, at: Date): Promise<void> {
  if (detail.claim.code !== knownCode) await tell(repositories, detail, at)
}

/**
 * Tells once of what cannot be sent for now: at once where a person has to act or the days are about to end, and after
 * some hours where the SII does not answer.
 */
export async function tellOfDelay (
  repositories: TenantRepositories, { claim, document }: ClaimDetail, { cause, attempts, at }: Delay
): Promise<void> {
  const last = endOf({ claim, document })
  const isUrgent = last !== null && last.getTime() - at.getTime() < dayMs
  if (claim.failure !== null || (cause !== 'CERTIFICATE_MISSING' && !isUrgent && attempts < mostQuietAttempts)) return
  await repositories.receivedClaims.change(claim.id, claim.state, { failure: cause })
  await repositories.receivedDocuments.change(document.id, { updatedAt: at })
  await tell(repositories, { claim: { ...claim, failure: cause }, document }, at)
}

async function tell (repositories: TenantRepositories, { claim, document }: ClaimDetail, at: Date): Promise<void> {
  const { id: claimId, action, state, code, failure, requestedBy } = claim
  const { id, documentType, folio, issuer, issuerName, totalAmount } = document
  const endsAt = endOf({ claim, document })?.toISOString() ?? null
  const explanation = explanationOf(claim)
  await notifyOf(repositories, 'received.claim_failed', {
    at,
    data: {
      claimId, id, action, state, stateText: claimStateText(state), code, failure, explanation,
      invoiceTypeCode: String(documentType), invoiceNumber: String(folio), issuer, issuerName,
      totalAmount: Number(totalAmount), endsAt
    }
  })
  const { businessName, taxNumber } = await repositories.tenant.get()
  await mailWhoWants(repositories, 'deadlines', {
    kind: 'receivedClaimFailed',
    facts: {
      businessName, taxNumber, id, documentType, folio, issuer, issuerName, totalAmount, action,
      isWaiting: state === claimStates.Queued, explanation, endsAt
    }
  }, {
    about: `${claimId} ${claimStateText(state)}`, at, endsAt: new Date(at.getTime() + worthSendingMs),
    ...requestedBy !== null && { also: requestedBy }
  })
}
