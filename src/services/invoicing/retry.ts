import type { TaxDocument } from '../../dte/document.ts'
import type { InvoiceRow } from '../../repositories/invoices.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit-actor.ts'
import type { Clock } from '../ports.ts'
import { envelopeKindOf } from './channels.ts'
import type { IssuingFacts } from './issue.ts'
import { type MoveName, move, statuses } from './lifecycle.ts'
import { type Receipt, receiptOf } from './receipt.ts'
import type { Reception } from './save.ts'
import type { SigningDesk } from './signing-desk.ts'

export interface RetryDependencies {
  store: Store
  desk: SigningDesk
  reception: Reception
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
  onWork: () => void
}

type RetryMove = Extract<MoveName, 'sendAgain' | 'issueAnew' | 'waitAnew'>

/** Takes up documents that stopped, after the cause was mended. */
export function createRetry ({ store, desk, reception, factsOf, clock, onWork }: RetryDependencies) {
  /** The same signed bytes in a new envelope: the SII took nothing of the old one. */
  async function sendAgain (repositories: TenantRepositories, invoice: InvoiceRow, at: Date): Promise<void> {
    await repositories.invoices.move({ invoiceIds: [invoice.id], ...move('sendAgain'), at }, { envelopeId: null, trackId: null, sendAlone: false, reason: {} })
    await repositories.outbox.add('packEnvelope', [envelopeKindOf(invoice.documentType)])
  }

  async function waitAnew (repositories: TenantRepositories, invoice: InvoiceRow, at: Date): Promise<void> {
    await repositories.invoices.move({ invoiceIds: [invoice.id], ...move('waitAnew'), at }, { reason: { code: 'FOLIOS_MISSING' } })
    await repositories.outbox.add('issueWaiting', [String(invoice.documentType)])
  }

  /** The posted document under a new folio, with the tenant's data of today; the old folio stays spent. */
  async function issueAnew (repositories: TenantRepositories, invoice: InvoiceRow, facts: { document: TaxDocument, environment: string, credential: Awaited<ReturnType<SigningDesk['credentialOf']>>, at: Date }): Promise<void> {
    const { at, document } = facts
    const [signed] = await desk.sign(repositories, [{ document }], facts)
    if (!signed || 'missing' in signed) throw new ServiceError(signed?.missing ?? 'FOLIOS_MISSING')
    await keepSpentFolio(repositories, invoice, at)
    await repositories.invoices.issue({
      id: invoice.id,
      folio: signed.folio,
      folioBlockId: signed.folioBlockId,
      signatureValue: signed.issued.signatureValue,
      issueDate: document.issueDate,
      document,
      xml: signed.issued.xml
    }, move('issueAnew').to, at)
    await repositories.outbox.add('packEnvelope', [envelopeKindOf(invoice.documentType)])
  }

  async function perform (actor: Actor, invoice: InvoiceRow, way: RetryMove): Promise<void> {
    const at = clock()
    const { environment } = await factsOf(actor.tenantId)
    const credential = await desk.credentialOf(actor.tenantId, at)
    const content = await store.asTenant(actor.tenantId, ({ invoices }) => invoices.findContent(invoice.id))
    const document = way === 'issueAnew' ? await reception.prepareAnew(actor.tenantId, content?.payload) : undefined
    await store.asTenant(actor.tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const now = await repositories.invoices.find(invoice.id)
      if (now?.status !== invoice.status) throw new ServiceError('DOCUMENT_NOT_RETRIABLE')
      if (document) await issueAnew(repositories, invoice, { document, environment, credential, at })
      else await (way === 'sendAgain' ? sendAgain : waitAnew)(repositories, invoice, at)
      await repositories.auditLog.add([{ actor: audited(actor), action: 'invoice.retry', entity: 'invoice', entityId: invoice.id, details: { way, folio: invoice.folio === null ? null : Number(invoice.folio) } }], at)
    })
    onWork()
  }

  return {
    /**
     * Retries a Failed or Rejected document. Throws ServiceError DOCUMENT_NOT_FOUND, DOCUMENT_NOT_RETRIABLE, FOLIOS_MISSING,
     * CERTIFICATE_MISSING, ISSUE_DATE_BEFORE_FOLIOS, and DocumentRefused when it breaks a rule today.
     */
    async retry (actor: Actor, correlationId: string): Promise<Receipt> {
      const invoice = await findIn(store, actor, correlationId)
      await perform(actor, invoice, wayOf(invoice))
      const after = await findIn(store, actor, correlationId)
      const content = await store.asTenant(actor.tenantId, ({ invoices }) => invoices.findContent(correlationId))
      return receiptOf(content?.document as TaxDocument, {
        correlationId,
        status: after.status as Receipt['status'],
        folio: after.folio === null ? null : Number(after.folio),
        issuedAt: after.issuedAt,
        ...(after.status === statuses.Waiting ? { waitingFor: codeOf(after) ?? '' } : {})
      })
    }
  }
}

export type Retry = ReturnType<typeof createRetry>

async function findIn (store: Store, actor: Actor, correlationId: string): Promise<InvoiceRow> {
  const invoice = await store.asTenant(actor.tenantId, ({ invoices }) => invoices.find(correlationId))
  if (!invoice) throw new ServiceError('DOCUMENT_NOT_FOUND')
  return invoice
}

function wayOf (invoice: InvoiceRow): RetryMove {
  if (invoice.status === statuses.Rejected) return 'issueAnew'
  if (invoice.status !== statuses.Failed) throw new ServiceError('DOCUMENT_NOT_RETRIABLE')
  if (invoice.folio === null) return 'waitAnew'
  // The SII holds another document under this folio: sending it again could only be refused.
  return codeOf(invoice) === 'DNK' ? 'issueAnew' : 'sendAgain'
}

function codeOf (invoice: InvoiceRow): string | undefined {
  return (invoice.reason as { code?: string } | null)?.code
}

async function keepSpentFolio (repositories: TenantRepositories, invoice: InvoiceRow, at: Date): Promise<void> {
  const content = await repositories.invoices.findContent(invoice.id)
  if (invoice.folio === null || !content?.xml) return
  const { environment, documentType, folio, id } = invoice
  await repositories.invoices.spendFolio({ environment, documentType, folio, invoiceId: id, reason: codeOf(invoice) ?? 'rejected', xml: content.xml }, at)
}
