import type { EnvelopeRow } from '../../repositories/invoicing/envelopes.ts'
import type { InvoiceRow, SentInvoice } from '../../repositories/invoicing/invoices.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { failPoints } from '../../shared/fail-points.ts'
import type { DocumentReason } from '../../model/reasons.ts'
import type { DocumentStatus, EnvelopeStatus, SiiGateway, SubtotalVerdict } from '../ports.ts'
import { postToReceivers } from '../mail/post.ts'
import { type MoveName, statuses } from '../../model/document-states.ts'
import { type ExchangeNotes, exchangeNotes } from './exchange-notes.ts'
import { endpointOf } from './channels.ts'
import { reportedReasons } from './document-texts.ts'
import { type Delay, reportDelay } from './overdue.ts'
import { askRegistryLater } from './registry-questions.ts'
import { mailRejectionsLater } from './rejection-mails.ts'
import { wakeDependents } from './references.ts'
import { refuseEnvelope } from './refused-envelope.ts'
import { questionAbout } from './send.ts'
import { type TargetDependencies, targetOf } from './target.ts'
import { folioUsedCode, isFolioUsed, stopUsedBlocks } from './used-folios.ts'
import { backoffSeconds, finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'

export interface FollowUpDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
  /** From the upload to the first question; each later interval is half as long again, up to an hour. */
  firstPollSeconds: number
}

type VerdictMove = Extract<MoveName, 'accept' | 'acceptWithObjections' | 'reject'>
interface Verdict { move: VerdictMove, state: string, reasons: DocumentReason[] }
type Processed = Extract<EnvelopeStatus, { kind: 'processed' }>
type Refused = Extract<EnvelopeStatus, { kind: 'refused' }>

const longestPollSeconds = hourSeconds
// The service that answers about one document may not see yet what the counters include already.
const longestDoubtMs = dayMs
// After so many questions without an answer in one round, the SII counts as unavailable.
const mostUnanswered = 3
// The SII lets about ten sessions of a company at a time [S40]; uploads need some of them.
const questionsAtOnce = 4
const awaitingCertificate: Delay = { cause: 'CERTIFICATE_MISSING', hold: { code: 'CERTIFICATE_MISSING' } }
// Of an envelope: it repeats folios.
const repeated = 'RPT'
const uncertain = 'the SII has given no certain verdict on some documents yet'
// What stands for reasons that the SII has not given: for all documents but boletas it mails them [S12], [S40].
const unexplained = {
  DTE: { reject: 'REASONS_BY_MAIL', acceptWithObjections: 'OBJECTIONS_BY_MAIL' },
  BOLETA: { reject: 'RCH', acceptWithObjections: 'RPR' }
}
const codesOfUnexplained = Object.values(unexplained).flatMap((codes) => Object.values(codes))

/** Asks the SII about sent envelopes, and gives each document its verdict. */
export function createFollowUp ({ store, gateway, certificateOf, clock, firstPollSeconds }: FollowUpDependencies) {
  const pollDelaySeconds = ({ attempts }: LeasedTask): number =>
    backoffSeconds(attempts, { first: firstPollSeconds, longest: longestPollSeconds })

  const askLater = (task: LeasedTask, envelope: EnvelopeRow, delay: Delay, notes?: ExchangeNotes): Promise<void> =>
    store.asTenant(task.tenantId, async (repositories) => {
      await notes?.store(repositories, task.attempts)
      await reportDelay(repositories, envelope, delay, clock())
      await rescheduleTask(repositories, task, pollDelaySeconds(task), delay.cause)
    })

  function isPastUncertainty ({ sentAt, createdAt }: EnvelopeRow): boolean {
    return clock().getTime() - (sentAt ?? createdAt).getTime() >= longestDoubtMs
  }

  /** Stores the verdicts that are certain; the envelope is finished once all of its documents have theirs. */
  async function judge (
    task: LeasedTask, envelope: EnvelopeRow, status: Processed, notes: ExchangeNotes
  ): Promise<void> {
    const invoices = await store.asTenant(
      task.tenantId, (repositories) => repositories.invoices.listIn(envelope.id)
    )
    const verdicts = await verdictsOf(task, envelope, { invoices, status, notes })
    const isComplete = invoices.every(({ id, status }) => verdicts.has(id) || status !== statuses.Sent)
    const isCertain = isComplete && (rejectsAsCounted(invoices, verdicts, status) || isPastUncertainty(envelope))
    await store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      await notes.store(repositories, task.attempts)
      if (isCertain) return storeVerdicts(repositories, task, envelope, { status, verdicts, at })
      await moveAll(repositories, envelope, new Map(Array.from(verdicts).filter(([, { move }]) => move !== 'reject')), at)
      await reportDelay(repositories, envelope, { cause: uncertain }, at)
      await rescheduleTask(repositories, task, pollDelaySeconds(task), uncertain)
    })
  }

  /** The verdicts of documents that have none yet, without those that the SII does not give now. */
  async function verdictsOf (
    { tenantId }: LeasedTask, envelope: EnvelopeRow,
    { invoices, status, notes }: { invoices: SentInvoice[], status: Processed, notes: ExchangeNotes }
  ): Promise<Map<string, Verdict>> {
    const verdicts = new Map<string, Verdict>()
    const open: { id: string, subtotal: SubtotalVerdict | undefined }[] = []
    const counts = countsByType(invoices)
    for (const invoice of invoices.filter((one) => one.status === statuses.Sent)) {
      const subtotal = subtotalOf(invoice, status)
      const counted = subtotal && subtotal.informed === counts.get(invoice.documentType)
        ? countedVerdict(envelope, invoice, { subtotal, status })
        : undefined
      if (counted) {
        verdicts.set(invoice.id, counted)
      } else {
        open.push({ id: invoice.id, subtotal })
      }
    }
    const unexplainedIds = Array.from(verdicts.keys()).filter((id) => isUnexplained(verdicts.get(id)))
    if (open.length === 0 && unexplainedIds.length === 0) return verdicts
    const whole = await store.asTenant(tenantId, (repositories) => repositories.invoices.listByEnvelope(envelope.id))
    const byId = new Map(whole.map((invoice) => [invoice.id, invoice]))
    await queryAll(open, async ({ id, subtotal }) => {
      const invoice = byId.get(id)
      if (!invoice) return false
      const answer = await gateway.documentStatus(notes.target(id), questionAbout(invoice, envelope))
      const verdict = verdictFromAnswer(envelope, answer, (subtotal?.objected ?? 0) > 0)
      if (verdict) verdicts.set(id, verdict)
      return verdict !== undefined
    })
    const rejected = unexplainedIds.flatMap((id) => byId.get(id) ?? [])
    for (const type of new Set(rejected.map(({ documentType }) => documentType))) {
      await findUsed(rejected.filter(({ documentType }) => documentType === type), { envelope, notes, verdicts })
    }
    return verdicts
  }

  /**
   * The SII mails why it rejects, but answers at once whether it has another document under the folio. If the first
   * folio has none, the reason is another one, and the others are not queried.
   */
  async function findUsed (
    [first, ...others]: InvoiceRow[],
    { envelope, notes, verdicts }: { envelope: EnvelopeRow, notes: ExchangeNotes, verdicts: Map<string, Verdict> }
  ): Promise<void> {
    const ask = async (invoice: InvoiceRow): Promise<boolean> => {
      const answer = await gateway.documentStatus(notes.target(invoice.id), questionAbout(invoice, envelope))
      if (answer.kind === 'unavailable' && !isPastUncertainty(envelope)) verdicts.delete(invoice.id)
      const isUsed = answer.kind === 'known' && answer.state === 'DNK'
      if (isUsed) verdicts.set(invoice.id, usedVerdict(answer))
      return isUsed
    }
    if (first && await ask(first)) await queryAll(others, ask)
  }

  async function refuse (
    task: LeasedTask, envelope: EnvelopeRow, { state, gloss, reasons }: Refused, notes: ExchangeNotes
  ): Promise<void> {
    const known = reasons.length > 0 ? reasons : [{ code: state, description: gloss }]
    const isUsed = state === repeated && await isOfAnotherProgram(task, envelope, notes)
    await store.asTenant(task.tenantId, async (repositories) => {
      await notes.store(repositories, task.attempts)
      await refuseEnvelope(repositories, task, envelope, {
        state, reasons: isUsed ? [{ code: folioUsedCode, description: gloss }] : known
      }, clock())
    })
  }

  /** Of an envelope that the SII calls a repetition: whether its only document's folio has other data at the SII. */
  async function isOfAnotherProgram (
    { tenantId }: LeasedTask, envelope: EnvelopeRow, notes: ExchangeNotes
  ): Promise<boolean> {
    const [invoice, ...others] = await store.asTenant(tenantId, ({ invoices }) => invoices.listByEnvelope(envelope.id))
    if (!invoice || others.length > 0) return false
    const answer = await gateway.documentStatus(notes.target(invoice.id), questionAbout(invoice, envelope))
    return answer.kind === 'known' && answer.state === 'DNK'
  }

  async function ask (task: LeasedTask, envelope: EnvelopeRow & { trackId: string }): Promise<void> {
    const target = await targetOf(task.tenantId, envelope, { certificateOf, clock })
    if (!target) return askLater(task, envelope, awaitingCertificate)
    const notes = exchangeNotes(target, envelope.id, clock)
    const status = await gateway.envelopeStatus(notes.target(), {
      kind: endpointOf(envelope), issuerTaxNumber: envelope.issuerTaxNumber, trackId: envelope.trackId,
      isBook: envelope.purpose === 'book'
    })
    failPoints.reached?.('follow.answered')
    switch (status.kind) {
      case 'pending':
        return askLater(task, envelope, { cause: status.state }, notes)
      case 'unavailable':
        return askLater(task, envelope, status, notes)
      case 'processed':
        return judge(task, envelope, status, notes)
      case 'refused':
        return refuse(task, envelope, status, notes)
    }
  }

  return {
    /** Handles a `followEnvelope` task. */
    async follow (task: LeasedTask): Promise<void> {
      const envelope = await store.asTenant(task.tenantId, ({ envelopes }) => envelopes.find(task.subject))
      const { trackId = null } = envelope ?? {}
      if (envelope?.state !== 'sent' || trackId === null) {
        return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      }
      await ask(task, { ...envelope, trackId })
      failPoints.reached?.('follow.committed')
    }
  }
}

/** Asks the questions, a few at a time; `ask` gives whether it got an answer. */
async function queryAll<Question> (
  questions: Question[], ask: (question: Question) => Promise<boolean>
): Promise<void> {
  const left = questions.values()
  let unanswered = 0
  const askInTurn = async (): Promise<void> => {
    for (const question of left) {
      if (!await ask(question)) unanswered++
      if (unanswered >= mostUnanswered) return
    }
  }
  await Promise.all(Array.from({ length: questionsAtOnce }, askInTurn))
}

const accepted: Verdict = { move: 'accept', state: 'DOK', reasons: [] }

function subtotalOf ({ documentType }: SentInvoice, { subtotals }: Processed): SubtotalVerdict | undefined {
  return subtotals.find((subtotal) => subtotal.documentType === documentType)
}

function countsByType (invoices: SentInvoice[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { documentType } of invoices) counts.set(documentType, (counts.get(documentType) ?? 0) + 1)
  return counts
}

/** The verdict by the counters, which must be about as many documents as were sent. */
function countedVerdict (
  envelope: EnvelopeRow, invoice: SentInvoice, { subtotal, status }: { subtotal: SubtotalVerdict, status: Processed }
): Verdict | undefined {
  return (endpointOf(envelope) === 'BOLETA' ? namedVerdict(invoice, subtotal, status) : undefined) ??
    unanimousVerdict(envelope, subtotal, status.state)
}

/** Whether at most as many documents would be rejected as the SII says that it rejected. */
function rejectsAsCounted (invoices: SentInvoice[], verdicts: Map<string, Verdict>, { subtotals }: Processed): boolean {
  const rejects = countsByType(invoices.filter(({ id }) => verdicts.get(id)?.move === 'reject'))
  return subtotals.every(({ documentType, rejected }) => (rejects.get(documentType) ?? 0) <= rejected)
}

/** For boletas the answer names the documents that were rejected or objected to; the others are accepted. */
function namedVerdict (invoice: SentInvoice, subtotal: SubtotalVerdict, status: Processed): Verdict | undefined {
  const namedOfType = status.documents.filter(({ documentType }) => documentType === invoice.documentType)
  const named = namedOfType.find(({ folio }) => folio === Number(invoice.folio))
  if (!named) return namedOfType.length >= subtotal.rejected + subtotal.objected ? accepted : undefined
  const objected = subtotal.objected > 0 && !named.reasons.some(({ code }) => isRejection(code))
  return { move: objected ? 'acceptWithObjections' : 'reject', state: named.state, reasons: named.reasons }
}

/** Level 3 of a code SEC-level-nnn rejects; 2 and 1 object [S14]. */
function isRejection (code: string): boolean {
  return /-3-\d+$/.test(code)
}

/** The counters give the verdict by themselves when it is the same for all documents of the type. */
function unanimousVerdict (
  envelope: EnvelopeRow, subtotal: SubtotalVerdict, state: string
): Verdict | undefined {
  const kind = endpointOf(envelope)
  if (subtotal.accepted === subtotal.informed && subtotal.objected === 0) return accepted
  if (subtotal.rejected === subtotal.informed) return unexplainedVerdict(kind, 'reject', { state })
  if (subtotal.objected === subtotal.informed) return unexplainedVerdict(kind, 'acceptWithObjections', { state })
  return undefined
}

function unexplainedVerdict (
  kind: EnvelopeRow['kind'], move: 'reject' | 'acceptWithObjections',
  { state, gloss = '' }: { state: string, gloss?: string }
): Verdict {
  return { move, state, reasons: [{ code: unexplained[kind][move], description: gloss }] }
}

function isUnexplained (verdict: Verdict | undefined): boolean {
  return verdict?.reasons.some(({ code }) => code === unexplained.DTE.reject) === true
}

function usedVerdict ({ state, gloss }: { state: string, gloss: string }): Verdict {
  return { move: 'reject', state, reasons: [{ code: folioUsedCode, description: gloss }] }
}

function verdictFromAnswer (
  envelope: EnvelopeRow, answer: DocumentStatus, someObjected: boolean
): Verdict | undefined {
  const kind = endpointOf(envelope)
  if (answer.kind === 'unavailable') return undefined
  if (answer.kind === 'notSeen') return unexplainedVerdict(kind, 'reject', answer)
  if (answer.state === 'DNK') {
    return usedVerdict(answer)
  }
  // The SII counts its objections, but says only by mail which documents they concern [S9], [S12].
  return someObjected
    ? {
        move: 'acceptWithObjections', state: answer.state,
        reasons: [{ code: 'OBJECTION_UNATTRIBUTED', description: answer.gloss }]
      }
    : { ...accepted, state: answer.state }
}

async function storeVerdicts (
  repositories: TenantRepositories, task: LeasedTask, envelope: EnvelopeRow,
  { status, verdicts, at }: { status: Processed, verdicts: Map<string, Verdict>, at: Date }
): Promise<void> {
  await moveAll(repositories, envelope, verdicts, at)
  await repositories.envelopes.settle(envelope.id, 'processed', status, at)
  await finishTask(repositories, task)
  failPoints.reached?.('follow.judged')
  repositories.auditLog.add([{
    actor: service,
    action: 'envelope.verdict',
    entity: 'envelope',
    entityId: envelope.id,
    details: { state: status.state, subtotals: status.subtotals }
  }], at)
}

async function moveAll (
  repositories: TenantRepositories, { kind, purpose }: EnvelopeRow, verdicts: Map<string, Verdict>, at: Date
): Promise<void> {
  const acceptedIds: string[] = []
  const rejectedIds: string[] = []
  const usedIds: string[] = []
  const invoiceIds = Array.from(verdicts.keys())
  if (invoiceIds.length === 0) return
  const groups = groupVerdicts(verdicts)
  // A test set names real customers, who must not receive its documents.
  const forCustomers = purpose === null
  // Each move locks its own documents, in order; several moves need all of them in order.
  if (groups.length > 1) await repositories.invoices.lock(invoiceIds)
  for (const { verdict, ids } of groups) {
    const { state, reasons } = verdict
    const told = verdict.move === 'reject' ? reportedReasons({ code: state, reasons }) : reasons
    const moved = await repositories.invoices.move(
      { invoiceIds: ids, move: verdict.move, detail: { state, reasons: told }, at },
      {
        verdict: { state, reasons }, reason: verdict.move === 'accept' ? null : { code: codeOf(verdict), reasons },
        isOpenToCustomer: forCustomers
      }
    )
    ;(verdict.move === 'reject' ? rejectedIds : acceptedIds).push(...moved)
    if (isFolioUsed(reasons)) usedIds.push(...moved)
  }
  if (usedIds.length > 0) await stopUsedBlocks(repositories, usedIds, at)
  await wakeDependents(repositories, invoiceIds, at)
  await mailRejectionsLater(repositories, rejectedIds)
  if (forCustomers) await openToCustomers(repositories, kind, acceptedIds, at)
}

async function openToCustomers (
  repositories: TenantRepositories, kind: EnvelopeRow['kind'], ids: string[], at: Date
): Promise<void> {
  await postToReceivers(repositories, ids, at)
  if (kind === 'DTE') await askRegistryLater(repositories, ids)
}

function codeOf ({ state, reasons }: Verdict): string {
  return reasons.find(({ code }) => codesOfUnexplained.includes(code))?.code ?? state
}

/** Documents of one verdict are moved by one statement. */
function groupVerdicts (verdicts: Map<string, Verdict>): { verdict: Verdict, ids: string[] }[] {
  const groups = new Map<string, { verdict: Verdict, ids: string[] }>()
  for (const [id, verdict] of verdicts) {
    const key = JSON.stringify(verdict)
    const group = groups.get(key) ?? { verdict, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return Array.from(groups.values())
}
