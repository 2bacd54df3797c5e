import { type Check, checked } from '../../dte/receiving/checks.ts'
import { type Confirmation, confirmations, type StoredCheck } from '../../model/received.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { hourMs, hourSeconds } from '../../shared/durations.ts'
import { envelopeKindOf } from '../invoicing/channels.ts'
import { type ExchangeNotes, exchangeNotes } from '../invoicing/exchange-notes.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { DocumentStatus, SiiGateway } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { isConfirmed } from './claim-rules.ts'
import { targetOfTenant } from './registry-target.ts'

export interface ConfirmationDependencies extends TargetDependencies {
  store: Store
  gateway: Pick<SiiGateway, 'documentStatus'>
}

interface Asked { status: DocumentStatus, notes?: ExchangeNotes }

// Suppliers mail a document minutes before the SII has it, or hours while it is slow.
const giveUpAfterMs = 24 * hourMs
// Some three days in all.
const retry = { first: 300, longest: 6 * hourSeconds }
const mostAttempts = 20

// [S10]: other data, an annulled folio, an issuer or a folio that is not authorised.
const contradictions = new Set(['DNK', 'FAN', 'FNA', 'EMP'])
const finals: ReadonlySet<Confirmation> = new Set([
  confirmations.Confirmed, confirmations.Changed, confirmations.Contradicted
])

/** Asks the SII whether it has the documents that suppliers sent. */
export function createConfirmation ({ store, gateway, certificateOf, clock }: ConfirmationDependencies) {
  async function statusOf (tenantId: string, document: ReceivedDocumentRow): Promise<Asked> {
    const target = await targetOfTenant(store, tenantId, { certificateOf, clock })
    if (!target) return { status: { kind: 'unavailable', cause: 'CERTIFICATE_MISSING' } }
    const notes = exchangeNotes(target, document.id, clock)
    const status = await gateway.documentStatus(notes.target(), {
      kind: envelopeKindOf(document.documentType),
      issuerTaxNumber: document.issuer, receiverTaxNumber: document.receiver,
      documentType: document.documentType, folio: document.folio, issueDate: document.issueDate,
      totalAmount: document.totalAmount, signatureValue: document.signatureValue
    })
    return { status, notes }
  }

  /** Stores what the SII says of a document; undefined without the document. */
  async function keep (
    repositories: TenantRepositories, id: string, { status, notes }: Asked, attempts = 0
  ): Promise<Confirmation | undefined> {
    const at = clock()
    if (status.kind === 'unavailable') await notes?.store(repositories, attempts)
    const document = await repositories.receivedDocuments.findLocked(id)
    if (!document) return undefined
    const confirmation = confirmationOf(status, at.getTime() - document.arrivedAt.getTime())
    if (status.kind !== 'unavailable') {
      await repositories.receivedDocuments.change(id, changeOf(document, { status, confirmation, at }))
    }
    if (isConfirmed({ confirmation })) await repositories.tasks.schedule('watchReceived', [id])
    return confirmation
  }

  async function settle (task: LeasedTask, { id }: ReceivedDocumentRow, asked: Asked): Promise<void> {
    const { status } = asked
    await store.asTenant(task.tenantId, async (repositories) => {
      const confirmation = await keep(repositories, id, asked, task.attempts)
      const isFinal = confirmation === undefined || finals.has(confirmation)
      if (isFinal || task.attempts >= mostAttempts) return finishTask(repositories, task)
      const why = status.kind === 'unavailable' ? status.cause : status.state
      await rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), why)
    })
  }

  return {
    /** Asks the SII for a document now, and stores what it says. */
    async ask (tenantId: string, document: ReceivedDocumentRow): Promise<void> {
      const asked = await statusOf(tenantId, document)
      await store.asTenant(tenantId, (repositories) => keep(repositories, document.id, asked))
    },

    /** Handles a `confirmReceived` task. */
    async confirm (task: LeasedTask): Promise<void> {
      const { tenantId, subject } = task
      const document = await store.asTenant(tenantId, ({ receivedDocuments }) => receivedDocuments.find(subject))
      if (!document) return store.asTenant(tenantId, (repositories) => finishTask(repositories, task))
      return settle(task, document, await statusOf(tenantId, document))
    }
  }
}

export type ReceivedConfirmation = ReturnType<typeof createConfirmation>

function confirmationOf (status: DocumentStatus, ageMs: number): Confirmation {
  if (status.kind === 'unavailable') return confirmations.Pending
  if (contradictions.has(status.state)) return confirmations.Contradicted
  if (status.kind === 'notSeen') return ageMs < giveUpAfterMs ? confirmations.Pending : confirmations.Unknown
  return status.state === 'DOK' ? confirmations.Confirmed : confirmations.Changed
}

type Answered = Exclude<DocumentStatus, { kind: 'unavailable' }>

function changeOf (
  { checks: before, timeline, siiCode }: ReceivedDocumentRow,
  { status, confirmation, at }: { status: Answered, confirmation: Confirmation, at: Date }
) {
  const checks = before.map((one) => one.check === 'sii' ? siiCheck(confirmation, status.state) : one)
  return {
    checks, failed: checks.some(({ outcome }) => outcome === 'failed'), confirmation, siiCode: status.state,
    siiGloss: status.gloss, siiAskedAt: at, updatedAt: at,
    timeline: status.state === siiCode
      ? timeline
      : [...timeline, { at: at.toISOString(), event: 'sii' as const, detail: status.state }]
  }
}

function siiCheck (confirmation: Confirmation, code: string): StoredCheck {
  if (confirmation === confirmations.Pending) return { ...unconfirmed, detail: code }
  if (confirmation === confirmations.Confirmed) return { check: 'sii', outcome: 'passed' }
  return checked('sii', code, confirmation === confirmations.Changed ? 'warning' : 'failed')
}

/** Before the SII has it. */
export const unconfirmed: Check = { check: 'sii', outcome: 'notPossible', detail: 'PENDING' }
