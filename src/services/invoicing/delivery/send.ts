import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { hourSeconds } from '../../../shared/durations.ts'
import { failPoints } from '../../../shared/fail-points.ts'
import type { DocumentStatus, OpenCertificate, SiiGateway, UploadOutcome } from '../../ports.ts'
import type { BuiltEnvelopes } from './built-envelopes.ts'
import { endpointOf } from '../channels.ts'
import {
  certificateReplaced, type EnvelopeSenders, isOtherSender, otherSenderReason, sendersOf
} from './envelope-senders.ts'
import { refuseEnvelope, type Refusal } from './refused-envelope.ts'
import { type ExchangeNotes, exchangeNotes } from '../exchange-notes.ts'
import { recordAlreadyReceived } from './already-received.ts'
import { reportDelay } from './overdue.ts'
import { type TargetDependencies, targetWith } from '../target.ts'
import { statesOfOthers } from './verdicts.ts'
import { backoffSeconds, finishTask, rescheduleTask, extendLease, service } from '../../tasks/task-lease.ts'

export interface DeliveryDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
  timing: DeliveryTiming
  built: Pick<BuiltEnvelopes, 'take'>
}

export interface DeliveryTiming {
  /** From the upload to the first question about its verdict, and from a failed upload to the next attempt. */
  firstPollSeconds: number
  /** How long "not received" may still mean "not seen yet" [S40]. */
  reconcileSeconds: number
  /** Longer than an upload can take. */
  leaseSeconds: number
}

type Known = Extract<DocumentStatus, { kind: 'known' }>
type Refused = Extract<UploadOutcome, { kind: 'refused' }>

const longestRetrySeconds = hourSeconds
// Between two questions about an upload whose outcome is unknown.
const longestQuestionSeconds = 30

/** Uploads stored envelopes, and finds out whether uploads without an answer arrived. */
export function createDelivery ({ store, gateway, certificateOf, clock, timing, built }: DeliveryDependencies) {
  /** Notes the attempt. Gives the bytes to send once that is committed: from then on the outcome is unknown. */
  async function beginAttempt (
    repositories: TenantRepositories, task: LeasedTask, { id }: EnvelopeRow
  ): Promise<Buffer> {
    await extendLease(repositories, task, timing.leaseSeconds)
    await repositories.envelopes.markAttempt(id, clock())
    return built.take(id) ?? repositories.envelopes.getBytes(id)
  }

  /** Sends again. `alreadyReceived`: the SII said that it has them, and will answer with their track id. */
  async function sendAgain (
    task: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes, { alreadyReceived = false } = {}
  ): Promise<void> {
    const bytes = await store.asTenant(task.tenantId, async (repositories) => {
      await notes.store(repositories, task.attempts)
      return beginAttempt(repositories, task, envelope)
    })
    return upload(task, envelope, notes, { bytes, alreadyReceived })
  }

  async function upload (
    task: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes,
    { bytes, alreadyReceived }: { bytes: Buffer, alreadyReceived: boolean }
  ): Promise<void> {
    failPoints.reached?.('upload.begun')
    const outcome = await gateway.upload(notes.target(), {
      kind: endpointOf(envelope), issuerTaxNumber: envelope.issuerTaxNumber, fileName: envelope.fileName, bytes
    })
    failPoints.reached?.('upload.answered')
    await store.asTenant(task.tenantId, async (repositories) => {
      await notes.store(repositories, task.attempts)
      await (alreadyReceived && outcome.kind === 'refused'
        // This answers a repeated upload; the first one may still have arrived.
        ? awaitConfirmation(repositories, task, envelope, { cause: `STATUS ${outcome.status}`, seconds: retryDelaySeconds(task) })
        : recordOutcome(repositories, task, envelope, outcome))
      failPoints.reached?.('upload.settled')
    })
    failPoints.reached?.('upload.committed')
  }

  async function recordOutcome (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow, outcome: UploadOutcome
  ): Promise<void> {
    switch (outcome.kind) {
      case 'received':
        return markSent(repositories, task, envelope, outcome.trackId)
      case 'duplicate':
        return outcome.trackId === undefined
          ? awaitConfirmation(repositories, task, envelope, {
            cause: 'duplicate without track id', seconds: retryDelaySeconds(task)
          })
          : markSent(repositories, task, envelope, outcome.trackId)
      case 'refused':
        return outcome.retry === 'later'
          ? scheduleRetry(repositories, task, envelope, { why: `STATUS ${outcome.status}`, answer: outcome })
          : refused(repositories, task, envelope, outcome)
      case 'notSent':
        return scheduleRetry(repositories, task, envelope, { why: outcome.cause, answer: outcome })
      case 'unknown':
        return recordUnknownOutcome(repositories, task, envelope, { answer: outcome, cause: outcome.cause })
    }
  }

  /**
   * A repetition may be refused although the earlier upload arrived. The refusal stands when the SII has not seen the
   * documents for another window, and repeats it.
   */
  async function refused (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow, outcome: Refused
  ): Promise<void> {
    const isRepetition = envelope.state === 'unknown'
    if (isRepetition && !isRefusalForGood(await repositories.envelopes.findAnswer(envelope.id))) {
      return recordUnknownOutcome(repositories, task, envelope, { answer: outcome, cause: `STATUS ${outcome.status}` })
    }
    return refuseEnvelope(repositories, task, envelope, refusalOf(outcome), clock())
  }

  async function recordUnknownOutcome (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
    { answer, cause }: { answer: UploadOutcome, cause: string }
  ): Promise<void> {
    await repositories.envelopes.settle(envelope.id, 'unknown', answer, clock())
    await awaitConfirmation(repositories, task, { ...envelope, lastAttemptAt: clock() }, {
      cause, seconds: pollDelaySeconds(task)
    })
  }

  /** The SII may have the envelope: it is asked until the window has passed. */
  async function awaitConfirmation (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
    { cause, seconds }: { cause: string, seconds: number }
  ): Promise<void> {
    const until = windowEnd(envelope)
    await reportDelay(repositories, envelope, {
      cause, hold: { code: 'UPLOAD_UNCONFIRMED', ...until > clock() && { until } }
    }, clock())
    await rescheduleTask(repositories, task, seconds, cause)
  }

  async function scheduleRetry (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
    { why, answer }: { why: string, answer: unknown }
  ): Promise<void> {
    await repositories.envelopes.withdrawAttempt(envelope, answer, clock())
    const seconds = retryDelaySeconds(task)
    const until = new Date(clock().getTime() + seconds * 1000)
    await reportDelay(repositories, envelope, { cause: why, hold: { code: 'UPLOAD_DELAYED', until } }, clock())
    await rescheduleTask(repositories, task, seconds, why)
  }

  async function markSent (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow, trackId: string
  ): Promise<void> {
    const at = clock()
    const invoices = await repositories.invoices.listIn(envelope.id)
    await repositories.envelopes.settle(envelope.id, 'sent', { trackId }, at, trackId)
    await repositories.invoices.move({
      invoiceIds: invoices.map(({ id }) => id), move: 'send', detail: { trackId }, at
    }, { trackId, reason: null })
    await repositories.tasks.schedule('followEnvelope', [envelope.id], timing.firstPollSeconds)
    await finishTask(repositories, task)
    repositories.auditLog.add([{
      actor: service, action: 'envelope.send', entity: 'envelope', entityId: envelope.id,
      details: { kind: envelope.kind, trackId, documents: invoices.length }
    }], at)
  }

  /**
   * An upload without a parsed answer may have arrived. Asks the SII about one of its documents, and sends the same
   * bytes again only if the SII has not seen it for the whole window since the last attempt. If they had arrived, the
   * SII would answer with their track id. That the SII has other data under the folio proves neither: its answer to
   * the same bytes, and its counters, do.
   */
  async function reconcile (task: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes): Promise<void> {
    if (envelope.purpose === 'book') return reconcileBook(task, envelope, notes)
    const [witness] = await store.asTenant(task.tenantId, ({ invoices }) => invoices.listByEnvelope(envelope.id))
    if (!witness) throw new Error(`Envelope ${envelope.id} holds no document`)
    const status = await gateway.documentStatus(notes.target(witness.id), questionAbout(witness, envelope))
    failPoints.reached?.('reconcile.answered')
    if (status.kind === 'unavailable') return scheduleReconciliation(task, envelope, notes, status.cause)
    const isThisOne = status.kind === 'known' && !statesOfOthers.has(status.state)
    if (!isThisOne && !windowHasPassed(envelope)) {
      return scheduleReconciliation(task, envelope, notes, `not seen yet: ${status.state}`)
    }
    if (isThisOne) {
      const isSettled = await store.asTenant(task.tenantId, async (repositories) => {
        await notes.store(repositories, task.attempts)
        return recordKnown(repositories, task, envelope, { witness, status })
      })
      if (isSettled) return
    }
    return sendAgain(task, envelope, notes, { alreadyReceived: isThisOne })
  }

  /** The SII cannot be asked about a book without its track id, which it gives in answer to the same bytes. */
  function reconcileBook (task: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes): Promise<void> {
    return windowHasPassed(envelope)
      ? sendAgain(task, envelope, notes)
      : scheduleReconciliation(task, envelope, notes, 'no answer yet')
  }

  /** False when the SII has the envelope but gives no track id; it gives that in answer to the same bytes. */
  async function recordKnown (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
    { witness, status }: { witness: InvoiceRow, status: Known }
  ): Promise<boolean> {
    const { trackId } = status
    if (trackId !== undefined) {
      await markSent(repositories, task, envelope, trackId)
    } else if (envelope.uploadAttempts === 0 && envelope.documentCount === 1) {
      // This envelope was never sent, so the document arrived in another one.
      await recordAlreadyReceived(repositories, task, envelope, { witness, status, at: clock() })
    } else {
      return false
    }
    return true
  }

  function windowEnd ({ lastAttemptAt, createdAt }: EnvelopeRow): Date {
    return new Date((lastAttemptAt ?? createdAt).getTime() + timing.reconcileSeconds * 1000)
  }

  function windowHasPassed (envelope: EnvelopeRow): boolean {
    return clock() >= windowEnd(envelope)
  }

  function scheduleReconciliation (
    task: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes, cause: string
  ): Promise<void> {
    return store.asTenant(task.tenantId, async (repositories) => {
      await notes.store(repositories, task.attempts)
      // Otherwise a fast clock on the worker of that attempt would extend the window.
      const isAhead = envelope.lastAttemptAt !== null && envelope.lastAttemptAt > clock()
      if (isAhead) await repositories.envelopes.datePastAttempt(envelope.id)
      await awaitConfirmation(repositories, task, envelope, { cause, seconds: pollDelaySeconds(task) })
    })
  }

  /**
   * The cover sheet names who sends (RutEnvia), and the SII refuses it from another holder's session. The SII has
   * nothing of the envelope, so its documents go into one that the present holder signs. An attempt at the
   * certification fails instead: a person issues the next one as a whole.
   */
  async function dissolve (
    repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow, senders: EnvelopeSenders
  ): Promise<void> {
    const at = clock()
    const detail = { code: certificateReplaced, reasons: [otherSenderReason(senders)] }
    const invoiceIds = (await repositories.invoices.listIn(envelope.id)).map(({ id }) => id)
    await repositories.envelopes.settle(envelope.id, 'failed', detail, at)
    if (envelope.purpose === null) {
      await repositories.invoices.move({ invoiceIds, move: 'unpack', detail, at }, { envelopeId: null, reason: null })
      await repositories.tasks.schedule('packEnvelope', [envelope.kind])
    } else {
      await repositories.invoices.move({ invoiceIds, move: 'fail', detail, at }, { reason: detail })
    }
    await finishTask(repositories, task)
    repositories.auditLog.add([{
      actor: service, action: 'envelope.dissolve', entity: 'envelope', entityId: envelope.id,
      details: { ...detail, documents: invoiceIds.length }
    }], at)
  }

  function awaitCertificate (task: LeasedTask, envelope: EnvelopeRow): Promise<void> {
    const code = 'CERTIFICATE_MISSING'
    return store.asTenant(task.tenantId, async (repositories) => {
      await reportDelay(repositories, envelope, { cause: code, hold: { code } }, clock())
      await rescheduleTask(repositories, task, pollDelaySeconds(task), code)
    })
  }

  const retryDelaySeconds = ({ attempts }: LeasedTask): number =>
    backoffSeconds(attempts, { first: timing.firstPollSeconds, longest: longestRetrySeconds })
  const pollDelaySeconds = ({ attempts }: LeasedTask): number =>
    backoffSeconds(attempts, { first: timing.firstPollSeconds, longest: longestQuestionSeconds })

  return {
    /** Handles an `uploadEnvelope` task. May run twice: it begins by reading the envelope's state. */
    async send (task: LeasedTask): Promise<void> {
      const certificate = await certificateOf(task.tenantId, clock())
      const found = await store.asTenant(task.tenantId, async (repositories) => {
        const envelope = await repositories.envelopes.find(task.subject)
        if (envelope?.state !== 'ready' && envelope?.state !== 'unknown') return finishTask(repositories, task)
        const begins = certificate && envelope.state === 'ready'
        const other = begins && await otherSendersOf(repositories, envelope, certificate)
        if (other) return dissolve(repositories, task, envelope, other)
        return { envelope, bytes: begins && await beginAttempt(repositories, task, envelope) }
      })
      if (!found) return
      const { envelope, bytes } = found
      if (!certificate) return awaitCertificate(task, envelope)
      const notes = exchangeNotes(targetWith(certificate, envelope), envelope.id, clock)
      return bytes
        ? upload(task, envelope, notes, { bytes, alreadyReceived: false })
        : reconcile(task, envelope, notes)
    }
  }
}

/** The prefix distinguishes a STATUS of the upload from states with the same digits; reasons have the SII's number. */
function refusalOf ({ status, details }: Refused): Refusal {
  const reasons = details.length > 0 ? details : ['']
  return { state: `UPLOAD-${status}`, reasons: reasons.map((description) => ({ code: status, description })) }
}

/** Of an answer as it was stored. */
function isRefusalForGood (answer: unknown): boolean {
  const { kind, retry } = (answer ?? {}) as Partial<Refused>
  return kind === 'refused' && retry === 'never'
}

/** Who signed the envelope and who sends it, if another holder's certificate made it. */
async function otherSendersOf (
  repositories: TenantRepositories, envelope: EnvelopeRow, { certificateId, credential }: OpenCertificate
): Promise<EnvelopeSenders | undefined> {
  if (envelope.certificateId === certificateId) return undefined
  const senders = await sendersOf(repositories, envelope, credential.holderTaxNumber)
  return senders && isOtherSender(senders) ? senders : undefined
}

/** The query about a document. */
export function questionAbout (invoice: InvoiceRow, envelope: Pick<EnvelopeRow, 'kind' | 'purpose'>) {
  return {
    kind: endpointOf(envelope),
    issuerTaxNumber: invoice.issuerTaxNumber,
    receiverTaxNumber: invoice.receiverTaxNumber,
    documentType: invoice.documentType,
    folio: Number(invoice.folio),
    issueDate: invoice.issueDate,
    totalAmount: invoice.totalAmount.toFixed(),
    signatureValue: invoice.signatureValue ?? ''
  }
}
