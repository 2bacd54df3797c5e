import type { Credential } from '../../dte/signing/certificate.ts'
import type { TaxDocument } from '../../dte/document.ts'
import type { Violation } from '../../dte/errors.ts'
import type { EnvelopeLinger } from '../../model/envelopes.ts'
import type { AuditRecord } from '../../repositories/audit/audit-log.ts'
import type { InvoiceRow } from '../../repositories/invoicing/invoices.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { Clock } from '../ports.ts'
import { envelopeKindOf } from './channels.ts'
import { waitingReason } from './document-rows.ts'
import { reportedReasons } from './document-texts.ts'
import type { IssuingFacts } from './issue-request.ts'
import { type DocumentReason, type NewReason, referencePending } from '../../model/reasons.ts'
import { judgeReferences, type KnownDocument, pendingFor } from './reference-rules.ts'
import { lockChanged, withoutNote } from './references.ts'
import type { Signed, Signer } from './signer.ts'
import { finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'

export interface PendingQueueDependencies {
  store: Store
  signer: Signer
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
  linger: EnvelopeLinger
}

interface WaitingDraft { document: TaxDocument, row: InvoiceRow }
/** `leftQueue`: the document no longer waits in the queue. */
interface Settled { leftQueue: boolean, record?: AuditRecord }

const batchSize = 50
const secondsUntilLeft = 1

/** Issues documents that waited for folios, the certificate or another document's verdict, by arrival. */
export function createPendingQueue ({ store, signer, factsOf, clock, linger }: PendingQueueDependencies) {
  async function issueOldest (
    repositories: TenantRepositories, task: LeasedTask,
    facts: { environment: string, credential: Credential | undefined, at: Date }
  ): Promise<void> {
    const { environment, at } = facts
    const documentType = Number(task.subject)
    const { rows, othersHold } = await repositories.invoices.lockWaiting({ environment, documentType }, batchSize)
    const { ready, settled } = await judgeDrafts(repositories, await readDrafts(repositories, rows), facts)
    for (const group of byIssueDate(ready)) {
      for (const one of await signer.sign(repositories, group, facts)) settled.push(await settle(repositories, one, at))
    }
    const records = settled.flatMap(({ record }) => record ?? [])
    // Folio blocks, issueWaiting, packEnvelope, audit log: the order in which Save takes them too, so that neither
    // waits for the other.
    // Another run, whose lease was lost, may hold documents and then leave them: they are looked at again.
    await (othersHold
      ? rescheduleTask(repositories, task, secondsUntilLeft, 'others hold documents')
      : finishTask(repositories, task))
    if (settled.length === batchSize && settled.every(({ leftQueue }) => leftQueue)) {
      await repositories.tasks.schedule('issueWaiting', [String(documentType)])
    }
    if (records.some(({ action }) => action === 'invoice.issue')) {
      const kind = envelopeKindOf(documentType)
      await repositories.tasks.schedule('packEnvelope', [kind], linger[kind])
    }
    repositories.auditLog.add(records, at)
  }

  return {
    /** Handles an `issueWaiting` task: its subject is a document type. Folios that arrive later schedule it again. */
    async issue (task: LeasedTask): Promise<void> {
      const at = clock()
      const { environment } = await factsOf(task.tenantId)
      const credential = await signer.credentialOf(task.tenantId, at)
      await store.asTenant(task.tenantId, async (repositories) => {
        await issueOldest(repositories, task, { environment, credential, at })
      })
    }
  }
}

async function readDrafts (repositories: TenantRepositories, rows: InvoiceRow[]): Promise<WaitingDraft[]> {
  const drafts: WaitingDraft[] = []
  for (const row of rows) {
    const content = await repositories.invoices.findContent(row.id)
    if (content) drafts.push({ row, document: content.document })
  }
  return drafts
}

function byIssueDate (drafts: WaitingDraft[]): WaitingDraft[][] {
  const groups = new Map<string, WaitingDraft[]>()
  for (const draft of drafts) {
    const { issueDate } = draft.document
    groups.set(issueDate, [...groups.get(issueDate) ?? [], draft])
  }
  return Array.from(groups.values())
}

/** Notes about refused documents fail; those about documents without a verdict are skipped until it comes. */
async function judgeDrafts (
  repositories: TenantRepositories, drafts: WaitingDraft[], { environment, at }: { environment: string, at: Date }
): Promise<{ ready: WaitingDraft[], settled: Settled[] }> {
  // A document that Failed may still be sent again as it is; a note about it keeps waiting.
  const known = (await lockChanged(repositories, environment, drafts.map(({ document }) => document)))
    .map((one): KnownDocument => one.standing === 'stopped' ? { ...one, standing: 'onItsWay' } : one)
  const ready: WaitingDraft[] = []
  const settled: Settled[] = []
  for (const draft of drafts) {
    const violations = judgeReferences(draft.document, withoutNote(known, draft.row.id))
    const waitsFor = pendingFor(draft.document, known)
    const [first] = violations
    if (first) {
      settled.push(await fail(repositories, draft.row, { code: first.rule, reasons: violations.map(reasonOf) }, at))
    } else if (waitsFor.length > 0) {
      settled.push(await skip(repositories, draft.row, waitsFor, at))
    } else {
      ready.push(draft)
    }
  }
  return { ready, settled }
}

/** With the particulars in both languages, which the rule's own sentence lacks. */
function reasonOf ({ rule, message }: Violation): DocumentReason {
  return { code: rule, description: '', explanation: message }
}

async function skip (
  repositories: TenantRepositories, row: InvoiceRow, waitsFor: string[], at: Date
): Promise<Settled> {
  await repositories.invoices.changeReason([row.id], waitingReason({ missing: referencePending, waitsFor }), at)
  return { leftQueue: true }
}

async function fail (
  repositories: TenantRepositories, row: InvoiceRow, cause: NewReason, at: Date
): Promise<Settled> {
  const reason = { code: cause.code, reasons: reportedReasons(cause) }
  await repositories.invoices.move({ invoiceIds: [row.id], move: 'failWaiting', detail: reason, at }, { reason })
  return {
    leftQueue: true,
    record: {
      actor: service, action: 'invoice.fail', entity: 'invoice', entityId: row.id, details: { code: reason.code }
    }
  }
}

async function settle (repositories: TenantRepositories, one: Signed<WaitingDraft>, at: Date): Promise<Settled> {
  const { row, document } = one.draft
  if ('missing' in one) {
    if (one.missing === 'ISSUE_DATE_BEFORE_FOLIOS') return fail(repositories, row, { code: one.missing }, at)
    await repositories.invoices.changeReason([row.id], { code: one.missing }, at)
    return { leftQueue: false }
  }
  await repositories.invoices.issue(
    {
      id: row.id, folio: one.folio, folioBlockId: one.folioBlockId, signatureValue: one.issued.signatureValue,
      issueDate: document.issueDate, document, xml: one.issued.xml
    },
    at
  )
  return {
    leftQueue: true,
    record: {
      actor: service, action: 'invoice.issue', entity: 'invoice', entityId: row.id,
      details: { documentType: row.documentType, folio: one.folio }
    }
  }
}
