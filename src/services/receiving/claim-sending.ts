import type { RegistryAction } from '../../dte/registry/events.ts'
import { registryAnswer } from '../../dte/registry/rules.ts'
import { type ClaimState, claimStates, isOfRegistry } from '../../model/received-claims.ts'
import { isLive } from '../../repositories/receiving/received-claims.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { exchangeNotes } from '../invoicing/exchange-notes.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { SiiGateway, SiiTarget } from '../ports.ts'
import { backoffSeconds, extendLease, finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { tellOfDelay } from './claim-failures.ts'
import { endClaim, expired, given, hasEnded, holdClaim, type Outcome, type Verdict, verdictOf } from './claim-outcomes.ts'
import { type ClaimDetail, secondsUntilEnd } from './claim-rows.ts'
import { isContradicted, lacksConfirmation } from './claim-rules.ts'
import type { ReceivedConfirmation } from './confirmation.ts'
import { registryKeyOf, targetOfTenant } from './registry-target.ts'

export interface ClaimSendingDependencies extends TargetDependencies {
  store: Store
  gateway: { registry: Pick<SiiGateway['registry'], 'register' | 'events'> }
  confirmation: Pick<ReceivedConfirmation, 'ask'>
  leaseSeconds: number
}

/** A claim that is being sent; `isFirst`: no bytes of it have left before. */
interface Sending extends ClaimDetail {
  action: RegistryAction
  target: SiiTarget
  isFirst: boolean
  verdict: Verdict
}

type Answer = { kind: 'settled', outcome: Outcome } | { kind: 'later', cause: string }

const retry = { first: 60, longest: hourSeconds }
// So long after the days have ended, the registry is asked whether it has what may have reached it.
const giveUpAfterMs = 3 * dayMs

/**
 * Tells the registry what was asked for, once: that it is being sent is committed before the first bytes leave, and
 * whenever an earlier attempt may have reached the SII, its events are read before anything is repeated. What was right
 * when it was asked for is judged again in the transaction that sends it, and an acceptance or a receipt of what the
 * SII has not confirmed asks the SII just before.
 */
export function createClaimSending (
  { store, gateway, certificateOf, confirmation, clock, leaseSeconds }: ClaimSendingDependencies
) {
  /** Asks for the document of an acceptance or a receipt that is about to be sent. */
  async function confirm ({ tenantId, subject }: LeasedTask): Promise<void> {
    const document = await store.asTenant(tenantId, async ({ receivedClaims, receivedDocuments }) => {
      const claim = await receivedClaims.find(subject)
      const found = claim?.state === claimStates.Queued ? await receivedDocuments.find(claim.documentId) : undefined
      return claim && found && lacksConfirmation(found, claim.action) && !isContradicted(found) ? found : undefined
    })
    if (document) await confirmation.ask(tenantId, document)
  }

  async function begin (
    repositories: TenantRepositories, task: LeasedTask, target: SiiTarget | undefined
  ): Promise<Sending | undefined> {
    const detail = await lockedDetail(repositories, task.subject)
    if (!detail || !isLive(detail.claim)) return stop(finishTask(repositories, task))
    const now = clock()
    const isFirst = detail.claim.sentAt === null
    const verdict = await verdictOf(repositories, detail, now)
    if (!target && isToBeSent(verdict)) return stop(delay(repositories, task, detail, 'CERTIFICATE_MISSING'))
    if (!target || (isFirst && verdict.kind !== 'send')) return stop(leave(repositories, task, detail, verdict))
    if (!isOfRegistry(detail.claim.action)) return stop(end(repositories, task, detail, given))
    await extendLease(repositories, task, leaseSeconds)
    if (isFirst) await repositories.receivedClaims.change(detail.claim.id, detail.claim.state, { sentAt: now })
    return { ...detail, action: detail.claim.action, target, isFirst, verdict }
  }

  /** What is not sent now. */
  async function leave (
    repositories: TenantRepositories, task: LeasedTask, detail: ClaimDetail, verdict: Verdict
  ): Promise<void> {
    if (verdict.kind === 'end') return end(repositories, task, detail, verdict.outcome)
    if (verdict.kind === 'wait') return delay(repositories, task, detail, verdict.cause)
    if (verdict.kind === 'hold') await holdClaim(repositories, detail, clock())
    await rescheduleTask(repositories, task, secondsUntilEnd(detail, clock()), null)
  }

  async function tell (sending: Sending): Promise<Answer> {
    const { action, document, target, isFirst } = sending
    const key = registryKeyOf(document)
    const earlier = isFirst ? undefined : await answerToEarlier(sending)
    if (earlier) return earlier
    const reply = await gateway.registry.register(target, key, action)
    if (reply.kind !== 'answered') return later(reply.cause, sending)
    const { code, gloss } = reply
    const { fate } = registryAnswer(code)
    if (fate === 'retry') return later(`${code} ${gloss}`, sending)
    const isOurs = fate === 'registered' || (fate === 'known' && !isFirst)
    return settled(isOurs ? claimStates.Registered : claimStates.Refused, code, gloss)
  }

  /** Whether an earlier attempt reached the registry; undefined if it did not, and it may be sent again. */
  async function answerToEarlier (sending: Sending): Promise<Answer | undefined> {
    const { action, document, target, verdict } = sending
    const listed = await gateway.registry.events(target, registryKeyOf(document))
    if (listed.kind === 'unavailable') return later(listed.cause, sending)
    const own = listed.events.find(({ code }) => code === action)
    if (own) return settled(claimStates.Registered, null, own.description)
    if (verdict.kind === 'end') return { kind: 'settled', outcome: verdict.outcome }
    return verdict.kind === 'wait' ? later(verdict.cause, sending) : undefined
  }

  /** An SII that does not answer after the days have ended is asked for some days more. */
  function later (cause: string, detail: ClaimDetail): Answer {
    const isOver = hasEnded(detail, new Date(clock().getTime() - giveUpAfterMs))
    return isOver ? { kind: 'settled', outcome: { ...expired(detail.claim), failure: cause } } : { kind: 'later', cause }
  }

  async function delay (
    repositories: TenantRepositories, task: LeasedTask, detail: ClaimDetail, cause: string
  ): Promise<void> {
    await rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), cause)
    await tellOfDelay(repositories, detail, { cause, attempts: task.attempts, at: clock() })
  }

  async function end (
    repositories: TenantRepositories, task: LeasedTask, detail: ClaimDetail, outcome: Outcome
  ): Promise<void> {
    await endClaim(repositories, detail, outcome, clock())
    await finishTask(repositories, task)
  }

  return {
    /** Handles a `sendClaim` task. */
    async send (task: LeasedTask): Promise<void> {
      const { tenantId } = task
      const target = await targetOfTenant(store, tenantId, { certificateOf, clock })
      if (target) await confirm(task)
      const sending = await store.asTenant(tenantId, (repositories) => begin(repositories, task, target))
      if (!sending) return
      const notes = exchangeNotes(sending.target, sending.document.id, clock)
      const answer = await tell({ ...sending, target: notes.target() })
      await store.asTenant(tenantId, async (repositories) => {
        await notes.store(repositories, task.attempts)
        const detail = await lockedDetail(repositories, task.subject)
        if (!detail || !isLive(detail.claim)) return finishTask(repositories, task)
        if (answer.kind === 'later') return delay(repositories, task, detail, answer.cause)
        await end(repositories, task, detail, answer.outcome)
      })
    }
  }
}

/** Read once its document is locked, since who decides of it does so under the same lock. */
async function lockedDetail (
  { receivedClaims, receivedDocuments, supplierAnswers }: TenantRepositories, id: string
): Promise<ClaimDetail | undefined> {
  const found = await receivedClaims.find(id)
  if (!found) return undefined
  // Before the document, as receptions lock it.
  if (found.answerSupplier || !isOfRegistry(found.action)) await supplierAnswers.lock()
  const document = await receivedDocuments.findLocked(found.documentId)
  const claim = await receivedClaims.find(id)
  return claim && document ? { claim, document } : undefined
}

/** Nothing but time, or the SII, is in its way. */
function isToBeSent ({ kind }: Verdict): boolean {
  return kind === 'send' || kind === 'wait'
}

function settled (state: ClaimState, code: number | null, gloss: string): Answer {
  return { kind: 'settled', outcome: { state, code, gloss, failure: null } }
}

async function stop (done: Promise<void>): Promise<undefined> {
  await done
  return undefined
}
