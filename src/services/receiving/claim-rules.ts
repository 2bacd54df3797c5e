import { isClaimable } from '../../dte/registry/deadline.ts'
import { isClaim, type RegistryAction, registryActions, registryStates } from '../../dte/registry/events.ts'
import { expectedCode, registryAnswer } from '../../dte/registry/rules.ts'
import { confirmations } from '../../model/received.ts'
import { type ClaimedAction, claimStates, isOfRegistry } from '../../model/received-claims.ts'
import { isLive, type ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { ReceivingRules } from '../../repositories/receiving/receiving-rules.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { type ErrorCode, errorTable, type Sentence } from '../../shared/errors.ts'
import { receiptRefusal } from './answers.ts'

/** Why something cannot be done with a document. */
export interface Refusal {
  reason: ErrorCode
  explanation: Sentence
  /** What the registry would answer. */
  code: number | null
  /** The claim in the way, which may be withdrawn. */
  blockedBy: string | null
}

/** What is asked for, or was: one that was does not stand in its own way. */
interface Asked { action: ClaimedAction, claimId?: string }

/**
 * Why an action cannot be asked for, approved or sent: one rule at each of the three moments, since what was true at
 * the first need not be at the last. Call it with the document locked.
 */
export async function refusalOf (
  repositories: TenantRepositories, document: ReceivedDocumentRow, { action, claimId }: Asked, now: Date
): Promise<Refusal | undefined> {
  const { environment } = await repositories.tenant.get()
  if (document.environment !== environment) return refusal('RECEIVED_DOCUMENT_NOT_FOUND')
  const others = (await repositories.receivedClaims.listOf(document.id))
    .filter((claim) => isLive(claim) && claim.id !== claimId)
  const same = others.find((claim) => claim.action === action)
  if (same) return refusal('CLAIM_UNDER_WAY', { blockedBy: same.id })
  if (!isOfRegistry(action)) {
    const reason = await receiptRefusal(repositories, document)
    return reason && refusal(reason)
  }
  return refusalByRegistry(document, action, now) ?? refusalByOthers(document, { action, others }, now)
}

/** Why the registry, or what the SII says of the document, does not allow an action, whatever else is under way. */
function refusalByRegistry (document: ReceivedDocumentRow, action: RegistryAction, now: Date): Refusal | undefined {
  if (!isClaim(action) && isContradicted(document)) return refusal('CLAIM_CONTRADICTED')
  const code = codeOf(document, action, { now })
  if (code === undefined) return refusal('CLAIM_NOT_TAKEN')
  return code === 0 ? undefined : refusal('CLAIM_NOT_POSSIBLE', { code })
}

/** Once another action is registered, the registry would not take this one. */
function refusalByOthers (
  document: ReceivedDocumentRow,
  { action, others }: { action: RegistryAction, others: readonly ReceivedClaimRow[] }, now: Date
): Refusal | undefined {
  const other = others.find((one) =>
    isOfRegistry(one.action) && codeOf(document, action, { live: [one.action], now }) !== 0)
  return other && { ...refusal('CLAIM_BLOCKED', { blockedBy: other.id }), explanation: blockedBy(other) }
}

function blockedBy ({ action, state, sentAt }: ReceivedClaimRow): Sentence {
  if (sentAt !== null) {
    return {
      en: `${action} of this document is on its way to the SII and can no longer be withdrawn.`,
      es: `${action} de este documento va camino al SII y ya no se puede retirar.`
    }
  }
  const waits = state === claimStates.AwaitingApproval
    ? { en: 'is waiting for approval', es: 'espera aprobación' }
    : { en: 'is waiting to be sent to the SII', es: 'espera su envío al SII' }
  return {
    en: `${action} of this document ${waits.en}. Withdraw it (Received/DecideClaim), then repeat yours. The deadline keeps running.`,
    es: `${action} de este documento ${waits.es}. Retírela (Received/DecideClaim) y repita la suya. El plazo sigue corriendo.`
  }
}

interface RefusalDetails { code?: number, blockedBy?: string }

/** Why not, in the words of the code or of the registry. */
export function refusal (reason: ErrorCode, { code, blockedBy: claimId }: RefusalDetails = {}): Refusal {
  const { en, es } = code === undefined ? errorTable[reason] : registryAnswer(code)
  return { reason, explanation: { en, es }, code: code ?? null, blockedBy: claimId ?? null }
}

/** What the registry would answer, with `live` as if it had them; undefined where it has no place for the document. */
function codeOf (
  { registryState, registryEvents, claimBy, claimByLatest, documentType }: ReceivedDocumentRow, action: RegistryAction,
  { live = [], now }: { live?: readonly RegistryAction[], now: Date }
): number | undefined {
  if (registryState === null || !isClaimable(documentType)) return undefined
  if (registryState === registryStates.TakesNoEvent) return 27
  const codes = [...registryEvents.map(({ code }) => code), ...live]
  const deadline = claimBy && claimByLatest ? { earlier: claimBy, later: claimByLatest } : undefined
  return expectedCode(codes, action, { now, deadline })
}

/** What the registry would take of a document now. */
export function actionsFor (document: ReceivedDocumentRow, now: Date): RegistryAction[] {
  return registryActions.filter((action) => refusalByRegistry(document, action, now) === undefined)
}

/** Whether a second person approves an action: the SII may have an unconfirmed document with another amount. */
export function needsApproval (
  document: ReceivedDocumentRow, { approvalAmount }: Pick<ReceivingRules, 'approvalAmount'>
): boolean {
  return approvalAmount !== null && (Number(document.totalAmount) > approvalAmount || !isConfirmed(document))
}

/** An acceptance or a receipt is of what the SII has: it goes out only once the SII has confirmed the document. */
export function lacksConfirmation (document: ReceivedDocumentRow, action: ClaimedAction): boolean {
  return !isClaim(action) && !isConfirmed(document)
}

/** The SII has the document with the same data, whatever notes did to it since. */
export function isConfirmed ({ confirmation }: Pick<ReceivedDocumentRow, 'confirmation'>): boolean {
  return confirmation === confirmations.Confirmed || confirmation === confirmations.Changed
}

export function isContradicted ({ confirmation }: ReceivedDocumentRow): boolean {
  return confirmation === confirmations.Contradicted
}
