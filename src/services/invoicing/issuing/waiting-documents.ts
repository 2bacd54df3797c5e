import type { Credential } from '../../../dte/signing/certificate.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { Violation } from '../../../dte/errors.ts'
import type { EnvelopeLinger } from '../../../model/envelopes.ts'
import type { AuditRecord } from '../../../repositories/audit/audit-log.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import type { Clock } from '../../ports.ts'
import { envelopeKindOf } from '../channels.ts'
import { waitingReason } from './document-rows.ts'
import { reportedReasons } from '../document-texts.ts'
import type { IssuingFacts } from './issue-request.ts'
import { type AuditedDocument, auditOf } from './issuing-audit.ts'
import { type DocumentReason, type NewReason, referencePending } from '../../../model/reasons.ts'
import { judgeReferences, type KnownDocument, pendingFor } from '../references/reference-rules.ts'
import { lockChanged, withoutNote } from '../references/references.ts'
import type { Signed, Signer, Unsigned } from './signer.ts'
import { finishTask, rescheduleTask, service } from '../../tasks/task-lease.ts'

export interface WaitingDocumentsDependencies {
  store: Store
  signer: Signer
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
  linger: EnvelopeLinger
}

interface WaitingDraft { payload: InvoicePayload, document: TaxDocument, row: InvoiceRow }
/** `leftQueue`: the document no longer waits in the queue. */
interface Settled { leftQueue: boolean, record?: AuditRecord }
type SignedDraft = Extract<Signed<WaitingDraft>, { folio: number }>
type UnsignedDraft = Extract<Signed<WaitingDraft>, { missing: Unsigned }>

// Large enough to need few commits, small enough to hold the folio block's lock for some tenths of a second only.
const batchSize = 100
const secondsUntilLeft = 1

/** Issues documents that waited for folios, the certificate or another document's verdict, by arrival. */
export function createWaitingDocuments ({ store, signer, factsOf, clock, linger }: WaitingDocumentsDependencies) {
  async function issueOldest (
    repositories: TenantRepositories, task: LeasedTask,
    facts: { environment: string, credential: Credential | undefined, at: Date }
  ): Promise<void> {
    const { environment, at } = facts
    const documentType = Number(task.subject)
    const { rows, othersHold } = await repositories.invoices.lockWaiting({ environment, documentType }, batchSize)
    const { ready, settled } = await judgeDrafts(repositories, await readDrafts(repositories, rows), facts)
    const signed: SignedDraft[] = []
    const unsigned: UnsignedDraft[] = []
    for (const group of byIssueDate(ready)) {
      for (const one of await signer.sign(repositories, group, facts)) {
        if ('missing' in one) unsigned.push(one)
        else signed.push(one)
      }
    }
    settled.push(...await leaveWaiting(repositories, unsigned, at))
    if (signed.length > 0) await storeIssued(repositories, signed, at)
    const records = settled.flatMap(({ record }) => record ?? [])
    // Folio blocks, issueWaiting, packEnvelope, audit log: the order in which Save takes them too, so that neither
    // waits for the other.
    // Another run, whose lease was lost, may hold documents and then leave them: they are looked at again.
    await (othersHold
      ? rescheduleTask(repositories, task, secondsUntilLeft, 'others hold documents')
      : finishTask(repositories, task))
    if (signed.length + settled.length === batchSize && settled.every(({ leftQueue }) => leftQueue)) {
      await repositories.tasks.schedule('issueWaiting', [String(documentType)])
    }
    if (signed.length > 0) {
      const kind = envelopeKindOf(documentType)
      await repositories.tasks.schedule('packEnvelope', [kind], linger[kind])
    }
    repositories.auditLog.add([...auditOf(signed.map(auditedOf)), ...records], at)
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

async function readDrafts ({ invoices }: TenantRepositories, rows: InvoiceRow[]): Promise<WaitingDraft[]> {
  const contents = await invoices.findContents(rows.map(({ id }) => id))
  return rows.flatMap((row) => {
    const content = contents.get(row.id)
    return content ? [{ row, payload: content.payload, document: content.document }] : []
  })
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

/** Documents that cannot be signed now wait on, but those that are older than every folio. */
async function leaveWaiting (
  repositories: TenantRepositories, unsigned: UnsignedDraft[], at: Date
): Promise<Settled[]> {
  const settled: Settled[] = []
  const changed = new Map<Unsigned, string[]>()
  for (const { draft: { row }, missing } of unsigned) {
    if (missing === 'ISSUE_DATE_BEFORE_FOLIOS') {
      settled.push(await fail(repositories, row, { code: missing }, at))
      continue
    }
    settled.push({ leftQueue: false })
    if (row.reason?.code !== missing) changed.set(missing, [...changed.get(missing) ?? [], row.id])
  }
  for (const [code, ids] of changed) await repositories.invoices.changeReason(ids, { code }, at)
  return settled
}

async function storeIssued ({ invoices }: TenantRepositories, signed: SignedDraft[], at: Date): Promise<void> {
  await invoices.issue(signed.map(({ draft: { row, payload, document }, folio, folioBlockId, issued }) => ({
    id: row.id, folio, folioBlockId, signatureValue: issued.signatureValue, issueDate: document.issueDate, payload,
    document, xml: issued.xml
  })), at)
}

function auditedOf ({ draft: { row: { id, documentType }, document }, folio }: SignedDraft): AuditedDocument {
  return { actor: service, row: { id, documentType, folio, totalAmount: document.totals.totalAmount } }
}
