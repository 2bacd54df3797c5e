import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { InvoiceRow, SentInvoice } from '../../../repositories/invoicing/documents/invoices.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { dayMs, hourSeconds } from '../../../shared/durations.ts'
import { failPoints } from '../../../shared/fail-points.ts'
import type { EnvelopeStatus, SiiGateway } from '../../ports.ts'
import { postToReceivers } from '../../mail/post.ts'
import { statuses } from '../../../model/document-states.ts'
import { type ExchangeNotes, exchangeNotes } from '../exchange-notes.ts'
import { endpointOf } from '../channels.ts'
import { reportedReasons } from '../document-texts.ts'
import { type Delay, reportDelay } from './overdue.ts'
import { askRegistryLater } from '../registry/questions.ts'
import { mailRejectionsLater } from './rejection-mails.ts'
import { wakeDependents } from '../references/references.ts'
import { refuseEnvelope } from './refused-envelope.ts'
import { questionAbout } from './send.ts'
import { type TargetDependencies, targetOf } from '../target.ts'
import { folioUsedCode, isFolioUsed, stopUsedBlocks } from './used-folios.ts'
import {
  answeredVerdict, codeOf, countedVerdict, isUnexplained, type Processed, reportOf, settle, type TypeReport,
  usedVerdict, type Verdict
} from './verdicts.ts'
import { backoffSeconds, finishTask, rescheduleTask, service } from '../../tasks/task-lease.ts'

export interface FollowUpDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
  /** From the upload to the first question; each later interval is half as long again, up to an hour. */
  firstPollSeconds: number
}

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
// Of what the SII said, in a reason.
const mostWords = 500

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
    const invoices = await store.asTenant(task.tenantId, (repositories) => repositories.invoices.listIn(envelope.id))
    const types = [...groupBy(invoices, typeOf)].map(([documentType, ofType]) =>
      ({
        invoices: ofType, report: reportOf(documentType, ofType.length, {
          kind: endpointOf(envelope), status, waitsForNames: !isPastUncertainty(envelope)
        })
      }))
    const suggested = await verdictsOf(task, envelope, types, notes)
    const settled = types.map(({ invoices, report }) => settle(invoices, suggested, report))
    const verdicts = new Map(settled.flatMap(({ certain }) => [...certain]))
    await store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      await notes.store(repositories, task.attempts)
      if (settled.every(({ isSettled }) => isSettled)) {
        return storeVerdicts(repositories, task, envelope, { status, verdicts, at })
      }
      await moveAll(repositories, envelope, verdicts, at)
      const delay = openVerdicts(status, isPastUncertainty(envelope))
      await reportDelay(repositories, envelope, delay, at)
      await rescheduleTask(repositories, task, pollDelaySeconds(task), delay.cause)
    })
  }

  /** The verdicts that the SII's answers suggest for documents that have none yet. */
  async function verdictsOf (
    { tenantId }: LeasedTask, envelope: EnvelopeRow, types: TypeInEnvelope[], notes: ExchangeNotes
  ): Promise<Map<string, Verdict>> {
    const verdicts = new Map<string, Verdict>()
    const open: { id: string, report: TypeReport }[] = []
    for (const { invoices, report } of types) {
      for (const invoice of invoices.filter((one) => one.status === statuses.Sent)) {
        const counted = countedVerdict(invoice, report)
        if (counted) verdicts.set(invoice.id, counted)
        else if (!report.isCounting || isPastUncertainty(envelope)) open.push({ id: invoice.id, report })
      }
    }
    const unexplainedIds = Array.from(verdicts.keys()).filter((id) => isUnexplained(verdicts.get(id)))
    if (open.length === 0 && unexplainedIds.length === 0) return verdicts
    const whole = await store.asTenant(tenantId, (repositories) => repositories.invoices.listByEnvelope(envelope.id))
    const byId = new Map(whole.map((invoice) => [invoice.id, invoice]))
    await queryAll(open, async ({ id, report }) => {
      const invoice = byId.get(id)
      if (!invoice) return false
      const answer = await gateway.documentStatus(notes.target(id), questionAbout(invoice, envelope))
      const verdict = answeredVerdict(answer, report)
      if (verdict) verdicts.set(id, verdict)
      return verdict !== undefined
    })
    const rejected = unexplainedIds.flatMap((id) => byId.get(id) ?? [])
    for (const ofType of groupBy(rejected, typeOf).values()) await findUsed(ofType, { envelope, notes, verdicts })
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
        // Boletas are reported to stay in REC with their counters filled [S40]: then each is asked about.
        return status.isCounted && isPastUncertainty(envelope)
          ? judge(task, envelope, { ...status, kind: 'processed', subtotals: [], documents: [] }, notes)
          : askLater(task, envelope, { cause: status.state }, notes)
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

const typeOf = ({ documentType }: { documentType: number }): number => documentType

interface TypeInEnvelope { invoices: SentInvoice[], report: TypeReport }

/** After a day what the SII's answers leave open is for a person, with all that they say. */
function openVerdicts ({ state, gloss, subtotals, documents }: Processed, isPastUncertainty: boolean): Delay {
  if (!isPastUncertainty) return { cause: uncertain }
  const counters = subtotals.map(({ documentType, informed, accepted, rejected, objected }) =>
    `${documentType}: ${informed}/${accepted}/${rejected}/${objected}`)
  const named = documents.map((each) =>
    `${each.documentType}-${each.folio} ${each.state} ${each.reasons.map(({ code }) => code).join(' ')}`.trim())
  const words = [`${state} ${gloss}`.trim(), ...counters, ...named].join('; ')
  return { cause: words.slice(0, mostWords), overdueCode: 'VERDICT_UNCLEAR' }
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
