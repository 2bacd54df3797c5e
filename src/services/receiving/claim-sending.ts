import { registryStates } from '../../dte/registry/events.ts'
import { registryAnswer } from '../../dte/registry/rules.ts'
import { type ClaimState, claimStates, claimStateText } from '../../model/received-claims.ts'
import { isLive, type ReceivedClaimRow } from '../../repositories/receiving/received-claims.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { SiiGateway, SiiTarget } from '../ports.ts'
import { backoffSeconds, extendLease, finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { answerFor } from './answers.ts'
import { factsOf, msUntilEnd, noteClaim } from './claims.ts'
import { registryKeyOf, targetOfTenant } from './registry-target.ts'
import { registryView } from './registry-view.ts'

export interface ClaimSendingDependencies extends TargetDependencies {
  store: Store
  gateway: { registry: Pick<SiiGateway['registry'], 'register' | 'events'> }
  leaseSeconds: number
}

/** A claim that is being sent; `isFirst`: no bytes of it have left before. */
interface Sending { claim: ReceivedClaimRow, document: ReceivedDocumentRow, target: SiiTarget, isFirst: boolean }

/** How a claim ended. */
interface Outcome { state: ClaimState, code: number | null, gloss: string | null }

type Answer = { kind: 'settled', outcome: Outcome } | { kind: 'later', cause: string }

const retry = { first: 60, longest: hourSeconds }
// So long after the days have ended, the registry is asked whether it has what may have reached it.
const patienceMs = 3 * dayMs

/**
 * Tells the registry what was asked for, once: that it is being sent is committed before the first bytes leave, and
 * whenever an earlier attempt may have reached the SII, its events are read before anything is repeated.
 */
export function createClaimSending (
  { store, gateway, certificateOf, clock, leaseSeconds }: ClaimSendingDependencies
) {
  async function begin (
    repositories: TenantRepositories, task: LeasedTask, target: SiiTarget | undefined
  ): Promise<Sending | undefined> {
    const claim = await repositories.receivedClaims.find(task.subject)
    const document = claim && await repositories.receivedDocuments.findLocked(claim.documentId)
    if (!claim || !document || !isLive(claim)) return stop(finishTask(repositories, task))
    const now = clock()
    const isFirst = claim.sentAt === null
    if (isFirst && hasEnded(document, now)) return stop(end(repositories, task, { claim, document }, expired))
    if (claim.state === claimStates.AwaitingApproval) {
      return stop(rescheduleTask(repositories, task, msUntilEnd(document, now) / 1000, null))
    }
    if (!target) {
      const seconds = backoffSeconds(task.attempts, retry)
      return stop(rescheduleTask(repositories, task, seconds, 'CERTIFICATE_MISSING'))
    }
    await extendLease(repositories, task, leaseSeconds)
    if (isFirst) await repositories.receivedClaims.change(claim.id, claim.state, { sentAt: now })
    return { claim, document, target, isFirst }
  }

  async function tell ({ claim, document, target, isFirst }: Sending): Promise<Answer> {
    const key = registryKeyOf(document)
    if (!isFirst) {
      const listed = await gateway.registry.events(target, key)
      if (listed.kind === 'unavailable') return later(listed.cause, document)
      const own = listed.events.find(({ code }) => code === claim.action)
      if (own) return settled(claimStates.Registered, null, own.description)
      if (hasEnded(document, clock())) return { kind: 'settled', outcome: expired }
    }
    const reply = await gateway.registry.register(target, key, claim.action)
    if (reply.kind !== 'answered') return later(reply.cause, document)
    const { code, gloss } = reply
    const { fate } = registryAnswer(code)
    if (fate === 'retry') return later(`${code} ${gloss}`, document)
    const isOurs = fate === 'registered' || (fate === 'known' && !isFirst)
    return settled(isOurs ? claimStates.Registered : claimStates.Refused, code, gloss)
  }

  /** An SII that does not answer after the days have ended is asked for some days more. */
  function later (cause: string, { claimByLatest }: ReceivedDocumentRow): Answer {
    const isOver = claimByLatest !== null && clock().getTime() > claimByLatest.getTime() + patienceMs
    return isOver ? { kind: 'settled', outcome: { ...expired, gloss: cause } } : { kind: 'later', cause }
  }

  async function end (
    repositories: TenantRepositories, task: LeasedTask,
    { claim, document }: { claim: ReceivedClaimRow, document: ReceivedDocumentRow }, outcome: Outcome
  ): Promise<void> {
    const at = clock()
    const ended = { ...claim, ...outcome, settledAt: at }
    await repositories.receivedClaims.change(claim.id, claim.state, { ...outcome, settledAt: at })
    if (outcome.state !== claimStates.Expired) await changeDocument(repositories, { claim: ended, document, at })
    await noteClaim(repositories, { claim: ended, document, at })
    if (outcome.state === claimStates.Registered && claim.answerSupplier) await answerSupplier(repositories, claim, at)
    repositories.auditLog.add([{
      actor: service, action: outcome.state === claimStates.Expired ? 'received.expireClaim' : 'received.settleClaim',
      entity: 'receivedDocument', entityId: document.id,
      details: {
        ...factsOf(ended), state: claimStateText(outcome.state), code: outcome.code, gloss: outcome.gloss,
        issuer: document.issuer, documentType: document.documentType, folio: document.folio
      }
    }], at)
    // What the registry lists now, also if somebody else was first.
    await repositories.tasks.schedule('watchReceived', [document.id])
    await finishTask(repositories, task)
  }

  return {
    /** Handles a `sendClaim` task. */
    async send (task: LeasedTask): Promise<void> {
      const { tenantId } = task
      const target = await targetOfTenant(store, tenantId, { certificateOf, clock })
      const sending = await store.asTenant(tenantId, (repositories) => begin(repositories, task, target))
      if (!sending) return
      const answer = await tell(sending)
      await store.asTenant(tenantId, async (repositories) => {
        if (answer.kind === 'later') {
          return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), answer.cause)
        }
        // Before the document, as receptions lock it.
        if (sending.claim.answerSupplier) await repositories.supplierAnswers.lock()
        const document = await repositories.receivedDocuments.findLocked(sending.document.id)
        const claim = await repositories.receivedClaims.find(task.subject)
        if (!claim || !document || !isLive(claim)) return finishTask(repositories, task)
        await end(repositories, task, { claim, document }, answer.outcome)
      })
    }
  }
}

async function answerSupplier (
  repositories: TenantRepositories,
  { documentId, action, reason, place, requestedBy, requestedByName }: ReceivedClaimRow, at: Date
): Promise<void> {
  const actor = requestedBy === null ? service : { id: requestedBy, name: requestedByName ?? '' }
  await answerFor(repositories, { documentId, action, reason, place, actor, at })
}

const expired: Outcome = { state: claimStates.Expired, code: null, gloss: null }

function settled (state: ClaimState, code: number | null, gloss: string): Answer {
  return { kind: 'settled', outcome: { state, code, gloss } }
}

/** By the later reading of the law: the SII has the last word before. */
function hasEnded ({ claimByLatest }: ReceivedDocumentRow, now: Date): boolean {
  return claimByLatest !== null && now > claimByLatest
}

async function stop (done: Promise<void>): Promise<undefined> {
  await done
  return undefined
}

/** What the registry has taken counts at once, before it lists it. */
async function changeDocument (
  { receivedDocuments, tenant }: TenantRepositories,
  { claim, document, at }: { claim: ReceivedClaimRow, document: ReceivedDocumentRow, at: Date }
): Promise<void> {
  const { action, state, code, gloss } = claim
  const { siiReceivedAt, registryEvents } = document
  if (state === claimStates.Registered && registryEvents.every((event) => event.code !== action)) {
    const { taxNumber } = await tenant.get()
    registryEvents.push({ code: action, description: gloss ?? '', responsible: taxNumber, at: at.toISOString() })
  }
  if (code !== null && registryAnswer(code).fate === 'noEvents') document.registryState = registryStates.TakesNoEvent
  await receivedDocuments.change(document.id, {
    ...registryView(document, { siiReceivedAt, events: registryEvents }, at), updatedAt: at
  })
}
