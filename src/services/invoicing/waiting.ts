import type { Credential } from '../../dte/certificate.ts'
import type { TaxDocument } from '../../dte/document.ts'
import type { AuditRecord } from '../../repositories/audit-log.ts'
import type { InvoiceRow } from '../../repositories/invoices.ts'
import type { LeasedTask } from '../../repositories/outbox.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { Clock } from '../ports.ts'
import { envelopeKindOf } from './channels.ts'
import type { IssuingFacts } from './issue.ts'
import { move, statuses } from './lifecycle.ts'
import type { Signed, SigningDesk } from './signing-desk.ts'
import { finishTask, service } from './tasks.ts'

export interface WaitingDependencies {
  store: Store
  desk: SigningDesk
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
}

interface WaitingDraft { document: TaxDocument, row: InvoiceRow }

const batchSize = 50

/** Issues what waited for folios or for the certificate, in the order in which it came. */
export function createWaitingRoom ({ store, desk, factsOf, clock }: WaitingDependencies) {
  async function issueOldest (repositories: TenantRepositories, task: LeasedTask, facts: { environment: string, credential: Credential | undefined, at: Date }): Promise<void> {
    const { environment, at } = facts
    const documentType = Number(task.subject)
    const drafts = await readDrafts(repositories, await repositories.invoices.lockWaiting(environment, documentType, statuses.Waiting, batchSize))
    const records: AuditRecord[] = []
    for (const group of byIssueDate(drafts)) {
      for (const one of await desk.sign(repositories, group, facts)) {
        records.push(...await settle(repositories, one, at))
      }
    }
    const issued = records.filter(({ action }) => action === 'invoice.issue').length
    // Folio blocks, issueWaiting, packEnvelope, audit log: the order in which Save takes them too, so that neither waits for the other.
    await finishTask(repositories, task)
    if (issued === batchSize) await repositories.outbox.add('issueWaiting', [String(documentType)])
    if (issued > 0) await repositories.outbox.add('packEnvelope', [envelopeKindOf(documentType)])
    await repositories.auditLog.add(records, at)
  }

  return {
    /** Works off an `issueWaiting` task: its subject is a document type. Folios that come later ask for it again. */
    async issue (task: LeasedTask): Promise<void> {
      const at = clock()
      const { environment } = await factsOf(task.tenantId)
      const credential = await desk.credentialOf(task.tenantId, at)
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
    if (content) drafts.push({ row, document: content.document as TaxDocument })
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

async function settle (repositories: TenantRepositories, one: Signed<WaitingDraft>, at: Date): Promise<AuditRecord[]> {
  const { row, document } = one.draft
  if (!('missing' in one)) {
    await repositories.invoices.issue({
      id: row.id,
      folio: one.folio,
      folioBlockId: one.folioBlockId,
      signatureValue: one.issued.signatureValue,
      issueDate: document.issueDate,
      document,
      xml: one.issued.xml
    }, move('issue').to, at)
    return [{ actor: service, action: 'invoice.issue', entity: 'invoice', entityId: row.id, details: { documentType: row.documentType, folio: one.folio } }]
  }
  if (one.missing === 'ISSUE_DATE_BEFORE_FOLIOS') {
    await repositories.invoices.move({ invoiceIds: [row.id], ...move('giveUpWaiting'), detail: { code: one.missing }, at }, { reason: { code: one.missing } })
    return [{ actor: service, action: 'invoice.fail', entity: 'invoice', entityId: row.id, details: { code: one.missing } }]
  }
  await repositories.invoices.changeReason([row.id], { code: one.missing }, at)
  return []
}
